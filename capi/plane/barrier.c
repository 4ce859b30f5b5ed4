/* plane/barrier.c - the barrier of the ranks of this host, which are those of the job: ga_all_local. */
#include "sync.h"

/* A rank that has left for good never arrives: report that instead of a deadlock. */
static void check_all_present(const void *of, int from, uint32_t epoch)
{
	(void)of, (void)from;
	if (__atomic_load_n(&ga_plane.node->gone.v, __ATOMIC_ACQUIRE) == 0)
		return;
	for (uint32_t l = 0; l < ga_plane.local_size; l++) {
		struct ga_rank_block *b = ga_local(l);
		if (__atomic_load_n(&b->gone, __ATOMIC_ACQUIRE) && (int32_t)(b->epoch.v - epoch) < 0)
			ga_fatal(1, "waits in a barrier that rank %u (pid %d) cannot reach any more: it has exited", ga_rank_of(l), b->pid);
	}
}

void ga_barrier(void)
{
	struct ga_rank_block *mine = ga_local(ga_plane.local_rank);
	const struct ga_party all = {ga_plane.local_rank, ga_plane.local_size, 0, 1, (char *)ga_local(0)->round, GA_PAGE, check_all_present, NULL};
	uint32_t epoch = mine->epoch.v + 1;

	__atomic_store_n(&mine->epoch.v, epoch, __ATOMIC_RELEASE);
	if (all.size == 1)
		return;
	if (ga_oversubscribed)
		ga_sync_counting(&all, &ga_plane.node->count, &ga_plane.node->gen, &ga_plane.node->sleepers, epoch);
	else
		ga_sync_dissemination(&all, epoch);
}

void ga_barrier_from_go(void) { ga_with_signals(ga_barrier); }
