/* Active messages with every number of arguments, of every kind, by every name, and replies of the same kind and number. */
#include "../gt_gasnet.h"

enum { SHORT = 130, MEDIUM = 150, LONG = 170, SHORT_BACK = 190, MEDIUM_BACK = 210, LONG_BACK = 230, BYTES = 4096 };

static volatile int came, answered;

/* Argument i of a round. The high bit is set in some. */
static gasnet_handlerarg_t arg(int round, int i) { return (gasnet_handlerarg_t)(uint32_t)gt_mix((uint64_t)round * 977u + (uint64_t)i); }

/* A message's first argument, if it has one, is the round, so that receivers can check the others. */
static gasnet_handlerarg_t value(int round, int i) { return i == 0 ? round : arg(round, i); }

static void check(const gasnet_handlerarg_t *a, int n)
{
	for (int i = 1; i < n; i++)
		CHECK(a[i] == value(a[0], i), "%d arguments: number %d is %d", n, i, a[i]);
	came++;
}

/* Lists of n things, each behind a comma: arguments as a handler takes them, as it passes them on, and those of round r. */
#define TAKEN_0
#define PASSED_0
#define VALUES_0
#define TAKEN_1 , gasnet_handlerarg_t a0
#define PASSED_1 , a0
#define VALUES_1 , value(r, 0)
#define TAKEN_2 TAKEN_1, gasnet_handlerarg_t a1
#define PASSED_2 PASSED_1, a1
#define VALUES_2 VALUES_1, value(r, 1)
#define TAKEN_3 TAKEN_2, gasnet_handlerarg_t a2
#define PASSED_3 PASSED_2, a2
#define VALUES_3 VALUES_2, value(r, 2)
#define TAKEN_4 TAKEN_3, gasnet_handlerarg_t a3
#define PASSED_4 PASSED_3, a3
#define VALUES_4 VALUES_3, value(r, 3)
#define TAKEN_5 TAKEN_4, gasnet_handlerarg_t a4
#define PASSED_5 PASSED_4, a4
#define VALUES_5 VALUES_4, value(r, 4)
#define TAKEN_6 TAKEN_5, gasnet_handlerarg_t a5
#define PASSED_6 PASSED_5, a5
#define VALUES_6 VALUES_5, value(r, 5)
#define TAKEN_7 TAKEN_6, gasnet_handlerarg_t a6
#define PASSED_7 PASSED_6, a6
#define VALUES_7 VALUES_6, value(r, 6)
#define TAKEN_8 TAKEN_7, gasnet_handlerarg_t a7
#define PASSED_8 PASSED_7, a7
#define VALUES_8 VALUES_7, value(r, 7)
#define TAKEN_9 TAKEN_8, gasnet_handlerarg_t a8
#define PASSED_9 PASSED_8, a8
#define VALUES_9 VALUES_8, value(r, 8)
#define TAKEN_10 TAKEN_9, gasnet_handlerarg_t a9
#define PASSED_10 PASSED_9, a9
#define VALUES_10 VALUES_9, value(r, 9)
#define TAKEN_11 TAKEN_10, gasnet_handlerarg_t a10
#define PASSED_11 PASSED_10, a10
#define VALUES_11 VALUES_10, value(r, 10)
#define TAKEN_12 TAKEN_11, gasnet_handlerarg_t a11
#define PASSED_12 PASSED_11, a11
#define VALUES_12 VALUES_11, value(r, 11)
#define TAKEN_13 TAKEN_12, gasnet_handlerarg_t a12
#define PASSED_13 PASSED_12, a12
#define VALUES_13 VALUES_12, value(r, 12)
#define TAKEN_14 TAKEN_13, gasnet_handlerarg_t a13
#define PASSED_14 PASSED_13, a13
#define VALUES_14 VALUES_13, value(r, 13)
#define TAKEN_15 TAKEN_14, gasnet_handlerarg_t a14
#define PASSED_15 PASSED_14, a14
#define VALUES_15 VALUES_14, value(r, 14)
#define TAKEN_16 TAKEN_15, gasnet_handlerarg_t a15
#define PASSED_16 PASSED_15, a15
#define VALUES_16 VALUES_15, value(r, 15)

/* The handlers of messages with n arguments: each replies with the same kind and contents. The 0 is there because C has no empty arrays. */
#define HANDLERS(n)                                                                                             \
	static void short_##n(gasnet_token_t t TAKEN_##n)                                                       \
	{                                                                                                       \
		check((const gasnet_handlerarg_t[]){0 PASSED_##n} + 1, n);                                      \
		GT_OK(gasnet_AMReplyShort##n(t, SHORT_BACK + n PASSED_##n));                                    \
	}                                                                                                       \
	static void medium_##n(gasnet_token_t t, void *buf, size_t bytes TAKEN_##n)                             \
	{                                                                                                       \
		check((const gasnet_handlerarg_t[]){0 PASSED_##n} + 1, n);                                      \
		GT_OK(gasnet_AMReplyMedium##n(t, MEDIUM_BACK + n, buf, bytes PASSED_##n));                      \
	}                                                                                                       \
	static void long_##n(gasnet_token_t t, void *buf, size_t bytes TAKEN_##n)                               \
	{                                                                                                       \
		gasnet_node_t from;                                                                             \
                                                                                                                \
		check((const gasnet_handlerarg_t[]){0 PASSED_##n} + 1, n);                                      \
		GT_OK(gasnet_AMGetMsgSource(t, &from));                                                         \
		GT_OK(gasnet_AMReplyLong##n(t, LONG_BACK + n, buf, bytes, gt_at((int)from, BYTES) PASSED_##n)); \
	}                                                                                                       \
	static void short_back_##n(gasnet_token_t t TAKEN_##n)                                                  \
	{                                                                                                       \
		(void)t;                                                                                        \
		check((const gasnet_handlerarg_t[]){0 PASSED_##n} + 1, n);                                      \
		answered++;                                                                                     \
	}                                                                                                       \
	static void longer_back_##n(gasnet_token_t t, void *buf, size_t bytes TAKEN_##n)                        \
	{                                                                                                       \
		(void)t;                                                                                        \
		check((const gasnet_handlerarg_t[]){0 PASSED_##n} + 1, n);                                      \
		CHECK(gt_differs(buf, bytes, gt_me, n) == bytes, "%zu bytes with %d arguments", bytes, n);      \
		answered++;                                                                                     \
	}

#define EVERY_NUMBER(X) X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) X(10) X(11) X(12) X(13) X(14) X(15) X(16)

EVERY_NUMBER(HANDLERS)

static int expected;

/* Every request has one reply; each is checked on both sides. */
static void settle(int requests)
{
	expected += requests;
	GASNET_BLOCKUNTIL(answered == expected);
}

/* Every kind of request with n arguments, by its numbered and its counted name. */
#define SENDER(n)                                                                                             \
	static void send_##n(gasnet_node_t to, int r, void *data, size_t bytes)                               \
	{                                                                                                     \
		(void)r;                                                                                      \
		GT_OK(gasnet_AMRequestShort##n(to, SHORT + n VALUES_##n));                                    \
		GT_OK(gasnet_AMRequestMedium##n(to, MEDIUM + n, data, bytes VALUES_##n));                     \
		settle(2);                                                                                    \
		GT_OK(gasnet_AMRequestLong##n(to, LONG + n, data, bytes, gt_at((int)to, 0) VALUES_##n));      \
		settle(1);                                                                                    \
		GT_OK(gasnet_AMRequestLongAsync##n(to, LONG + n, data, bytes, gt_at((int)to, 0) VALUES_##n)); \
		settle(1);                                                                                    \
		GT_OK(gasnet_AMRequestShort(to, SHORT + n, n VALUES_##n));                                    \
		GT_OK(gasnet_AMRequestMedium(to, MEDIUM + n, data, bytes, n VALUES_##n));                     \
		settle(2);                                                                                    \
		GT_OK(gasnet_AMRequestLong(to, LONG + n, data, bytes, gt_at((int)to, 0), n VALUES_##n));      \
		settle(1);                                                                                    \
		GT_OK(gasnet_AMRequestLongAsync(to, LONG + n, data, bytes, gt_at((int)to, 0), n VALUES_##n)); \
		settle(1);                                                                                    \
	}

EVERY_NUMBER(SENDER)

/* Replies by the counted names. */
enum { COUNTED = 249 };
static void counted(gasnet_token_t t, void *buf, size_t bytes, gasnet_handlerarg_t kind, gasnet_handlerarg_t round)
{
	gasnet_node_t from;

	GT_OK(gasnet_AMGetMsgSource(t, &from));
	switch (kind) {
	case 0: GT_OK(gasnet_AMReplyShort(t, SHORT_BACK + 2, 2, round, arg(round, 1))); break;
	case 1: GT_OK(gasnet_AMReplyMedium(t, MEDIUM_BACK + 2, buf, bytes, 2, round, arg(round, 1))); break;
	default: GT_OK(gasnet_AMReplyLong(t, LONG_BACK + 2, buf, bytes, gt_at((int)from, BYTES), 2, round, arg(round, 1)));
	}
}

#define ENTRIES(n)                                                                                                  \
	{SHORT + n, (void (*)())short_##n}, {MEDIUM + n, (void (*)())medium_##n}, {LONG + n, (void (*)())long_##n}, \
	    {SHORT_BACK + n, (void (*)())short_back_##n}, {MEDIUM_BACK + n, (void (*)())longer_back_##n},           \
	    {LONG_BACK + n, (void (*)())longer_back_##n},
#define NAMED(n) send_##n,

int main(int argc, char **argv)
{
	gasnet_handlerentry_t table[] = {EVERY_NUMBER(ENTRIES){COUNTED, (void (*)())counted}};
	static void (*const send[])(gasnet_node_t, int, void *, size_t) = {EVERY_NUMBER(NAMED)};
	static unsigned char data[BYTES];

	gt_attach(&argc, &argv, table, sizeof table / sizeof table[0], 2 * BYTES);
	CHECK(gasnet_AMMaxArgs() == 16, "%zu", gasnet_AMMaxArgs());
	CHECK(gasnet_AMMaxMedium() >= 512 && gasnet_AMMaxMedium() <= 65536, "%zu", gasnet_AMMaxMedium());
	CHECK(gasnet_AMMaxLongRequest() >= 512 && gasnet_AMMaxLongRequest() <= 0x7fffffff, "%zu", gasnet_AMMaxLongRequest());
	CHECK(gasnet_AMMaxLongReply() >= 512 && gasnet_AMMaxLongReply() <= 0x7fffffff, "%zu", gasnet_AMMaxLongReply());
	/* ranks send one at a time, since all Longs of a rank go to the same address */
	for (int turn = 0; turn < 2; turn++) {
		const gasnet_node_t to = (gasnet_node_t)(turn ? (gt_me + 1) % gt_n : gt_me);

		for (int round = 0; round < 3; round++)
			for (int n = 0; n <= 16; n++) {
				const size_t bytes = gt_range(0, gasnet_AMMaxMedium() < BYTES ? gasnet_AMMaxMedium() : BYTES);

				gt_fill(data, bytes, gt_me, n);
				send[n](to, round * 100 + n, data, bytes);
			}
		gt_fill(data, 100, gt_me, 2);
		for (int kind = 0; kind < 3; kind++) {
			GT_OK(gasnet_AMRequestMedium2(to, COUNTED, data, 100, kind, 77));
			settle(1);
		}
		gt_barrier();
	}
	CHECK(gasnet_AMRequestShort(0, SHORT, 17, 0) == GASNET_ERR_BAD_ARG, "17 arguments");
	CHECK(gasnet_AMRequestShort(0, SHORT, -1, 0) == GASNET_ERR_BAD_ARG, "-1 arguments");
	MSG0("%d messages checked", came);
	gt_leave();
	return 0;
}
