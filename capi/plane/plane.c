/* plane/plane.c - attaching the data plane. */
#include "plane.h"

#include "place.h"
#include "wait.h"

void ga_plane_attach(void *base, struct ga_position at, int64_t looks, bool over)
{
	ga_plane.node = (struct ga_node_block *)((char *)base + GA_PAGE);
	ga_plane.blocks = (char *)base + 2 * GA_PAGE;
	ga_plane.rings = ga_plane.blocks + (size_t)at.local_size * GA_PAGE;
	ga_plane.rank = at.rank;
	ga_plane.local_size = at.local_size;
	ga_plane.local_rank = at.local_rank;
	ga_plane.first = at.rank - at.local_rank;
	ga_plane.of_job = (char *)((uintptr_t)ga_plane.blocks - (size_t)ga_plane.first * GA_PAGE);
	ga_plane.size = ga_ranks = at.size;
	ga_oversubscribed = over;
	ga_wait_setup(looks, over);
	ga_place_look(); /* others see where this rank begins */
}
