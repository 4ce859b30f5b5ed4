/* portals/sim.c - what a simulated rank's calls of Portals do on its own stack. */
#include <string.h>

#include <portals/portals3.h>

#include "../../sim/host/host.h"
#include "plane.h"

/* portals.QueueView */
struct view {
	uint32_t queue, count;
	uint64_t head, mask;
	const ptl_event_t *ring;
};

static struct view *view_of(const struct ga_sim_state *rank, uint32_t eq)
{
	const uint32_t i = eq & GA_PORTALS_INDEX;
	struct view *v;

	if (!rank || i >= rank->view_count)
		return NULL;
	v = (struct view *)rank->views + i;
	return v->queue == eq ? v : NULL;
}

static void take(struct view *v, void *event)
{
	memcpy(event, v->ring + (v->head & v->mask), sizeof *v->ring);
	v->head++;
	v->count--;
}

static struct ga_sim_state *running(void) { return ga_simulated ? (struct ga_sim_state *)ga_sim_running() : NULL; }

/* An event that is there will still be the first one when the look has been paid for, which the rank is charged when it does anything but look: sim/run. */
bool ga_portals_sim_take(uint32_t eq, void *event, int32_t *rc, uintptr_t *handler)
{
	struct ga_sim_state *const rank = running();
	struct view *const v = view_of(rank, eq);

	if (!v || !event || v->count == 0 || rank->taken >= rank->most)
		return false;
	take(v, event);
	rank->taken++;
	*rc = PTL_OK;
	*handler = 0;
	return true;
}

/* The scheduler sees when there is an event, and charges the rank for the poll, so the call need not be made. If Go answered the frame anyway, the
 * frame has the result. */
bool ga_portals_sim_wait(struct ga_portals_eq_poll *frame, uint32_t eq, int32_t *rc, uintptr_t *handler)
{
	struct ga_sim_state *const rank = running();
	struct view *const v = view_of(rank, eq);

	if (!v || !frame->event || v->count != 0)
		return false;
	frame->timeout = UINT32_MAX;
	rank->awaits = (eq & GA_PORTALS_INDEX) + 1;
	ga_call(&frame->head);
	rank->awaits = 0;
	*rc = frame->rc;
	*handler = frame->handler;
	if (rank->found) {
		rank->found = 0;
		take(v, frame->event);
		*(int *)frame->which = 0;
		*rc = PTL_OK;
		*handler = 0;
	}
	return true;
}
