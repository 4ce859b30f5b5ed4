/* runtime/crash.h - where a thread of this rank is: for the report of a rank that a signal ends, and for that of a job that takes too long.
 *
 * A handler can do little: it stores program counters and wakes the thread of Go's that waits for the end of the job. That thread finds the names and prints
 * them, while the handler waits for it, for a limited time. */
#ifndef GA_CRASH_H
#define GA_CRASH_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

#define GA_TRACE 48 /* innermost calls that are stored */

enum ga_crash_state { GA_CRASH_NONE, GA_CRASH_BEING_STORED, GA_CRASH_STORED, GA_CRASH_REPORTED };

/* A crash. state is a futex; the other fields are valid from GA_CRASH_STORED on. */
struct ga_crash {
	uint32_t state;
	int32_t signal, code;
	uint32_t depth;
	uint64_t address, sp;
	uint64_t trace[GA_TRACE]; /* innermost first */
};

extern struct ga_crash ga_crash;

/* From now on a crash wakes the waiters of this futex, and seconds are left for a report. 0: crashes are not reported. */
void ga_crash_follow(uint32_t *word, uint32_t seconds);

/* The report is complete. */
void ga_crash_reported(void);

#define GA_WORDS 64 /* of the stack above a frame: it is in a stub, whose own return address is a few words above */

/* Where the main thread is. It does not answer, with depth 0, while it is in a call in Go that may wait. In another call in Go there is a copy of the frame, and
 * of the stack above it: unwinders do not get past Go. */
struct ga_where {
	uint32_t depth, framed;
	uint64_t trace[GA_TRACE];
	uint64_t frame[64];
	uint64_t above[GA_WORDS];
};

/* Interrupts the main thread by a signal that the program does not use, and waits a moment for it. Call it on one thread only. */
const struct ga_where *ga_where_is_main(void);

/* In a handler: reports a signal that ends this process, if the process caused it itself. */
void ga_crash_happened(int sig, const siginfo_t *info, const void *context);

#endif
