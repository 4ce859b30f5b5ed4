/* plane/network.h - when a program that polls looks at the network, in a job of several hosts.
 *
 * A call of Go that polls the network takes as long as a hundred looks at shared memory. While something of this host comes, as in a ping-pong between two of its ranks, the network
 * waits for GA_NETWORK_MOST looks at most, some ten microseconds; when nothing of this host has come for GA_NETWORK_SOME looks, each look is at the network as well: then a ping-pong between hosts
 * loses nothing. */
#ifndef GA_PLANE_NETWORK_H
#define GA_PLANE_NETWORK_H

#include <stdbool.h>
#include <stdint.h>

#include "../runtime/edge.h"

enum { GA_NETWORK_SOME = 256, GA_NETWORK_MOST = 2048 };

/* Several threads may miscount. */
struct ga_network {
	uint32_t fruitless; /* looks since something of this host came */
	uint32_t unpolled;  /* looks since the network was polled */
};

/* Something of this host has come. */
static inline void ga_network_came(struct ga_network *n) { n->fruitless = 0; }

/* The next look is at the network, too. */
static inline void ga_network_ask(struct ga_network *n) { n->fruitless = GA_NETWORK_SOME; }

/* After a look at shared memory: whether the network is to be polled now. came: there was something. */
static inline bool ga_network_due(struct ga_network *n, bool came)
{
	if (came)
		n->fruitless = 0;
	else if (n->fruitless < GA_NETWORK_SOME)
		n->fruitless++;
	if (GA_LIKELY(n->fruitless < GA_NETWORK_SOME && ++n->unpolled < GA_NETWORK_MOST))
		return false;
	n->unpolled = 0;
	return true;
}

#endif
