/* runtime/edge.h - what every generated stub needs: the frame's head, the one way into Go or the scheduler, saturating sizes.
 *
 * A stub packs its arguments into a frame on the caller's stack and hands it to ga_call. Which world answers is one function pointer; stubs keep
 * no state, so the same object code serves a live process and a simulated machine with thousands of ranks in one process. */
#ifndef GA_EDGE_H
#define GA_EDGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* First member of every frame. fn is the name that the program called. */
struct ga_head {
	uint32_t op;    /* API << 8 | index */
	uint32_t bytes; /* size of the whole frame */
	const char *fn;
};

/* This process holds the ranks of a simulated job. */
extern bool ga_simulated;

/* This process is a child that a rank forked: no rank itself, and without Go. */
extern bool ga_forked;

/* GASNETGO_DEBUG, once this process has joined its job. */
extern bool ga_debugging;

/* Says once, with GASNETGO_DEBUG, that a call failed because this is such a child. */
void ga_explain_child(const char *fn);

/* Ranks of the live job; 0 until its memory is mapped. */
extern uint32_t ga_ranks;

/* The live job is on several hosts. */
extern bool ga_spans_hosts;

/* What the edge knows of an operation: words of its line in api/x.tbl. */
enum ga_op_flags {
	GA_OP_QUICK = 1, /* never waits */
	GA_OP_ALONE = 2, /* never waits in a job of one rank */
	GA_OP_POLLS = 4, /* in a job on several hosts: polls for a while, and calls ga_hold_signals before it sleeps */
};

/* An API as the process knows it. zapis.c has the table, which apigen makes of the tables' directives. Functions may be NULL. */
struct ga_api {
	const uint8_t *flags;                      /* by the operation's index */
	void (*in_child)(void);                    /* in a forked child: forget the job. Only system calls */
	void (*answer_in_child)(struct ga_head *); /* generated: stores a call's result there; NULL: a call ends the child */
	void (*at_fault)(int sig);                 /* before a fault of the program ends it */
	void (*run_handler)(void);                 /* runs the handler that a call has ready: again.h */
};

extern const struct ga_api ga_apis[];
extern const uint32_t ga_api_count;

/* Answers a frame: the live world calls into Go, the simulated world switches stacks to its scheduler. Set once, before any rank runs. */
extern void (*ga_enter)(struct ga_head *);

static inline void ga_call(struct ga_head *head) { ga_enter(head); }

/* n elements of size bytes; SIZE_MAX instead of wrapping, so that a range check sees it. */
static inline size_t ga_bytes(size_t n, size_t size)
{
	size_t bytes;
	return __builtin_mul_overflow(n, size, &bytes) ? SIZE_MAX : bytes;
}

/* An array that the call requires: NULL travels as GA_MISSING, to distinguish it from an absent optional array. */
#define GA_MISSING ((const void *)UINTPTR_MAX)
#define GA_NEEDED(array) ((array) ? (const void *)(array) : GA_MISSING)

/* The destination of an atomic's old value that is discarded. */
#define GA_DROPPED ((void *)UINTPTR_MAX)

/* In a simulated job: ends it because the rank that runs cannot go on. fn is the function that it is about. Package job has it. */
extern void (*ga_sim_fatal)(const char *fn, const char *why);

/* Prints one line, ends the job with status and leaves. For what C alone can notice. */
_Noreturn void ga_fatal(int status, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Flushes and leaves without running exit handlers again. */
_Noreturn void ga_leave(int status);

/* Runs f, which may wait for long, on a thread that is in Go: the program's signals are let in meanwhile. */
void ga_with_signals(void (*f)(void));

/* Of functions that are a few instructions where their sizes and types are constants. */
#define GA_INLINE static inline __attribute__((always_inline))

#define GA_LIKELY(x) __builtin_expect(!!(x), 1)
#define GA_UNLIKELY(x) __builtin_expect(!!(x), 0)

#endif
