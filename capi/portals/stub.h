/* portals/stub.h - what the stubs of Portals call besides the data plane. */
#ifndef GA_PORTALS_STUB_H
#define GA_PORTALS_STUB_H

#include <portals/portals3.h>

#include "../runtime/edge.h"

/* An event that was taken from a queue with a handler goes to the handler, on the thread that took it. handler is its address, or 0. */
static inline void ga_portals_deliver(int32_t rc, uintptr_t handler, ptl_event_t *event)
{
	if (GA_UNLIKELY(handler != 0) && (rc == PTL_OK || rc == PTL_EQ_DROPPED))
		((ptl_eq_handler_t)handler)(event);
}

#endif
