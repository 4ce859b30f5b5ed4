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

/* An operation as the engine takes it. */
struct ga_gex_atomic {
	const char *fn;
	uint32_t to; /* rank in the job */
	void *addr;
	unsigned code, type;
	uint64_t a, b; /* bits of operands */
	void *result;  /* NULL: the old value is not wanted */
	int how;
};

/* Has a live rank execute one on a segment that it has created; complete when this returns. */
void ga_gex_atomic_apart(const struct ga_gex_atomic *c);

#endif
