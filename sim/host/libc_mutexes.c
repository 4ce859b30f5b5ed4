/* libc_mutexes.c - mutexes, conditions, spin locks and what is done once. A mutex has its state where the C library has it, so that those of static initialisers work, and those that a
 * shared library has locked before. What is free is taken at once; else the thread waits in virtual time. */
#include "pthreads.h"

#include <dlfcn.h>
#include <errno.h>
#include <threads.h>
#include <time.h>

#define MUTEX __data

static int kind_of(const pthread_mutex_t *m) { return m->MUTEX.__kind & 3; }

static void own(pthread_mutex_t *m, int me)
{
	m->MUTEX.__lock = 1;
	m->MUTEX.__owner = me;
	m->MUTEX.__nusers++;
}

/* Whether the caller need not wait; then *answer is the result. */
static bool take(pthread_mutex_t *m, int me, bool tries, int *answer)
{
	*answer = 0;
	if (!m->MUTEX.__lock) {
		own(m, me);
		return true;
	}
	if (m->MUTEX.__owner != me)
		return false;
	if (kind_of(m) == PTHREAD_MUTEX_RECURSIVE_NP) {
		if (m->MUTEX.__count == UINT32_MAX)
			*answer = EAGAIN;
		else
			m->MUTEX.__count++;
		return true;
	}
	if (kind_of(m) != PTHREAD_MUTEX_ERRORCHECK_NP || tries)
		return false;
	*answer = EDEADLK;
	return true;
}

int ga_sim_mutex_lock(pthread_mutex_t *m, struct ga_sim_until until, const char *fn)
{
	const int me = ga_sim_tid(ga_sim_thread_self());
	int answer;

	until.firm = true;
	while (!take(m, me, false, &answer))
		if (!ga_sim_wait_on(m, until, fn))
			return ETIMEDOUT;
	return answer;
}

static int try_lock(pthread_mutex_t *m, const char *fn)
{
	int answer;

	if (take(m, ga_sim_tid(ga_sim_thread_self()), true, &answer))
		return answer;
	ga_sim_fruitless(fn);
	return EBUSY;
}

int ga_sim_mutex_unlock(pthread_mutex_t *m)
{
	const int me = ga_sim_tid(ga_sim_thread_self());

	if (kind_of(m) == PTHREAD_MUTEX_RECURSIVE_NP || kind_of(m) == PTHREAD_MUTEX_ERRORCHECK_NP) {
		if (m->MUTEX.__owner != me || !m->MUTEX.__lock)
			return EPERM;
		if (m->MUTEX.__count > 0) {
			m->MUTEX.__count--;
			return 0;
		}
	}
	m->MUTEX.__owner = 0;
	if (m->MUTEX.__nusers)
		m->MUTEX.__nusers--;
	m->MUTEX.__lock = 0;
	ga_sim_wake(m, 1, UINT32_MAX);
	return 0;
}

static int sim_pthread_mutex_lock(pthread_mutex_t *m)
{
	return ga_sim_now ? ga_sim_mutex_lock(m, GA_SIM_FOREVER, "pthread_mutex_lock") : pthread_mutex_lock(m);
}
static int sim_pthread_mutex_trylock(pthread_mutex_t *m) { return ga_sim_now ? try_lock(m, "pthread_mutex_trylock") : pthread_mutex_trylock(m); }
static int sim_pthread_mutex_unlock(pthread_mutex_t *m) { return ga_sim_now ? ga_sim_mutex_unlock(m) : pthread_mutex_unlock(m); }

static int sim_pthread_mutex_clocklock(pthread_mutex_t *m, clockid_t clock, const struct timespec *t)
{
	int answer;

	if (!ga_sim_now)
		return pthread_mutex_clocklock(m, clock, t);
	if (!ga_sim_is_time(t)) /* which matters only if it would have to wait */
		return take(m, ga_sim_tid(ga_sim_thread_self()), false, &answer) ? answer : EINVAL;
	return ga_sim_mutex_lock(m, ga_sim_until(clock, t), "pthread_mutex_timedlock");
}

static int sim_pthread_mutex_timedlock(pthread_mutex_t *m, const struct timespec *t) { return sim_pthread_mutex_clocklock(m, CLOCK_REALTIME, t); }

static int sim_pthread_mutex_destroy(pthread_mutex_t *m)
{
	if (ga_sim_now && m->MUTEX.__lock)
		return EBUSY;
	return pthread_mutex_destroy(m);
}

/* Conditions: what there is of them is the line of those that wait, and a clock. Others of the C library are never seen by it. */
struct condition {
	uint32_t clock; /* of timedwait; 0: CLOCK_REALTIME */
};

static struct condition *cond_of(pthread_cond_t *c) { return (struct condition *)c; }

static int sim_pthread_cond_init(pthread_cond_t *c, const pthread_condattr_t *attr)
{
	clockid_t clock = CLOCK_REALTIME;

	if (!ga_sim_now)
		return pthread_cond_init(c, attr);
	*c = (pthread_cond_t)PTHREAD_COND_INITIALIZER;
	if (attr)
		pthread_condattr_getclock(attr, &clock);
	cond_of(c)->clock = (uint32_t)clock;
	return 0;
}

static int sim_pthread_cond_destroy(pthread_cond_t *c) { return ga_sim_now ? 0 : pthread_cond_destroy(c); }

static int cond_wait(pthread_cond_t *c, pthread_mutex_t *m, struct ga_sim_until until, const char *fn)
{
	bool woken;
	int error;

	ga_sim_cancel_point();
	ga_sim_line_up(c);
	error = ga_sim_mutex_unlock(m);
	woken = ga_sim_await(error ? (struct ga_sim_until){.clock = 0, .ns = 0} : until, fn);
	if (error)
		return error;
	ga_sim_mutex_lock(m, GA_SIM_FOREVER, fn);
	if (!woken)
		ga_sim_cancel_point();
	return woken ? 0 : ETIMEDOUT;
}

static int sim_pthread_cond_wait(pthread_cond_t *c, pthread_mutex_t *m)
{
	return ga_sim_now ? cond_wait(c, m, GA_SIM_FOREVER, "pthread_cond_wait") : pthread_cond_wait(c, m);
}

static int sim_pthread_cond_clockwait(pthread_cond_t *c, pthread_mutex_t *m, clockid_t clock, const struct timespec *t)
{
	if (!ga_sim_now)
		return pthread_cond_clockwait(c, m, clock, t);
	return ga_sim_is_time(t) ? cond_wait(c, m, ga_sim_until(clock, t), "pthread_cond_timedwait") : EINVAL;
}

static int sim_pthread_cond_timedwait(pthread_cond_t *c, pthread_mutex_t *m, const struct timespec *t)
{
	return ga_sim_now ? sim_pthread_cond_clockwait(c, m, (clockid_t)cond_of(c)->clock, t) : pthread_cond_timedwait(c, m, t);
}

static int wake(pthread_cond_t *c, int n)
{
	ga_sim_wake(c, n, UINT32_MAX);
	return 0;
}

static int sim_pthread_cond_signal(pthread_cond_t *c) { return ga_sim_now ? wake(c, 1) : pthread_cond_signal(c); }
static int sim_pthread_cond_broadcast(pthread_cond_t *c) { return ga_sim_now ? wake(c, GA_SIM_ALL) : pthread_cond_broadcast(c); }

/* A spin lock: who would spin waits instead. */
static int sim_pthread_spin_init(pthread_spinlock_t *l, int shared)
{
	(void)shared;
	*l = 0;
	return 0;
}

static int sim_pthread_spin_destroy(pthread_spinlock_t *l)
{
	(void)l;
	return 0;
}

static int sim_pthread_spin_lock(pthread_spinlock_t *l)
{
	const struct ga_sim_until until = {.clock = -1, .firm = true};

	while (*l)
		ga_sim_wait_on((const void *)l, until, "pthread_spin_lock");
	*l = 1;
	return 0;
}

static int sim_pthread_spin_trylock(pthread_spinlock_t *l)
{
	if (*l) {
		ga_sim_fruitless("pthread_spin_trylock");
		return EBUSY;
	}
	*l = 1;
	return 0;
}

static int sim_pthread_spin_unlock(pthread_spinlock_t *l)
{
	*l = 0;
	ga_sim_wake((const void *)l, 1, UINT32_MAX);
	return 0;
}

enum { UNDONE, DOING, DONE };

struct ga_sim_doing {
	pthread_once_t *once;
	struct ga_sim_doing *outer;
};

static void done(struct ga_sim_thread *t, int state)
{
	pthread_once_t *const once = t->doing->once;

	t->doing = t->doing->outer;
	*once = state;
	ga_sim_wake(once, GA_SIM_ALL, UINT32_MAX);
}

/* The function may be left by an exception, or its thread may be cancelled: then it is to be called again. Unwinders ask this about the frame of call. It needs no tables, which would need an unwinder
 * of this library's own. */
HIDDEN _Unwind_Reason_Code ga_sim_once_left(int version, _Unwind_Action actions, _Unwind_Exception_Class class, struct _Unwind_Exception *exception,
                                            struct _Unwind_Context *context)
{
	(void)version, (void)class, (void)exception, (void)context;
	if (actions & _UA_CLEANUP_PHASE)
		done(ga_sim_thread_self(), UNDONE);
	return _URC_CONTINUE_UNWIND;
}

static __attribute__((noinline, noclone)) void call(void (*fn)(void))
{
	__asm__ volatile(".cfi_personality 0x1b, ga_sim_once_left"); /* pcrel, sdata4 */
	fn();
	__asm__ volatile("" ::: "memory"); /* no tail call */
}

static int sim_pthread_once(pthread_once_t *once, void (*fn)(void))
{
	struct ga_sim_thread *t;
	struct ga_sim_doing doing;

	if (!ga_sim_now)
		return pthread_once(once, fn);
	while (*once == DOING)
		ga_sim_wait_on(once, (struct ga_sim_until){.clock = -1, .firm = true}, "pthread_once");
	if (*once == DONE)
		return 0;
	t = ga_sim_thread_self();
	doing = (struct ga_sim_doing){once, t->doing};
	t->doing = &doing;
	*once = DOING;
	call(fn);
	done(t, DONE);
	return 0;
}

/* As in libstdc++: std::call_once has this called. */
static void sim___once_proxy(void)
{
	const struct ga_sim_rank *r = ga_sim_now;
	void (*call)(void) = r && r->image->once ? *(void (**)(void))((char *)__builtin_thread_pointer() + r->image->once + 8)
	                                         : (void (*)(void))dlsym(RTLD_DEFAULT, "__once_proxy");

	if (call)
		call();
}

static void sim_call_once(pthread_once_t *once, void (*fn)(void)) { sim_pthread_once(once, fn); }

static int c11(int error)
{
	return error == 0           ? thrd_success
	       : error == ENOMEM    ? thrd_nomem
	       : error == ETIMEDOUT ? thrd_timedout
	       : error == EBUSY     ? thrd_busy
	                            : thrd_error;
}

static int sim_mtx_init(pthread_mutex_t *m, int type)
{
	*m = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
	if (type & ~(mtx_recursive | mtx_timed))
		return thrd_error;
	m->MUTEX.__kind = type & mtx_recursive ? PTHREAD_MUTEX_RECURSIVE_NP : PTHREAD_MUTEX_TIMED_NP;
	return thrd_success;
}

static int sim_mtx_lock(pthread_mutex_t *m) { return c11(sim_pthread_mutex_lock(m)); }
static int sim_mtx_trylock(pthread_mutex_t *m) { return c11(sim_pthread_mutex_trylock(m)); }
static int sim_mtx_timedlock(pthread_mutex_t *m, const struct timespec *t) { return c11(sim_pthread_mutex_timedlock(m, t)); }
static int sim_mtx_unlock(pthread_mutex_t *m) { return c11(sim_pthread_mutex_unlock(m)); }
static void sim_mtx_destroy(pthread_mutex_t *m) { (void)m; }
static int sim_cnd_init(pthread_cond_t *c) { return c11(sim_pthread_cond_init(c, NULL)); }
static int sim_cnd_wait(pthread_cond_t *c, pthread_mutex_t *m) { return c11(sim_pthread_cond_wait(c, m)); }
static int sim_cnd_timedwait(pthread_cond_t *c, pthread_mutex_t *m, const struct timespec *t) { return c11(sim_pthread_cond_timedwait(c, m, t)); }
static int sim_cnd_signal(pthread_cond_t *c) { return c11(sim_pthread_cond_signal(c)); }
static int sim_cnd_broadcast(pthread_cond_t *c) { return c11(sim_pthread_cond_broadcast(c)); }
static void sim_cnd_destroy(pthread_cond_t *c) { (void)c; }

const struct name ga_sim_mutex_names[] = {
    NAME(pthread_mutex_lock),
    {"__pthread_mutex_lock", (void *)sim_pthread_mutex_lock, 0},
    NAME(pthread_mutex_trylock),
    {"__pthread_mutex_trylock", (void *)sim_pthread_mutex_trylock, 0},
    NAME(pthread_mutex_timedlock),
    NAME(pthread_mutex_clocklock),
    NAME(pthread_mutex_unlock),
    {"__pthread_mutex_unlock", (void *)sim_pthread_mutex_unlock, 0},
    NAME(pthread_mutex_destroy),
    NAME(pthread_cond_init),
    NAME(pthread_cond_destroy),
    NAME(pthread_cond_wait),
    NAME(pthread_cond_timedwait),
    NAME(pthread_cond_clockwait),
    NAME(pthread_cond_signal),
    NAME(pthread_cond_broadcast),
    NAME(pthread_spin_init),
    NAME(pthread_spin_destroy),
    NAME(pthread_spin_lock),
    NAME(pthread_spin_trylock),
    NAME(pthread_spin_unlock),
    NAME(pthread_once),
    {"__pthread_once", (void *)sim_pthread_once, 0},
    NAME(call_once),
    OWN_NAME(__once_proxy),
    NAME(mtx_init),
    NAME(mtx_lock),
    NAME(mtx_trylock),
    NAME(mtx_timedlock),
    NAME(mtx_unlock),
    NAME(mtx_destroy),
    NAME(cnd_init),
    NAME(cnd_wait),
    NAME(cnd_timedwait),
    NAME(cnd_signal),
    NAME(cnd_broadcast),
    NAME(cnd_destroy),
    {0},
};
