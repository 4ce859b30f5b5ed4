/* gasnet/node.c - which node this is, and how many there are. */
#include "frames.h"

uint64_t ga_gasnet_query_frame(const char *fn, int what)
{
	struct ga_gasnet_query f = {.head = {GA_OP_GASNET_QUERY, sizeof f, fn}, .what = what};

	ga_call(&f.head);
	return f.value;
}

gasnet_node_t gasnet_mynode(void)
{
	return GA_LIKELY(ga_gasnet.size) ? ga_gasnet.me : (gasnet_node_t)ga_gasnet_query_frame("gasnet_mynode", GA_GASNET_QUERY_MY_NODE);
}

gasnet_node_t gasnet_nodes(void)
{
	return GA_LIKELY(ga_gasnet.size) ? ga_gasnet.size : (gasnet_node_t)ga_gasnet_query_frame("gasnet_nodes", GA_GASNET_QUERY_NODES);
}
