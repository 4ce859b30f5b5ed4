/* armci/plane.c - what Go tells the data plane. */
#include "plane.h"

#include <stdlib.h>

struct ga_armci ga_armci;

void ga_armci_open(uint32_t procs, uint32_t me, uint32_t *ranks, char *base, size_t stride, size_t map, size_t arena, size_t bytes)
{
	free(ga_armci.ranks);
	free(ga_armci.parts);
	ga_armci.ranks = ranks;
	ga_armci.parts = calloc(procs, sizeof *ga_armci.parts);
	if (!ga_armci.parts)
		ga_fatal(1, "ARMCI_Init: no memory for a table of %u processes", procs);
	bool all = true;
	for (uint32_t p = 0; p < procs; p++) {
		const uint32_t local = ga_local_of(ranks[p], ga_plane.local_size);
		ga_armci.parts[p] = local == GA_NO_RANK ? NULL : base + (size_t)local * stride;
		all = all && local != GA_NO_RANK;
	}
	ga_armci.me = me;
	ga_armci.map = map;
	ga_armci.arena = arena;
	ga_armci.bytes = bytes;
	ga_armci.procs = all ? procs : 0;
	ga_armci.peers = procs;
}

void ga_armci_close(void) { ga_armci.peers = ga_armci.procs = 0; }

static void drop(struct ga_armci_group *g)
{
	if (g) {
		free(g->ranks);
		free(g->procs);
		free(g);
	}
}

void ga_armci_set_group(int handle, struct ga_armci_group *group)
{
	const uint32_t need = (uint32_t)handle + 1;

	if (need > ga_armci.ngroups) {
		const uint32_t room = need * 2;
		struct ga_armci_group **all = realloc(ga_armci.groups, room * sizeof *all);
		if (!all)
			ga_fatal(1, "ARMCI_Group_create: no memory for a table of %u groups", room);
		memset(all + ga_armci.ngroups, 0, (room - ga_armci.ngroups) * sizeof *all);
		ga_armci.groups = all;
		ga_armci.ngroups = room;
	}
	drop(ga_armci.groups[handle]);
	if (group)
		group->id = ++ga_armci.made + UINT32_MAX;
	ga_armci.groups[handle] = group;
}

void ga_armci_set_mutexes(struct ga_armci_mutexes *all, size_t bytes)
{
	free(ga_armci.mutexes);
	ga_armci.mutex_bytes = bytes;
	ga_armci.mutexes = all;
}

void ga_armci_check(struct ga_wait *w, uint32_t rank)
{
	if (GA_LIKELY(w->naps <= 8 || !w->armed || w->naps % 4 != 1))
		return;
	struct ga_rank_block *b = ga_local(rank);
	if (__atomic_load_n(&b->gone, __ATOMIC_ACQUIRE))
		ga_fatal(1, "waits for rank %u (pid %d), which has exited", rank, b->pid);
}
