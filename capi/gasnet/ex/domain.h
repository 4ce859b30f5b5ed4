/* gasnet/ex/domain.h - atomic domains. */
#ifndef GA_GASNET_EX_DOMAIN_H
#define GA_GASNET_EX_DOMAIN_H

#include "objects.h"

#include <gasnetex/gasnet_ratomic.h>

struct gasneti_ad {
	const void *cdata;
	gex_Flags_t flags;
	gex_TM_t tm;
	gex_DT_t dt;
	gex_OP_t ops;
};

/* Operations that return the old value are so many bits above the others, but for GET, which has no other form. */
#define GA_GEX_FETCHING 15u

#endif
