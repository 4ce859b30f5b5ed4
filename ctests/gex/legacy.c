/* A program of GASNet-1 that is compiled with the headers of GASNet-EX, and calls both. */
#include "../gt_gex.h"

#include <gasnet.h>

enum { PING = 140 };

static volatile int came;

static void ping(gasnet_token_t token, gasnet_handlerarg_t from)
{
	gex_Token_Info_t info;

	gex_Token_Info(token, &info, GEX_TI_SRCRANK);
	HOLDS((int)info.gex_srcrank == from);
	came++;
}

int main(int argc, char **argv)
{
	gasnet_handlerentry_t table[] = {{PING, (gex_AM_Fn_t)ping}};
	gex_AM_Entry_t more[] = {{0, (gex_AM_Fn_t)ping, GEX_FLAG_AM_REQUEST | GEX_FLAG_AM_SHORT, 1, NULL, NULL}};
	gasnet_seginfo_t *segments;
	gasnet_handle_t handle;
	gasnet_hsl_t hsl = GEX_HSL_INITIALIZER;
	gex_Event_t event;
	int next, mine = 11, got = 0;

	GT_OK(gasnet_init(&argc, &argv));
	GT_BEGIN((int)gasnet_mynode(), (int)gasnet_nodes());
	GT_OK(gasnet_attach(table, 1, 4 * GASNET_PAGESIZE, 0));
	gasnet_QueryGexObjects(&gt_client, &gt_ep, &gt_tm, &gt_segment);
	HOLDS(strcmp(gex_Client_QueryName(gt_client), "LEGACY") == 0 && gex_Client_QueryFlags(gt_client) == GEX_FLAG_USES_GASNET1);
	segments = calloc((size_t)gt_n, sizeof *segments);
	GT_OK(gasnet_getSegmentInfo(segments, gt_n));
	HOLDS(segments[gt_me].addr == gex_Segment_QueryAddr(gt_segment) && segments[gt_me].size == gex_Segment_QuerySize(gt_segment));
	GT_OK(gex_EP_RegisterHandlers(gt_ep, more, 1));
	gt_barrier();
	next = (gt_me + 1) % gt_n;
	GT_OK(gasnet_AMRequestShort1((gasnet_node_t)next, PING, gt_me));
	HOLDS(gex_AM_RequestShort1(gt_tm, (gex_Rank_t)next, more[0].gex_index, 0, gt_me) == 0);
	GASNET_BLOCKUNTIL(came == 2);
	handle = gasnet_put_nb((gasnet_node_t)next, segments[next].addr, &mine, sizeof mine);
	gex_Event_Wait(handle);
	event = gex_RMA_GetNB(gt_tm, &got, (gex_Rank_t)next, segments[next].addr, sizeof got, 0);
	gasnet_wait_syncnb(event);
	HOLDS(got == 11);
	gex_HSL_Lock(&hsl);
	gasnet_hsl_unlock(&hsl);
	free(segments);
	gt_leave();
}
