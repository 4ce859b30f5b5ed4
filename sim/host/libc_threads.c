/* libc_threads.c - pthreads: how threads begin, are joined, and what they are asked about. C11's threads are the same. */
#include "pthreads.h"

#include <dlfcn.h>
#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <threads.h>

HIDDEN void ga_sim_thread_begin(void *thread);

static struct ga_sim_thread *of(pthread_t thread) { return (struct ga_sim_thread *)thread; }

/* NULL: no thread that exists, or can be joined. */
static struct ga_sim_thread *known(pthread_t thread)
{
	struct ga_sim_thread_group *group = ga_sim_threads();

	if (of(thread) == &group->first)
		return of(thread);
	for (struct ga_sim_thread *t = group->others; t; t = t->next)
		if (t == of(thread))
			return t;
	return NULL;
}

/* What an attribute object asks for. The C library's own default is the size of the rank's stack. */
static int stack_of(const pthread_attr_t *attr, void **stack, size_t *bytes)
{
	pthread_attr_t usual;
	size_t usually = 0;

	*stack = NULL;
	*bytes = ga_sim_now->first_bytes;
	if (!attr || pthread_attr_getstack(attr, stack, bytes) != 0)
		return 0;
	if ((uintptr_t)*stack + *bytes != 0)
		return 0;
	*stack = NULL;
	pthread_attr_getstacksize(attr, bytes);
	if (pthread_attr_init(&usual) == 0) {
		pthread_attr_getstacksize(&usual, &usually);
		pthread_attr_destroy(&usual);
	}
	if (*bytes == usually)
		*bytes = ga_sim_now->first_bytes;
	*bytes = ga_sim_stack_bytes(*bytes);
	return 0;
}

static int create(pthread_t *to, const pthread_attr_t *attr, void *(*fn)(void *), void *arg, const char *name)
{
	struct ga_sim_rank *r = ga_sim_now;
	struct ga_sim_thread_group *group;
	struct ga_sim_request request = {.op = GA_SIM_THREAD, .fn = name};
	struct ga_sim_thread *t;
	int detached = PTHREAD_CREATE_JOINABLE;
	void *stack;
	size_t bytes;
	Dl_info info;

	if (!r) /* a library that all ranks share, while it is loaded */
		return EAGAIN;
	if (ga_sim_object_at(r, (uintptr_t)fn) < 0 && dladdr((void *)fn, &info) && info.dli_fname && strstr(info.dli_fname, "omp"))
		ga_sim_end(GA_SIM_REFUSED, 1,
		           "pthread_create: a library that the ranks share has threads of OpenMP; OMP_NUM_THREADS=1 runs it without them");
	group = ga_sim_threads();
	stack_of(attr, &stack, &bytes);
	if (attr)
		pthread_attr_getdetachstate(attr, &detached);
	ga_sim_heap_leave();
	t = aligned_alloc(_Alignof(struct ga_sim_thread), sizeof *t);
	if (t) {
		memset(t, 0, sizeof *t);
		request.what = ga_sim_fiber_thread(r, t, stack, bytes, ga_sim_thread_begin);
	}
	ga_sim_heap_enter(r, __builtin_thread_pointer());
	if (!request.what) {
		free(t);
		return EAGAIN;
	}
	t->fn = fn;
	t->arg = arg;
	t->program = true;
	t->detached = detached == PTHREAD_CREATE_DETACHED;
	memcpy(t->name, ga_sim_thread_self()->name, sizeof t->name);
	t->next = group->others;
	group->others = t;
	group->running++;
	*to = (pthread_t)t;
	ga_sim_tell(GA_SIM_REQUEST, &request);
	if (request.answer == 1)
		return 0;
	ga_sim_end(GA_SIM_REFUSED, 1, "pthread_create: this world has no threads of programs");
}

static int sim_pthread_create(pthread_t *to, const pthread_attr_t *attr, void *(*fn)(void *), void *arg)
{
	return create(to, attr, fn, arg, "pthread_create");
}

static int join(pthread_t thread, void **result, struct ga_sim_until until, const char *fn)
{
	struct ga_sim_thread *const me = ga_sim_thread_self(), *const t = known(thread);

	if (!t)
		return ESRCH;
	if (t == me || t->joins == me)
		return EDEADLK;
	if (t->detached || t->joined)
		return EINVAL;
	ga_sim_cancel_point();
	t->joined = true;
	me->joins = t;
	while (!t->over && !ga_sim_wait_on(t, until, fn)) {
		me->joins = NULL;
		t->joined = false;
		ga_sim_cancel_point();
		return ETIMEDOUT;
	}
	me->joins = NULL;
	if (result)
		*result = t->result;
	t->collected = true;
	if (!t->fiber && t->number)
		ga_sim_thread_forget(ga_sim_now, t);
	return 0;
}

static int sim_pthread_join(pthread_t thread, void **result)
{
	return ga_sim_now ? join(thread, result, GA_SIM_FOREVER, "pthread_join") : pthread_join(thread, result);
}

static int sim_pthread_tryjoin_np(pthread_t thread, void **result)
{
	if (!ga_sim_now)
		return pthread_tryjoin_np(thread, result);
	if (known(thread) && !of(thread)->over) {
		ga_sim_fruitless("pthread_tryjoin_np");
		return EBUSY;
	}
	return join(thread, result, GA_SIM_FOREVER, "pthread_tryjoin_np");
}

static int sim_pthread_clockjoin_np(pthread_t thread, void **result, clockid_t clock, const struct timespec *t)
{
	if (!ga_sim_now)
		return pthread_clockjoin_np(thread, result, clock, t);
	if (t && !ga_sim_is_time(t))
		return EINVAL;
	return join(thread, result, ga_sim_until(clock, t), "pthread_clockjoin_np");
}

static int sim_pthread_timedjoin_np(pthread_t thread, void **result, const struct timespec *t)
{
	return sim_pthread_clockjoin_np(thread, result, CLOCK_REALTIME, t);
}

static int sim_pthread_detach(pthread_t thread)
{
	struct ga_sim_thread *t;

	if (!ga_sim_now)
		return pthread_detach(thread);
	t = known(thread);
	if (!t)
		return ESRCH;
	if (t->detached || t->joined)
		return EINVAL;
	t->detached = true;
	if (t->over && !t->fiber && t->number)
		ga_sim_thread_forget(ga_sim_now, t);
	return 0;
}

static _Noreturn void sim_pthread_exit(void *result)
{
	if (!ga_sim_now)
		pthread_exit(result);
	if (!ga_sim_now->group ||
	    (ga_sim_thread_self() == &ga_sim_now->group->first && ga_sim_now->group->running == 1 && !ga_sim_now->group->first.cleanup))
		ga_sim_exit(ga_sim_now, 0); /* there is one thread; when it ends, the program ends */
	ga_sim_thread_exit(result);
}

static pthread_t sim_pthread_self(void) { return ga_sim_now ? (pthread_t)ga_sim_thread_self() : pthread_self(); }
static int sim_pthread_equal(pthread_t a, pthread_t b) { return a == b; }

static int sim_pthread_kill(pthread_t thread, int sig)
{
	if (!ga_sim_now)
		return pthread_kill(thread, sig);
	if (!known(thread) || of(thread)->over)
		return ESRCH;
	if (sig == 0)
		return 0;
	if (of(thread) != ga_sim_thread_self())
		ga_sim_end(GA_SIM_REFUSED, 1, "pthread_kill: threads of the simulated world get no signals from others");
	return ga_sim_raise(ga_sim_now, sig) == 0 ? 0 : errno;
}

static int sim_pthread_setname_np(pthread_t thread, const char *name)
{
	if (!ga_sim_now)
		return pthread_setname_np(thread, name);
	if (!known(thread))
		return ESRCH;
	if (strlen(name) >= sizeof of(thread)->name)
		return ERANGE;
	strcpy(of(thread)->name, name);
	return 0;
}

static int sim_pthread_getname_np(pthread_t thread, char *name, size_t n)
{
	if (!ga_sim_now)
		return pthread_getname_np(thread, name, n);
	if (!known(thread))
		return ESRCH;
	if (n < sizeof of(thread)->name)
		return ERANGE;
	strcpy(name, of(thread)->name[0] ? of(thread)->name : program_invocation_short_name);
	return 0;
}

static int sim_pthread_getattr_np(pthread_t thread, pthread_attr_t *attr)
{
	struct ga_sim_thread *t;
	uint64_t bytes = 0;
	void *stack;
	int rc;

	if (!ga_sim_now)
		return pthread_getattr_np(thread, attr);
	t = known(thread);
	if (!t || (t->number && !t->fiber))
		return ESRCH;
	stack = t->number ? ga_sim_fiber_stack(t->fiber, &bytes) : ga_sim_now->first_stack;
	rc = pthread_attr_init(attr);
	if (rc == 0)
		rc = pthread_attr_setstack(attr, stack, t->number ? bytes : ga_sim_now->first_bytes);
	if (rc == 0 && t->detached)
		rc = pthread_attr_setdetachstate(attr, PTHREAD_CREATE_DETACHED);
	return rc;
}

struct start {
	thrd_start_t fn;
	void *arg;
};

static void *start(void *what)
{
	const struct start s = *(struct start *)what;

	free(what);
	return (void *)(intptr_t)s.fn(s.arg);
}

static int c11(int error)
{
	return error == 0           ? thrd_success
	       : error == ENOMEM    ? thrd_nomem
	       : error == ETIMEDOUT ? thrd_timedout
	       : error == EBUSY     ? thrd_busy
	                            : thrd_error;
}

static int sim_thrd_create(thrd_t *to, thrd_start_t fn, void *arg)
{
	struct start *s = malloc(sizeof *s);
	int error;

	if (!s)
		return thrd_nomem;
	*s = (struct start){fn, arg};
	error = create(to, NULL, start, s, "thrd_create");
	if (error)
		free(s);
	return c11(error);
}

static int sim_thrd_join(thrd_t thread, int *result)
{
	void *value;
	const int error = sim_pthread_join(thread, &value);

	if (error == 0 && result)
		*result = (int)(intptr_t)value;
	return c11(error);
}

static int sim_thrd_detach(thrd_t thread) { return c11(sim_pthread_detach(thread)); }
static _Noreturn void sim_thrd_exit(int result) { sim_pthread_exit((void *)(intptr_t)result); }

const struct name ga_sim_thread_names[] = {
    NAME(pthread_create),
    NAME(pthread_join),
    NAME(pthread_tryjoin_np),
    NAME(pthread_timedjoin_np),
    NAME(pthread_clockjoin_np),
    NAME(pthread_detach),
    NAME(pthread_exit),
    NAME(pthread_self),
    NAME(pthread_equal),
    NAME(pthread_kill),
    NAME(pthread_setname_np),
    NAME(pthread_getname_np),
    NAME(pthread_getattr_np),
    NAME(thrd_create),
    NAME(thrd_join),
    NAME(thrd_detach),
    NAME(thrd_exit),
    {"thrd_current", (void *)sim_pthread_self, 0},
    {"thrd_equal", (void *)sim_pthread_equal, 0},
    {0},
};
