/* gasnet/ex/query.c - what programs ask of objects, and what they keep at them. */
#include "objects.h"

#define QUERIES(type)                                                                                     \
	void gex_##type##_SetCData(gex_##type##_t object, const void *value) { object->cdata = value; }   \
	void *gex_##type##_QueryCData(gex_##type##_t object) { return (void *)(uintptr_t)object->cdata; } \
	gex_Flags_t gex_##type##_QueryFlags(gex_##type##_t object) { return object->flags; }

QUERIES(Client)
QUERIES(EP)
QUERIES(TM)
QUERIES(Segment)

const char *gex_Client_QueryName(gex_Client_t client) { return client->name; }
gex_Client_t gex_EP_QueryClient(gex_EP_t ep) { return ep->client; }
gex_Client_t gex_TM_QueryClient(gex_TM_t tm) { return tm->ep->client; }
gex_Client_t gex_Segment_QueryClient(gex_Segment_t segment) { return segment->client; }
gex_EP_Index_t gex_EP_QueryIndex(gex_EP_t ep)
{
	(void)ep;
	return 0;
}
void *gex_Segment_QueryAddr(gex_Segment_t segment) { return segment->addr; }
uintptr_t gex_Segment_QuerySize(gex_Segment_t segment) { return segment->bytes; }

gex_EP_t gex_TM_QueryEP(gex_TM_t tm) { return ga_gex_team("gex_TM_QueryEP", tm)->ep; }
gex_Rank_t gex_TM_QueryRank(gex_TM_t tm) { return ga_gex_team("gex_TM_QueryRank", tm)->rank; }
gex_Rank_t gex_TM_QuerySize(gex_TM_t tm) { return ga_gex_team("gex_TM_QuerySize", tm)->size; }

gex_Rank_t gex_TM_TranslateRankToJobrank(gex_TM_t tm, gex_Rank_t rank) { return ga_gex_jobrank("gex_TM_TranslateRankToJobrank", tm, rank); }

gex_Rank_t gex_TM_TranslateJobrankToRank(gex_TM_t tm, gex_Rank_t jobrank)
{
	ga_gex_team("gex_TM_TranslateJobrankToRank", tm);
	if (!tm->map)
		return jobrank < tm->size ? jobrank : GEX_RANK_INVALID;
	for (gex_Rank_t r = 0; r < tm->size; r++)
		if (tm->map[r] == jobrank)
			return r;
	return GEX_RANK_INVALID;
}

gex_EP_Location_t gex_TM_TranslateRankToEP(gex_TM_t tm, gex_Rank_t rank, gex_Flags_t flags)
{
	(void)flags;
	return (gex_EP_Location_t){.gex_rank = ga_gex_jobrank("gex_TM_TranslateRankToEP", tm, rank)};
}

gex_TM_t gex_TM_Pair(gex_EP_t local_ep, gex_EP_Index_t remote_ep_index)
{
	(void)local_ep;
	return (gex_TM_t)(GA_GEX_PAIR | (uintptr_t)remote_ep_index << 20);
}

int gex_EP_Create(gex_EP_t *ep_p, gex_Client_t client, gex_EP_Capabilities_t capabilities, gex_Flags_t flags)
{
	static const char fn[] = "gex_EP_Create";

	(void)ep_p, (void)client, (void)flags;
	if (!capabilities || capabilities & ~GEX_EP_CAPABILITY_ALL)
		return ga_gex_refuse(fn, GASNET_ERR_BAD_ARG, "capabilities = 0x%x: not some of 0x%x", capabilities, GEX_EP_CAPABILITY_ALL);
	return ga_gex_refuse(fn, GASNET_ERR_RESOURCE, "would exceed per-client EP limit: GASNET_MAXEPS is %d", GASNET_MAXEPS);
}

/* Handler-safe locks are those of GASNet-1. */
void gex_HSL_Init(gex_HSL_t *hsl) { gasnet_hsl_init(hsl); }
void gex_HSL_Destroy(gex_HSL_t *hsl) { gasnet_hsl_destroy(hsl); }
void gex_HSL_Lock(gex_HSL_t *hsl) { gasnet_hsl_lock(hsl); }
void gex_HSL_Unlock(gex_HSL_t *hsl) { gasnet_hsl_unlock(hsl); }
int gex_HSL_Trylock(gex_HSL_t *hsl) { return gasnet_hsl_trylock(hsl); }
