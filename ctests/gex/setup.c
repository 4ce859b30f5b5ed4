/* Objects of GASNet-EX: what works before there is a segment, handlers in steps, what can be queried, errors that are returned. */
#include "../gt_gex.h"

#include <gasnet_mk.h>

enum { FIXED = 200, PAGES = 3 };

static volatile int pinged, ponged, named;
static gex_AM_Index_t ping_index, pong_index;
static int data; /* something to point at */

static void pong(gex_Token_t token, gex_AM_Arg_t value)
{
	gex_Token_Info_t info;

	HOLDS((gex_Token_Info(token, &info, GEX_TI_ALL) & GEX_TI_ALL) == GEX_TI_ALL);
	HOLDS(!info.gex_is_req && !info.gex_is_long && info.gex_entry->gex_index == pong_index && info.gex_entry->gex_nargs == 1);
	CHECK((int)info.gex_srcrank == value, "the reply of %u says %d", info.gex_srcrank, value);
	ponged++;
}

static void ping(gex_Token_t token, gex_AM_Arg_t value)
{
	gex_Token_Info_t info;
	gasnet_node_t from = 0;

	gex_Token_Info(token, &info, GEX_TI_SRCRANK | GEX_TI_ENTRY);
	HOLDS(info.gex_is_req && info.gex_ep == gt_ep && (int)info.gex_srcrank == value);
	HOLDS(info.gex_entry->gex_cdata == &data && strcmp(info.gex_entry->gex_name, "ping") == 0 && info.gex_entry->gex_fnptr == (gex_AM_Fn_t)ping);
	HOLDS(gasnet_AMGetMsgSource(token, &from) == GASNET_OK && (int)from == value);
	HOLDS(gex_Token_MaxReplyMedium(token, GEX_EVENT_NOW, 0, 1) == gex_AM_LUBReplyMedium());
	HOLDS(gex_Token_MaxReplyLong(token, GEX_EVENT_NOW, 0, 1) == gex_AM_LUBReplyLong());
	pinged++;
	HOLDS(gex_AM_ReplyShort1(token, pong_index, 0, gt_me) == 0);
}

static void name(gex_Token_t token, void *buf, size_t nbytes)
{
	(void)token;
	HOLDS(nbytes == 6 && memcmp(buf, "hello", 6) == 0);
	named++;
}

static void none(gex_Token_t token) { (void)token; }

/* Messages and replies with every rank, and a fixed index. */
static void talk(void)
{
	static int due; /* peers may be ahead */

	due += gt_n;
	for (int r = 0; r < gt_n; r++) {
		HOLDS(gex_AM_RequestShort1(gt_tm, (gex_Rank_t)r, ping_index, 0, gt_me) == 0);
		HOLDS(gex_AM_RequestMedium0(gex_TM_Pair(gt_ep, 0), (gex_Rank_t)r, FIXED, "hello", 6, GEX_EVENT_NOW, 0) == 0);
	}
	GASNET_BLOCKUNTIL(ponged == due && named == due);
	gt_barrier();
}

static void handlers(void)
{
	gex_AM_Entry_t first[] = {{0, (gex_AM_Fn_t)ping, GEX_FLAG_AM_REQUEST | GEX_FLAG_AM_SHORT, 1, &data, "ping"},
	                          {FIXED, (gex_AM_Fn_t)name, GEX_FLAG_AM_REQUEST | GEX_FLAG_AM_MEDIUM, 0, NULL, NULL},
	                          {0, (gex_AM_Fn_t)pong, GEX_FLAG_AM_REPLY | GEX_FLAG_AM_SHORT, 1, NULL, NULL}};
	gex_AM_Entry_t second[] = {{0, (gex_AM_Fn_t)none, GEX_FLAG_AM_REQREP | GEX_FLAG_AM_SHORT, 0, NULL, NULL}};

	GT_OK(gex_EP_RegisterHandlers(gt_ep, first, 3));
	ping_index = first[0].gex_index;
	pong_index = first[2].gex_index;
	CHECK(ping_index == 255 && first[1].gex_index == FIXED && pong_index == 254, "%u, %u, %u", ping_index, first[1].gex_index, pong_index);
	GT_OK(gex_EP_RegisterHandlers(gt_ep, second, 1));
	CHECK(second[0].gex_index == 253, "%u", second[0].gex_index);
	GT_OK(gex_EP_RegisterHandlers(gt_ep, NULL, 0));
}

#define KEEPS(type, object)                                      \
	do {                                                     \
		HOLDS(gex_##type##_QueryCData(object) == NULL);  \
		gex_##type##_SetCData(object, &data);            \
		HOLDS(gex_##type##_QueryCData(object) == &data); \
		HOLDS(gex_##type##_QueryFlags(object) == 0);     \
	} while (0)

static void objects(void)
{
	gex_Client_t client = NULL;
	gex_EP_t ep = NULL;
	gex_TM_t tm = NULL;
	gex_Segment_t segment = NULL;

	HOLDS(strcmp(gex_Client_QueryName(gt_client), "setup") == 0);
	HOLDS(gex_EP_QueryClient(gt_ep) == gt_client && gex_TM_QueryClient(gt_tm) == gt_client && gex_TM_QueryEP(gt_tm) == gt_ep);
	HOLDS(gex_EP_QueryIndex(gt_ep) == 0 && gex_TM_Pair(gt_ep, 0) == gex_TM_Pair(gt_ep, 0));
	KEEPS(Client, gt_client);
	KEEPS(EP, gt_ep);
	KEEPS(TM, gt_tm);
	HOLDS(gex_TM_TranslateRankToJobrank(gt_tm, (gex_Rank_t)gt_me) == (gex_Rank_t)gt_me);
	HOLDS(gex_TM_TranslateJobrankToRank(gt_tm, (gex_Rank_t)gt_n) == GEX_RANK_INVALID);
	HOLDS(gex_TM_TranslateRankToEP(gt_tm, 0, 0).gex_rank == 0 && gex_TM_TranslateRankToEP(gt_tm, 0, 0).gex_ep_index == 0);
	gasnet_QueryGexObjects(&client, &ep, &tm, &segment);
	HOLDS(client == gt_client && ep == gt_ep && tm == gt_tm && segment == gt_segment);
}

/* A set of ranks is in order and has this one. */
static gex_Rank_t set(void (*query)(gex_RankInfo_t **, gex_Rank_t *, gex_Rank_t *))
{
	gex_RankInfo_t *info;
	gex_Rank_t count, mine;

	query(&info, &count, &mine);
	HOLDS(count >= 1 && mine < count && info[mine].gex_jobrank == (gex_Rank_t)gt_me);
	for (gex_Rank_t i = 1; i < count; i++)
		HOLDS(info[i - 1].gex_jobrank < info[i].gex_jobrank);
	query(NULL, NULL, NULL);
	return count;
}

static void sets(void)
{
	gex_Rank_t nbrhds, nbrhd, hosts, host;

	HOLDS(set(gex_System_QueryNbrhdInfo) <= set(gex_System_QueryHostInfo));
	gex_System_QueryMyPosition(&nbrhds, &nbrhd, &hosts, &host);
	CHECK(nbrhd < nbrhds && host < hosts && hosts <= nbrhds && nbrhds <= (gex_Rank_t)gt_n, "%u of %u, %u of %u", nbrhd, nbrhds, host, hosts);
	gex_System_QueryMyPosition(NULL, NULL, NULL, NULL);
	HOLDS(gex_System_QueryJobRank() == (gex_Rank_t)gt_me && gex_System_QueryJobSize() == (gex_Rank_t)gt_n);
	HOLDS(gex_System_QueryMaxThreads() >= 1 && gex_System_QueryHiddenAMConcurrencyLevel() == 0);
}

static void limits(void)
{
	HOLDS(gex_AM_MaxArgs() == 16);
	HOLDS(gex_AM_LUBRequestMedium() >= 512 && gex_AM_LUBReplyMedium() >= 512 && gex_AM_LUBRequestLong() >= 512 && gex_AM_LUBReplyLong() >= 512);
	for (int r = 0; r <= gt_n; r++) {
		const gex_Rank_t rank = r < gt_n ? (gex_Rank_t)r : GEX_RANK_INVALID;

		HOLDS(gex_AM_MaxRequestMedium(gt_tm, rank, GEX_EVENT_NOW, 0, 16) == gex_AM_LUBRequestMedium());
		HOLDS(gex_AM_MaxReplyMedium(gt_tm, rank, NULL, GEX_FLAG_IMMEDIATE, 0) == gex_AM_LUBReplyMedium());
		HOLDS(gex_AM_MaxRequestLong(gt_tm, rank, GEX_EVENT_GROUP, 0, 16) == gex_AM_LUBRequestLong());
		HOLDS(gex_AM_MaxReplyLong(gt_tm, rank, GEX_EVENT_NOW, 0, 0) == gex_AM_LUBReplyLong());
		HOLDS(gex_AM_MaxRequestLong(gt_tm, rank, NULL, GEX_FLAG_AM_PREPARE_LEAST_ALLOC, 0) >= 512);
	}
}

/* All of these are refused, without a line. */
static void refusals(void)
{
	gex_AM_Entry_t taken[] = {{0, (gex_AM_Fn_t)none, GEX_FLAG_AM_REQREP | GEX_FLAG_AM_SHORT, 0, NULL, NULL},
	                          {FIXED, (gex_AM_Fn_t)none, GEX_FLAG_AM_REQREP | GEX_FLAG_AM_SHORT, 0, NULL, NULL}};
	gex_MK_Create_args_t device = {0};
	const gex_ProgressThreadInfo_t *threads;
	gex_Segment_t segment;
	unsigned int count;
	gex_EP_t ep;
	gex_MK_t kind;

	HOLDS(gex_System_GetVerboseErrors() == 1);
	gex_System_SetVerboseErrors(0);
	HOLDS((gex_Client_Init)(&gt_client, &ep, &gt_tm, "again", NULL, NULL, 0) == GASNET_ERR_NOT_INIT);
	HOLDS(gex_EP_Create(&ep, gt_client, GEX_EP_CAPABILITY_RMA, 0) == GASNET_ERR_RESOURCE);
	HOLDS(gex_EP_Create(&ep, gt_client, 0, 0) == GASNET_ERR_BAD_ARG);
	HOLDS(gex_System_QueryProgressThreads(gt_client, &count, &threads, 0) == GASNET_ERR_RESOURCE);
	HOLDS(gex_System_QueryProgressThreads(gt_client, NULL, &threads, 0) == GASNET_ERR_BAD_ARG);
	HOLDS(gex_Segment_Attach(&segment, gt_tm, GASNET_PAGESIZE + 1) == GASNET_ERR_BAD_ARG || gt_segment);
	device.gex_class = GEX_MK_CLASS_CUDA_UVA;
	HOLDS(gex_MK_Create(&kind, gt_client, &device, 0) == GASNET_ERR_BAD_ARG);
	gex_System_SetVerboseErrors(1);
	(void)taken;
}

static void bound(bool attached)
{
	for (int r = 0; r < gt_n; r++) {
		void *owner = &data, *local = &data;
		uintptr_t size = 7;

		gex_Event_Wait(gex_EP_QueryBoundSegmentNB(gt_tm, (gex_Rank_t)r, &owner, &local, &size, 0));
		if (!attached) {
			HOLDS(!owner && !local && !size);
			HOLDS(gex_Segment_QueryBound(gt_tm, (gex_Rank_t)r, &owner, &local, &size) != 0);
			continue;
		}
		CHECK(owner && size == PAGES * GASNET_PAGESIZE, "%p, %ju", owner, (uintmax_t)size);
		HOLDS(r != gt_me || (owner == gex_Segment_QueryAddr(gt_segment) && local == owner && size == gex_Segment_QuerySize(gt_segment)));
		HOLDS(gex_Segment_QueryBound(gt_tm, (gex_Rank_t)r, NULL, NULL, &size) == 0);
	}
}

static void locks(void)
{
	static gex_HSL_t fixed = GEX_HSL_INITIALIZER;
	gex_HSL_t hsl;

	gex_HSL_Init(&hsl);
	gex_HSL_Lock(&hsl);
	HOLDS(gex_HSL_Trylock(&fixed) == GASNET_OK);
	gex_HSL_Unlock(&fixed);
	gex_HSL_Unlock(&hsl);
	gex_HSL_Destroy(&hsl);
}

/* Masks as text. */
static void texts(void)
{
	char text[100];

	HOLDS(gasnett_format_op(NULL, GEX_OP_ADD | GEX_OP_FCAS) == sizeof "GEX_OP_ADD|GEX_OP_FCAS");
	HOLDS(gasnett_format_op(text, GEX_OP_ADD | GEX_OP_FCAS) == strlen(text) + 1 && strcmp(text, "GEX_OP_ADD|GEX_OP_FCAS") == 0);
	HOLDS(gasnett_format_dt(text, GEX_DT_DBL) && strcmp(text, "GEX_DT_DBL") == 0);
	HOLDS(gasnett_format_ti(text, 0) == 1 && text[0] == 0);
}

int main(int argc, char **argv)
{
	gt_init("setup", &argc, &argv);
	handlers();
	gt_barrier();
	talk(); /* there is no segment */
	HOLDS(gasnet_barrier(3, 0) == GASNET_OK);
	HOLDS(gex_EP_QuerySegment(gt_ep) == GEX_SEGMENT_INVALID);
	bound(false);
	refusals();
	gt_attach(PAGES);
	HOLDS(gex_EP_QuerySegment(gt_ep) == gt_segment && gex_Segment_QueryClient(gt_segment) == gt_client);
	KEEPS(Segment, gt_segment);
	bound(true);
	objects();
	sets();
	limits();
	locks();
	talk();
	texts();
	gt_leave();
}
