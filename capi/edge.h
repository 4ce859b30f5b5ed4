/* edge.h - what every generated stub needs: the frame's head, the one way into Go or the scheduler, saturating sizes.
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
	uint32_t bytes; /* of the whole frame */
	const char *fn;
};

/* What gasnetgo.h asks of the scheduler. text is the rank's own, valid until it asks again. */
enum { GA_OP_LIBRARY_ERROR = 0xff01 };
struct ga_library_error {
	struct ga_head head;
	const char *text;
};

/* C has found that a rank of a simulated job cannot go on. fn is the function that it is about. Not answered: the job ends. */
enum { GA_OP_LIBRARY_FATAL = 0xff02 };
struct ga_library_fatal {
	struct ga_head head;
	const char *why;
};

/* Answers a frame: the live world calls into Go, the simulated world switches stacks to its scheduler. Set once, before any rank runs. */
extern void (*ga_enter)(struct ga_head *);

static inline void ga_call(struct ga_head *head) { ga_enter(head); }

/* n elements of size bytes; SIZE_MAX instead of wrapping, so that a range check sees it. */
static inline size_t ga_bytes(size_t n, size_t size)
{
	size_t bytes;
	return __builtin_mul_overflow(n, size, &bytes) ? SIZE_MAX : bytes;
}

/* An array that the call cannot do without: NULL travels as GA_MISSING, so that it is not taken for an array that the call has not. */
#define GA_MISSING ((const void *)UINTPTR_MAX)
#define GA_NEEDED(array) ((array) ? (const void *)(array) : GA_MISSING)

/* Where the old value of an atomic goes that nobody wants. */
#define GA_DROPPED ((void *)UINTPTR_MAX)

#define GA_LIKELY(x) __builtin_expect(!!(x), 1)
#define GA_UNLIKELY(x) __builtin_expect(!!(x), 0)

#endif
