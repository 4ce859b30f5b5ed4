/* runtime/clone.c - threads that a program makes with a bare clone.
 *
 * Such a thread shares its parent's thread-local storage, as old servers of communication libraries do: errno, malloc and Go would take the two for
 * one and corrupt themselves. So what asks for a thread without storage of its own gets one of the C library's, with a stack of the usual size instead
 * of the program's. Differences from the kernel's: files, working directory and semaphore undo lists are always shared with the parent. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <sched.h>
#include <stdarg.h>
#include <unistd.h>

#include "futex.h"

#define STACK_BYTES (2u << 20) /* at least; the program's limit may be smaller */
#define START_NS 1000000000u

#define THREAD (CLONE_VM | CLONE_SIGHAND | CLONE_THREAD)
/* Flags that make no difference between threads of one process, and flags handled here. */
#define KNOWN (THREAD | CSIGNAL | CLONE_FS | CLONE_FILES | CLONE_SYSVSEM | CLONE_IO | CLONE_DETACHED | TIDS)
#define TIDS (CLONE_PARENT_SETTID | CLONE_CHILD_SETTID | CLONE_CHILD_CLEARTID)

struct start {
	int (*fn)(void *);
	void *arg;
	pid_t *parent, *child, *clear; /* where to write the id; where to write 0 at the end */
	uint32_t tid;                  /* set when the thread runs; its creator waits for that */
};

static void clear_tid(void *at)
{
	if (!at)
		return;
	__atomic_store_n((uint32_t *)at, 0, __ATOMIC_RELEASE);
	ga_futex_wake(at, 1);
}

static void *run(void *arg)
{
	struct start *const start = arg, s = *start;
	const pid_t tid = gettid();

	if (s.parent)
		*s.parent = tid;
	if (s.child)
		*s.child = tid;
	__atomic_store_n(&start->tid, (uint32_t)tid, __ATOMIC_RELEASE); /* start may be freed from here on; waking it then is harmless */
	ga_futex_wake(&start->tid, 1);
	pthread_cleanup_push(clear_tid, s.clear);
	s.fn(s.arg);
	pthread_cleanup_pop(1);
	return NULL;
}

static pid_t make_thread(struct start *start)
{
	pthread_attr_t attr;
	pthread_t thread;
	size_t stack;
	int error;

	pthread_attr_init(&attr);
	pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
	if (pthread_attr_getstacksize(&attr, &stack) == 0 && stack < STACK_BYTES)
		pthread_attr_setstacksize(&attr, STACK_BYTES);
	error = pthread_create(&thread, &attr, run, start);
	pthread_attr_destroy(&attr);
	if (error) {
		errno = error;
		return -1;
	}
	while (__atomic_load_n(&start->tid, __ATOMIC_ACQUIRE) == 0)
		ga_futex_wait(&start->tid, 0, START_NS);
	return (pid_t)start->tid;
}

__attribute__((visibility("default"))) int clone(int (*fn)(void *), void *stack, int flags, void *arg, ...)
{
	int (*next)(int (*)(void *), void *, int, void *, ...);
	const int before = errno;
	pid_t *parent = NULL, *child = NULL, tid;
	void *tls = NULL;
	va_list rest;

	/* Only what the flags ask for has been passed; and what comes before it. */
	va_start(rest, arg);
	if (flags & (TIDS | CLONE_PIDFD | CLONE_SETTLS))
		parent = va_arg(rest, pid_t *);
	if (flags & (CLONE_CHILD_SETTID | CLONE_CHILD_CLEARTID | CLONE_SETTLS))
		tls = va_arg(rest, void *);
	if (flags & (CLONE_CHILD_SETTID | CLONE_CHILD_CLEARTID))
		child = va_arg(rest, pid_t *);
	va_end(rest);

	if (!fn || !stack || (flags & THREAD) != THREAD || flags & ~KNOWN) {
		next = dlsym(RTLD_NEXT, "clone");
		return next(fn, stack, flags, arg, parent, tls, child);
	}
	tid = make_thread(&(struct start){
	    .fn = fn,
	    .arg = arg,
	    .parent = flags & CLONE_PARENT_SETTID ? parent : NULL,
	    .child = flags & CLONE_CHILD_SETTID ? child : NULL,
	    .clear = flags & CLONE_CHILD_CLEARTID ? child : NULL,
	});
	if (tid > 0)
		errno = before;
	return tid;
}
