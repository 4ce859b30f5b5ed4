/* plane/barrier.c - the barrier of all ranks of the job. */
#include <limits.h>
#include <sched.h>

#include "plane.h"
#include "wait.h"

#define BARRIER_YIELDS 16           /* per waiting rank, before it sleeps */
#define BARRIER_SLEEP_NS 100000000u /* between two checks whether a rank has left for good */

/* A rank that has left for good never arrives: report that instead of a deadlock. */
static void check_all_present(uint32_t epoch)
{
	if (__atomic_load_n(&ga_plane.node->gone.v, __ATOMIC_ACQUIRE) == 0)
		return;
	for (uint32_t r = 0; r < ga_plane.ranks; r++) {
		struct ga_rank_block *b = ga_rank(r);
		if (__atomic_load_n(&b->gone, __ATOMIC_ACQUIRE) && (int32_t)(b->epoch.v - epoch) < 0)
			ga_fatal(1, "waits in a barrier that rank %u (pid %d) cannot reach any more: it has exited", r, b->pid);
	}
}

/* Dissemination: in round k, tell the rank 2^k further on and wait for the one 2^k behind. One line transfer a round. */
static void barrier_spinning(uint32_t epoch)
{
	uint32_t n = ga_plane.ranks, me = ga_plane.me;
	struct ga_rank_block *mine = ga_rank(me);

	for (uint32_t round = 0, step = 1; step < n; round++, step *= 2) {
		uint32_t to = me + step < n ? me + step : me + step - n;
		struct ga_rank_block *peer = ga_rank(to);
		struct ga_wait w = {.wants = GA_WANTS_NO_DATA};

		__atomic_store_n(&peer->round[round].v, epoch, __ATOMIC_RELEASE);
		ga_notify(peer);
		while ((int32_t)(__atomic_load_n(&mine->round[round].v, __ATOMIC_ACQUIRE) - epoch) < 0) {
			ga_wait_step(&w);
			if (GA_UNLIKELY(w.naps > 8 && w.armed))
				check_all_present(epoch);
		}
	}
}

/* Ranks outnumber cores: one counter and one word that all sleep on, since a round trip per round would cost a context switch each. */
static void barrier_sleeping(uint32_t epoch)
{
	struct ga_node_block *node = ga_plane.node;
	uint32_t seen;

	if (__atomic_add_fetch(&node->count.v, 1, __ATOMIC_ACQ_REL) == ga_plane.ranks * epoch) {
		__atomic_store_n(&node->gen.v, epoch, __ATOMIC_SEQ_CST);
		if (__atomic_load_n(&node->sleepers.v, __ATOMIC_SEQ_CST))
			ga_futex_wake(&node->gen.v, INT_MAX);
		return;
	}
	for (int i = 0; i < BARRIER_YIELDS; i++) {
		if ((int32_t)(__atomic_load_n(&node->gen.v, __ATOMIC_ACQUIRE) - epoch) >= 0)
			return;
		sched_yield();
	}
	__atomic_fetch_add(&node->sleepers.v, 1, __ATOMIC_SEQ_CST);
	while ((int32_t)((seen = __atomic_load_n(&node->gen.v, __ATOMIC_SEQ_CST)) - epoch) < 0)
		if (!ga_futex_wait(&node->gen.v, seen, BARRIER_SLEEP_NS))
			check_all_present(epoch);
	__atomic_fetch_sub(&node->sleepers.v, 1, __ATOMIC_RELAXED);
}

void ga_barrier(void)
{
	struct ga_rank_block *mine = ga_rank(ga_plane.me);
	uint32_t epoch = mine->epoch.v + 1;

	__atomic_store_n(&mine->epoch.v, epoch, __ATOMIC_RELEASE);
	if (ga_plane.ranks == 1)
		return;
	if (ga_oversubscribed)
		barrier_sleeping(epoch);
	else
		barrier_spinning(epoch);
}

void ga_barrier_from_go(void) { ga_with_signals(ga_barrier); }
