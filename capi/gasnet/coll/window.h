/* gasnet/coll/window.h - flow control. Messages that carry their data and arrive before their receive is posted are buffered. When those of one
 * sender exceed the window, it is told to stop: from then on it offers its data by rendezvous, and its calls complete when the data has been
 * fetched. An offer has no data, and a receive can accept it whatever else is buffered, so no call waits for buffer space. When half of the window
 * is free again, the sender is told to go on. Messages in flight meanwhile come on top: the size of a ring.
 *
 * Nodes that are not ahead pay for one test of a number that is 0. */
#ifndef GA_GASNET_COLL_WINDOW_H
#define GA_GASNET_COLL_WINDOW_H

#include "engine.h"

#define GA_COLL_KEPT 96u /* what a message that is kept takes beside its bytes, about */

/* State for another node that has run ahead of us, or we of it. Stop and go messages are numbered, because one may overtake another: odd is stop. */
struct ga_coll_flow {
	uint64_t kept; /* bytes buffered from this node */
	uint32_t said; /* to it */
	uint32_t received;
	uint32_t node;
};

/* A place among those that there are; their number is a power of two. */
static inline uint32_t ga_coll_flow_place(uint32_t node, uint32_t places) { return node & (places - 1); }

/* That of a node; made if there is none. It stays where it is. With the lock. */
struct ga_coll_flow *ga_coll_make_flow(struct ga_coll_node *n, uint32_t node);
static inline struct ga_coll_flow *ga_coll_flow(struct ga_coll_node *n, uint32_t node)
{
	struct ga_coll_flow *f = n->flow ? n->flow[ga_coll_flow_place(node, n->flow_places)] : NULL;

	return GA_LIKELY(f && f->node == node) ? f : ga_coll_make_flow(n, node);
}

/* A message of a node is buffered; is consumed. Returns the number to send to it, or 0. With the lock. */
static inline uint32_t ga_coll_keep(const struct ga_coll_node *n, struct ga_coll_flow *f, size_t bytes)
{
	f->kept += bytes + GA_COLL_KEPT;
	return GA_UNLIKELY(f->kept > n->window) && !(f->said & 1) ? ++f->said : 0;
}

static inline uint32_t ga_coll_use(const struct ga_coll_node *n, struct ga_coll_flow *f, size_t bytes)
{
	f->kept -= bytes + GA_COLL_KEPT;
	return GA_UNLIKELY(f->said & 1) && f->kept <= n->window / 2 ? ++f->said : 0;
}

/* A node has sent us a stop or go number. */
void ga_coll_told(struct ga_coll_node *n, uint32_t node, uint32_t number);

/* Whether a node has told us to stop. */
bool ga_coll_stopped_by(struct ga_coll_node *n, uint32_t node);
static inline bool ga_coll_stopped(struct ga_coll_node *n, uint32_t node)
{
	return GA_UNLIKELY(__atomic_load_n(&n->stops, __ATOMIC_RELAXED) != 0) && ga_coll_stopped_by(n, node);
}

#endif
