/* libc_meetings.c - locks for readers and writers, barriers, unnamed semaphores. */
#include "pthreads.h"

#include <errno.h>
#include <limits.h>
#include <semaphore.h>
#include <time.h>

#define RW __data

static int me(void) { return ga_sim_tid(ga_sim_thread_self()); }

static bool prefers_writers(const pthread_rwlock_t *l) { return l->RW.__flags == PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP; }

static bool readable(const pthread_rwlock_t *l) { return !l->RW.__cur_writer && !(prefers_writers(l) && l->RW.__writers && l->RW.__readers); }

static int read_lock(pthread_rwlock_t *l, struct ga_sim_until until, const char *fn)
{
	until.firm = true;
	if (l->RW.__cur_writer == me())
		return EDEADLK;
	while (!readable(l))
		if (!ga_sim_wait_on(l, until, fn))
			return ETIMEDOUT;
	if (l->RW.__readers == UINT_MAX)
		return EAGAIN;
	l->RW.__readers++;
	return 0;
}

static int write_lock(pthread_rwlock_t *l, struct ga_sim_until until, const char *fn)
{
	bool woken = true;

	until.firm = true;
	if (l->RW.__cur_writer == me())
		return EDEADLK;
	l->RW.__writers++;
	while (woken && (l->RW.__readers || l->RW.__cur_writer))
		woken = ga_sim_wait_on(l, until, fn);
	l->RW.__writers--;
	if (!woken) {
		ga_sim_wake(l, GA_SIM_ALL, UINT32_MAX); /* readers may have waited for this writer */
		return ETIMEDOUT;
	}
	l->RW.__cur_writer = me();
	return 0;
}

static int unlock(pthread_rwlock_t *l)
{
	if (l->RW.__cur_writer)
		l->RW.__cur_writer = 0;
	else if (l->RW.__readers)
		l->RW.__readers--;
	else
		return EPERM;
	if (!l->RW.__readers)
		ga_sim_wake(l, GA_SIM_ALL, UINT32_MAX);
	return 0;
}

static int sim_pthread_rwlock_rdlock(pthread_rwlock_t *l)
{
	return ga_sim_now ? read_lock(l, GA_SIM_FOREVER, "pthread_rwlock_rdlock") : pthread_rwlock_rdlock(l);
}
static int sim_pthread_rwlock_wrlock(pthread_rwlock_t *l)
{
	return ga_sim_now ? write_lock(l, GA_SIM_FOREVER, "pthread_rwlock_wrlock") : pthread_rwlock_wrlock(l);
}
static int sim_pthread_rwlock_unlock(pthread_rwlock_t *l) { return ga_sim_now ? unlock(l) : pthread_rwlock_unlock(l); }

static int sim_pthread_rwlock_tryrdlock(pthread_rwlock_t *l)
{
	if (!ga_sim_now)
		return pthread_rwlock_tryrdlock(l);
	if (readable(l))
		return read_lock(l, GA_SIM_FOREVER, "pthread_rwlock_tryrdlock");
	ga_sim_fruitless("pthread_rwlock_tryrdlock");
	return EBUSY;
}

static int sim_pthread_rwlock_trywrlock(pthread_rwlock_t *l)
{
	if (!ga_sim_now)
		return pthread_rwlock_trywrlock(l);
	if (!l->RW.__readers && !l->RW.__cur_writer)
		return write_lock(l, GA_SIM_FOREVER, "pthread_rwlock_trywrlock");
	ga_sim_fruitless("pthread_rwlock_trywrlock");
	return EBUSY;
}

#define CLOCKED(what, lock)                                                                                        \
	static int sim_pthread_rwlock_clock##what(pthread_rwlock_t *l, clockid_t clock, const struct timespec *t)  \
	{                                                                                                          \
		if (!ga_sim_now)                                                                                   \
			return pthread_rwlock_clock##what(l, clock, t);                                            \
		return ga_sim_is_time(t) ? lock(l, ga_sim_until(clock, t), "pthread_rwlock_timed" #what) : EINVAL; \
	}                                                                                                          \
	static int sim_pthread_rwlock_timed##what(pthread_rwlock_t *l, const struct timespec *t)                   \
	{                                                                                                          \
		return sim_pthread_rwlock_clock##what(l, CLOCK_REALTIME, t);                                       \
	}
CLOCKED(rdlock, read_lock)
CLOCKED(wrlock, write_lock)

static int sim_pthread_rwlock_destroy(pthread_rwlock_t *l)
{
	if (ga_sim_now && (l->RW.__readers || l->RW.__cur_writer))
		return EBUSY;
	return 0;
}

struct barrier {
	uint32_t count, arrived, round;
};
_Static_assert(sizeof(struct barrier) <= sizeof(pthread_barrier_t), "it is kept in the object");

static int sim_pthread_barrier_init(pthread_barrier_t *object, const pthread_barrierattr_t *attr, unsigned count)
{
	struct barrier *b = (void *)object;

	if (!ga_sim_now)
		return pthread_barrier_init(object, attr, count);
	if (count == 0 || count > INT_MAX)
		return EINVAL;
	*b = (struct barrier){.count = count};
	return 0;
}

static int sim_pthread_barrier_wait(pthread_barrier_t *object)
{
	struct barrier *b = (void *)object;
	const uint32_t round = b->round;

	if (!ga_sim_now)
		return pthread_barrier_wait(object);
	if (++b->arrived == b->count) {
		b->arrived = 0;
		b->round++;
		ga_sim_wake(b, GA_SIM_ALL, UINT32_MAX);
		return PTHREAD_BARRIER_SERIAL_THREAD;
	}
	/* It may be gone when this returns: once woken, nothing looks at it. */
	while (!ga_sim_wait_on(b, (struct ga_sim_until){.clock = -1, .firm = true}, "pthread_barrier_wait") && b->round == round) {
	}
	return 0;
}

static int sim_pthread_barrier_destroy(pthread_barrier_t *object)
{
	const struct barrier *b = (void *)object;

	return ga_sim_now && b->arrived ? EBUSY : 0;
}

/* A semaphore's value is where the C library has it. */
static uint32_t *value_of(sem_t *s) { return (uint32_t *)s; }

static int sim_sem_init(sem_t *s, int shared, unsigned value)
{
	if (!ga_sim_now)
		return sem_init(s, shared, value);
	if (value > SEM_VALUE_MAX)
		return errno = EINVAL, -1;
	*s = (sem_t){0};
	*value_of(s) = value;
	return 0;
}

static int sim_sem_destroy(sem_t *s) { return ga_sim_now ? 0 : sem_destroy(s); }

static int down(sem_t *s, struct ga_sim_until until, const char *fn)
{
	ga_sim_cancel_point();
	while (*value_of(s) == 0)
		if (!ga_sim_wait_on(s, until, fn)) {
			ga_sim_cancel_point();
			return errno = ETIMEDOUT, -1;
		}
	--*value_of(s);
	return 0;
}

static int sim_sem_wait(sem_t *s) { return ga_sim_now ? down(s, GA_SIM_FOREVER, "sem_wait") : sem_wait(s); }

static int sim_sem_trywait(sem_t *s)
{
	if (!ga_sim_now)
		return sem_trywait(s);
	if (*value_of(s)) {
		--*value_of(s);
		return 0;
	}
	ga_sim_fruitless("sem_trywait");
	return errno = EAGAIN, -1;
}

static int sim_sem_clockwait(sem_t *s, clockid_t clock, const struct timespec *t)
{
	if (!ga_sim_now)
		return sem_clockwait(s, clock, t);
	if (*value_of(s) == 0 && !ga_sim_is_time(t))
		return errno = EINVAL, -1;
	return down(s, ga_sim_until(clock, t), "sem_timedwait");
}

static int sim_sem_timedwait(sem_t *s, const struct timespec *t) { return sim_sem_clockwait(s, CLOCK_REALTIME, t); }

static int sim_sem_post(sem_t *s)
{
	if (!ga_sim_now)
		return sem_post(s);
	if (*value_of(s) == SEM_VALUE_MAX)
		return errno = EOVERFLOW, -1;
	++*value_of(s);
	ga_sim_wake(s, 1, UINT32_MAX);
	return 0;
}

static int sim_sem_getvalue(sem_t *s, int *value)
{
	*value = (int)*value_of(s);
	return 0;
}

const struct name ga_sim_meeting_names[] = {
    NAME(pthread_rwlock_rdlock),
    NAME(pthread_rwlock_wrlock),
    NAME(pthread_rwlock_tryrdlock),
    NAME(pthread_rwlock_trywrlock),
    NAME(pthread_rwlock_timedrdlock),
    NAME(pthread_rwlock_timedwrlock),
    NAME(pthread_rwlock_clockrdlock),
    NAME(pthread_rwlock_clockwrlock),
    NAME(pthread_rwlock_unlock),
    NAME(pthread_rwlock_destroy),
    NAME(pthread_barrier_init),
    NAME(pthread_barrier_wait),
    NAME(pthread_barrier_destroy),
    NAME(sem_init),
    NAME(sem_destroy),
    NAME(sem_wait),
    NAME(sem_trywait),
    NAME(sem_timedwait),
    NAME(sem_clockwait),
    NAME(sem_post),
    NAME(sem_getvalue),
    {0},
};
