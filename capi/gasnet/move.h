/* gasnet/move.h - puts and gets of shared memory, which are copies. */
#ifndef GA_GASNET_MOVE_H
#define GA_GASNET_MOVE_H

#include "check.h"
#include "message.h"

/* Orders the stores before anything that follows, and wakes a rank that sleeps until they arrive. */
static inline void ga_stored(gasnet_node_t node)
{
	__atomic_thread_fence(__ATOMIC_RELEASE);
	ga_notify_data(ga_here(node));
}

/* Whether the plane may do this now. With checks there is more to do: below. */
static inline bool ga_may(gasnet_node_t node, const void *addr, size_t bytes)
{
	return GA_LIKELY(ga_gasnet_reach(node, addr, bytes)) && !GA_UNLIKELY(ga_gasnet.checks);
}

static inline bool ga_put_here(gasnet_node_t node, void *dest, const void *src, size_t bytes)
{
	if (!ga_may(node, dest, bytes))
		return false;
	ga_copy(dest, src, bytes);
	ga_stored(node);
	return true;
}

static inline bool ga_get_here(void *dest, gasnet_node_t node, const void *src, size_t bytes)
{
	if (!ga_may(node, src, bytes))
		return false;
	ga_copy(dest, src, bytes);
	return true;
}

static inline bool ga_set_here(gasnet_node_t node, void *dest, int value, size_t bytes)
{
	if (!ga_may(node, dest, bytes))
		return false;
	memset(dest, value, bytes);
	ga_stored(node);
	return true;
}

#endif
