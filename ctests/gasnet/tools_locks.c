/* Mutexes, condition variables, reader-writer locks, thread keys: exclusion, wake-up, and separate values per thread. */
#include "../gt_tools.h"

#include <errno.h>

enum { ROUNDS = 20000 };

static gasnett_mutex_t mutex = GASNETT_MUTEX_INITIALIZER;
static gasnett_rwlock_t rw = GASNETT_RWLOCK_INITIALIZER;
static struct {
	gasnett_cond_t cond;
	gasnett_mutex_t mutex;
	int arrived, round;
} meeting[2] = {{GASNETT_COND_INITIALIZER, GASNETT_MUTEX_INITIALIZER, 0, 0}, {GASNETT_COND_INITIALIZER, GASNETT_MUTEX_INITIALIZER, 0, 0}};

GASNETT_THREADKEY_DECLARE(key);
GASNETT_THREADKEY_DECLARE(other);
GASNETT_THREADKEY_DEFINE(key);
GASNETT_THREADKEY_DEFINE(other);

static uint64_t in_mutex, written, written_too;
static gasnett_strongatomic_t readers = gasnett_strongatomic_init(0), most_readers = gasnett_strongatomic_init(0);

static void exclude(int me)
{
	(void)me;
	for (int i = 0; i < ROUNDS; i++) {
		if (i % 3 == 0 && gasnett_mutex_trylock(&mutex) != 0)
			gasnett_mutex_lock(&mutex);
		else if (i % 3)
			gasnett_mutex_lock(&mutex);
		gasnett_mutex_assertlocked(&mutex);
		in_mutex++;
		gasnett_mutex_unlock(&mutex);
	}
}

/* A barrier of the threads; the last one to arrive wakes the others, all at once or one by one. */
static void meet(int which, int n)
{
	gasnett_mutex_lock(&meeting[which].mutex);
	if (++meeting[which].arrived == n) {
		meeting[which].arrived = 0;
		meeting[which].round++;
		if (which)
			for (int i = 0; i < n; i++)
				gasnett_cond_signal(&meeting[which].cond);
		else
			gasnett_cond_broadcast(&meeting[which].cond);
	} else {
		int round = meeting[which].round;
		while (meeting[which].round == round)
			gasnett_cond_wait(&meeting[which].cond, &meeting[which].mutex);
	}
	gasnett_mutex_unlock(&meeting[which].mutex);
}

static int phase[GT_THREADS];

static void in_step(int me)
{
	const int n = gt_simulated() ? 1 : GT_THREADS;
	for (int i = 0; i < 500; i++) {
		phase[me] = i;
		meet(i & 1, n);
		for (int k = 0; k < n && n > 1; k++)
			CHECK(phase[k] == i || phase[k] == i + 1, "thread %d is at %d when %d is at %d", k, phase[k], me, i);
		meet(i & 1, n);
	}
}

static void read_and_write(int me)
{
	for (int i = 0; i < ROUNDS; i++) {
		if ((i + me) % 8 == 0) {
			gasnett_rwlock_wrlock(&rw);
			gasnett_rwlock_assertwrlocked(&rw);
			CHECK(gasnett_strongatomic_read(&readers, 0) == 0, "a writer among readers");
			written++;
			written_too++;
		} else {
			uint32_t now, most;
			gasnett_rwlock_rdlock(&rw);
			gasnett_rwlock_assertrdlocked(&rw);
			now = gasnett_strongatomic_add(&readers, 1, 0);
			CHECK(written == written_too, "a reader beside the writer");
			while ((most = gasnett_strongatomic_read(&most_readers, 0)) < now)
				gasnett_strongatomic_compare_and_swap(&most_readers, most, now, 0);
			gasnett_strongatomic_decrement(&readers, 0);
		}
		gasnett_rwlock_unlock(&rw);
	}
}

static void keep_apart(int me)
{
	gasnett_threadkey_init(key);
	CHECK(gt_simulated() || gasnett_threadkey_get(key) == NULL, "a new thread's key is not NULL");
	for (int i = 0; i < 1000; i++) {
		gasnett_threadkey_set(key, (uintptr_t)(me * 1000 + i));
		gasnett_threadkey_set_noinit(other, &phase[me]);
		if (i % 100 == 0)
			gasnett_sched_yield();
		CHECK((uintptr_t)gasnett_threadkey_get(key) == (uintptr_t)(me * 1000 + i), "thread %d has %p", me, gasnett_threadkey_get(key));
		CHECK(gasnett_threadkey_get_noinit(other) == (void *)&phase[me], "the other key of thread %d", me);
	}
}

static void tries(int me)
{
	if (me != 1 || gt_simulated())
		return;
	/* thread 0 of this program holds all of them for reading or writing */
	CHECK(gasnett_mutex_trylock(&mutex) == EBUSY, "a locked mutex");
	CHECK(gasnett_rwlock_trywrlock(&rw) == EBUSY, "a writer beside a reader");
	CHECK(gasnett_rwlock_tryrdlock(&rw) == 0, "a second reader");
	gasnett_rwlock_unlock(&rw);
}

int main(void)
{
	gasnett_mutex_t m;
	gasnett_cond_t c;
	gasnett_rwlock_t r;
	const uint64_t n = GT_THREADS;
	gt_tools_begin();

	gt_threads(GT_THREADS, exclude);
	CHECK(in_mutex == n * ROUNDS, "%" PRIu64 " times in the mutex", in_mutex);
	gt_threads(GT_THREADS, in_step);
	gt_threads(GT_THREADS, read_and_write);
	CHECK(written == n * ROUNDS / 8 && written == written_too, "%" PRIu64 " times written", written);
	MSG0("at most %u readers at once", gasnett_strongatomic_read(&most_readers, 0));

	CHECK(gasnett_threadkey_get(key) == NULL, "the key of the first thread is not NULL");
	gt_threads(GT_THREADS, keep_apart);
	CHECK(gt_simulated() || gasnett_threadkey_get(key) == NULL, "the key of the first thread has been set by others");
	_gasneti_threadkey_init(NULL);

	gasnett_mutex_lock(&mutex);
	gasnett_rwlock_rdlock(&rw);
	gt_threads(2, tries);
	gasnett_rwlock_unlock(&rw);
	gasnett_mutex_unlock(&mutex);
	gasnett_mutex_assertunlocked(&mutex);

	gasnett_mutex_init(&m);
	gasnett_cond_init(&c);
	gasnett_rwlock_init(&r);
	CHECK(gasnett_mutex_trylock(&m) == 0, "a new mutex");
	gasnett_mutex_unlock(&m);
	CHECK(gasnett_rwlock_trywrlock(&r) == 0, "a new lock");
	CHECK(gasnett_rwlock_tryrdlock(&r) == EBUSY, "a reader beside a writer");
	gasnett_rwlock_unlock(&r);
	gasnett_rwlock_assertunlocked(&r);
	gasnett_mutex_destroy(&m);
	gasnett_mutex_init(&m);
	gasnett_mutex_destroy_ignoreerr(&m);
	gasnett_cond_destroy(&c);
	gasnett_rwlock_destroy(&r);
	return GT_END();
}
