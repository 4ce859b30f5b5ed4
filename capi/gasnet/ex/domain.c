/* gasnet/ex/domain.c - atomic domains as objects. Members need not agree on anything, so that making one is local. */
#include "domain.h"

#include <stdlib.h>

#define BITS ((gex_OP_t)(GEX_OP_AND | GEX_OP_OR | GEX_OP_XOR | GEX_OP_FAND | GEX_OP_FOR | GEX_OP_FXOR))
#define PLAIN ((gex_OP_t)(GEX_OP_CAS << 1) - 1)
#define ALL ((gex_OP_t)(PLAIN | PLAIN << GA_GEX_FETCHING | GEX_OP_GET))

void gex_AD_Create(gex_AD_t *ad_p, gex_TM_t tm, gex_DT_t dt, gex_OP_t ops, gex_Flags_t flags)
{
	static const char fn[] = "gex_AD_Create";
	const bool integers = dt & (GEX_DT_I32 | GEX_DT_U32 | GEX_DT_I64 | GEX_DT_U64);
	const gex_OP_t legal = integers ? ALL : ALL & ~BITS;
	gex_AD_t ad;

	ga_gex_team(fn, tm);
	if (!dt || dt & (dt - 1) || dt > GEX_DT_DBL)
		ga_fatal(1, "%s: dt = 0x%x: not one of GEX_DT_I32 to GEX_DT_DBL", fn, dt);
	if (!ops || ops & ~legal)
		ga_fatal(1, "%s: ops = 0x%x: not some of 0x%x, the operations of dt = 0x%x", fn, ops, legal, dt);
	if (!ad_p)
		ga_fatal(1, "%s: ad_p = NULL", fn);
	ad = malloc(sizeof *ad);
	if (!ad)
		ga_fatal(1, "%s: no memory for a domain", fn);
	*ad = (struct gasneti_ad){.flags = flags, .tm = tm, .dt = dt, .ops = ops};
	*ad_p = ad;
}

static gex_AD_t domain(const char *fn, gex_AD_t ad)
{
	if (GA_UNLIKELY(!ad))
		ga_fatal(1, "%s: ad = GEX_AD_INVALID", fn);
	return ad;
}

void gex_AD_Destroy(gex_AD_t ad) { free(domain("gex_AD_Destroy", ad)); }

void gex_AD_SetCData(gex_AD_t ad, const void *value) { domain("gex_AD_SetCData", ad)->cdata = value; }
void *gex_AD_QueryCData(gex_AD_t ad) { return (void *)(uintptr_t)domain("gex_AD_QueryCData", ad)->cdata; }
gex_Flags_t gex_AD_QueryFlags(gex_AD_t ad) { return domain("gex_AD_QueryFlags", ad)->flags; }
gex_TM_t gex_AD_QueryTM(gex_AD_t ad) { return domain("gex_AD_QueryTM", ad)->tm; }
gex_DT_t gex_AD_QueryDT(gex_AD_t ad) { return domain("gex_AD_QueryDT", ad)->dt; }
gex_OP_t gex_AD_QueryOps(gex_AD_t ad) { return domain("gex_AD_QueryOps", ad)->ops; }
