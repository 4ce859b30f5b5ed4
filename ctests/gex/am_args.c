/* Messages of GASNet-EX with every number of arguments, of every kind, with payloads of the caller's and negotiated ones, and replies of the same kind and number. */
#include "../gt_gex.h"

enum { SHORT = 130, MEDIUM = 150, LONG = 170, SHORT_BACK = 190, MEDIUM_BACK = 210, LONG_BACK = 230, BYTES = 900, PAGES = 2 };

static volatile int came, answered;
static bool prepared; /* replies, too, have a payload of the library's */
static char *here;

static gex_AM_Arg_t value(int i) { return (gex_AM_Arg_t)(uint32_t)gt_mix((uint64_t)i + 5); }

static void check(const gex_AM_Arg_t *a, int n)
{
	for (int i = 0; i < n; i++)
		CHECK(a[i] == value(i), "%d arguments: number %d is %d", n, i, a[i]);
}

static void check_bytes(const void *buf, size_t nbytes, int n)
{
	const char *c = buf;
	size_t wrong = 0;

	for (size_t i = 0; i < nbytes; i++)
		wrong += c[i] != (char)(i + (size_t)n);
	CHECK(nbytes == BYTES + (size_t)n && !wrong, "%d arguments: %zu bytes, %zu are wrong", n, nbytes, wrong);
}

static void fill(void *buf, int n)
{
	char *c = buf;

	for (int i = 0; i < BYTES + n; i++)
		c[i] = (char)(i + n);
}

/* Arguments as a handler takes them, as it passes them on, and those that are sent. */
#define TAKEN_0
#define PASSED_0
#define VALUES_0
#define TAKEN_1 , gex_AM_Arg_t a0
#define PASSED_1 , a0
#define VALUES_1 , value(0)
#define TAKEN_2 TAKEN_1, gex_AM_Arg_t a1
#define PASSED_2 PASSED_1, a1
#define VALUES_2 VALUES_1, value(1)
#define TAKEN_3 TAKEN_2, gex_AM_Arg_t a2
#define PASSED_3 PASSED_2, a2
#define VALUES_3 VALUES_2, value(2)
#define TAKEN_4 TAKEN_3, gex_AM_Arg_t a3
#define PASSED_4 PASSED_3, a3
#define VALUES_4 VALUES_3, value(3)
#define TAKEN_5 TAKEN_4, gex_AM_Arg_t a4
#define PASSED_5 PASSED_4, a4
#define VALUES_5 VALUES_4, value(4)
#define TAKEN_6 TAKEN_5, gex_AM_Arg_t a5
#define PASSED_6 PASSED_5, a5
#define VALUES_6 VALUES_5, value(5)
#define TAKEN_7 TAKEN_6, gex_AM_Arg_t a6
#define PASSED_7 PASSED_6, a6
#define VALUES_7 VALUES_6, value(6)
#define TAKEN_8 TAKEN_7, gex_AM_Arg_t a7
#define PASSED_8 PASSED_7, a7
#define VALUES_8 VALUES_7, value(7)
#define TAKEN_9 TAKEN_8, gex_AM_Arg_t a8
#define PASSED_9 PASSED_8, a8
#define VALUES_9 VALUES_8, value(8)
#define TAKEN_10 TAKEN_9, gex_AM_Arg_t a9
#define PASSED_10 PASSED_9, a9
#define VALUES_10 VALUES_9, value(9)
#define TAKEN_11 TAKEN_10, gex_AM_Arg_t a10
#define PASSED_11 PASSED_10, a10
#define VALUES_11 VALUES_10, value(10)
#define TAKEN_12 TAKEN_11, gex_AM_Arg_t a11
#define PASSED_12 PASSED_11, a11
#define VALUES_12 VALUES_11, value(11)
#define TAKEN_13 TAKEN_12, gex_AM_Arg_t a12
#define PASSED_13 PASSED_12, a12
#define VALUES_13 VALUES_12, value(12)
#define TAKEN_14 TAKEN_13, gex_AM_Arg_t a13
#define PASSED_14 PASSED_13, a13
#define VALUES_14 VALUES_13, value(13)
#define TAKEN_15 TAKEN_14, gex_AM_Arg_t a14
#define PASSED_15 PASSED_14, a14
#define VALUES_15 VALUES_14, value(14)
#define TAKEN_16 TAKEN_15, gex_AM_Arg_t a15
#define PASSED_16 PASSED_15, a15
#define VALUES_16 VALUES_15, value(15)
#define EACH(X) X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) X(10) X(11) X(12) X(13) X(14) X(15) X(16)

/* Where a Long of a rank goes: requests to the front half, replies to the other. */
static void *place(int to, int from, bool reply) { return gt_at(to, (size_t)(from * 2 + reply) * 2048); }

static void *ready(gex_AM_SrcDesc_t sd, int n)
{
	HOLDS(sd != GEX_AM_SRCDESC_NO_OP && gex_AM_SrcDescSize(sd) >= BYTES + (size_t)n);
	fill(gex_AM_SrcDescAddr(sd), n);
	return sd;
}

static int source(gex_Token_t token)
{
	gex_Token_Info_t info;

	gex_Token_Info(token, &info, GEX_TI_SRCRANK);
	return (int)info.gex_srcrank;
}

static int commits; /* of replies: those of one number come in both forms, one after the other */

#define HANDLERS(n)                                                                                                                                \
	static void short_##n(gex_Token_t token TAKEN_##n)                                                                                         \
	{                                                                                                                                          \
		const gex_AM_Arg_t a[] = {0 PASSED_##n};                                                                                           \
		check(a + 1, n);                                                                                                                   \
		came++;                                                                                                                            \
		HOLDS(gex_AM_ReplyShort##n(token, SHORT_BACK + n, 0 PASSED_##n) == 0);                                                             \
	}                                                                                                                                          \
	static void medium_##n(gex_Token_t token, void *buf, size_t nbytes TAKEN_##n)                                                              \
	{                                                                                                                                          \
		const gex_AM_Arg_t a[] = {0 PASSED_##n};                                                                                           \
		gex_Event_t lc;                                                                                                                    \
		check(a + 1, n);                                                                                                                   \
		check_bytes(buf, nbytes, n);                                                                                                       \
		came++;                                                                                                                            \
		if (!prepared) {                                                                                                                   \
			HOLDS(gex_AM_ReplyMedium##n(token, MEDIUM_BACK + n, buf, nbytes, &lc, 0 PASSED_##n) == 0 && lc == GEX_EVENT_INVALID);      \
			return;                                                                                                                    \
		}                                                                                                                                  \
		gex_AM_SrcDesc_t sd = ready(gex_AM_PrepareReplyMedium(token, NULL, nbytes, nbytes, NULL, 0, n), n);                                \
		if (commits++ % 2)                                                                                                                 \
			gex_AM_CommitReplyMedium##n(sd, MEDIUM_BACK + n, nbytes PASSED_##n);                                                       \
		else                                                                                                                               \
			HOLDS(gex_AM_CommitReplyMedium##n##_v2(sd, MEDIUM_BACK + n, nbytes, 0 PASSED_##n) == 0);                                   \
	}                                                                                                                                          \
	static void long_##n(gex_Token_t token, void *buf, size_t nbytes TAKEN_##n)                                                                \
	{                                                                                                                                          \
		const gex_AM_Arg_t a[] = {0 PASSED_##n};                                                                                           \
		void *back = place(source(token), gt_me, true);                                                                                    \
		check(a + 1, n);                                                                                                                   \
		check_bytes(buf, nbytes, n);                                                                                                       \
		came++;                                                                                                                            \
		if (!prepared) {                                                                                                                   \
			HOLDS(gex_AM_ReplyLong##n(token, LONG_BACK + n, buf, nbytes, back, GEX_EVENT_NOW, 0 PASSED_##n) == 0);                     \
			return;                                                                                                                    \
		}                                                                                                                                  \
		gex_AM_SrcDesc_t sd = ready(gex_AM_PrepareReplyLong(token, NULL, nbytes, nbytes, NULL, NULL, 0, n), n);                            \
		if (commits++ % 2)                                                                                                                 \
			gex_AM_CommitReplyLong##n(sd, LONG_BACK + n, nbytes, back PASSED_##n);                                                     \
		else                                                                                                                               \
			HOLDS(gex_AM_CommitReplyLong##n##_v2(sd, LONG_BACK + n, nbytes, back, 0 PASSED_##n) == 0);                                 \
	}                                                                                                                                          \
	static void short_back_##n(gex_Token_t token TAKEN_##n)                                                                                    \
	{                                                                                                                                          \
		const gex_AM_Arg_t a[] = {0 PASSED_##n};                                                                                           \
		(void)token;                                                                                                                       \
		check(a + 1, n);                                                                                                                   \
		answered++;                                                                                                                        \
	}                                                                                                                                          \
	static void longer_back_##n(gex_Token_t token, void *buf, size_t nbytes TAKEN_##n)                                                         \
	{                                                                                                                                          \
		const gex_AM_Arg_t a[] = {0 PASSED_##n};                                                                                           \
		(void)token;                                                                                                                       \
		check(a + 1, n);                                                                                                                   \
		check_bytes(buf, nbytes, n);                                                                                                       \
		answered++;                                                                                                                        \
	}                                                                                                                                          \
	static void send_##n(int to)                                                                                                               \
	{                                                                                                                                          \
		const int before = answered;                                                                                                       \
		void *dest = place(to, gt_me, false);                                                                                              \
		gex_Event_t lc = GEX_EVENT_NO_OP;                                                                                                  \
		fill(here, n);                                                                                                                     \
		HOLDS(gex_AM_RequestShort##n(gt_tm, (gex_Rank_t)to, SHORT + n, 0 VALUES_##n) == 0);                                                \
		HOLDS(gex_AM_RequestMedium##n(gt_tm, (gex_Rank_t)to, MEDIUM + n, here, BYTES + n, &lc, 0 VALUES_##n) == 0 && !lc);                 \
		while (                                                                                                                            \
		    gex_AM_RequestLong##n(gt_tm, (gex_Rank_t)to, LONG + n, here, BYTES + n, dest, GEX_EVENT_GROUP, GEX_FLAG_IMMEDIATE VALUES_##n)) \
			GT_OK(gasnet_AMPoll());                                                                                                    \
		gex_NBI_Wait(GEX_EC_AM, 0);                                                                                                        \
		GASNET_BLOCKUNTIL(answered == before + 3);                                                                                         \
	}                                                                                                                                          \
	static void send_prepared_##n(int to)                                                                                                      \
	{                                                                                                                                          \
		const int before = answered;                                                                                                       \
		void *dest = place(to, gt_me, false);                                                                                              \
		gex_AM_SrcDesc_t sd;                                                                                                               \
		gex_Event_t lc = GEX_EVENT_NO_OP;                                                                                                  \
		sd = ready(gex_AM_PrepareRequestMedium(gt_tm, (gex_Rank_t)to, NULL, BYTES + n, 1 << 20, NULL, 0, n), n);                           \
		gex_AM_CommitRequestMedium##n(sd, MEDIUM + n, BYTES + n VALUES_##n);                                                               \
		sd = ready(gex_AM_PrepareRequestMedium(gt_tm, (gex_Rank_t)to, here, BYTES + n, BYTES + n, &lc, 0, n), n);                          \
		HOLDS(gex_AM_SrcDescAddr(sd) == here);                                                                                             \
		while (gex_AM_CommitRequestMedium##n##_v2(sd, MEDIUM + n, BYTES + n, GEX_FLAG_IMMEDIATE VALUES_##n))                               \
			GT_OK(gasnet_AMPoll());                                                                                                    \
		HOLDS(lc == GEX_EVENT_INVALID);                                                                                                    \
		GASNET_BLOCKUNTIL(answered == before + 2);                                                                                         \
		sd = ready(gex_AM_PrepareRequestLong(gt_tm, (gex_Rank_t)to, NULL, BYTES + n, BYTES + n, dest, NULL, 0, n), n);                     \
		gex_AM_CommitRequestLong##n(sd, LONG + n, BYTES + n, dest VALUES_##n);                                                             \
		GASNET_BLOCKUNTIL(answered == before + 3);                                                                                         \
		sd = ready(gex_AM_PrepareRequestLong(gt_tm, (gex_Rank_t)to, here, BYTES + n, BYTES + n, NULL, GEX_EVENT_NOW, 0, n), n);            \
		HOLDS(gex_AM_CommitRequestLong##n##_v2(sd, LONG + n, BYTES + n, dest, 0 VALUES_##n) == 0);                                         \
		GASNET_BLOCKUNTIL(answered == before + 4);                                                                                         \
	}
EACH(HANDLERS)

/* Without a number. */
static void uncounted(int to)
{
	const int before = answered;

	fill(here, 2);
	HOLDS(gex_AM_RequestShort(gt_tm, (gex_Rank_t)to, SHORT, 0) == 0);
	HOLDS(gex_AM_RequestMedium(gt_tm, (gex_Rank_t)to, MEDIUM + 2, here, BYTES + 2, GEX_EVENT_NOW, 0, value(0), value(1)) == 0);
	HOLDS(gex_AM_RequestLong(gt_tm, (gex_Rank_t)to, LONG + 2, here, BYTES + 2, place(to, gt_me, false), GEX_EVENT_NOW, 0, value(0), value(1)) ==
	      0);
	GASNET_BLOCKUNTIL(answered == before + 3);
}

static void cancelled(gex_Token_t token)
{
	HOLDS(gex_AM_CancelReplyMedium(gex_AM_PrepareReplyMedium(token, NULL, 0, 8, NULL, 0, 0), 0) == 0);
	HOLDS(gex_AM_CancelReplyLong(gex_AM_PrepareReplyLong(token, NULL, 0, 8, NULL, NULL, 0, 0), 0) == 0);
	came++;
}

static void cancel(void)
{
	const int before = came;

	HOLDS(gex_AM_CancelRequestMedium(gex_AM_PrepareRequestMedium(gt_tm, 0, NULL, 1, 2, NULL, 0, 0), 0) == 0);
	HOLDS(gex_AM_CancelRequestLong(gex_AM_PrepareRequestLong(gt_tm, 0, NULL, 1, 2, NULL, NULL, 0, 0), 0) == 0);
	HOLDS(gex_AM_RequestShort0(gt_tm, (gex_Rank_t)gt_me, 255, 0) == 0);
	GASNET_BLOCKUNTIL(came > before);
}

#define REGISTER(n)                                                                                                                               \
	{                                                                                                                                         \
		gex_AM_Entry_t table[] = {{SHORT + n, (gex_AM_Fn_t)short_##n, GEX_FLAG_AM_REQUEST | GEX_FLAG_AM_SHORT, n, NULL, NULL},            \
		                          {MEDIUM + n, (gex_AM_Fn_t)medium_##n, GEX_FLAG_AM_REQUEST | GEX_FLAG_AM_MEDIUM, n, NULL, NULL},         \
		                          {LONG + n, (gex_AM_Fn_t)long_##n, GEX_FLAG_AM_REQUEST | GEX_FLAG_AM_LONG, n, NULL, NULL},               \
		                          {SHORT_BACK + n, (gex_AM_Fn_t)short_back_##n, GEX_FLAG_AM_REPLY | GEX_FLAG_AM_SHORT, n, NULL, NULL},    \
		                          {MEDIUM_BACK + n, (gex_AM_Fn_t)longer_back_##n, GEX_FLAG_AM_REPLY | GEX_FLAG_AM_MEDIUM, n, NULL, NULL}, \
		                          {LONG_BACK + n, (gex_AM_Fn_t)longer_back_##n, GEX_FLAG_AM_REPLY | GEX_FLAG_AM_LONG, n, NULL, NULL}};    \
		GT_OK(gex_EP_RegisterHandlers(gt_ep, table, 6));                                                                                  \
	}
#define SEND(n) send_##n(to);
#define SEND_PREPARED(n) send_prepared_##n(to);

int main(int argc, char **argv)
{
	gex_AM_Entry_t last[] = {{255, (gex_AM_Fn_t)cancelled, GEX_FLAG_AM_REQUEST | GEX_FLAG_AM_SHORT, 0, NULL, NULL}};
	static char room[2 * BYTES];

	gt_init("am_args", &argc, &argv);
	EACH(REGISTER)
	GT_OK(gex_EP_RegisterHandlers(gt_ep, last, 1));
	gt_attach((size_t)gt_n * PAGES);
	here = room;
	for (int i = 0; i < 2; i++) {
		const int to = i ? gt_me : (gt_me + 1) % gt_n;

		prepared = false;
		gt_barrier();
		EACH(SEND)
		uncounted(to);
		gt_barrier();
		prepared = true;
		gt_barrier();
		EACH(SEND_PREPARED)
		gt_barrier();
	}
	cancel();
	gt_leave();
}
