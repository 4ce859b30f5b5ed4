/* shmem/mismatch.c - mismatch detection for a rank that has waited for long in a collective. shmem/mismatch.go does the same over other transports,
 * and explains why there are no false reports. */
#include "group.h"

#include <stdio.h>

#define TEXT 96

static const char *const kinds[] = {"?",         "broadcast", "collect",         "fcollect",          "alltoall",
                                    "reduction", "scan",      "sync or barrier", "split of the team", "end of the team"};
static const char *const functions[] = {"?", "broadcast", "collect", "fcollect", "alltoall", "reduce", "scan", "sync", "team_split", "team_destroy"};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

static unsigned kind_of(struct ga_call c) { return (unsigned)(c.what >> 32) & 0xff; }

static const char *describe(struct ga_call c, char text[TEXT])
{
	const unsigned kind = kind_of(c) < KINDS ? kind_of(c) : 0;
	const int n = snprintf(text, TEXT, kind == GA_CALL_COLLECT || kind >= GA_CALL_SYNC ? "%s" : "%s of %llu bytes", kinds[kind],
	                       (unsigned long long)(c.bytes & GA_CALL_BYTES));

	if (kind == GA_CALL_BROADCAST)
		snprintf(text + n, TEXT - (size_t)n, " from PE_root %u", (unsigned)(uint32_t)c.what);
	return text;
}

/* Call n of a rank, if it has made that call and the record still exists. */
static bool recorded(const struct ga_slot *s, uint64_t n, struct ga_call *c)
{
	const struct ga_call *there = &s->call[n % GA_CALLS];

	if ((int64_t)(__atomic_load_n(&s->calls, __ATOMIC_ACQUIRE) - n) < 0)
		return false;
	c->what = __atomic_load_n(&there->what, __ATOMIC_RELAXED);
	c->bytes = __atomic_load_n(&there->bytes, __ATOMIC_RELAXED);
	n &= UINT64_MAX >> GA_CALL_SHIFT;
	return c->what >> GA_CALL_SHIFT == n && c->bytes >> GA_CALL_SHIFT == n;
}

static void check_alike(const struct ga_group *g, int i, struct ga_call mine)
{
	struct ga_call theirs;
	char here[TEXT], there[TEXT];

	if (!recorded(ga_slot(g, i), ga_slot(g, g->me)->calls, &theirs) || (theirs.what == mine.what && theirs.bytes == mine.bytes))
		return;
	ga_fatal(
	    1, "shmem_%s: PE %u makes another call: %s there, %s here%s; all PEs must make the same calls of collective routines in the same order",
	    functions[kind_of(mine) % KINDS], ga_member(g, i), describe(theirs, there), describe(mine, here),
	    kind_of(theirs) == kind_of(mine) && theirs.bytes == mine.bytes && kind_of(mine) != GA_CALL_BROADCAST ? ", with other arguments" : "");
}

/* No rank leaves such a call before all have arrived. */
static bool meets(struct ga_call c)
{
	switch (kind_of(c)) {
	case GA_CALL_COLLECT:
	case GA_CALL_SYNC:
	case GA_CALL_SPLIT:
	case GA_CALL_DESTROY: return true;
	case GA_CALL_FCOLLECT:
	case GA_CALL_ALLTOALL:
	case GA_CALL_REDUCE: return (c.bytes & GA_CALL_BYTES) != 0;
	default: return false;
	}
}

static int index_in(const struct ga_group *h, uint32_t rank)
{
	const int d = (int)rank - h->start;
	return d % h->stride == 0 && d / h->stride >= 0 && d / h->stride < h->size ? d / h->stride : -1;
}

static _Noreturn void wait_for_each_other(const struct ga_group *g, struct ga_call mine, uint32_t rank, const char *where)
{
	char here[TEXT];

	(void)g;
	ga_fatal(1,
	         "shmem_%s: waits for PE %u, which waits for this PE in %s, while this PE is in a %s; all PEs must make the same calls of collective "
	         "routines in the same order",
	         functions[kind_of(mine) % KINDS], rank, where, describe(mine, here));
}

/* Reports a deadlock: the rank has not entered this call, and waits in a call of another group h that this rank has not entered. */
static void check_group(const struct ga_group *g, struct ga_call mine, uint32_t rank, const struct ga_group *h)
{
	const int i = h->size > 1 && h->slot != g->slot ? index_in(h, rank) : -1;
	struct ga_call theirs;
	char where[2 * TEXT], what[TEXT];

	if (i < 0 || !recorded(ga_slot(h, i), ga_slot(h, h->me)->calls + 1, &theirs) || !meets(theirs))
		return;
	snprintf(where, sizeof where, "a %s of %d PEs from %d by %d", describe(theirs, what), h->size, h->start, h->stride);
	wait_for_each_other(g, mine, rank, where);
}

static void check_other_groups(const struct ga_group *g, struct ga_call mine, uint32_t rank)
{
	const uint64_t *const table =
	    (const uint64_t *)(const void *)(ga_plane.heap.rank0 + ga_plane.heap.len + (size_t)(GA_TEAM_SLOTS + GA_SETS) * GA_SLOT_BYTES);

	for (uint32_t place = 1; place < GA_TEAMS; place++) {
		const struct ga_handle *t = &ga_shmem_teams[place];
		if (t->handle)
			check_group(g, mine, rank, &(struct ga_group){place - 1, t->start, t->stride, (int32_t)t->size, t->me});
	}
	for (uint32_t k = 0; k < GA_SETS; k++) {
		const uint64_t key = __atomic_load_n(&table[k], __ATOMIC_ACQUIRE);
		struct ga_group h = {GA_TEAM_SLOTS + k, (int32_t)(key & 0xfffffff), 1 << (key >> 56 & 0x1f), (int32_t)(key >> 28 & 0xfffffff), 0};
		if (key && (h.me = index_in(&h, ga_plane.me)) >= 0)
			check_group(g, mine, rank, &h);
	}
}

/* Reports a deadlock: member i has not entered this call and never will, since it waits for this rank elsewhere. Not with threads, since another
 * thread of this rank may enter the call in which it waits. */
static void check_elsewhere(const struct ga_group *g, int i, struct ga_call mine)
{
	const uint32_t rank = ga_member(g, i);

	if (ga_plane.shmem_threads || i == g->me ||
	    (int64_t)(__atomic_load_n(&ga_slot(g, i)->calls, __ATOMIC_ACQUIRE) - ga_slot(g, g->me)->calls) >= 0)
		return;
	if ((int32_t)(__atomic_load_n(&ga_rank(rank)->epoch.v, __ATOMIC_ACQUIRE) - ga_rank(ga_plane.me)->epoch.v) > 0)
		wait_for_each_other(g, mine, rank, "a barrier of all PEs (shmem_barrier_all, shmem_malloc, shmem_finalize or the like)");
	check_other_groups(g, mine, rank);
}

void ga_group_mismatch(const struct ga_group *g, int i)
{
	const int first = i < 0 ? 0 : i, last = i < 0 ? g->size - 1 : i;
	struct ga_call mine;

	if (recorded(ga_slot(g, g->me), ga_slot(g, g->me)->calls, &mine)) {
		for (int k = 0; k < g->size; k++)
			check_alike(g, k, mine);
		for (int k = first; k <= last; k++)
			check_elsewhere(g, k, mine);
	}
	if (__atomic_load_n(&ga_plane.node->gone.v, __ATOMIC_ACQUIRE) == 0)
		return;
	for (int k = first; k <= last; k++) {
		struct ga_rank_block *b = ga_rank(ga_member(g, k));
		if (__atomic_load_n(&b->gone, __ATOMIC_ACQUIRE))
			ga_fatal(1, "waits in a collective routine for rank %u (pid %d), which has exited", ga_member(g, k), b->pid);
	}
}
