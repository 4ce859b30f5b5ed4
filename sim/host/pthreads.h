/* pthreads.h - threads of a rank's program: what the files that offer pthreads, C11's threads and futexes know of each other.
 *
 * Threads of a rank run one at a time, and another one runs only where one waits or makes a request: what these functions do between two waits is indivisible. */
#ifndef GA_SIM_PTHREADS_H
#define GA_SIM_PTHREADS_H

#include "rank.h"

#include <pthread.h>
#include <unwind.h>

enum { GA_SIM_KEYS = 1024 };

/* A pthread_t is the address of one. */
struct ga_sim_thread {
	struct ga_sim_fiber *fiber; /* its stack; NULL: the rank's own, or it is gone */
	int number;                 /* in the rank; 0: the program's first */
	void *(*fn)(void *);
	void *arg, *result;
	bool program; /* it is one of the program's, not of a library's */
	bool over, detached;
	bool joined, collected;             /* a thread waits for its end, or has; that one has had its result */
	struct ga_sim_thread *joins;        /* the thread that it waits for */
	const void *at;                     /* what it waits on; NULL: nothing */
	uint32_t mask;                      /* of a futex that it waits on */
	bool woken;                         /* since it has begun to wait */
	bool cancelled, unwinding;          /* pthread_cancel has been called; it ends */
	int cancel_state, cancel_type;      /* of pthread_setcancelstate, pthread_setcanceltype */
	struct _Unwind_Exception exception; /* while it unwinds its stack */
	struct ga_sim_doing *doing;         /* the innermost pthread_once that it is in */
	void *cleanup;                      /* the innermost buffer of pthread_cleanup_push */
	void **values;                      /* by key; NULL: none has been set */
	uint32_t *lives;                    /* of the keys then */
	char name[16];
	struct ga_sim_thread *next, *behind; /* of the rank's; in the line of those that wait */
};

/* What a rank has when it has used any of this. */
struct ga_sim_thread_group {
	struct ga_sim_thread first;           /* the program's, on the rank's stack */
	struct ga_sim_thread *others;         /* that exist, or can be joined */
	struct ga_sim_thread *waiting, *last; /* the longest first */
	int running;                          /* that have not ended, with the first */
	struct ga_sim_key {
		void (*destroy)(void *);
		uint32_t life; /* odd: in use */
	} keys[GA_SIM_KEYS];
};

/* The calling thread. Only while a rank runs, as all that follows. */
HIDDEN struct ga_sim_thread *ga_sim_thread_self(void);
HIDDEN struct ga_sim_thread_group *ga_sim_threads(void);
HIDDEN int ga_sim_tid(const struct ga_sim_thread *t); /* what gettid answers in it */

/* A time for waits: nanoseconds of a clock. */
struct ga_sim_until {
	int clock; /* -1: never */
	int64_t ns;
	bool firm; /* the wait is not ended by pthread_cancel */
};
#define GA_SIM_FOREVER ((struct ga_sim_until){.clock = -1})
HIDDEN bool ga_sim_is_time(const struct timespec *t);
HIDDEN struct ga_sim_until ga_sim_until(int clock, const struct timespec *t);

/* Waits on an address until ga_sim_wake, or until a time: whether it was woken. The first part gets into the line, so that a wake from then on counts. */
HIDDEN void ga_sim_line_up(const void *at);
HIDDEN bool ga_sim_await(struct ga_sim_until until, const char *fn);
HIDDEN bool ga_sim_wait_on(const void *at, struct ga_sim_until until, const char *fn);

/* Wakes at most n threads that wait on an address, of those whose mask has a bit of this: how many. */
HIDDEN int ga_sim_wake(const void *at, int n, uint32_t mask);
enum { GA_SIM_ALL = 0x7fffffff };

/* A poll without a result takes time: a program that makes it again and again must not stand still. */
HIDDEN void ga_sim_fruitless(const char *fn);

/* Ends the calling thread if it has been cancelled and may be. Where a wait can be ended so, it comes before and behind it. */
HIDDEN void ga_sim_cancel_point(void);
HIDDEN bool ga_sim_cancel_due(const struct ga_sim_thread *t);
HIDDEN _Noreturn void ga_sim_thread_exit(void *result);

/* libc_mutexes.c */
HIDDEN int ga_sim_mutex_unlock(pthread_mutex_t *m);
HIDDEN int ga_sim_mutex_lock(pthread_mutex_t *m, struct ga_sim_until until, const char *fn);

/* libc_cores.c: as the system call; without a rank's cores the process's */
HIDDEN long ga_sim_affinity(size_t bytes, void *set);

/* thread_pointer.c */
HIDDEN char *ga_sim_new_thread_pointer(const struct ga_sim_rank *r, char *of, void **memory);
HIDDEN void ga_sim_set_thread_pointer(char *from, char *to);
HIDDEN char *ga_sim_scheduler_tls(void); /* run.c: the thread pointer of the ranks' thread */

/* libc_keys.c */
HIDDEN void ga_sim_destroy_values(struct ga_sim_thread *t);

/* fiber.c */
HIDDEN void *ga_sim_fiber_stack(const struct ga_sim_fiber *f, uint64_t *bytes);
HIDDEN struct ga_sim_fiber *ga_sim_fiber_thread(struct ga_sim_rank *r, struct ga_sim_thread *t, void *stack, uint64_t bytes, void (*fn)(void *));

/* thread.c: when the stack is gone */
HIDDEN void ga_sim_thread_forget(struct ga_sim_rank *r, struct ga_sim_thread *t);

#endif
