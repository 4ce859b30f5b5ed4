/* gasnet/coll/window.h - flow control. Messages that carry their data and arrive before their receive is posted are buffered. When those of one
 * sender exceed the window, it gets a stop message: from then on it offers its data by rendezvous, and its calls complete when the data has been
 * fetched. An offer has no data, and a receive can accept it whatever else is buffered, so no call waits for buffer space. When half of the window
 * is free again, it gets a go message. Messages in flight meanwhile are added: the size of a ring.
 *
 * Calls to nodes that are not ahead pay for one test of a number that is 0. */
#ifndef GA_GASNET_COLL_WINDOW_H
#define GA_GASNET_COLL_WINDOW_H

#include "engine.h"

#define GA_COLL_BUFFER_OVERHEAD 96u /* bytes of memory for a buffered message beside its data, about */

/* State for another node that has run ahead of this one, or the reverse. Stop and go messages are numbered, because one may overtake another: odd is stop. */
struct ga_coll_flow {
	uint64_t buffered; /* bytes buffered from this node */
	uint32_t sent;     /* latest number sent to it */
	uint32_t received; /* latest number received from it */
	uint32_t node;
};

/* The first place to look at in a table of flows, whose size is a power of two. */
static inline uint32_t ga_coll_flow_place(uint32_t node, uint32_t places) { return node & (places - 1); }

/* The flow of a node, created if there is none; it never moves. With the lock. */
struct ga_coll_flow *ga_coll_make_flow(struct ga_coll_node *n, uint32_t node);
static inline struct ga_coll_flow *ga_coll_flow(struct ga_coll_node *n, uint32_t node)
{
	struct ga_coll_flow *f = n->flow ? n->flow[ga_coll_flow_place(node, n->flow_places)] : NULL;

	return GA_LIKELY(f && f->node == node) ? f : ga_coll_make_flow(n, node);
}

/* A message of a node is buffered; is consumed. Returns the number to send to it, or 0. With the lock. */
static inline uint32_t ga_coll_buffered(const struct ga_coll_node *n, struct ga_coll_flow *f, size_t bytes)
{
	f->buffered += bytes + GA_COLL_BUFFER_OVERHEAD;
	return GA_UNLIKELY(f->buffered > n->window) && !(f->sent & 1) ? ++f->sent : 0;
}

static inline uint32_t ga_coll_consumed(const struct ga_coll_node *n, struct ga_coll_flow *f, size_t bytes)
{
	f->buffered -= bytes + GA_COLL_BUFFER_OVERHEAD;
	return GA_UNLIKELY(f->sent & 1) && f->buffered <= n->window / 2 ? ++f->sent : 0;
}

/* A node has sent a stop or go number. */
void ga_coll_flow_message(struct ga_coll_node *n, uint32_t node, uint32_t number);

/* Whether a node has sent a stop message last. */
bool ga_coll_stopped_by(struct ga_coll_node *n, uint32_t node);
static inline bool ga_coll_stopped(struct ga_coll_node *n, uint32_t node)
{
	return GA_UNLIKELY(__atomic_load_n(&n->stops, __ATOMIC_RELAXED) != 0) && ga_coll_stopped_by(n, node);
}

#endif
