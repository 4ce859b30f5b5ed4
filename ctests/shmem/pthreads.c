/* Threads of the C library in a rank: they begin, meet, wait for each other, keep values of their own, end. On simulated machines a wait takes as much virtual time as it says. */
#define _GNU_SOURCE
#include "../gt_shmem.h"

#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

enum { THREADS = 4 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t turned = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t many = PTHREAD_RWLOCK_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_barrier_t together;
static pthread_spinlock_t spin;
static pthread_key_t key;
static sem_t tokens;
static int turn, inits, destroyed, cleaned, inside, box[THREADS];
static __thread int mine = 7;
static __thread int *where;

static int64_t now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * INT64_C(1000000000) + t.tv_nsec;
}

static struct timespec in(clockid_t clock, int64_t ns)
{
	struct timespec t;

	clock_gettime(clock, &t);
	ns += t.tv_nsec;
	return (struct timespec){t.tv_sec + ns / 1000000000, ns % 1000000000};
}

/* Whether a time that has passed is what it should be: on simulated machines to the cost of a few reads of the clock. */
static bool took(int64_t ns, int64_t want) { return ns >= want && (!getenv("GT_SIMULATED") || ns < want + 2000); }

static void init(void)
{
	inits++;
	usleep(3);
}

static void destroy(void *value)
{
	destroyed += *(int *)value;
	free(value);
}

static void *work(void *arg)
{
	const long i = (long)arg;
	int *value = malloc(sizeof *value);

	CHECK(mine == 7, "a thread's variable begins with %d", mine);
	mine += (int)i;
	box[i] = mine;
	where = &mine;
	*value = 1 << i;
	pthread_setspecific(key, value);
	pthread_once(&once, init);
	usleep((useconds_t)(10 * (THREADS - i)));
	pthread_mutex_lock(&mutex);
	while (turn != i)
		pthread_cond_wait(&turned, &mutex);
	turn++;
	pthread_cond_broadcast(&turned);
	pthread_mutex_unlock(&mutex);
	for (int round = 0; round < 3; round++) {
		pthread_spin_lock(&spin);
		CHECK(inside++ == 0, "two threads have a spin lock");
		usleep(1);
		inside--;
		pthread_spin_unlock(&spin);
	}
	errno = (int)i;
	const int rc = pthread_barrier_wait(&together);
	CHECK(errno == (int)i, "errno of another thread");
	CHECK(where == &mine && mine == 7 + i, "a variable of another thread");
	CHECK(pthread_getspecific(key) == value, "a value of another thread");
	return (void *)(long)(rc == PTHREAD_BARRIER_SERIAL_THREAD);
}

static void team(void)
{
	pthread_t threads[THREADS];
	long serial = 0;
	void *result;

	pthread_barrier_init(&together, NULL, THREADS);
	for (long i = 0; i < THREADS; i++)
		CHECK(pthread_create(&threads[i], NULL, work, (void *)i) == 0, "create");
	for (int i = 0; i < THREADS; i++) {
		CHECK(pthread_join(threads[i], &result) == 0, "join");
		serial += (long)result;
	}
	for (int i = 0; i < THREADS; i++)
		CHECK(box[i] == 7 + i, "thread %d had %d", i, box[i]);
	CHECK(serial == 1 && inits == 1 && turn == THREADS, "%ld serial, %d inits, %d turns", serial, inits, turn);
	CHECK(destroyed == (1 << THREADS) - 1, "values destroyed: %#x", (unsigned)destroyed);
	CHECK(mine == 7, "the first thread's variable");
	CHECK(pthread_barrier_destroy(&together) == 0, "barrier_destroy");
}

static void clean(void *arg) { cleaned += (int)(long)arg; }

static void *leaves(void *how)
{
	pthread_cleanup_push(clean, (void *)1L);
	pthread_cleanup_push(clean, (void *)10L);
	switch ((long)how) {
	case 1: pthread_exit((void *)77L);
	case 2: sem_wait(&tokens); /* cancelled */
	}
	pthread_cleanup_pop(0);
	pthread_cleanup_pop(1);
	return NULL;
}

static void ends(void)
{
	static const long results[] = {0, 77, (long)PTHREAD_CANCELED};
	static const int cleans[] = {1, 11, 11};
	pthread_attr_t attr;
	pthread_t t;
	void *result;

	for (long how = 0; how < 3; how++) {
		cleaned = 0;
		pthread_create(&t, NULL, leaves, (void *)how);
		if (how == 2) {
			usleep(100);
			CHECK(pthread_cancel(t) == 0, "cancel");
		}
		CHECK(pthread_join(t, &result) == 0 && (long)result == results[how], "end %ld: %ld", how, (long)result);
		CHECK(cleaned == cleans[how], "end %ld: cleaned %d", how, cleaned);
	}
	CHECK(pthread_join(pthread_self(), NULL) == EDEADLK, "a thread joins itself");
	pthread_attr_init(&attr);
	pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
	CHECK(pthread_create(&t, &attr, leaves, NULL) == 0, "a detached thread");
	pthread_attr_destroy(&attr);
}

static void *locks(void *what)
{
	pthread_mutex_t *m = what;
	struct timespec until = in(CLOCK_REALTIME, 20000);
	const int64_t begin = now();

	CHECK(pthread_mutex_trylock(m) == EBUSY, "a mutex of another thread");
	CHECK(pthread_mutex_timedlock(m, &until) == ETIMEDOUT, "timedlock");
	CHECK(took(now() - begin, 19000), "timedlock took %ld ns", (long)(now() - begin));
	CHECK(pthread_mutex_unlock(m) == EPERM, "unlock of another thread's");
	return NULL;
}

static void mutexes(void)
{
	pthread_mutexattr_t attr;
	pthread_mutex_t checking, recursive = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
	pthread_t t;

	pthread_mutexattr_init(&attr);
	pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_ERRORCHECK);
	pthread_mutex_init(&checking, &attr);
	CHECK(pthread_mutex_lock(&checking) == 0 && pthread_mutex_lock(&checking) == EDEADLK, "a mutex that checks");
	pthread_create(&t, NULL, locks, &checking);
	pthread_join(t, NULL);
	CHECK(pthread_mutex_unlock(&checking) == 0 && pthread_mutex_unlock(&checking) == EPERM, "unlock");
	CHECK(pthread_mutex_lock(&recursive) == 0 && pthread_mutex_trylock(&recursive) == 0, "a recursive mutex");
	CHECK(pthread_mutex_unlock(&recursive) == 0 && pthread_mutex_unlock(&recursive) == 0 && pthread_mutex_unlock(&recursive) == EPERM, "unlock");
}

static void *reads(void *arg)
{
	CHECK(pthread_rwlock_tryrdlock(&many) == 0, "a second reader");
	CHECK(pthread_rwlock_trywrlock(&many) == EBUSY, "a writer beside readers");
	usleep(5);
	pthread_rwlock_unlock(&many);
	return arg;
}

static void waits(void)
{
	struct timespec until;
	pthread_condattr_t attr;
	pthread_cond_t cond;
	pthread_t t;
	int64_t begin;

	pthread_rwlock_rdlock(&many);
	pthread_create(&t, NULL, reads, NULL);
	pthread_join(t, NULL);
	pthread_rwlock_unlock(&many);
	CHECK(pthread_rwlock_wrlock(&many) == 0 && pthread_rwlock_rdlock(&many) == EDEADLK, "a writer");
	pthread_rwlock_unlock(&many);
	pthread_condattr_init(&attr);
	pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
	pthread_cond_init(&cond, &attr);
	pthread_mutex_lock(&mutex);
	begin = now();
	until = in(CLOCK_MONOTONIC, 50000);
	CHECK(pthread_cond_timedwait(&cond, &mutex, &until) == ETIMEDOUT, "timedwait");
	CHECK(took(now() - begin, 50000), "a wait of 50 us took %ld ns", (long)(now() - begin));
	pthread_mutex_unlock(&mutex);
	CHECK(sem_trywait(&tokens) == -1 && errno == EAGAIN, "trywait");
	sem_post(&tokens);
	CHECK(sem_wait(&tokens) == 0, "sem_wait");
	until = in(CLOCK_REALTIME, 30000);
	begin = now();
	CHECK(sem_timedwait(&tokens, &until) == -1 && errno == ETIMEDOUT, "sem_timedwait");
	CHECK(took(now() - begin, 29000), "a wait of 30 us took %ld ns", (long)(now() - begin));
}

static int c11(void *arg)
{
	*(int *)arg = 5;
	thrd_exit(9);
}

static void of_c11(void)
{
	mtx_t m;
	thrd_t t;
	int value = 0, result = 0;

	CHECK(mtx_init(&m, mtx_recursive) == thrd_success && mtx_lock(&m) == thrd_success && mtx_trylock(&m) == thrd_success, "mtx");
	mtx_unlock(&m);
	mtx_unlock(&m);
	mtx_destroy(&m);
	CHECK(thrd_create(&t, c11, &value) == thrd_success && thrd_join(t, &result) == thrd_success && value == 5 && result == 9, "thrd: %d, %d",
	      value, result);
}

static void about(void)
{
	pthread_attr_t attr;
	char name[16], here;
	size_t bytes;
	void *stack;

	CHECK(pthread_setname_np(pthread_self(), "first") == 0 && pthread_getname_np(pthread_self(), name, sizeof name) == 0 &&
	          strcmp(name, "first") == 0,
	      "name");
	CHECK(pthread_getattr_np(pthread_self(), &attr) == 0 && pthread_attr_getstack(&attr, &stack, &bytes) == 0, "getattr_np");
	CHECK(&here >= (char *)stack && &here < (char *)stack + bytes, "a stack elsewhere");
	pthread_attr_destroy(&attr);
}

int main(void)
{
	shmem_init();
	GT_BEGIN(shmem_my_pe(), shmem_n_pes());
	pthread_key_create(&key, destroy);
	pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);
	sem_init(&tokens, 0, 0);
	team();
	ends();
	mutexes();
	waits();
	of_c11();
	about();
	shmem_barrier_all();
	shmem_finalize();
	return GT_END();
}
