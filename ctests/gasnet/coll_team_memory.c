/* A team that is freed releases all its memory, also a team of all nodes. */
#include "../gt_gasnet.h"

#include <gasnet_coll_team.h>
#include <malloc.h>

enum { TEAMS = 2000, SPARE = 16 << 10 };

static void make_teams(gasnet_seginfo_t *room, int n)
{
	for (int i = 0; i < n; i++) {
		gasnet_team_handle_t team = gasnet_coll_team_split(GASNET_TEAM_ALL, 0, (gasnet_node_t)(gt_n - 1 - gt_me), room);

		gasnete_coll_team_free(team);
	}
}

int main(int argc, char **argv)
{
	gasnet_seginfo_t room;
	size_t before, after;

	gt_attach(&argc, &argv, NULL, 0, 1 << 16);
	gasnet_coll_init(NULL, 0, NULL, 0, 0);
	room.addr = gt_at(gt_me, 0);
	room.size = 1 << 16;
	make_teams(&room, 100);
	before = mallinfo2().uordblks;
	make_teams(&room, TEAMS);
	after = mallinfo2().uordblks;
	CHECK(after < before + SPARE, "%zu bytes more after %d teams", after - before, TEAMS);
	MSG0("done");
	gt_leave();
	return 0;
}
