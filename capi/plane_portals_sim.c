/* plane_portals_sim.c - what a simulated rank's calls of Portals do on its own stack. */
#include <string.h>

#include <portals/portals3.h>

#include "../sim/host/host.h"
#include "plane_portals.h"

/* portals.QueueView */
struct view {
	uint32_t queue, count;
	uint64_t head, mask;
	const ptl_event_t *ring;
};

/* An event that is there will still be the first one when the look has been paid for, which the rank owes until it does anything but look: sim/run. */
bool ga_portals_sim_take(uint32_t eq, void *event, int32_t *rc, uintptr_t *handler)
{
	struct ga_sim_state *const rank = ga_simulated ? (struct ga_sim_state *)ga_sim_running() : NULL;
	const uint32_t i = eq & GA_PORTALS_INDEX;
	struct view *v;

	if (!rank || !event || i >= rank->shelves || rank->taken >= rank->most)
		return false;
	v = (struct view *)rank->shelf + i;
	if (v->queue != eq || v->count == 0)
		return false;
	memcpy(event, v->ring + (v->head & v->mask), sizeof *v->ring);
	v->head++;
	v->count--;
	rank->taken++;
	*rc = PTL_OK;
	*handler = 0;
	return true;
}
