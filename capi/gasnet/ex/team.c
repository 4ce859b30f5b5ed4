/* gasnet/ex/team.c - teams of GASNet-EX: those of collectives, with the ranks of their members. */
#include "objects.h"

#include <stdlib.h>

#include "../coll/engine.h"

#define SCRATCH 64u /* bytes that programs are asked for: none would do, but clients expect some */

static gex_TM_t wrap(const char *fn, gex_TM_t parent, struct gasneti_team *team, gex_Flags_t flags, void *scratch, size_t bytes)
{
	gex_TM_t tm = calloc(1, sizeof *tm);

	if (!tm)
		ga_fatal(1, "%s: no memory for a team", fn);
	*tm = (struct gasneti_tm){.flags = flags, .ep = parent->ep, .rank = team->me, .size = team->size, .map = team->node, .team = team};
	if (!(flags & GEX_FLAG_TM_NO_SCRATCH))
		tm->scratch = (gex_Memvec_t){scratch, bytes};
	return tm;
}

#define NOT_ANY UINT32_MAX /* color of members that get no team */

/* Teams of parent's members of one color, in the order of keys. */
static gex_TM_t split(const char *fn, gex_TM_t parent, uint32_t color, int key, gex_Flags_t flags, void *scratch, size_t bytes)
{
	struct gasneti_team *team = gasnet_coll_team_split(parent->team, color, (uint32_t)key ^ 0x80000000u, NULL);

	if (color != NOT_ANY)
		return wrap(fn, parent, team, flags, scratch, bytes);
	gasnete_coll_team_free(team);
	return GEX_TM_INVALID;
}

static bool asks_size(gex_Flags_t flags) { return flags & (GEX_FLAG_TM_SCRATCH_SIZE_MIN | GEX_FLAG_TM_SCRATCH_SIZE_RECOMMENDED); }

size_t gex_TM_Split(gex_TM_t *new_tm_p, gex_TM_t parent, int color, int key, void *scratch_addr, size_t scratch_size, gex_Flags_t flags)
{
	static const char fn[] = "gex_TM_Split";
	gex_TM_t tm;

	ga_gex_team(fn, parent);
	if (asks_size(flags))
		return new_tm_p ? SCRATCH : 0;
	if (new_tm_p && color < 0)
		ga_fatal(1, "%s: color = %d: not 0 or more", fn, color);
	tm = split(fn, parent, new_tm_p ? (uint32_t)color : NOT_ANY, key, flags, scratch_addr, scratch_size);
	if (new_tm_p)
		*new_tm_p = tm;
	return 0;
}

size_t gex_TM_Create(gex_TM_t *new_tms, size_t num_new_tms, gex_TM_t parent, gex_EP_Location_t *args, size_t numargs, gex_Addr_t *scratch_addrs,
                     size_t scratch_size, gex_Flags_t flags)
{
	static const char fn[] = "gex_TM_Create";
	uint32_t color = NOT_ANY;
	int key = 0;
	void *scratch = NULL;
	gex_TM_t tm;

	ga_gex_team(fn, parent);
	if (asks_size(flags)) /* args may be NULL */
		return num_new_tms && numargs ? SCRATCH : 0;
	for (size_t i = 0; i < numargs; i++) {
		const uint32_t in_job = flags & GEX_FLAG_RANK_IS_JOBRANK ? args[i].gex_rank : ga_gex_jobrank(fn, parent, args[i].gex_rank);

		if (args[i].gex_ep_index != 0)
			ga_fatal(1, "%s: args[%zu].gex_ep_index = %u: there is only endpoint 0", fn, i, args[i].gex_ep_index);
		if (i == 0)
			color = in_job;
		if (in_job != parent->ep->client->me)
			continue;
		key = (int)i;
		if (scratch_addrs && !(flags & GEX_FLAG_TM_NO_SCRATCH))
			scratch = scratch_addrs[flags & GEX_FLAG_TM_GLOBAL_SCRATCH ? i : 0];
	}
	if (num_new_tms == 0)
		color = NOT_ANY;
	tm = split(fn, parent, color, key, flags, scratch, scratch_size);
	if (color != NOT_ANY)
		new_tms[0] = tm;
	return 0;
}

int gex_TM_Destroy(gex_TM_t tm, gex_Memvec_t *scratch_p, gex_Flags_t flags)
{
	static const char fn[] = "gex_TM_Destroy";
	const gex_Memvec_t scratch = ga_gex_team(fn, tm)->scratch;

	if (!tm->map)
		ga_fatal(1, "%s: tm is the team that gex_Client_Init has made, which stays", fn);
	if (!(flags & GEX_FLAG_GLOBALLY_QUIESCED))
		gex_Coll_BarrierBlocking(tm, 0);
	gasnete_coll_team_free(tm->team);
	free(tm);
	if (!scratch.gex_len || !scratch_p)
		return 0;
	*scratch_p = scratch;
	return 1;
}
