/* The library's diagnostics with the arguments of GASNet-EX, in the team of all and in one that has the ranks backwards. */
#include "../gt_gex.h"

#include <gasnet_tools.h>

static int diagnose(gex_TM_t tm, const char *sections)
{
	const gex_Rank_t peer = (gex_TM_QueryRank(tm) + 1) % gex_TM_QuerySize(tm);
	void *there = NULL;

	gex_Segment_QueryBound(tm, peer, &there, NULL, NULL);
	return gasnett_run_diagnostics(200, 3, sections, tm, gex_Segment_QueryAddr(gt_segment), peer, there, 4711);
}

int main(int argc, char **argv)
{
	gex_AM_Entry_t *table = NULL;
	gex_TM_t backwards;
	int entries = 0;

	gasnett_diagnostic_gethandlers(&table, &entries);
	CHECK(entries > 0 && table != NULL, "%d handlers", entries);
	gt_init("diagnostics", &argc, &argv);
	gt_attach(2);
	GT_OK(gex_EP_RegisterHandlers(gt_ep, table, (size_t)entries));
	gt_barrier();
	HOLDS(diagnose(gt_tm, NULL) == 0);
	gex_TM_Split(&backwards, gt_tm, 0, -gt_me, NULL, 0, GEX_FLAG_TM_NO_SCRATCH);
	HOLDS(diagnose(backwards, "PMB") == 0);
	gex_TM_Destroy(backwards, NULL, 0);
	gt_leave();
	return 0;
}
