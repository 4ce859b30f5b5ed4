/* gasnet/coll/window.c - flow control: to which nodes a stop message was sent, and which have sent one. A node that was never ahead has no entry. */
#include "window.h"

#include <stdlib.h>

#define FIRST 16u /* places of a table, a power of two */

static struct ga_coll_flow **place(struct ga_coll_flow **table, uint32_t places, uint32_t node)
{
	uint32_t i = ga_coll_flow_place(node, places);

	while (table[i] && table[i]->node != node)
		i = (i + 1) & (places - 1);
	return &table[i];
}

static void grow(struct ga_coll_node *n)
{
	const uint32_t places = n->flow_places ? 2 * n->flow_places : FIRST;
	struct ga_coll_flow **table = calloc(places, sizeof *table);

	if (!table)
		ga_coll_no_memory("gasnet_coll");
	for (uint32_t i = 0; i < n->flow_places; i++)
		if (n->flow[i])
			*place(table, places, n->flow[i]->node) = n->flow[i];
	free(n->flow);
	n->flow = table;
	n->flow_places = places;
}

struct ga_coll_flow *ga_coll_make_flow(struct ga_coll_node *n, uint32_t node)
{
	struct ga_coll_flow **at;

	if (2 * n->flows >= n->flow_places)
		grow(n);
	at = place(n->flow, n->flow_places, node);
	if (!*at) {
		*at = calloc(1, sizeof **at);
		if (!*at)
			ga_coll_no_memory("gasnet_coll");
		(*at)->node = node;
		n->flows++;
	}
	return *at;
}

void ga_coll_flow_message(struct ga_coll_node *n, uint32_t node, uint32_t number)
{
	struct ga_coll_flow *f;

	ga_coll_lock(n);
	f = ga_coll_flow(n, node);
	if ((int32_t)(number - f->received) > 0) {
		__atomic_store_n(&n->stops, n->stops - (f->received & 1) + (number & 1), __ATOMIC_RELAXED);
		f->received = number;
	}
	ga_coll_unlock(n);
}

bool ga_coll_stopped_by(struct ga_coll_node *n, uint32_t node)
{
	bool stopped;

	ga_coll_lock(n);
	stopped = ga_coll_flow(n, node)->received & 1;
	ga_coll_unlock(n);
	return stopped;
}
