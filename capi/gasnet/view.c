/* gasnet/view.c - what programs see of the plane: enough to put and get without a call. include/gasnet/direct.h is the other half. */
#include "view.h"

#include <stdlib.h>

#include "tools/client.h"
#include "plane.h"

_Static_assert((GA_ASLEEP_ON_DATA & ~GA_ASLEEP) == 2u, "the bit that programs look at");

static struct gasneti_direct shown;
static const struct gasneti_direct nothing;

const struct gasneti_direct *gasneti_direct_view(unsigned version) { return version == GASNETI_DIRECT_VERSION ? &shown : &nothing; }

void gasneti_ring(gasnet_node_t node)
{
	if (node < ga_gasnet.ranks)
		ga_ring(ga_here(node));
}

void ga_gasnet_direct_show(void)
{
	struct gasneti_direct_node *node;

	if (ga_gasnet.watch || !ga_gasnet.ranks || !(node = calloc(ga_gasnet.ranks, sizeof *node)))
		return; /* the functions do it, too */
	for (uint32_t r = 0; r < ga_gasnet.ranks; r++) {
		node[r].segment = ga_gasnet.segment + r * ga_gasnet.stride;
		node[r].bytes = ga_gasnet.bytes[r];
		node[r].doorbell = &ga_here(r)->sleeping;
	}
	shown.node = node;
	__atomic_store_n(&shown.nodes, ga_gasnet.ranks, __ATOMIC_RELEASE);
}

void ga_gasnet_in_child(void)
{
	ga_gasnet.ranks = ga_gasnet.locals = ga_gasnet.rings = ga_gasnet.size = 0;
	ga_gasnet_direct_hide();
}

void ga_gasnet_direct_hide(void) { __atomic_store_n(&shown.nodes, 0, __ATOMIC_RELEASE); }
