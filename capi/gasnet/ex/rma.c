/* gasnet/ex/rma.c - puts and gets of GASNet-EX. Those that do not defer it have their source copied before they return, so that events of local completion are complete. */
#include "objects.h"

#include "../frames.h"
#include "../move.h"

#include "segment.h"

enum { BLOCKING = GA_GASNET_HOW_BLOCKING, NB = GA_GASNET_HOW_NB, NBI = GA_GASNET_HOW_NBI };

static inline gex_Event_t put(const char *fn, gex_TM_t tm, gex_Rank_t rank, void *dest, const void *src, size_t nbytes, int how, bool defer)
{
	const uint32_t to = ga_gex_jobrank(fn, tm, rank);

	if (GA_UNLIKELY(ga_gasnet.checks))
		ga_gasnet_check_call(fn);
	if (GA_LIKELY(ga_gasnet_reach(to, dest, nbytes))) {
		ga_copy(dest, src, nbytes);
		ga_stored(to);
		return GEX_EVENT_INVALID;
	}
	if (nbytes == 0 || ga_gex_put_published(fn, to, dest, src, nbytes))
		return GEX_EVENT_INVALID;
	return ga_gasnet_put_frame(fn, to, dest, src, nbytes, how, defer);
}

static inline gex_Event_t get(const char *fn, gex_TM_t tm, void *dest, gex_Rank_t rank, void *src, size_t nbytes, int how)
{
	const uint32_t from = ga_gex_jobrank(fn, tm, rank);

	if (GA_UNLIKELY(ga_gasnet.checks))
		ga_gasnet_check_call(fn);
	if (GA_LIKELY(ga_gasnet_reach(from, src, nbytes))) {
		ga_copy(dest, src, nbytes);
		return GEX_EVENT_INVALID;
	}
	if (nbytes == 0 || ga_gex_get_published(fn, dest, from, src, nbytes))
		return GEX_EVENT_INVALID;
	return ga_gasnet_get_frame(fn, dest, from, src, nbytes, how);
}

int gex_RMA_PutBlocking(gex_TM_t tm, gex_Rank_t rank, void *dest, const void *src, size_t nbytes, gex_Flags_t flags)
{
	(void)flags;
	put("gex_RMA_PutBlocking", tm, rank, dest, src, nbytes, BLOCKING, true);
	return 0;
}

int gex_RMA_GetBlocking(gex_TM_t tm, void *dest, gex_Rank_t rank, void *src, size_t nbytes, gex_Flags_t flags)
{
	(void)flags;
	get("gex_RMA_GetBlocking", tm, dest, rank, src, nbytes, BLOCKING);
	return 0;
}

gex_Event_t gex_RMA_PutNB(gex_TM_t tm, gex_Rank_t rank, void *dest, const void *src, size_t nbytes, gex_Event_t *lc_opt, gex_Flags_t flags)
{
	(void)flags;
	ga_gex_set_local(lc_opt);
	return put("gex_RMA_PutNB", tm, rank, dest, src, nbytes, NB, lc_opt == GEX_EVENT_DEFER);
}

gex_Event_t gex_RMA_GetNB(gex_TM_t tm, void *dest, gex_Rank_t rank, void *src, size_t nbytes, gex_Flags_t flags)
{
	(void)flags;
	return get("gex_RMA_GetNB", tm, dest, rank, src, nbytes, NB);
}

int gex_RMA_PutNBI(gex_TM_t tm, gex_Rank_t rank, void *dest, const void *src, size_t nbytes, gex_Event_t *lc_opt, gex_Flags_t flags)
{
	(void)flags;
	put("gex_RMA_PutNBI", tm, rank, dest, src, nbytes, NBI, lc_opt == GEX_EVENT_DEFER);
	return 0;
}

int gex_RMA_GetNBI(gex_TM_t tm, void *dest, gex_Rank_t rank, void *src, size_t nbytes, gex_Flags_t flags)
{
	(void)flags;
	get("gex_RMA_GetNBI", tm, dest, rank, src, nbytes, NBI);
	return 0;
}

/* The bytes of a value that count. */
static inline void *low_bytes(gex_RMA_Value_t *value, size_t bytes)
{
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
	(void)bytes;
	return value;
#else
	return (char *)value + sizeof *value - bytes;
#endif
}

static inline void check_value(const char *fn, size_t nbytes)
{
	if (GA_UNLIKELY(nbytes - 1 >= sizeof(gex_RMA_Value_t)))
		ga_fatal(1, "%s: nbytes = %zu: not in 1..%zu", fn, nbytes, sizeof(gex_RMA_Value_t));
}

int gex_RMA_PutBlockingVal(gex_TM_t tm, gex_Rank_t rank, void *dest, gex_RMA_Value_t value, size_t nbytes, gex_Flags_t flags)
{
	(void)flags;
	check_value("gex_RMA_PutBlockingVal", nbytes);
	put("gex_RMA_PutBlockingVal", tm, rank, dest, low_bytes(&value, nbytes), nbytes, BLOCKING, false);
	return 0;
}

gex_Event_t gex_RMA_PutNBVal(gex_TM_t tm, gex_Rank_t rank, void *dest, gex_RMA_Value_t value, size_t nbytes, gex_Flags_t flags)
{
	(void)flags;
	check_value("gex_RMA_PutNBVal", nbytes);
	return put("gex_RMA_PutNBVal", tm, rank, dest, low_bytes(&value, nbytes), nbytes, NB, false);
}

int gex_RMA_PutNBIVal(gex_TM_t tm, gex_Rank_t rank, void *dest, gex_RMA_Value_t value, size_t nbytes, gex_Flags_t flags)
{
	(void)flags;
	check_value("gex_RMA_PutNBIVal", nbytes);
	put("gex_RMA_PutNBIVal", tm, rank, dest, low_bytes(&value, nbytes), nbytes, NBI, false);
	return 0;
}

gex_RMA_Value_t gex_RMA_GetBlockingVal(gex_TM_t tm, gex_Rank_t rank, void *src, size_t nbytes, gex_Flags_t flags)
{
	gex_RMA_Value_t value = 0;

	(void)flags;
	check_value("gex_RMA_GetBlockingVal", nbytes);
	get("gex_RMA_GetBlockingVal", tm, low_bytes(&value, nbytes), rank, src, nbytes, BLOCKING);
	return value;
}
