/* The functions for tuning return, and change nothing. The header gasnet_coll.h is included after gasnet.h. */
#include "../gt_gasnet.h"

#include <gasnet_coll.h>

static void work(void *arg) { ++*(int *)arg; }

int main(int argc, char **argv)
{
	gasnet_coll_args_t args = GASNET_COLL_ARGS_INITIALIZER;
	static const gasnet_team_handle_t team = GASNET_TEAM_ALL; /* a constant */
	static char file[] = "nowhere/to/be/found";
	uint32_t best = 7, count = 7, *list = &best;
	char *tree = file;
	int worked = 0, x;

	gt_attach(&argc, &argv, NULL, 0, 1 << 12);
	gasnet_coll_init(0, 0, 0, 0, 0);
	gasnet_coll_loadTuningState(file, team);
	gasnet_coll_loadTuningState(NULL, team);
	for (int op = GASNET_COLL_BROADCAST_OP; op < GASNET_COLL_NUM_COLL_OPTYPES; op++) {
		CHECK(gasnet_coll_get_num_tree_classes(team, (gasnet_coll_optype_t)op) == 1, "kinds of trees");
		gasnet_coll_set_tree_kind(team, 0, 2, (gasnet_coll_optype_t)op);
		gasnet_coll_set_dissem_limit(team, 100, (gasnet_coll_optype_t)op);
	}
	args.nbytes = 8;
	gasnet_coll_tune_generic_op(team, GASNET_COLL_BROADCAST_OP, args, GASNET_COLL_LOCAL, work, &worked, &best, &count, &list, &tree);
	CHECK(best == 0 && count == 0 && list == NULL && tree == NULL && worked == 0, "%u, %u, %p, %p, %d", best, count, (void *)list, (void *)tree,
	      worked);
	gasnet_coll_tune_generic_op(team, GASNET_COLL_GATHER_OP, args, GASNET_COLL_LOCAL, NULL, NULL, NULL, NULL, NULL, NULL);
	x = gt_me;
	gasnet_coll_broadcast(team, &x, (gasnet_image_t)(gt_n - 1), &x, sizeof x,
	                      GASNET_COLL_LOCAL | GASNET_COLL_IN_ALLSYNC | GASNET_COLL_OUT_ALLSYNC | GASNET_COLL_DISABLE_AUTOTUNE);
	CHECK(x == gt_n - 1, "%d", x);
	gasnet_coll_dumpProfile(NULL, team);
	gasnet_coll_dumpTuningState(NULL, team);
	MSG0("done");
	gt_leave();
	return 0;
}
