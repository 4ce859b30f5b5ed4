/* wait.c - the slow half of waiting: yields, then naps on the doorbell. Protocol: wait.h. */
#define _GNU_SOURCE
#include "wait.h"

#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <linux/membarrier.h>
#include <sched.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "plane.h"

#define YIELDS 64            /* before the first nap: one scheduling round of a well-filled core */
#define FIRST_NAP_NS 50000u  /* about what waking across cores costs */
#define LAST_NAP_NS 4000000u /* bounds how late a store that rings no bell is seen */
#define LAST_NAP_NO_MEMBARRIER_NS 500000u

uint32_t ga_spins;

static bool have_membarrier;

void ga_wait_init(void) { have_membarrier = syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_GLOBAL_EXPEDITED, 0, 0) == 0; }

bool ga_futex_wait(uint32_t *word, uint32_t seen, uint64_t timeout_ns)
{
	struct timespec t = {.tv_sec = (time_t)(timeout_ns / 1000000000u), .tv_nsec = (long)(timeout_ns % 1000000000u)};
	const int before = errno; /* programs see no error where there is none */
	const bool woken = syscall(SYS_futex, word, FUTEX_WAIT, seen, &t, NULL, 0) == 0 || errno != ETIMEDOUT;

	errno = before;
	return woken;
}

void ga_futex_wake(uint32_t *word, int sleepers) { syscall(SYS_futex, word, FUTEX_WAKE, sleepers, NULL, NULL, 0); }

void ga_ring(struct ga_rank_block *r)
{
	/* Whoever takes the flag down rings; the sleeper raises it again before its next nap. */
	if (!__atomic_exchange_n(&r->sleeping, 0, __ATOMIC_SEQ_CST))
		return;
	__atomic_fetch_add(&r->bell.v, 1, __ATOMIC_SEQ_CST);
	ga_futex_wake(&r->bell.v, INT_MAX);
}

void ga_wait_slow(struct ga_wait *w)
{
	struct ga_rank_block *me = ga_rank(ga_plane.me);

	if (w->armed) {
		uint64_t nap = FIRST_NAP_NS, last = have_membarrier ? LAST_NAP_NS : LAST_NAP_NO_MEMBARRIER_NS;
		for (uint32_t i = 0; i < w->naps && nap < last; i++)
			nap *= 2;
		w->armed = 0;
		w->naps++;
		ga_futex_wait(&me->bell.v, w->bell, nap);
		return;
	}
	if (w->steps < ga_spins + YIELDS) {
		w->steps++;
		sched_yield();
		return;
	}
	w->bell = __atomic_load_n(&me->bell.v, __ATOMIC_ACQUIRE);
	__atomic_store_n(&me->sleeping, 1, __ATOMIC_SEQ_CST);
	if (have_membarrier)
		syscall(SYS_membarrier, MEMBARRIER_CMD_GLOBAL_EXPEDITED, 0, 0);
	w->armed = 1;
}
