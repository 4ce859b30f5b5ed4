/* runtime/signals.h - entries into Go that hold no signals, and what makes that safe.
 *
 * A handler of the program must not run on a goroutine's small stack, nor call the library or jump while its thread is in Go. Holding all signals
 * around every entry costs two system calls, several times the cost of a short call. So the library exports sigaction and related functions
 * (signals.c): as long as the program has no handler for an asynchronous signal, an entry only sets a flag, and the thread that installs the first
 * such handler waits until no entry is in progress. An entry that polls a network may do the same, and holds signals (ga_hold_signals) before it sleeps.
 *
 * Handlers for rare signals (late_signals in signals.c) run through a handler of ours, which defers the signal until the entry has ended. */
#ifndef GA_SIGNALS_H
#define GA_SIGNALS_H

#include <signal.h>

#include "edge.h"

#define GA_LATE 7                 /* signals that can be put off */
#define GA_STACK_BYTES (1u << 20) /* of an alternate stack; touched only as far as a handler goes */

#define GA_WAITS_LOCK (-1)

/* A wait for a word: a type and a comparison of SHMEM's, or GA_WAITS_LOCK for a lock. */
struct ga_waits {
	const void *at;
	uint64_t value;
	int32_t type, cmp;
};

/* A thread of the program that has been in Go. Never freed, only used again. */
struct ga_caller {
	_Alignas(64) uint32_t in_go; /* in a quick entry; a depth, though none should meet another */
	uint32_t late;               /* bits of the signals that came meanwhile */
	uint32_t used;               /* by a thread that lives */
	bool ending;
	struct ga_caller *next;
	char *stack; /* for handlers with SA_ONSTACK */

	/* For reports of where this thread is (crash.h): */
	int32_t tid;
	const struct ga_head *frame; /* of a call, while it is in Go */
	struct ga_waits waits;       /* the last wait in C for a word of memory */
	siginfo_t info[GA_LATE];
};

enum { GA_FREE, GA_HOLD, GA_UNPROVEN };

/* GA_FREE: the program has no handler that requires holding. GA_HOLD: it may have one, permanently. GA_UNPROVEN until checked. */
extern uint32_t ga_handlers;

extern __attribute__((tls_model("initial-exec"))) _Thread_local struct ga_caller *ga_me; /* NULL before the thread's first entry */

/* Before any entry into Go that is not quick: makes this thread known. */
void ga_know_me(void);

/* This thread waits in C from now on. */
static inline void ga_waits_for(const void *at, int type, int cmp, uint64_t value)
{
	if (ga_me)
		ga_me->waits = (struct ga_waits){at, value, type, cmp};
}

/* The thread of that number, or NULL. */
const struct ga_caller *ga_caller_of(int32_t tid);

void ga_late_signals(struct ga_caller *me);

/* Turns the quick entry that this thread is in, if it is in one, into one that holds signals. *before becomes the program's mask. */
bool ga_quick_to_held(sigset_t *before);
void ga_prove_handlers(void);

/* Whether this thread is in a handler on its alternate stack. Go's stack is another one again, so the kernel would take the alternate stack for
 * unused, and a signal that comes in Go, be it Go's own, would overwrite it. */
static inline bool ga_in_handler(const struct ga_caller *me) { return (uintptr_t)__builtin_frame_address(0) - (uintptr_t)me->stack < GA_STACK_BYTES; }

/* Leaves a quick entry. */
static inline void ga_quick_end(struct ga_caller *me)
{
	__atomic_store_n(&me->in_go, me->in_go - 1, __ATOMIC_RELEASE);
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
	if (GA_UNLIKELY(__atomic_load_n(&me->late, __ATOMIC_RELAXED)))
		ga_late_signals(me);
}

/* Enters Go for a call that does not sleep. NULL: signals must be held. The fence for this store is executed by the thread that sets ga_handlers. */
static inline struct ga_caller *ga_quick_begin(void)
{
	struct ga_caller *me = ga_me;
	uint32_t handlers;

	if (GA_UNLIKELY(!me || ga_in_handler(me)))
		return NULL;
	__atomic_store_n(&me->in_go, me->in_go + 1, __ATOMIC_RELAXED);
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
	handlers = __atomic_load_n(&ga_handlers, __ATOMIC_ACQUIRE);
	if (GA_LIKELY(handlers == GA_FREE))
		return me;
	ga_quick_end(me);
	if (handlers == GA_UNPROVEN)
		ga_prove_handlers();
	return NULL;
}

/* Once, while there is one thread: what registering costs is little then. */
void ga_signals_init(void);

/* In a forked child, which has no Go. */
void ga_signals_in_child(void);

#endif
