/* Segments that a rank creates, binds and publishes, of its own memory or the library's: transfers, Long messages and replies to them, queries, mistakes that have a code. */
#include "../gt_gex.h"

enum { ASK = 200, REPLY = 201, BYTES = 3 * 4096, ODD = 24, PLACE = 1024 };

static char own[BYTES] __attribute__((aligned(64)));
static char *mine;
static volatile int asked, replied;

static void fill(char *c, size_t n, int seed)
{
	for (size_t i = 0; i < n; i++)
		c[i] = (char)(i * 11 + (size_t)seed);
}

static void expect(const char *what, const char *c, int seed)
{
	char want[PLACE];

	fill(want, PLACE, seed);
	CHECK(memcmp(c, want, PLACE) == 0, "%s", what);
}

static void reply_handler(gex_Token_t token, void *buf, size_t nbytes, gex_AM_Arg_t seed)
{
	(void)token;
	HOLDS(nbytes == PLACE && (char *)buf == mine + 3 * PLACE);
	expect("a reply's payload", buf, seed);
	replied++;
}

static void ask_handler(gex_Token_t token, void *buf, size_t nbytes, gex_AM_Arg_t seed, gex_AM_Arg_t high, gex_AM_Arg_t low)
{
	static char back[PLACE];

	HOLDS(nbytes == PLACE && (char *)buf == mine + 2 * PLACE);
	expect("a request's payload", buf, seed);
	asked++;
	fill(back, PLACE, seed + 1);
	gex_AM_ReplyLong1(token, REPLY, back, PLACE, (void *)(uintptr_t)((uint64_t)(uint32_t)high << 32 | (uint32_t)low), GEX_EVENT_NOW, 0, seed + 1);
}

static gex_AM_Entry_t table[] = {
    {ASK, (gex_AM_Fn_t)ask_handler, GEX_FLAG_AM_REQUEST | GEX_FLAG_AM_LONG, 3, NULL, NULL},
    {REPLY, (gex_AM_Fn_t)reply_handler, GEX_FLAG_AM_REPLY | GEX_FLAG_AM_LONG, 1, NULL, NULL},
};

/* What has a code of its own. */
static void mistakes(gex_Segment_t segment)
{
	gex_Segment_t other = GEX_SEGMENT_INVALID;

	gex_System_SetVerboseErrors(0);
	HOLDS(gex_EP_BindSegment(GEX_EP_INVALID, segment, 0) == GASNET_ERR_BAD_ARG);
	HOLDS(gex_EP_BindSegment(gt_ep, GEX_SEGMENT_INVALID, 0) == GASNET_ERR_BAD_ARG);
	HOLDS(gex_EP_BindSegment(gt_ep, segment, 1) == GASNET_ERR_BAD_ARG);
	HOLDS(gex_Segment_Create(&other, gt_client, NULL, 0, GEX_MK_HOST, 0) == GASNET_ERR_BAD_ARG);
	HOLDS(gex_Segment_Create(&other, gt_client, NULL, 10, GEX_MK_INVALID, 0) == GASNET_ERR_BAD_ARG);
	HOLDS(gex_Segment_Create(&other, gt_client, NULL, UINTPTR_MAX / 4, GEX_MK_HOST, 0) == GASNET_ERR_RESOURCE);
	gex_System_SetVerboseErrors(1);
}

/* A segment of the client's memory on odd ranks. The other one, which is not bound, is freed. */
static gex_Segment_t make(void)
{
	gex_Segment_t client, library;

	GT_OK(gex_Segment_Create(&client, gt_client, own + ODD, BYTES - 2 * ODD, GEX_MK_HOST, 0));
	HOLDS(gex_Segment_QueryAddr(client) == own + ODD && gex_Segment_QuerySize(client) == BYTES - 2 * ODD &&
	      gex_Segment_QueryClient(client) == gt_client);
	GT_OK(gex_Segment_Create(&library, gt_client, NULL, BYTES - 5, GEX_MK_HOST, 0));
	HOLDS(gex_Segment_QueryAddr(library) && gex_Segment_QuerySize(library) >= BYTES - 5);
	gex_Segment_Destroy(gt_me % 2 ? library : client, 0);
	return gt_me % 2 ? client : library;
}

static void transfers(int to)
{
	char out[PLACE], back[PLACE], *there = gt_at(to, 0);
	const gex_Rank_t r = (gex_Rank_t)to;
	gex_Event_t lc;

	fill(out, PLACE, to);
	HOLDS(gex_RMA_PutBlocking(gt_tm, r, there, out, PLACE, 0) == 0);
	HOLDS(gex_RMA_GetBlocking(gt_tm, back, r, there, PLACE, 0) == 0);
	expect("what was put", back, to);
	fill(out, PLACE, to + 1);
	gex_Event_Wait(gex_RMA_PutNB(gex_TM_Pair(gt_ep, 0), r, there + PLACE, out, PLACE, &lc, 0));
	HOLDS(gex_RMA_GetNBI(gt_tm, back, r, there + PLACE, PLACE, 0) == 0);
	gex_NBI_Wait(GEX_EC_ALL, 0);
	expect("what was put with an event", back, to + 1);
	HOLDS(gex_RMA_PutBlockingVal(gt_tm, r, there + 1, 0x1234, 2, 0) == 0);
	HOLDS(gex_RMA_GetBlockingVal(gt_tm, r, there + 1, 2, 0) == 0x1234);
	fill(out, PLACE, to + 2);
	HOLDS(gex_AM_RequestLong3(gt_tm, r, ASK, out, PLACE, there + 2 * PLACE, GEX_EVENT_NOW, 0, to + 2,
	                          (gex_AM_Arg_t)((uint64_t)(uintptr_t)(mine + 3 * PLACE) >> 32), (gex_AM_Arg_t)(uintptr_t)(mine + 3 * PLACE)) == 0);
	GASNET_BLOCKUNTIL(replied);
	GASNET_BLOCKUNTIL(asked);
	asked = replied = 0;
}

int main(int argc, char **argv)
{
	gex_Segment_t segment;
	void *owner, *local;
	uintptr_t size = 1;
	int rc;

	gt_init("segments", &argc, &argv);
	GT_OK(gex_EP_RegisterHandlers(gt_ep, table, sizeof table / sizeof *table));
	segment = make();
	mistakes(segment);
	GT_OK(gex_EP_PublishBoundSegment(gt_tm, &gt_ep, 1, 0)); /* nothing yet */
	gex_Event_Wait(gex_EP_QueryBoundSegmentNB(gt_tm, (gex_Rank_t)gt_me, &owner, &local, &size, 0));
	HOLDS(!owner && !local && !size);
	gex_System_SetVerboseErrors(0);
	rc = gex_EP_BindSegment(gt_ep, segment, 0);
	if (rc == GASNET_ERR_RESOURCE) { /* not over this network */
		HOLDS(gex_EP_QuerySegment(gt_ep) == GEX_SEGMENT_INVALID);
		gex_Segment_Destroy(segment, 0);
		gt_attach(1);
		gt_leave();
	}
	GT_OK(rc);
	HOLDS(gex_EP_BindSegment(gt_ep, segment, 0) == GASNET_ERR_BAD_ARG && gex_EP_QuerySegment(gt_ep) == segment);
	HOLDS(gex_Segment_Attach(&segment, gt_tm, GASNET_PAGESIZE) == GASNET_ERR_NOT_INIT);
	gex_System_SetVerboseErrors(1);
	mine = gex_Segment_QueryAddr(segment);
	gex_Event_Wait(gex_EP_QueryBoundSegmentNB(gt_tm, (gex_Rank_t)gt_me, &owner, &local, &size, 0));
	HOLDS(owner == mine && local == mine && size == gex_Segment_QuerySize(segment));
	GT_OK(gex_EP_PublishBoundSegment(gt_tm, &gt_ep, (size_t)(gt_me % 2), 0)); /* odd ranks first */
	GT_OK(gex_EP_PublishBoundSegment(gt_tm, &gt_ep, 1, 0));
	for (int step = 0; step < 2; step++) {
		gt_barrier();
		transfers((gt_me + step) % gt_n);
	}
	gt_leave();
}
