/* Wrong calls of GASNet-EX, by the name in the first argument: each ends the job with one line. */
#include "../../gt_gex.h"

#include <gasnet_mk.h>

static int value;

static void call(const char *what)
{
	gex_AM_SrcDesc_t sd;

	if (strcmp(what, "no team") == 0)
		gex_AM_RequestShort0(GEX_TM_INVALID, 0, 200, 0);
	else if (strcmp(what, "no rank") == 0)
		gex_AM_RequestShort0(gt_tm, (gex_Rank_t)gt_n, 200, 0);
	else if (strcmp(what, "pair of others") == 0)
		gex_AM_RequestShort0(gex_TM_Pair(gt_ep, 1), 0, 200, 0);
	else if (strcmp(what, "no handler") == 0)
		gex_AM_RequestShort0(gt_tm, (gex_Rank_t)gt_me, 200, 0);
	else if (strcmp(what, "no segment") == 0)
		gex_RMA_PutBlocking(gt_tm, (gex_Rank_t)(gt_n - 1), &value, &value, sizeof value, 0);
	else if (strcmp(what, "no op") == 0)
		gex_Event_Wait(GEX_EVENT_NO_OP);
	else if (strcmp(what, "value") == 0)
		gex_RMA_GetBlockingVal(gt_tm, 0, &value, 9, 0);
	else if (strcmp(what, "root") == 0)
		gex_Coll_BroadcastNB(gt_tm, (gex_Rank_t)gt_n, &value, &value, sizeof value, 0);
	else if (strcmp(what, "op") == 0)
		gex_Coll_ReduceToAllNB(gt_tm, &value, &value, GEX_DT_FLT, 4, 1, GEX_OP_XOR, NULL, NULL, 0);
	else if (strcmp(what, "kind") == 0)
		gex_MK_Destroy(GEX_MK_HOST, 0);
	else if (strcmp(what, "all") == 0)
		gex_TM_Destroy(gt_tm, NULL, 0);
	else if (strcmp(what, "committed") == 0) {
		sd = gex_AM_PrepareRequestMedium(gt_tm, 0, NULL, 1, 4, NULL, 0, 0);
		gex_AM_CommitRequestMedium0(sd, 200, 5);
	} else if (strcmp(what, "arguments") == 0) {
		sd = gex_AM_PrepareRequestMedium(gt_tm, 0, NULL, 1, 4, NULL, 0, 2);
		gex_AM_CommitRequestMedium1(sd, 200, 4, 1);
	}
}

int main(int argc, char **argv)
{
	gt_init("errors", &argc, &argv);
	if (argc > 1 && gt_me == 0)
		call(argv[1]);
	gt_leave();
}
