/* gasnet/coll/plan.c - which plan a call gets. */
#include "maker.h"

#include <stdlib.h>

#define FIRST_STEPS 16u

bool ga_plan_make(struct ga_plan *p, const struct ga_coll_place *place, const struct ga_coll_want *want)
{
	struct maker m = {
	    .p = p, .at = place, .w = want, .n = place->nodes, .me = place->me, .images = place->first[place->me + 1] - place->first[place->me]};

	if (!p->room) {
		p->steps = malloc(FIRST_STEPS * sizeof *p->steps);
		p->room = p->steps ? FIRST_STEPS : 0;
		if (!p->room)
			return false;
	}
	m.root = ga_plan_node_of(place->first, place->nodes, want->root);
	p->count = 0;
	p->failed = false;
	switch (want->kind) {
	case GA_COLL_BROADCAST: ga_plan_broadcast(&m); break;
	case GA_COLL_SCATTER: ga_plan_scatter(&m); break;
	case GA_COLL_GATHER: ga_plan_gather(&m); break;
	case GA_COLL_GATHER_ALL: ga_plan_gather_all(&m); break;
	case GA_COLL_EXCHANGE: ga_plan_exchange(&m); break;
	case GA_COLL_REDUCE: ga_plan_reduce(&m); break;
	case GA_COLL_BARRIER: ga_plan_barrier(&m); break;
	case GA_COLL_SCAN: ga_plan_scan(&m); break;
	case GA_COLL_REDUCE_ALL: ga_plan_reduce_all(&m); break;
	}
	ga_plan_end_round(&m);
	return !p->failed;
}

void ga_plan_clear(struct ga_plan *p)
{
	while (p->scratches)
		free(p->scratch[--p->scratches]);
}

void ga_plan_free(struct ga_plan *p)
{
	ga_plan_clear(p);
	free(p->scratch);
	free(p->steps);
}
