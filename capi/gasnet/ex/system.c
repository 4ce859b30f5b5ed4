/* gasnet/ex/system.c - the job, its hosts and neighbourhoods, where segments are. */
#include "objects.h"

#include <stdlib.h>

static int ascending(const void *a, const void *b)
{
	const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return x < y ? -1 : x > y;
}

/* The set of the ranks that have this rank's key. Keys need not be consecutive. */
static void find_set(struct ga_gex_set *s, const struct ga_gex *g, const uint32_t *key)
{
	uint32_t *sorted = malloc(g->size * sizeof *sorted);

	for (uint32_t r = 0; r < g->size; r++)
		s->members += key[r] == key[g->me];
	s->member = malloc(s->members * sizeof *s->member);
	if (!sorted || !s->member)
		ga_fatal(1, "gex_Client_Init: no memory for neighbourhoods of %u ranks", g->size);
	for (uint32_t r = 0, n = 0; r < g->size; r++) {
		if (r == g->me)
			s->index = n;
		if (key[r] == key[g->me])
			s->member[n++] = r;
	}
	memcpy(sorted, key, g->size * sizeof *sorted);
	qsort(sorted, g->size, sizeof *sorted, ascending);
	for (uint32_t r = 0; r < g->size; r++) {
		if (r && sorted[r] == sorted[r - 1])
			continue;
		s->set += sorted[r] < key[g->me];
		s->sets++;
	}
	free(sorted);
}

void ga_gex_find_sets(struct ga_gex *g)
{
	gasnet_nodeinfo_t *all = malloc(g->size * sizeof *all);
	uint32_t *key = malloc(g->size * sizeof *key);

	if (!all || !key)
		ga_fatal(1, "gex_Client_Init: no memory for neighbourhoods of %u ranks", g->size);
	gasnet_getNodeInfo(all, (int)g->size);
	for (uint32_t r = 0; r < g->size; r++)
		key[r] = all[r].host;
	find_set(&g->host, g, key);
	for (uint32_t r = 0; r < g->size; r++)
		key[r] = all[r].supernode;
	find_set(&g->nbrhd, g, key);
	free(all);
	free(key);
}

_Static_assert(sizeof(gex_RankInfo_t) == sizeof(uint32_t), "members are shown as they are");

static void show(const struct ga_gex_set *s, gex_RankInfo_t **info_p, gex_Rank_t *info_count_p, gex_Rank_t *my_info_index_p)
{
	if (info_p)
		*info_p = (gex_RankInfo_t *)(const void *)s->member;
	if (info_count_p)
		*info_count_p = s->members;
	if (my_info_index_p)
		*my_info_index_p = s->index;
}

void gex_System_QueryNbrhdInfo(gex_RankInfo_t **info_p, gex_Rank_t *info_count_p, gex_Rank_t *my_info_index_p)
{
	show(&ga_gex_client("gex_System_QueryNbrhdInfo")->nbrhd, info_p, info_count_p, my_info_index_p);
}

void gex_System_QueryHostInfo(gex_RankInfo_t **info_p, gex_Rank_t *info_count_p, gex_Rank_t *my_info_index_p)
{
	show(&ga_gex_client("gex_System_QueryHostInfo")->host, info_p, info_count_p, my_info_index_p);
}

void gex_System_QueryMyPosition(gex_Rank_t *nbrhd_set_size, gex_Rank_t *nbrhd_set_rank, gex_Rank_t *host_set_size, gex_Rank_t *host_set_rank)
{
	const struct ga_gex *g = ga_gex_client("gex_System_QueryMyPosition");

	if (nbrhd_set_size)
		*nbrhd_set_size = g->nbrhd.sets;
	if (nbrhd_set_rank)
		*nbrhd_set_rank = g->nbrhd.set;
	if (host_set_size)
		*host_set_size = g->host.sets;
	if (host_set_rank)
		*host_set_rank = g->host.set;
}

gex_Rank_t gex_System_QueryJobRank(void) { return ga_gex_client("gex_System_QueryJobRank")->me; }
gex_Rank_t gex_System_QueryJobSize(void) { return ga_gex_client("gex_System_QueryJobSize")->size; }

#define MOST_THREADS 256u /* as GASNETT_MAX_THREADS */

uint64_t gex_System_QueryMaxThreads(void) { return ga_gasnet.size && !ga_gasnet.threads ? 1 : MOST_THREADS; }
int gex_System_QueryHiddenAMConcurrencyLevel(void) { return GASNET_HIDDEN_AM_CONCURRENCY_LEVEL; }

int gex_System_GetVerboseErrors(void) { return !ga_gex_client("gex_System_GetVerboseErrors")->quiet; }
void gex_System_SetVerboseErrors(int enable) { ga_gex_client("gex_System_SetVerboseErrors")->quiet = !enable; }

int gex_System_QueryProgressThreads(gex_Client_t client, unsigned int *count_p, const gex_ProgressThreadInfo_t **info_p, gex_Flags_t flags)
{
	static const char fn[] = "gex_System_QueryProgressThreads";

	if (!client || !count_p || !info_p || flags)
		return ga_gex_refuse(fn, GASNET_ERR_BAD_ARG, "client, count_p, info_p = %p, %p, %p, flags = 0x%x: no NULL, and 0", (void *)client,
		                     (void *)count_p, (void *)info_p, flags);
	if (!(client->flags & GEX_FLAG_DEFER_THREADS))
		return ga_gex_refuse(fn, GASNET_ERR_RESOURCE, "gex_Client_Init was called without GEX_FLAG_DEFER_THREADS");
	*count_p = 0;
	*info_p = NULL;
	return GASNET_OK;
}

static bool in_nbrhd(const struct ga_gex *g, uint32_t rank)
{
	uint32_t low = 0, high = g->nbrhd.members;

	while (low < high) {
		const uint32_t middle = (low + high) / 2;

		if (g->nbrhd.member[middle] == rank)
			return true;
		if (g->nbrhd.member[middle] < rank)
			low = middle + 1;
		else
			high = middle;
	}
	return false;
}

static gasnet_seginfo_t segment_of(const char *fn, const struct ga_gex *g, uint32_t rank)
{
	gasnet_seginfo_t *all, one;

	if (g->bound && rank == g->me)
		return (gasnet_seginfo_t){.addr = g->bound->addr, .size = g->bound->bytes};
	if (g->published && rank < g->size && g->published[rank].bytes)
		return (gasnet_seginfo_t){.addr = (void *)g->published[rank].addr, .size = g->published[rank].bytes};

	if (ga_gasnet.ranks) {
		if (rank >= ga_gasnet.ranks)
			ga_fatal(1, "%s: rank = %u: not in 0..%u", fn, rank, ga_gasnet.ranks - 1);
		return (gasnet_seginfo_t){.addr = (void *)(ga_gasnet.segment + rank * ga_gasnet.stride), .size = ga_gasnet.bytes[rank]};
	}
	all = calloc((size_t)rank + 1, sizeof *all);
	if (!all)
		ga_fatal(1, "%s: no memory", fn);
	gasnet_getSegmentInfo(all, (int)rank + 1);
	one = all[rank];
	free(all);
	return one;
}

/* Whether this rank can load from the segment of one that has a segment. Live, created ones are in the memory of their process. */
static bool is_mapped(const struct ga_gex *g, uint32_t rank)
{
	return rank == g->me || (in_nbrhd(g, rank) && (ga_simulated || !g->published || !g->published[rank].bytes));
}

int gex_Segment_QueryBound(gex_TM_t tm, gex_Rank_t rank, void **owneraddr_p, void **localaddr_p, uintptr_t *size_p)
{
	static const char fn[] = "gex_Segment_QueryBound";
	const struct ga_gex *g = ga_gex_client(fn);
	const uint32_t r = ga_gex_jobrank(fn, tm, rank);
	const gasnet_seginfo_t s = segment_of(fn, g, r);

	if (!s.size)
		return 1;
	if (owneraddr_p)
		*owneraddr_p = s.addr;
	if (localaddr_p)
		*localaddr_p = is_mapped(g, r) ? s.addr : NULL;
	if (size_p)
		*size_p = s.size;
	return 0;
}

gex_Event_t gex_EP_QueryBoundSegmentNB(gex_TM_t tm, gex_Rank_t rank, void **owneraddr_p, void **localaddr_p, uintptr_t *size_p, gex_Flags_t flags)
{
	(void)flags;
	if (owneraddr_p)
		*owneraddr_p = NULL;
	if (localaddr_p)
		*localaddr_p = NULL;
	if (size_p)
		*size_p = 0;
	gex_Segment_QueryBound(tm, rank, owneraddr_p, localaddr_p, size_p);
	return GEX_EVENT_INVALID;
}
