/* wait.h - waiting for memory to change: look, spin, yield, then sleep on the rank's doorbell.
 *
 *   struct ga_wait w = {0};
 *   while (!condition)
 *           ga_wait_step(&w);
 *
 * Everything here is C on the caller's own stack: a signal handler of the program may longjmp out of a wait at any point and leaves nothing behind
 * but, at worst, a raised "sleeping" flag, which costs the next writer one needless ring.
 *
 * The doorbell. A sleeper raises `sleeping`, remembers `bell`, runs an expedited membarrier, looks once more, and only then sleeps on `bell`. A
 * writer stores its data and then loads `sleeping`. The membarrier puts a full fence into every running writer, so either the writer sees the flag or
 * the sleeper sees the data, and the writer pays a load instead of a fence. Sleeps are bounded all the same: a plain store by another thread of the
 * program rings no bell. */
#ifndef GA_WAIT_H
#define GA_WAIT_H

#include "edge.h"
#include "layout.h"

#define GA_DEFAULT_SPINS 4000 /* some tens of microseconds: more than a peer on a core of its own lets one wait */

struct ga_wait {
	uint32_t steps; /* unsuccessful looks so far */
	uint32_t naps;  /* sleeps so far */
	uint32_t bell;  /* value that an armed sleeper saw */
	uint32_t armed; /* the flag is up; the next step sleeps */
};

static inline void ga_relax(void)
{
#if defined(__x86_64__) || defined(__i386__)
	__builtin_ia32_pause();
#elif defined(__aarch64__)
	__asm__ __volatile__("isb" ::: "memory");
#endif
}

/* Past spinning: yields, arms or sleeps. */
void ga_wait_slow(struct ga_wait *w);

extern uint32_t ga_spins; /* looks before the first yield; 0 when ranks outnumber cores */

/* One step of waiting after an unsuccessful look. Returns at once while spinning, after at most some milliseconds later on. */
static inline void ga_wait_step(struct ga_wait *w)
{
	if (GA_LIKELY(w->steps < ga_spins)) {
		w->steps++;
		ga_relax();
		return;
	}
	ga_wait_slow(w);
}

/* Rings rank r's bell if r is asleep or about to be. Call it after the store that r may be waiting for. */
void ga_ring(struct ga_rank_block *r);

static inline void ga_notify(struct ga_rank_block *r)
{
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
	if (GA_UNLIKELY(__atomic_load_n(&r->sleeping, __ATOMIC_RELAXED)))
		ga_ring(r);
}

/* futex(2) on a word shared between processes. timeout in ns; wait returns false when the time ran out. */
bool ga_futex_wait(uint32_t *word, uint32_t seen, uint64_t timeout_ns);
void ga_futex_wake(uint32_t *word, int sleepers);

/* Registers this process for expedited membarriers, unless the kernel (or a container) refuses. Once, as early as can be. */
void ga_wait_init(void);

#endif
