/* thread.c - threads of a rank's program: how they wait for each other and are woken, and how they end. */
#include "pthreads.h"

#include <errno.h>
#include <dlfcn.h>
#include <limits.h>
#include <setjmp.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unwind.h>

struct ga_sim_thread_group *ga_sim_threads(void)
{
	struct ga_sim_rank *r = ga_sim_now;

	if (r->group)
		return r->group;
	ga_sim_heap_leave();
	r->group = calloc(1, sizeof *r->group);
	ga_sim_heap_enter(r, __builtin_thread_pointer());
	if (!r->group)
		abort();
	r->group->running = 1;
	r->group->first.program = true;
	return r->group;
}

bool ga_sim_on_thread(void) { return ga_sim_now && ga_sim_now->thread_pointer; }
bool ga_sim_has_threads(void) { return ga_sim_now && ga_sim_now->group && ga_sim_now->group->others; }

struct ga_sim_thread *ga_sim_thread_self(void) { return ga_sim_now->thread ? ga_sim_now->thread : &ga_sim_threads()->first; }

/* The first thread's is the process's, as on Linux. */
int ga_sim_tid(const struct ga_sim_thread *t) { return 10000 + ga_sim_now->id + t->number * 1000000; }

bool ga_sim_is_time(const struct timespec *t) { return t->tv_nsec >= 0 && t->tv_nsec < 1000000000; }

struct ga_sim_until ga_sim_until(int clock, const struct timespec *t)
{
	const int64_t most = INT64_MAX / 1000000000 - 1;

	if (!t || t->tv_sec > most)
		return GA_SIM_FOREVER;
	return (struct ga_sim_until){.clock = clock, .ns = t->tv_sec < 0 ? 0 : t->tv_sec * INT64_C(1000000000) + t->tv_nsec};
}

void ga_sim_line_up(const void *at)
{
	struct ga_sim_thread_group *group = ga_sim_threads();
	struct ga_sim_thread *t = ga_sim_thread_self();

	t->at = at;
	t->mask = UINT32_MAX;
	t->woken = false;
	t->behind = NULL;
	if (group->last)
		group->last->behind = t;
	else
		group->waiting = t;
	group->last = t;
}

static void leave_line(struct ga_sim_thread_group *group, struct ga_sim_thread *t)
{
	struct ga_sim_thread *before = NULL;

	for (struct ga_sim_thread *w = group->waiting; w; before = w, w = w->behind) {
		if (w != t)
			continue;
		*(before ? &before->behind : &group->waiting) = t->behind;
		if (group->last == t)
			group->last = before;
		break;
	}
	t->at = NULL;
}

bool ga_sim_await(struct ga_sim_until until, const char *fn)
{
	struct ga_sim_thread *t = ga_sim_thread_self();
	int64_t unparked = 1;

	while (!t->woken && unparked && (until.firm || !ga_sim_cancel_due(t)))
		unparked = ga_sim_ask(GA_SIM_PARK, until.clock, until.ns, fn);
	if (!t->woken)
		leave_line(ga_sim_threads(), t);
	return t->woken;
}

bool ga_sim_wait_on(const void *at, struct ga_sim_until until, const char *fn)
{
	ga_sim_line_up(at);
	return ga_sim_await(until, fn);
}

static void unpark(const struct ga_sim_thread *t) { ga_sim_ask(GA_SIM_UNPARK, 0, t->number, "a thread is woken"); }

/* All are taken out of the line before the first is unparked: that may let others run. */
int ga_sim_wake(const void *at, int n, uint32_t mask)
{
	struct ga_sim_thread_group *group = ga_sim_now->group;
	struct ga_sim_thread *these[64], *next;
	int woken = 0, found;

	do {
		found = 0;
		for (struct ga_sim_thread *t = group ? group->waiting : NULL; t && woken < n && found < (int)COUNT(these); t = next) {
			next = t->behind;
			if (t->at != at || !(t->mask & mask))
				continue;
			leave_line(group, t);
			t->woken = true;
			these[found++] = t;
			woken++;
		}
		for (int i = 0; i < found; i++)
			unpark(these[i]);
	} while (found == (int)COUNT(these));
	return woken;
}

void ga_sim_fruitless(const char *fn) { ga_sim_ask(GA_SIM_YIELD, 0, 0, fn); }

bool ga_sim_cancel_due(const struct ga_sim_thread *t) { return t->cancelled && t->cancel_state == PTHREAD_CANCEL_ENABLE && !t->unwinding; }

void ga_sim_cancel_point(void)
{
	if (ga_sim_now && ga_sim_now->group && ga_sim_cancel_due(ga_sim_thread_self()))
		ga_sim_thread_exit(PTHREAD_CANCELED);
}

static int sim_pthread_cancel(pthread_t thread)
{
	struct ga_sim_thread *t = (struct ga_sim_thread *)thread;

	if (!ga_sim_now)
		return pthread_cancel(thread);
	if (t->over)
		return 0;
	t->cancelled = true;
	if (t == ga_sim_thread_self()) {
		if (t->cancel_type == PTHREAD_CANCEL_ASYNCHRONOUS)
			ga_sim_cancel_point();
	} else if (t->at || t->cancel_type == PTHREAD_CANCEL_ASYNCHRONOUS) {
		unpark(t);
	}
	return 0;
}

static int sim_pthread_setcancelstate(int state, int *before)
{
	struct ga_sim_thread *t;

	if (!ga_sim_now)
		return pthread_setcancelstate(state, before);
	if (state != PTHREAD_CANCEL_ENABLE && state != PTHREAD_CANCEL_DISABLE)
		return EINVAL;
	t = ga_sim_thread_self();
	if (before)
		*before = t->cancel_state;
	t->cancel_state = state;
	return 0;
}

/* All are cancelled where they wait or test, whatever their type is. */
static int sim_pthread_setcanceltype(int type, int *before)
{
	struct ga_sim_thread *t;

	if (!ga_sim_now)
		return pthread_setcanceltype(type, before);
	if (type != PTHREAD_CANCEL_DEFERRED && type != PTHREAD_CANCEL_ASYNCHRONOUS)
		return EINVAL;
	t = ga_sim_thread_self();
	if (before)
		*before = t->cancel_type;
	t->cancel_type = type;
	if (type == PTHREAD_CANCEL_ASYNCHRONOUS)
		ga_sim_cancel_point();
	return 0;
}

static void sim_pthread_testcancel(void) { ga_sim_cancel_point(); }

/* A buffer of pthread_cleanup_push as programs without exceptions have it: a place to jump to, and four words for the library. */
static void **outer_of(void *buffer) { return ((__pthread_unwind_buf_t *)buffer)->__pad; }

static void sim___pthread_register_cancel(void *buffer)
{
	struct ga_sim_thread *t = ga_sim_thread_self();

	*outer_of(buffer) = t->cleanup;
	t->cleanup = buffer;
}

static void sim___pthread_unregister_cancel(void *buffer) { ga_sim_thread_self()->cleanup = *outer_of(buffer); }

/* What is on the stack of a thread that ends has been cleaned up. */
static _Noreturn void end(struct ga_sim_thread *t)
{
	struct ga_sim_rank *r = ga_sim_now;
	struct ga_sim_thread_group *group = r->group;

	ga_sim_run_thread_exit(r);
	ga_sim_destroy_values(t);
	t->over = true;
	group->running--;
	ga_sim_wake(t, GA_SIM_ALL, UINT32_MAX);
	if (t == &group->first) {
		while (group->running > 0)
			ga_sim_wait_on(&group->running, GA_SIM_FOREVER, "pthread_exit");
		ga_sim_exit(r, 0);
	}
	if (group->running == 0)
		ga_sim_wake(&group->running, GA_SIM_ALL, UINT32_MAX);
	ga_sim_tell(GA_SIM_RETURNED, NULL);
	__builtin_trap();
}

static _Unwind_Reason_Code stop(int version, _Unwind_Action actions, _Unwind_Exception_Class class, struct _Unwind_Exception *exception,
                                struct _Unwind_Context *context, void *thread)
{
	(void)version, (void)class, (void)exception, (void)context;
	if (actions & _UA_END_OF_STACK)
		end(thread);
	return _URC_NO_REASON;
}

static void caught(_Unwind_Reason_Code code, struct _Unwind_Exception *exception)
{
	(void)code, (void)exception;
	fprintf(stderr, "a thread that ends was stopped by catch (...), which must throw again\n");
	ga_sim_raise(ga_sim_now, SIGABRT);
}

/* Cleans up what is on the thread's stack: buffers of C, the innermost first, then frames of C++. */
static _Noreturn void unwind(struct ga_sim_thread *t)
{
	static __typeof__(_Unwind_ForcedUnwind) *forced;
	void *const buffer = t->cleanup;

	if (buffer) {
		t->cleanup = *outer_of(buffer);
		longjmp(*(jmp_buf *)buffer, 1);
	}
	if (!forced)
		forced = (__typeof__(forced))dlsym(dlopen("libgcc_s.so.1", RTLD_NOW), "_Unwind_ForcedUnwind");
	t->exception = (struct _Unwind_Exception){.exception_cleanup = caught};
	if (forced)
		forced(&t->exception, stop, t);
	end(t);
}

static _Noreturn void sim___pthread_unwind_next(void *buffer)
{
	(void)buffer;
	unwind(ga_sim_thread_self());
}

void ga_sim_thread_exit(void *result)
{
	struct ga_sim_thread *t = ga_sim_thread_self();

	t->result = result;
	t->unwinding = true;
	unwind(t);
}

HIDDEN void ga_sim_thread_begin(void *thread)
{
	struct ga_sim_thread *t = thread;

	t->result = t->fn(t->arg);
	t->unwinding = true;
	end(t);
}

void ga_sim_thread_forget(struct ga_sim_rank *r, struct ga_sim_thread *t)
{
	t->fiber = NULL;
	if (!t->detached && !t->collected)
		return;
	for (struct ga_sim_thread **p = &r->group->others; *p; p = &(*p)->next)
		if (*p == t) {
			*p = t->next;
			break;
		}
	free(t->values);
	free(t->lives);
	free(t);
}

const struct name ga_sim_cancel_names[] = {
    NAME(pthread_cancel),
    NAME(pthread_setcancelstate),
    NAME(pthread_setcanceltype),
    NAME(pthread_testcancel),
    OWN_NAME(__pthread_register_cancel),
    OWN_NAME(__pthread_unregister_cancel),
    OWN_NAME(__pthread_unwind_next),
    {0},
};
