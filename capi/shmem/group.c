/* shmem/group.c - finding groups, syncs, and the cells in which the ranks of a group publish what they do. */
#include "group.h"

#include "../plane/sync.h"

#define FLAT 8 /* ranks that look at each other's cells rather than sync first */

struct ga_tuning ga_tuning;

/* Active sets get their slots from a table at rank 0: open addressing, each entry a set, its place the slot. A set stays. */
static bool set_slot(uint64_t key, uint32_t *slot)
{
	uint64_t *const table = (uint64_t *)(void *)(ga_plane.control + (size_t)(GA_TEAM_SLOTS + GA_SETS) * GA_SLOT_BYTES);

	for (uint32_t i = 0, at = (uint32_t)((key * UINT64_C(0x9e3779b97f4a7c15)) >> 54); i < GA_SETS; i++, at = (at + 1) % GA_SETS) {
		uint64_t there = __atomic_load_n(&table[at], __ATOMIC_ACQUIRE);
		if (there == 0 && __atomic_compare_exchange_n(&table[at], &there, key, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
			there = key;
		if (there == key) {
			*slot = GA_TEAM_SLOTS + at;
			return true;
		}
	}
	return false;
}

static bool set_group(int start, int logstride, int size, struct ga_group *g)
{
	const int n = (int)ga_plane.shmem_pes;
	int from;

	if (start < 0 || start >= n || size < 1 || logstride < 0 || logstride > 24 || (size > 1 && (n - 1 - start) >> logstride < size - 1))
		return false;
	from = (int)ga_plane.rank - start;
	if (size == 1)
		logstride = 0;
	if (from < 0 || from & ((1 << logstride) - 1) || from >> logstride >= size)
		return false;
	*g = (struct ga_group){0, start, 1 << logstride, size, from >> logstride};
	return set_slot(UINT64_C(1) << 63 | (uint64_t)logstride << 56 | (uint64_t)size << 28 | (uint64_t)start, &g->slot);
}

bool ga_group_of(uintptr_t team, int start, int logstride, int size, struct ga_group *g)
{
	const struct ga_handle *t;

	if (GA_UNLIKELY(ga_plane.shmem_pes == 0)) {
		ga_shmem_far.collective = true;
		return false;
	}
	if (GA_UNLIKELY(team == GA_ACTIVE_SET))
		return set_group(start, logstride, size, g);
	if (GA_UNLIKELY(!(t = ga_shmem_team(team))))
		return false;
	*g = (struct ga_group){(uint32_t)(team & ((1 << GA_HANDLE_BITS) - 1)) - 1, t->start, t->stride, (int32_t)t->size, t->me};
	return true;
}

static void check(const void *g, int from, uint32_t epoch)
{
	(void)epoch;
	ga_group_mismatch(g, from);
}

void ga_group_sync(const struct ga_group *g)
{
	struct ga_slot *first = ga_slot(g, 0), *mine = ga_slot(g, g->me);
	const struct ga_party all = {(uint32_t)g->me,
	                             (uint32_t)g->size,
	                             (uint32_t)g->start,
	                             (uint32_t)g->stride,
	                             (char *)first->round,
	                             (size_t)g->stride * ga_plane.heap.stride,
	                             check,
	                             g};
	const uint32_t epoch = ++mine->epoch;
	uint32_t how = ga_tuning.barrier;

	mine->together = mine->seq + 1;
	if (g->size == 1) {
		__atomic_thread_fence(__ATOMIC_SEQ_CST);
		return;
	}
	if (how == GA_ALGORITHM_AUTO)
		how = ga_oversubscribed ? GA_ALGORITHM_LINEAR : GA_ALGORITHM_DISSEMINATION;
	switch (how) {
	case GA_ALGORITHM_LINEAR: ga_sync_counting(&all, &first->count, &first->gen, &first->sleepers, epoch); break;
	case GA_ALGORITHM_TREE: ga_sync_tree(&all, ga_tuning.radix, epoch); break;
	default: ga_sync_dissemination(&all, epoch);
	}
}

const char *ga_call_name(unsigned kind)
{
	static const char *const names[] = {
	    [GA_SHMEM_CALL_NONE] = "shmem",
	    [GA_SHMEM_CALL_BROADCAST] = "shmem_broadcast",
	    [GA_SHMEM_CALL_COLLECT] = "shmem_collect",
	    [GA_SHMEM_CALL_FCOLLECT] = "shmem_fcollect",
	    [GA_SHMEM_CALL_ALL_TO_ALL] = "shmem_alltoall",
	    [GA_SHMEM_CALL_REDUCE] = "shmem_reduce",
	    [GA_SHMEM_CALL_SCAN] = "shmem_scan",
	    [GA_SHMEM_CALL_SYNC] = "shmem_sync",
	};
	return names[kind < sizeof names / sizeof names[0] ? kind : GA_SHMEM_CALL_NONE];
}

void ga_group_mismatch(const struct ga_group *g, int i)
{
	const struct ga_slot *mine = ga_slot(g, g->me);
	const unsigned kind = (unsigned)(mine->call[mine->calls % GA_CALLS].what >> 32) & 0xff;
	struct ga_shmem_check_wait f = {.head = {GA_OP_SHMEM_CHECK_WAIT, sizeof f, ga_call_name(kind)},
	                                .slot = (int32_t)g->slot,
	                                .start = g->start,
	                                .stride = g->stride,
	                                .size = g->size,
	                                .me = g->me,
	                                .from = i};

	ga_call(&f.head);
	if (__atomic_load_n(&ga_plane.node->gone.v, __ATOMIC_ACQUIRE) == 0)
		return;
	for (int k = i < 0 ? 0 : i; k < (i < 0 ? g->size : i + 1); k++) {
		struct ga_rank_block *b = ga_local(ga_member(g, k));
		if (__atomic_load_n(&b->gone, __ATOMIC_ACQUIRE))
			ga_fatal(1, "waits in a collective routine for rank %u (pid %d), which has exited", ga_member(g, k), b->pid);
	}
}

uint64_t ga_group_record(const struct ga_group *g, unsigned kind, uint32_t detail, uint64_t bytes)
{
	struct ga_slot *mine = ga_slot(g, g->me);
	const uint64_t before = mine->past, n = mine->calls + 1, what = (uint64_t)kind << 32 | detail;
	struct ga_call *call = &mine->call[n % GA_CALLS];

	mine->past = (before ^ what ^ bytes * UINT64_C(0x9e3779b97f4a7c15)) * UINT64_C(0xff51afd7ed558ccd);
	mine->past ^= mine->past >> 32;
	__atomic_store_n(&call->what, n << GA_CALL_SHIFT | what, __ATOMIC_RELAXED);
	__atomic_store_n(&call->bytes, n << GA_CALL_SHIFT | (bytes < GA_CALL_BYTES ? bytes : GA_CALL_BYTES), __ATOMIC_RELAXED);
	__atomic_store_n(&mine->calls, n, __ATOMIC_RELEASE);
	return before;
}

uint64_t ga_group_begin(const struct ga_group *g, struct ga_cell **mine)
{
	struct ga_slot *slot = ga_slot(g, g->me);

	if (GA_UNLIKELY(slot->seq + 1 - slot->together > GA_CELLS - 1))
		ga_group_sync(g);
	slot->seq++;
	*mine = &slot->cell[slot->seq % GA_CELLS];
	return slot->seq;
}

void ga_group_publish(const struct ga_group *g, struct ga_cell *mine, uint64_t seq)
{
	__atomic_store_n(&mine->seq, seq, __ATOMIC_RELEASE);
	for (int i = 0; i < g->size; i++)
		if (i != g->me)
			ga_notify(ga_local(ga_member(g, i)));
}

const struct ga_cell *ga_group_await(const struct ga_group *g, int i, uint64_t seq)
{
	const struct ga_cell *c = &ga_slot(g, i)->cell[seq % GA_CELLS];
	struct ga_wait w = {.wants = GA_WANTS_NO_DATA};

	while (__atomic_load_n(&c->seq, __ATOMIC_ACQUIRE) < seq) {
		ga_wait_step(&w);
		ga_group_check(&w, g, i);
	}
	return c;
}

void ga_group_publish_and_await(const struct ga_group *g, struct ga_cell *mine, uint64_t seq)
{
	if (!ga_oversubscribed && g->size <= FLAT) {
		ga_group_publish(g, mine, seq);
		for (int i = 0; i < g->size; i++)
			ga_group_await(g, i, seq);
		ga_slot(g, g->me)->together = seq;
		return;
	}
	__atomic_store_n(&mine->seq, seq, __ATOMIC_RELEASE);
	ga_group_sync(g);
	ga_slot(g, g->me)->together = seq; /* all are in this one, not out of it */
}
