/* gasnet/ex/event.h - what a gex_Event_t is: 0, the handle of a transfer that Go keeps (odd), or the address of a call of collectives plus 2. Any thread may synchronise any. */
#ifndef GA_GASNET_EX_EVENT_H
#define GA_GASNET_EX_EVENT_H

#include "objects.h"

#include "../coll/engine.h"

#define GA_GEX_COLL ((uintptr_t)2)
#define GA_GEX_KIND ((uintptr_t)3)

/* The event of a call that has started: GEX_EVENT_INVALID if it is complete. */
static inline gex_Event_t ga_gex_coll_event(struct ga_coll_node *n, struct ga_coll *c)
{
	if (!ga_coll_done(c))
		return (gex_Event_t)((uintptr_t)c | GA_GEX_COLL);
	ga_coll_leave(n, c);
	return GEX_EVENT_INVALID;
}

#endif
