/* plane/wait.h - waiting for memory to change: poll, spin for a while, then sleep on the rank's doorbell.
 *
 *   struct ga_wait w = {0};
 *   while (!condition)
 *           ga_wait_step(&w);
 *
 * All of this is C on the caller's own stack: a signal handler of the program may longjmp out of a wait at any point and leaves nothing behind
 * but, at worst, a raised "sleeping" flag, which costs the next writer one needless ring.
 *
 * Spin time. A rank that sleeps replies so late that the rank which waits for the reply would sleep too, if it spun for less than a wake-up takes:
 * then both sleep at every step for the rest of the job. A wait therefore spins for several times the measured cost of a wake-up, and for a
 * millisecond at least, before it sleeps. Spinning is useless while the awaited rank is on this rank's own core; place.h detects and fixes that.
 * With more ranks than cores no rank spins: it yields at once, as after gasnet_set_waitmode(GASNET_WAIT_BLOCK).
 *
 * The doorbell. A sleeper raises `sleeping`, reads `bell`, executes an expedited membarrier, polls once more, and only then sleeps on `bell`. A
 * writer stores its data and then loads `sleeping`. The membarrier executes a full fence in every running writer, so either the writer sees the
 * flag or the sleeper sees the data, and the writer pays a load instead of a fence. Sleeps have a timeout nevertheless: a plain store by another
 * thread of the program rings no bell. */
#ifndef GA_WAIT_H
#define GA_WAIT_H

#include "../runtime/edge.h"
#include "../runtime/futex.h"
#include "layout.h"

/* Looks of a wait for one word alone that have no pause between them. Where more of the line is written, or other lines are looked at, a pause is better: a reader
 * that is too eager takes the line from the writer in the middle. */
#define GA_EAGER_SPINS 40
#define GA_DEFAULT_SPINS 400 /* looks before a wait looks at the clock: some ten microseconds */

/* What may end a wait. A rank that waits for a message or a barrier is not to be rung by every put. */
enum ga_wants { GA_WANTS_ANYTHING, GA_WANTS_NO_DATA };

struct ga_wait {
	uint32_t steps;  /* unsuccessful looks so far */
	uint32_t naps;   /* sleeps so far */
	uint32_t bell;   /* value that an armed sleeper saw */
	uint32_t since;  /* us, when the clock was first looked at; 0: not yet */
	uint32_t placed; /* us, when this rank last checked for other ranks on its core */
	uint8_t wants;   /* enum ga_wants */
	uint8_t polite;  /* gives the core away at once */
	uint8_t tired;   /* the spin time is used up; sleeps from now on */
	uint8_t armed;   /* the flag is up; the next step sleeps */
};

static inline void ga_relax(void)
{
#if defined(__x86_64__) || defined(__i386__)
	__builtin_ia32_pause();
#elif defined(__aarch64__)
	__asm__ __volatile__("isb" ::: "memory");
#endif
}

/* Past the first looks: spins, yields, arms or sleeps. */
void ga_wait_slow(struct ga_wait *w);

/* The part of ga_wait_slow before sleeping; false when the spin time is used up. For callers that sleep on something else. */
bool ga_wait_spin(struct ga_wait *w);

extern uint32_t ga_spins; /* polls before the clock is read; 0: yield at once, because there are more ranks than cores, or the core is shared */

/* One step of waiting after an unsuccessful look. Returns at once while spinning, after at most some milliseconds later on. */
static inline void ga_wait_step(struct ga_wait *w)
{
	if (GA_LIKELY(w->steps < ga_spins && !w->polite)) {
		if (w->steps++ >= GA_EAGER_SPINS || w->wants != GA_WANTS_NO_DATA)
			ga_relax();
		return;
	}
	ga_wait_slow(w);
}

/* For a program that polls in its own loop: from time to time the library checks whether this loop keeps the awaited rank from running. */
#define GA_POLLS 4096u
extern uint32_t ga_polls; /* several threads may miscount */
void ga_polled_long(void);
static inline void ga_polled(void)
{
	if (GA_UNLIKELY(++ga_polls % GA_POLLS == 0))
		ga_polled_long();
}

/* Values of a rank's `sleeping`. */
#define GA_ASLEEP 1u         /* senders and participants ring */
#define GA_ASLEEP_ON_DATA 3u /* writers of data ring, too */

/* Rings rank r's bell if r is asleep or about to be. */
void ga_ring(struct ga_rank_block *r);

/* Call it after the store that r may be waiting for: a word of the library's. */
static inline void ga_notify(struct ga_rank_block *r)
{
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
	if (GA_UNLIKELY(__atomic_load_n(&r->sleeping, __ATOMIC_RELAXED)))
		ga_ring(r);
}

/* The same after a store to the program's memory. */
static inline void ga_notify_data(struct ga_rank_block *r)
{
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
	if (GA_UNLIKELY(__atomic_load_n(&r->sleeping, __ATOMIC_RELAXED) & (GA_ASLEEP_ON_DATA & ~GA_ASLEEP)))
		ga_ring(r);
}

/* looks: GASNETGO_SPIN, how often a wait looks before it sleeps; below 0: by time. oversubscribed: ranks outnumber cores. */
void ga_wait_setup(int64_t looks, bool oversubscribed);

/* Says later that ranks outnumber cores, unless GASNETGO_SPIN is set: ranks of other hosts run on the same cores. */
void ga_wait_oversubscribed(void);

#endif
