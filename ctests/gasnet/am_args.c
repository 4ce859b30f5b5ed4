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

static void short_0(gasnet_token_t t)
{
	const gasnet_handlerarg_t a[] = {0};
	check(a, 0);
	GT_OK(gasnet_AMReplyShort0(t, SHORT_BACK + 0));
}
static void medium_0(gasnet_token_t t, void *buf, size_t bytes)
{
	const gasnet_handlerarg_t a[] = {0};
	check(a, 0);
	GT_OK(gasnet_AMReplyMedium0(t, MEDIUM_BACK + 0, buf, bytes));
}
static void long_0(gasnet_token_t t, void *buf, size_t bytes)
{
	const gasnet_handlerarg_t a[] = {0};
	gasnet_node_t from;
	check(a, 0);
	GT_OK(gasnet_AMGetMsgSource(t, &from));
	GT_OK(gasnet_AMReplyLong0(t, LONG_BACK + 0, buf, bytes, gt_at((int)from, BYTES)));
}
static void short_back_0(gasnet_token_t t)
{
	const gasnet_handlerarg_t a[] = {0};
	(void)t;
	check(a, 0);
	answered++;
}
static void longer_back_0(gasnet_token_t t, void *buf, size_t bytes)
{
	const gasnet_handlerarg_t a[] = {0};
	(void)t;
	check(a, 0);
	CHECK(gt_differs(buf, bytes, gt_me, 0) == bytes, "%zu bytes with 0 arguments", bytes);
	answered++;
}
static void short_1(gasnet_token_t t, gasnet_handlerarg_t a0)
{
	const gasnet_handlerarg_t a[] = {a0};
	check(a, 1);
	GT_OK(gasnet_AMReplyShort1(t, SHORT_BACK + 1, a0));
}
static void medium_1(gasnet_token_t t, void *buf, size_t bytes, gasnet_handlerarg_t a0)
{
	const gasnet_handlerarg_t a[] = {a0};
	check(a, 1);
	GT_OK(gasnet_AMReplyMedium1(t, MEDIUM_BACK + 1, buf, bytes, a0));
}
static void long_1(gasnet_token_t t, void *buf, size_t bytes, gasnet_handlerarg_t a0)
{
	const gasnet_handlerarg_t a[] = {a0};
	gasnet_node_t from;
	check(a, 1);
	GT_OK(gasnet_AMGetMsgSource(t, &from));
	GT_OK(gasnet_AMReplyLong1(t, LONG_BACK + 1, buf, bytes, gt_at((int)from, BYTES), a0));
}
static void short_back_1(gasnet_token_t t, gasnet_handlerarg_t a0)
{
	const gasnet_handlerarg_t a[] = {a0};
	(void)t;
	check(a, 1);
	answered++;
}
static void longer_back_1(gasnet_token_t t, void *buf, size_t bytes, gasnet_handlerarg_t a0)
{
	const gasnet_handlerarg_t a[] = {a0};
	(void)t;
	check(a, 1);
	CHECK(gt_differs(buf, bytes, gt_me, 1) == bytes, "%zu bytes with 1 arguments", bytes);
	answered++;
}
static void short_2(gasnet_token_t t, gasnet_handlerarg_t a0, gasnet_handlerarg_t a1)
{
	const gasnet_handlerarg_t a[] = {a0, a1};
	check(a, 2);
	GT_OK(gasnet_AMReplyShort2(t, SHORT_BACK + 2, a0, a1));
}
static void medium_2(gasnet_token_t t, void *buf, size_t bytes, gasnet_handlerarg_t a0, gasnet_handlerarg_t a1)
{
	const gasnet_handlerarg_t a[] = {a0, a1};
	check(a, 2);
	GT_OK(gasnet_AMReplyMedium2(t, MEDIUM_BACK + 2, buf, bytes, a0, a1));
}
static void long_2(gasnet_token_t t, void *buf, size_t bytes, gasnet_handlerarg_t a0, gasnet_handlerarg_t a1)
{
	const gasnet_handlerarg_t a[] = {a0, a1};
	gasnet_node_t from;
	check(a, 2);
	GT_OK(gasnet_AMGetMsgSource(t, &from));
	GT_OK(gasnet_AMReplyLong2(t, LONG_BACK + 2, buf, bytes, gt_at((int)from, BYTES), a0, a1));
}
static void short_back_2(gasnet_token_t t, gasnet_handlerarg_t a0, gasnet_handlerarg_t a1)
{
	const gasnet_handlerarg_t a[] = {a0, a1};
	(void)t;
	check(a, 2);
	answered++;
}
static void longer_back_2(gasnet_token_t t, void *buf, size_t bytes, gasnet_handlerarg_t a0, gasnet_handlerarg_t a1)
{
	const gasnet_handlerarg_t a[] = {a0, a1};
	(void)t;
	check(a, 2);
	CHECK(gt_differs(buf, bytes, gt_me, 2) == bytes, "%zu bytes with 2 arguments", bytes);
	answered++;
}
static void short_3(gasnet_token_t t, gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2)
{
	const gasnet_handlerarg_t a[] = {a0, a1, a2};
	check(a, 3);
	GT_OK(gasnet_AMReplyShort3(t, SHORT_BACK + 3, a0, a1, a2));
}
static void medium_3(gasnet_token_t t, void *buf, size_t bytes, gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2)
{
	const gasnet_handlerarg_t a[] = {a0, a1, a2};
	check(a, 3);
	GT_OK(gasnet_AMReplyMedium3(t, MEDIUM_BACK + 3, buf, bytes, a0, a1, a2));
}
static void long_3(gasnet_token_t t, void *buf, size_t bytes, gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2)
{
	const gasnet_handlerarg_t a[] = {a0, a1, a2};
	gasnet_node_t from;
	check(a, 3);
	GT_OK(gasnet_AMGetMsgSource(t, &from));
	GT_OK(gasnet_AMReplyLong3(t, LONG_BACK + 3, buf, bytes, gt_at((int)from, BYTES), a0, a1, a2));
}
static void short_back_3(gasnet_token_t t, gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2)
{
	const gasnet_handlerarg_t a[] = {a0, a1, a2};
	(void)t;
	check(a, 3);
	answered++;
}
static void longer_back_3(gasnet_token_t t, void *buf, size_t bytes, gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2)
{
	const gasnet_handlerarg_t a[] = {a0, a1, a2};
	(void)t;
	check(a, 3);
	CHECK(gt_differs(buf, bytes, gt_me, 3) == bytes, "%zu bytes with 3 arguments", bytes);
	answered++;
}
static void short_4(gasnet_token_t t, gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3)
{
	const gasnet_handlerarg_t a[] = {a0, a1, a2, a3};
	check(a, 4);
	GT_OK(gasnet_AMReplyShort4(t, SHORT_BACK + 4, a0, a1, a2, a3));
}
static void medium_4(gasnet_token_t t, void *buf, size_t bytes, gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3)
{
	const gasnet_handlerarg_t a[] = {a0, a1, a2, a3};
	check(a, 4);
	GT_OK(gasnet_AMReplyMedium4(t, MEDIUM_BACK + 4, buf, bytes, a0, a1, a2, a3));
}
static void long_4(gasnet_token_t t, void *buf, size_t bytes, gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3)
{
	const gasnet_handlerarg_t a[] = {a0, a1, a2, a3};
	gasnet_node_t from;
	check(a, 4);
	GT_OK(gasnet_AMGetMsgSource(t, &from));
	GT_OK(gasnet_AMReplyLong4(t, LONG_BACK + 4, buf, bytes, gt_at((int)from, BYTES), a0, a1, a2, a3));
}
static void short_back_4(gasnet_token_t t, gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3)
{
	const gasnet_handlerarg_t a[] = {a0, a1, a2, a3};
	(void)t;
	check(a, 4);
	answered++;
}
static void longer_back_4(gasnet_token_t t, void *buf, size_t bytes, gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3)
{
	const gasnet_handlerarg_t a[] = {a0, a1, a2, a3};
	(void)t;
	check(a, 4);
	CHECK(gt_differs(buf, bytes, gt_me, 4) == bytes, "%zu bytes with 4 arguments", bytes);
	answered++;
}
static void short_5(gasnet_token_t t, gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4)
{
	const gasnet_handlerarg_t a[] = {a0, a1, a2, a3, a4};
	check(a, 5);
	GT_OK(gasnet_AMReplyShort5(t, SHORT_BACK + 5, a0, a1, a2, a3, a4));
}
static void medium_5(gasnet_token_t t, void *buf, size_t bytes, gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4)
{
	const gasnet_handlerarg_t a[] = {a0, a1, a2, a3, a4};
	check(a, 5);
	GT_OK(gasnet_AMReplyMedium5(t, MEDIUM_BACK + 5, buf, bytes, a0, a1, a2, a3, a4));
}
static void long_5(gasnet_token_t t, void *buf, size_t bytes, gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4)
{
	const gasnet_handlerarg_t a[] = {a0, a1, a2, a3, a4};
	gasnet_node_t from;
	check(a, 5);
	GT_OK(gasnet_AMGetMsgSource(t, &from));
	GT_OK(gasnet_AMReplyLong5(t, LONG_BACK + 5, buf, bytes, gt_at((int)from, BYTES), a0, a1, a2, a3, a4));
}
static void short_back_5(gasnet_token_t t, gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4)
{
	const gasnet_handlerarg_t a[] = {a0, a1, a2, a3, a4};
	(void)t;
	check(a, 5);
	answered++;
}
static void longer_back_5(gasnet_token_t t, void *buf, size_t bytes, gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4)
{
	const gasnet_handlerarg_t a[] = {a0, a1, a2, a3, a4};
	(void)t;
	check(a, 5);
	CHECK(gt_differs(buf, bytes, gt_me, 5) == bytes, "%zu bytes with 5 arguments", bytes);
	answered++;
}
static void short_6(gasnet_token_t t, gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4, gasnet_handlerarg_t a5)
{
	const gasnet_handlerarg_t a[] = {a0, a1, a2, a3, a4, a5};
	check(a, 6);
	GT_OK(gasnet_AMReplyShort6(t, SHORT_BACK + 6, a0, a1, a2, a3, a4, a5));
}
static void medium_6(gasnet_token_t t, void *buf, size_t bytes, gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4, gasnet_handlerarg_t a5)
{
	const gasnet_handlerarg_t a[] = {a0, a1, a2, a3, a4, a5};
	check(a, 6);
	GT_OK(gasnet_AMReplyMedium6(t, MEDIUM_BACK + 6, buf, bytes, a0, a1, a2, a3, a4, a5));
}
static void long_6(gasnet_token_t t, void *buf, size_t bytes, gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4, gasnet_handlerarg_t a5)
{
	const gasnet_handlerarg_t a[] = {a0, a1, a2, a3, a4, a5};
	gasnet_node_t from;
	check(a, 6);
	GT_OK(gasnet_AMGetMsgSource(t, &from));
	GT_OK(gasnet_AMReplyLong6(t, LONG_BACK + 6, buf, bytes, gt_at((int)from, BYTES), a0, a1, a2, a3, a4, a5));
}
static void short_back_6(gasnet_token_t t, gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4, gasnet_handlerarg_t a5)
{
	const gasnet_handlerarg_t a[] = {a0, a1, a2, a3, a4, a5};
	(void)t;
	check(a, 6);
	answered++;
}
static void longer_back_6(gasnet_token_t t, void *buf, size_t bytes, gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4, gasnet_handlerarg_t a5)
{
	const gasnet_handlerarg_t a[] = {a0, a1, a2, a3, a4, a5};
	(void)t;
	check(a, 6);
	CHECK(gt_differs(buf, bytes, gt_me, 6) == bytes, "%zu bytes with 6 arguments", bytes);
	answered++;
}
static void short_7(gasnet_token_t t, gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6)
{
	const gasnet_handlerarg_t a[] = {a0, a1, a2, a3, a4, a5, a6};
	check(a, 7);
	GT_OK(gasnet_AMReplyShort7(t, SHORT_BACK + 7, a0, a1, a2, a3, a4, a5, a6));
}
static void medium_7(gasnet_token_t t, void *buf, size_t bytes, gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6)
{
	const gasnet_handlerarg_t a[] = {a0, a1, a2, a3, a4, a5, a6};
	check(a, 7);
	GT_OK(gasnet_AMReplyMedium7(t, MEDIUM_BACK + 7, buf, bytes, a0, a1, a2, a3, a4, a5, a6));
}
static void long_7(gasnet_token_t t, void *buf, size_t bytes, gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6)
{
	const gasnet_handlerarg_t a[] = {a0, a1, a2, a3, a4, a5, a6};
	gasnet_node_t from;
	check(a, 7);
	GT_OK(gasnet_AMGetMsgSource(t, &from));
	GT_OK(gasnet_AMReplyLong7(t, LONG_BACK + 7, buf, bytes, gt_at((int)from, BYTES), a0, a1, a2, a3, a4, a5, a6));
}
static void short_back_7(gasnet_token_t t, gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6)
{
	const gasnet_handlerarg_t a[] = {a0, a1, a2, a3, a4, a5, a6};
	(void)t;
	check(a, 7);
	answered++;
}
static void longer_back_7(gasnet_token_t t, void *buf, size_t bytes, gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6)
{
	const gasnet_handlerarg_t a[] = {a0, a1, a2, a3, a4, a5, a6};
	(void)t;
	check(a, 7);
	CHECK(gt_differs(buf, bytes, gt_me, 7) == bytes, "%zu bytes with 7 arguments", bytes);
	answered++;
}
static void short_8(gasnet_token_t t, gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7)
{
	const gasnet_handlerarg_t a[] = {a0, a1, a2, a3, a4, a5, a6, a7};
	check(a, 8);
	GT_OK(gasnet_AMReplyShort8(t, SHORT_BACK + 8, a0, a1, a2, a3, a4, a5, a6, a7));
}
static void medium_8(gasnet_token_t t, void *buf, size_t bytes, gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7)
{
	const gasnet_handlerarg_t a[] = {a0, a1, a2, a3, a4, a5, a6, a7};
	check(a, 8);
	GT_OK(gasnet_AMReplyMedium8(t, MEDIUM_BACK + 8, buf, bytes, a0, a1, a2, a3, a4, a5, a6, a7));
}
static void long_8(gasnet_token_t t, void *buf, size_t bytes, gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7)
{
	const gasnet_handlerarg_t a[] = {a0, a1, a2, a3, a4, a5, a6, a7};
	gasnet_node_t from;
	check(a, 8);
	GT_OK(gasnet_AMGetMsgSource(t, &from));
	GT_OK(gasnet_AMReplyLong8(t, LONG_BACK + 8, buf, bytes, gt_at((int)from, BYTES), a0, a1, a2, a3, a4, a5, a6, a7));
}
static void short_back_8(gasnet_token_t t, gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7)
{
	const gasnet_handlerarg_t a[] = {a0, a1, a2, a3, a4, a5, a6, a7};
	(void)t;
	check(a, 8);
	answered++;
}
static void longer_back_8(gasnet_token_t t, void *buf, size_t bytes, gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7)
{
	const gasnet_handlerarg_t a[] = {a0, a1, a2, a3, a4, a5, a6, a7};
	(void)t;
	check(a, 8);
	CHECK(gt_differs(buf, bytes, gt_me, 8) == bytes, "%zu bytes with 8 arguments", bytes);
	answered++;
}
static void short_9(gasnet_token_t t, gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7, gasnet_handlerarg_t a8)
{
	const gasnet_handlerarg_t a[] = {a0, a1, a2, a3, a4, a5, a6, a7, a8};
	check(a, 9);
	GT_OK(gasnet_AMReplyShort9(t, SHORT_BACK + 9, a0, a1, a2, a3, a4, a5, a6, a7, a8));
}
static void medium_9(gasnet_token_t t, void *buf, size_t bytes, gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7, gasnet_handlerarg_t a8)
{
	const gasnet_handlerarg_t a[] = {a0, a1, a2, a3, a4, a5, a6, a7, a8};
	check(a, 9);
	GT_OK(gasnet_AMReplyMedium9(t, MEDIUM_BACK + 9, buf, bytes, a0, a1, a2, a3, a4, a5, a6, a7, a8));
}
static void long_9(gasnet_token_t t, void *buf, size_t bytes, gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7, gasnet_handlerarg_t a8)
{
	const gasnet_handlerarg_t a[] = {a0, a1, a2, a3, a4, a5, a6, a7, a8};
	gasnet_node_t from;
	check(a, 9);
	GT_OK(gasnet_AMGetMsgSource(t, &from));
	GT_OK(gasnet_AMReplyLong9(t, LONG_BACK + 9, buf, bytes, gt_at((int)from, BYTES), a0, a1, a2, a3, a4, a5, a6, a7, a8));
}
static void short_back_9(gasnet_token_t t, gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7, gasnet_handlerarg_t a8)
{
	const gasnet_handlerarg_t a[] = {a0, a1, a2, a3, a4, a5, a6, a7, a8};
	(void)t;
	check(a, 9);
	answered++;
}
static void longer_back_9(gasnet_token_t t, void *buf, size_t bytes, gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7, gasnet_handlerarg_t a8)
{
	const gasnet_handlerarg_t a[] = {a0, a1, a2, a3, a4, a5, a6, a7, a8};
	(void)t;
	check(a, 9);
	CHECK(gt_differs(buf, bytes, gt_me, 9) == bytes, "%zu bytes with 9 arguments", bytes);
	answered++;
}
static void short_10(gasnet_token_t t, gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7, gasnet_handlerarg_t a8, gasnet_handlerarg_t a9)
{
	const gasnet_handlerarg_t a[] = {a0, a1, a2, a3, a4, a5, a6, a7, a8, a9};
	check(a, 10);
	GT_OK(gasnet_AMReplyShort10(t, SHORT_BACK + 10, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9));
}
static void medium_10(gasnet_token_t t, void *buf, size_t bytes, gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7, gasnet_handlerarg_t a8, gasnet_handlerarg_t a9)
{
	const gasnet_handlerarg_t a[] = {a0, a1, a2, a3, a4, a5, a6, a7, a8, a9};
	check(a, 10);
	GT_OK(gasnet_AMReplyMedium10(t, MEDIUM_BACK + 10, buf, bytes, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9));
}
static void long_10(gasnet_token_t t, void *buf, size_t bytes, gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7, gasnet_handlerarg_t a8, gasnet_handlerarg_t a9)
{
	const gasnet_handlerarg_t a[] = {a0, a1, a2, a3, a4, a5, a6, a7, a8, a9};
	gasnet_node_t from;
	check(a, 10);
	GT_OK(gasnet_AMGetMsgSource(t, &from));
	GT_OK(gasnet_AMReplyLong10(t, LONG_BACK + 10, buf, bytes, gt_at((int)from, BYTES), a0, a1, a2, a3, a4, a5, a6, a7, a8, a9));
}
static void short_back_10(gasnet_token_t t, gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7, gasnet_handlerarg_t a8, gasnet_handlerarg_t a9)
{
	const gasnet_handlerarg_t a[] = {a0, a1, a2, a3, a4, a5, a6, a7, a8, a9};
	(void)t;
	check(a, 10);
	answered++;
}
static void longer_back_10(gasnet_token_t t, void *buf, size_t bytes, gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7, gasnet_handlerarg_t a8, gasnet_handlerarg_t a9)
{
	const gasnet_handlerarg_t a[] = {a0, a1, a2, a3, a4, a5, a6, a7, a8, a9};
	(void)t;
	check(a, 10);
	CHECK(gt_differs(buf, bytes, gt_me, 10) == bytes, "%zu bytes with 10 arguments", bytes);
	answered++;
}
static void short_11(gasnet_token_t t, gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7, gasnet_handlerarg_t a8, gasnet_handlerarg_t a9, gasnet_handlerarg_t a10)
{
	const gasnet_handlerarg_t a[] = {a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10};
	check(a, 11);
	GT_OK(gasnet_AMReplyShort11(t, SHORT_BACK + 11, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10));
}
static void medium_11(gasnet_token_t t, void *buf, size_t bytes, gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7, gasnet_handlerarg_t a8, gasnet_handlerarg_t a9, gasnet_handlerarg_t a10)
{
	const gasnet_handlerarg_t a[] = {a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10};
	check(a, 11);
	GT_OK(gasnet_AMReplyMedium11(t, MEDIUM_BACK + 11, buf, bytes, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10));
}
static void long_11(gasnet_token_t t, void *buf, size_t bytes, gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7, gasnet_handlerarg_t a8, gasnet_handlerarg_t a9, gasnet_handlerarg_t a10)
{
	const gasnet_handlerarg_t a[] = {a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10};
	gasnet_node_t from;
	check(a, 11);
	GT_OK(gasnet_AMGetMsgSource(t, &from));
	GT_OK(gasnet_AMReplyLong11(t, LONG_BACK + 11, buf, bytes, gt_at((int)from, BYTES), a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10));
}
static void short_back_11(gasnet_token_t t, gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7, gasnet_handlerarg_t a8, gasnet_handlerarg_t a9, gasnet_handlerarg_t a10)
{
	const gasnet_handlerarg_t a[] = {a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10};
	(void)t;
	check(a, 11);
	answered++;
}
static void longer_back_11(gasnet_token_t t, void *buf, size_t bytes, gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7, gasnet_handlerarg_t a8, gasnet_handlerarg_t a9, gasnet_handlerarg_t a10)
{
	const gasnet_handlerarg_t a[] = {a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10};
	(void)t;
	check(a, 11);
	CHECK(gt_differs(buf, bytes, gt_me, 11) == bytes, "%zu bytes with 11 arguments", bytes);
	answered++;
}
static void short_12(gasnet_token_t t, gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7, gasnet_handlerarg_t a8, gasnet_handlerarg_t a9, gasnet_handlerarg_t a10, gasnet_handlerarg_t a11)
{
	const gasnet_handlerarg_t a[] = {a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11};
	check(a, 12);
	GT_OK(gasnet_AMReplyShort12(t, SHORT_BACK + 12, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11));
}
static void medium_12(gasnet_token_t t, void *buf, size_t bytes, gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7, gasnet_handlerarg_t a8, gasnet_handlerarg_t a9, gasnet_handlerarg_t a10, gasnet_handlerarg_t a11)
{
	const gasnet_handlerarg_t a[] = {a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11};
	check(a, 12);
	GT_OK(gasnet_AMReplyMedium12(t, MEDIUM_BACK + 12, buf, bytes, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11));
}
static void long_12(gasnet_token_t t, void *buf, size_t bytes, gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7, gasnet_handlerarg_t a8, gasnet_handlerarg_t a9, gasnet_handlerarg_t a10, gasnet_handlerarg_t a11)
{
	const gasnet_handlerarg_t a[] = {a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11};
	gasnet_node_t from;
	check(a, 12);
	GT_OK(gasnet_AMGetMsgSource(t, &from));
	GT_OK(gasnet_AMReplyLong12(t, LONG_BACK + 12, buf, bytes, gt_at((int)from, BYTES), a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11));
}
static void short_back_12(gasnet_token_t t, gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7, gasnet_handlerarg_t a8, gasnet_handlerarg_t a9, gasnet_handlerarg_t a10, gasnet_handlerarg_t a11)
{
	const gasnet_handlerarg_t a[] = {a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11};
	(void)t;
	check(a, 12);
	answered++;
}
static void longer_back_12(gasnet_token_t t, void *buf, size_t bytes, gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7, gasnet_handlerarg_t a8, gasnet_handlerarg_t a9, gasnet_handlerarg_t a10, gasnet_handlerarg_t a11)
{
	const gasnet_handlerarg_t a[] = {a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11};
	(void)t;
	check(a, 12);
	CHECK(gt_differs(buf, bytes, gt_me, 12) == bytes, "%zu bytes with 12 arguments", bytes);
	answered++;
}
static void short_13(gasnet_token_t t, gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7, gasnet_handlerarg_t a8, gasnet_handlerarg_t a9, gasnet_handlerarg_t a10, gasnet_handlerarg_t a11, gasnet_handlerarg_t a12)
{
	const gasnet_handlerarg_t a[] = {a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12};
	check(a, 13);
	GT_OK(gasnet_AMReplyShort13(t, SHORT_BACK + 13, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12));
}
static void medium_13(gasnet_token_t t, void *buf, size_t bytes, gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7, gasnet_handlerarg_t a8, gasnet_handlerarg_t a9, gasnet_handlerarg_t a10, gasnet_handlerarg_t a11, gasnet_handlerarg_t a12)
{
	const gasnet_handlerarg_t a[] = {a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12};
	check(a, 13);
	GT_OK(gasnet_AMReplyMedium13(t, MEDIUM_BACK + 13, buf, bytes, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12));
}
static void long_13(gasnet_token_t t, void *buf, size_t bytes, gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7, gasnet_handlerarg_t a8, gasnet_handlerarg_t a9, gasnet_handlerarg_t a10, gasnet_handlerarg_t a11, gasnet_handlerarg_t a12)
{
	const gasnet_handlerarg_t a[] = {a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12};
	gasnet_node_t from;
	check(a, 13);
	GT_OK(gasnet_AMGetMsgSource(t, &from));
	GT_OK(gasnet_AMReplyLong13(t, LONG_BACK + 13, buf, bytes, gt_at((int)from, BYTES), a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12));
}
static void short_back_13(gasnet_token_t t, gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7, gasnet_handlerarg_t a8, gasnet_handlerarg_t a9, gasnet_handlerarg_t a10, gasnet_handlerarg_t a11, gasnet_handlerarg_t a12)
{
	const gasnet_handlerarg_t a[] = {a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12};
	(void)t;
	check(a, 13);
	answered++;
}
static void longer_back_13(gasnet_token_t t, void *buf, size_t bytes, gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7, gasnet_handlerarg_t a8, gasnet_handlerarg_t a9, gasnet_handlerarg_t a10, gasnet_handlerarg_t a11, gasnet_handlerarg_t a12)
{
	const gasnet_handlerarg_t a[] = {a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12};
	(void)t;
	check(a, 13);
	CHECK(gt_differs(buf, bytes, gt_me, 13) == bytes, "%zu bytes with 13 arguments", bytes);
	answered++;
}
static void short_14(gasnet_token_t t, gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7, gasnet_handlerarg_t a8, gasnet_handlerarg_t a9, gasnet_handlerarg_t a10, gasnet_handlerarg_t a11, gasnet_handlerarg_t a12, gasnet_handlerarg_t a13)
{
	const gasnet_handlerarg_t a[] = {a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13};
	check(a, 14);
	GT_OK(gasnet_AMReplyShort14(t, SHORT_BACK + 14, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13));
}
static void medium_14(gasnet_token_t t, void *buf, size_t bytes, gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7, gasnet_handlerarg_t a8, gasnet_handlerarg_t a9, gasnet_handlerarg_t a10, gasnet_handlerarg_t a11, gasnet_handlerarg_t a12, gasnet_handlerarg_t a13)
{
	const gasnet_handlerarg_t a[] = {a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13};
	check(a, 14);
	GT_OK(gasnet_AMReplyMedium14(t, MEDIUM_BACK + 14, buf, bytes, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13));
}
static void long_14(gasnet_token_t t, void *buf, size_t bytes, gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7, gasnet_handlerarg_t a8, gasnet_handlerarg_t a9, gasnet_handlerarg_t a10, gasnet_handlerarg_t a11, gasnet_handlerarg_t a12, gasnet_handlerarg_t a13)
{
	const gasnet_handlerarg_t a[] = {a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13};
	gasnet_node_t from;
	check(a, 14);
	GT_OK(gasnet_AMGetMsgSource(t, &from));
	GT_OK(gasnet_AMReplyLong14(t, LONG_BACK + 14, buf, bytes, gt_at((int)from, BYTES), a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13));
}
static void short_back_14(gasnet_token_t t, gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7, gasnet_handlerarg_t a8, gasnet_handlerarg_t a9, gasnet_handlerarg_t a10, gasnet_handlerarg_t a11, gasnet_handlerarg_t a12, gasnet_handlerarg_t a13)
{
	const gasnet_handlerarg_t a[] = {a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13};
	(void)t;
	check(a, 14);
	answered++;
}
static void longer_back_14(gasnet_token_t t, void *buf, size_t bytes, gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7, gasnet_handlerarg_t a8, gasnet_handlerarg_t a9, gasnet_handlerarg_t a10, gasnet_handlerarg_t a11, gasnet_handlerarg_t a12, gasnet_handlerarg_t a13)
{
	const gasnet_handlerarg_t a[] = {a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13};
	(void)t;
	check(a, 14);
	CHECK(gt_differs(buf, bytes, gt_me, 14) == bytes, "%zu bytes with 14 arguments", bytes);
	answered++;
}
static void short_15(gasnet_token_t t, gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7, gasnet_handlerarg_t a8, gasnet_handlerarg_t a9, gasnet_handlerarg_t a10, gasnet_handlerarg_t a11, gasnet_handlerarg_t a12, gasnet_handlerarg_t a13, gasnet_handlerarg_t a14)
{
	const gasnet_handlerarg_t a[] = {a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14};
	check(a, 15);
	GT_OK(gasnet_AMReplyShort15(t, SHORT_BACK + 15, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14));
}
static void medium_15(gasnet_token_t t, void *buf, size_t bytes, gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7, gasnet_handlerarg_t a8, gasnet_handlerarg_t a9, gasnet_handlerarg_t a10, gasnet_handlerarg_t a11, gasnet_handlerarg_t a12, gasnet_handlerarg_t a13, gasnet_handlerarg_t a14)
{
	const gasnet_handlerarg_t a[] = {a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14};
	check(a, 15);
	GT_OK(gasnet_AMReplyMedium15(t, MEDIUM_BACK + 15, buf, bytes, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14));
}
static void long_15(gasnet_token_t t, void *buf, size_t bytes, gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7, gasnet_handlerarg_t a8, gasnet_handlerarg_t a9, gasnet_handlerarg_t a10, gasnet_handlerarg_t a11, gasnet_handlerarg_t a12, gasnet_handlerarg_t a13, gasnet_handlerarg_t a14)
{
	const gasnet_handlerarg_t a[] = {a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14};
	gasnet_node_t from;
	check(a, 15);
	GT_OK(gasnet_AMGetMsgSource(t, &from));
	GT_OK(gasnet_AMReplyLong15(t, LONG_BACK + 15, buf, bytes, gt_at((int)from, BYTES), a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14));
}
static void short_back_15(gasnet_token_t t, gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7, gasnet_handlerarg_t a8, gasnet_handlerarg_t a9, gasnet_handlerarg_t a10, gasnet_handlerarg_t a11, gasnet_handlerarg_t a12, gasnet_handlerarg_t a13, gasnet_handlerarg_t a14)
{
	const gasnet_handlerarg_t a[] = {a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14};
	(void)t;
	check(a, 15);
	answered++;
}
static void longer_back_15(gasnet_token_t t, void *buf, size_t bytes, gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7, gasnet_handlerarg_t a8, gasnet_handlerarg_t a9, gasnet_handlerarg_t a10, gasnet_handlerarg_t a11, gasnet_handlerarg_t a12, gasnet_handlerarg_t a13, gasnet_handlerarg_t a14)
{
	const gasnet_handlerarg_t a[] = {a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14};
	(void)t;
	check(a, 15);
	CHECK(gt_differs(buf, bytes, gt_me, 15) == bytes, "%zu bytes with 15 arguments", bytes);
	answered++;
}
static void short_16(gasnet_token_t t, gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7, gasnet_handlerarg_t a8, gasnet_handlerarg_t a9, gasnet_handlerarg_t a10, gasnet_handlerarg_t a11, gasnet_handlerarg_t a12, gasnet_handlerarg_t a13, gasnet_handlerarg_t a14, gasnet_handlerarg_t a15)
{
	const gasnet_handlerarg_t a[] = {a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15};
	check(a, 16);
	GT_OK(gasnet_AMReplyShort16(t, SHORT_BACK + 16, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15));
}
static void medium_16(gasnet_token_t t, void *buf, size_t bytes, gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7, gasnet_handlerarg_t a8, gasnet_handlerarg_t a9, gasnet_handlerarg_t a10, gasnet_handlerarg_t a11, gasnet_handlerarg_t a12, gasnet_handlerarg_t a13, gasnet_handlerarg_t a14, gasnet_handlerarg_t a15)
{
	const gasnet_handlerarg_t a[] = {a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15};
	check(a, 16);
	GT_OK(gasnet_AMReplyMedium16(t, MEDIUM_BACK + 16, buf, bytes, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15));
}
static void long_16(gasnet_token_t t, void *buf, size_t bytes, gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7, gasnet_handlerarg_t a8, gasnet_handlerarg_t a9, gasnet_handlerarg_t a10, gasnet_handlerarg_t a11, gasnet_handlerarg_t a12, gasnet_handlerarg_t a13, gasnet_handlerarg_t a14, gasnet_handlerarg_t a15)
{
	const gasnet_handlerarg_t a[] = {a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15};
	gasnet_node_t from;
	check(a, 16);
	GT_OK(gasnet_AMGetMsgSource(t, &from));
	GT_OK(gasnet_AMReplyLong16(t, LONG_BACK + 16, buf, bytes, gt_at((int)from, BYTES), a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15));
}
static void short_back_16(gasnet_token_t t, gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7, gasnet_handlerarg_t a8, gasnet_handlerarg_t a9, gasnet_handlerarg_t a10, gasnet_handlerarg_t a11, gasnet_handlerarg_t a12, gasnet_handlerarg_t a13, gasnet_handlerarg_t a14, gasnet_handlerarg_t a15)
{
	const gasnet_handlerarg_t a[] = {a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15};
	(void)t;
	check(a, 16);
	answered++;
}
static void longer_back_16(gasnet_token_t t, void *buf, size_t bytes, gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7, gasnet_handlerarg_t a8, gasnet_handlerarg_t a9, gasnet_handlerarg_t a10, gasnet_handlerarg_t a11, gasnet_handlerarg_t a12, gasnet_handlerarg_t a13, gasnet_handlerarg_t a14, gasnet_handlerarg_t a15)
{
	const gasnet_handlerarg_t a[] = {a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15};
	(void)t;
	check(a, 16);
	CHECK(gt_differs(buf, bytes, gt_me, 16) == bytes, "%zu bytes with 16 arguments", bytes);
	answered++;
}

static int expected;

/* Every request has one reply; each is checked on both sides. */
static void settle(int requests)
{
	expected += requests;
	GASNET_BLOCKUNTIL(answered == expected);
}

static void send_0(gasnet_node_t to, int r, void *data, size_t bytes)
{
	(void)r;
	GT_OK(gasnet_AMRequestShort0(to, SHORT + 0));
	GT_OK(gasnet_AMRequestMedium0(to, MEDIUM + 0, data, bytes));
	settle(2);
	GT_OK(gasnet_AMRequestLong0(to, LONG + 0, data, bytes, gt_at((int)to, 0)));
	settle(1);
	GT_OK(gasnet_AMRequestLongAsync0(to, LONG + 0, data, bytes, gt_at((int)to, 0)));
	settle(1);
	GT_OK(gasnet_AMRequestShort(to, SHORT + 0, 0));
	GT_OK(gasnet_AMRequestMedium(to, MEDIUM + 0, data, bytes, 0));
	settle(2);
	GT_OK(gasnet_AMRequestLong(to, LONG + 0, data, bytes, gt_at((int)to, 0), 0));
	settle(1);
	GT_OK(gasnet_AMRequestLongAsync(to, LONG + 0, data, bytes, gt_at((int)to, 0), 0));
	settle(1);
}
static void send_1(gasnet_node_t to, int r, void *data, size_t bytes)
{
	(void)r;
	GT_OK(gasnet_AMRequestShort1(to, SHORT + 1, value(r, 0)));
	GT_OK(gasnet_AMRequestMedium1(to, MEDIUM + 1, data, bytes, value(r, 0)));
	settle(2);
	GT_OK(gasnet_AMRequestLong1(to, LONG + 1, data, bytes, gt_at((int)to, 0), value(r, 0)));
	settle(1);
	GT_OK(gasnet_AMRequestLongAsync1(to, LONG + 1, data, bytes, gt_at((int)to, 0), value(r, 0)));
	settle(1);
	GT_OK(gasnet_AMRequestShort(to, SHORT + 1, 1, value(r, 0)));
	GT_OK(gasnet_AMRequestMedium(to, MEDIUM + 1, data, bytes, 1, value(r, 0)));
	settle(2);
	GT_OK(gasnet_AMRequestLong(to, LONG + 1, data, bytes, gt_at((int)to, 0), 1, value(r, 0)));
	settle(1);
	GT_OK(gasnet_AMRequestLongAsync(to, LONG + 1, data, bytes, gt_at((int)to, 0), 1, value(r, 0)));
	settle(1);
}
static void send_2(gasnet_node_t to, int r, void *data, size_t bytes)
{
	(void)r;
	GT_OK(gasnet_AMRequestShort2(to, SHORT + 2, value(r, 0), value(r, 1)));
	GT_OK(gasnet_AMRequestMedium2(to, MEDIUM + 2, data, bytes, value(r, 0), value(r, 1)));
	settle(2);
	GT_OK(gasnet_AMRequestLong2(to, LONG + 2, data, bytes, gt_at((int)to, 0), value(r, 0), value(r, 1)));
	settle(1);
	GT_OK(gasnet_AMRequestLongAsync2(to, LONG + 2, data, bytes, gt_at((int)to, 0), value(r, 0), value(r, 1)));
	settle(1);
	GT_OK(gasnet_AMRequestShort(to, SHORT + 2, 2, value(r, 0), value(r, 1)));
	GT_OK(gasnet_AMRequestMedium(to, MEDIUM + 2, data, bytes, 2, value(r, 0), value(r, 1)));
	settle(2);
	GT_OK(gasnet_AMRequestLong(to, LONG + 2, data, bytes, gt_at((int)to, 0), 2, value(r, 0), value(r, 1)));
	settle(1);
	GT_OK(gasnet_AMRequestLongAsync(to, LONG + 2, data, bytes, gt_at((int)to, 0), 2, value(r, 0), value(r, 1)));
	settle(1);
}
static void send_3(gasnet_node_t to, int r, void *data, size_t bytes)
{
	(void)r;
	GT_OK(gasnet_AMRequestShort3(to, SHORT + 3, value(r, 0), value(r, 1), value(r, 2)));
	GT_OK(gasnet_AMRequestMedium3(to, MEDIUM + 3, data, bytes, value(r, 0), value(r, 1), value(r, 2)));
	settle(2);
	GT_OK(gasnet_AMRequestLong3(to, LONG + 3, data, bytes, gt_at((int)to, 0), value(r, 0), value(r, 1), value(r, 2)));
	settle(1);
	GT_OK(gasnet_AMRequestLongAsync3(to, LONG + 3, data, bytes, gt_at((int)to, 0), value(r, 0), value(r, 1), value(r, 2)));
	settle(1);
	GT_OK(gasnet_AMRequestShort(to, SHORT + 3, 3, value(r, 0), value(r, 1), value(r, 2)));
	GT_OK(gasnet_AMRequestMedium(to, MEDIUM + 3, data, bytes, 3, value(r, 0), value(r, 1), value(r, 2)));
	settle(2);
	GT_OK(gasnet_AMRequestLong(to, LONG + 3, data, bytes, gt_at((int)to, 0), 3, value(r, 0), value(r, 1), value(r, 2)));
	settle(1);
	GT_OK(gasnet_AMRequestLongAsync(to, LONG + 3, data, bytes, gt_at((int)to, 0), 3, value(r, 0), value(r, 1), value(r, 2)));
	settle(1);
}
static void send_4(gasnet_node_t to, int r, void *data, size_t bytes)
{
	(void)r;
	GT_OK(gasnet_AMRequestShort4(to, SHORT + 4, value(r, 0), value(r, 1), value(r, 2), value(r, 3)));
	GT_OK(gasnet_AMRequestMedium4(to, MEDIUM + 4, data, bytes, value(r, 0), value(r, 1), value(r, 2), value(r, 3)));
	settle(2);
	GT_OK(gasnet_AMRequestLong4(to, LONG + 4, data, bytes, gt_at((int)to, 0), value(r, 0), value(r, 1), value(r, 2), value(r, 3)));
	settle(1);
	GT_OK(gasnet_AMRequestLongAsync4(to, LONG + 4, data, bytes, gt_at((int)to, 0), value(r, 0), value(r, 1), value(r, 2), value(r, 3)));
	settle(1);
	GT_OK(gasnet_AMRequestShort(to, SHORT + 4, 4, value(r, 0), value(r, 1), value(r, 2), value(r, 3)));
	GT_OK(gasnet_AMRequestMedium(to, MEDIUM + 4, data, bytes, 4, value(r, 0), value(r, 1), value(r, 2), value(r, 3)));
	settle(2);
	GT_OK(gasnet_AMRequestLong(to, LONG + 4, data, bytes, gt_at((int)to, 0), 4, value(r, 0), value(r, 1), value(r, 2), value(r, 3)));
	settle(1);
	GT_OK(gasnet_AMRequestLongAsync(to, LONG + 4, data, bytes, gt_at((int)to, 0), 4, value(r, 0), value(r, 1), value(r, 2), value(r, 3)));
	settle(1);
}
static void send_5(gasnet_node_t to, int r, void *data, size_t bytes)
{
	(void)r;
	GT_OK(gasnet_AMRequestShort5(to, SHORT + 5, value(r, 0), value(r, 1), value(r, 2), value(r, 3), value(r, 4)));
	GT_OK(gasnet_AMRequestMedium5(to, MEDIUM + 5, data, bytes, value(r, 0), value(r, 1), value(r, 2), value(r, 3), value(r, 4)));
	settle(2);
	GT_OK(gasnet_AMRequestLong5(to, LONG + 5, data, bytes, gt_at((int)to, 0), value(r, 0), value(r, 1), value(r, 2), value(r, 3), value(r, 4)));
	settle(1);
	GT_OK(gasnet_AMRequestLongAsync5(to, LONG + 5, data, bytes, gt_at((int)to, 0), value(r, 0), value(r, 1), value(r, 2), value(r, 3), value(r, 4)));
	settle(1);
	GT_OK(gasnet_AMRequestShort(to, SHORT + 5, 5, value(r, 0), value(r, 1), value(r, 2), value(r, 3), value(r, 4)));
	GT_OK(gasnet_AMRequestMedium(to, MEDIUM + 5, data, bytes, 5, value(r, 0), value(r, 1), value(r, 2), value(r, 3), value(r, 4)));
	settle(2);
	GT_OK(gasnet_AMRequestLong(to, LONG + 5, data, bytes, gt_at((int)to, 0), 5, value(r, 0), value(r, 1), value(r, 2), value(r, 3), value(r, 4)));
	settle(1);
	GT_OK(gasnet_AMRequestLongAsync(to, LONG + 5, data, bytes, gt_at((int)to, 0), 5, value(r, 0), value(r, 1), value(r, 2), value(r, 3), value(r, 4)));
	settle(1);
}
static void send_6(gasnet_node_t to, int r, void *data, size_t bytes)
{
	(void)r;
	GT_OK(gasnet_AMRequestShort6(to, SHORT + 6, value(r, 0), value(r, 1), value(r, 2), value(r, 3), value(r, 4), value(r, 5)));
	GT_OK(gasnet_AMRequestMedium6(to, MEDIUM + 6, data, bytes, value(r, 0), value(r, 1), value(r, 2), value(r, 3), value(r, 4), value(r, 5)));
	settle(2);
	GT_OK(gasnet_AMRequestLong6(to, LONG + 6, data, bytes, gt_at((int)to, 0), value(r, 0), value(r, 1), value(r, 2), value(r, 3), value(r, 4), value(r, 5)));
	settle(1);
	GT_OK(gasnet_AMRequestLongAsync6(to, LONG + 6, data, bytes, gt_at((int)to, 0), value(r, 0), value(r, 1), value(r, 2), value(r, 3), value(r, 4), value(r, 5)));
	settle(1);
	GT_OK(gasnet_AMRequestShort(to, SHORT + 6, 6, value(r, 0), value(r, 1), value(r, 2), value(r, 3), value(r, 4), value(r, 5)));
	GT_OK(gasnet_AMRequestMedium(to, MEDIUM + 6, data, bytes, 6, value(r, 0), value(r, 1), value(r, 2), value(r, 3), value(r, 4), value(r, 5)));
	settle(2);
	GT_OK(gasnet_AMRequestLong(to, LONG + 6, data, bytes, gt_at((int)to, 0), 6, value(r, 0), value(r, 1), value(r, 2), value(r, 3), value(r, 4), value(r, 5)));
	settle(1);
	GT_OK(gasnet_AMRequestLongAsync(to, LONG + 6, data, bytes, gt_at((int)to, 0), 6, value(r, 0), value(r, 1), value(r, 2), value(r, 3), value(r, 4), value(r, 5)));
	settle(1);
}
static void send_7(gasnet_node_t to, int r, void *data, size_t bytes)
{
	(void)r;
	GT_OK(gasnet_AMRequestShort7(to, SHORT + 7, value(r, 0), value(r, 1), value(r, 2), value(r, 3), value(r, 4), value(r, 5), value(r, 6)));
	GT_OK(gasnet_AMRequestMedium7(to, MEDIUM + 7, data, bytes, value(r, 0), value(r, 1), value(r, 2), value(r, 3), value(r, 4), value(r, 5), value(r, 6)));
	settle(2);
	GT_OK(gasnet_AMRequestLong7(to, LONG + 7, data, bytes, gt_at((int)to, 0), value(r, 0), value(r, 1), value(r, 2), value(r, 3), value(r, 4), value(r, 5), value(r, 6)));
	settle(1);
	GT_OK(gasnet_AMRequestLongAsync7(to, LONG + 7, data, bytes, gt_at((int)to, 0), value(r, 0), value(r, 1), value(r, 2), value(r, 3), value(r, 4), value(r, 5), value(r, 6)));
	settle(1);
	GT_OK(gasnet_AMRequestShort(to, SHORT + 7, 7, value(r, 0), value(r, 1), value(r, 2), value(r, 3), value(r, 4), value(r, 5), value(r, 6)));
	GT_OK(gasnet_AMRequestMedium(to, MEDIUM + 7, data, bytes, 7, value(r, 0), value(r, 1), value(r, 2), value(r, 3), value(r, 4), value(r, 5), value(r, 6)));
	settle(2);
	GT_OK(gasnet_AMRequestLong(to, LONG + 7, data, bytes, gt_at((int)to, 0), 7, value(r, 0), value(r, 1), value(r, 2), value(r, 3), value(r, 4), value(r, 5), value(r, 6)));
	settle(1);
	GT_OK(gasnet_AMRequestLongAsync(to, LONG + 7, data, bytes, gt_at((int)to, 0), 7, value(r, 0), value(r, 1), value(r, 2), value(r, 3), value(r, 4), value(r, 5), value(r, 6)));
	settle(1);
}
static void send_8(gasnet_node_t to, int r, void *data, size_t bytes)
{
	(void)r;
	GT_OK(gasnet_AMRequestShort8(to, SHORT + 8, value(r, 0), value(r, 1), value(r, 2), value(r, 3), value(r, 4), value(r, 5), value(r, 6), value(r, 7)));
	GT_OK(gasnet_AMRequestMedium8(to, MEDIUM + 8, data, bytes, value(r, 0), value(r, 1), value(r, 2), value(r, 3), value(r, 4), value(r, 5), value(r, 6), value(r, 7)));
	settle(2);
	GT_OK(gasnet_AMRequestLong8(to, LONG + 8, data, bytes, gt_at((int)to, 0), value(r, 0), value(r, 1), value(r, 2), value(r, 3), value(r, 4), value(r, 5), value(r, 6), value(r, 7)));
	settle(1);
	GT_OK(gasnet_AMRequestLongAsync8(to, LONG + 8, data, bytes, gt_at((int)to, 0), value(r, 0), value(r, 1), value(r, 2), value(r, 3), value(r, 4), value(r, 5), value(r, 6), value(r, 7)));
	settle(1);
	GT_OK(gasnet_AMRequestShort(to, SHORT + 8, 8, value(r, 0), value(r, 1), value(r, 2), value(r, 3), value(r, 4), value(r, 5), value(r, 6), value(r, 7)));
	GT_OK(gasnet_AMRequestMedium(to, MEDIUM + 8, data, bytes, 8, value(r, 0), value(r, 1), value(r, 2), value(r, 3), value(r, 4), value(r, 5), value(r, 6), value(r, 7)));
	settle(2);
	GT_OK(gasnet_AMRequestLong(to, LONG + 8, data, bytes, gt_at((int)to, 0), 8, value(r, 0), value(r, 1), value(r, 2), value(r, 3), value(r, 4), value(r, 5), value(r, 6), value(r, 7)));
	settle(1);
	GT_OK(gasnet_AMRequestLongAsync(to, LONG + 8, data, bytes, gt_at((int)to, 0), 8, value(r, 0), value(r, 1), value(r, 2), value(r, 3), value(r, 4), value(r, 5), value(r, 6), value(r, 7)));
	settle(1);
}
static void send_9(gasnet_node_t to, int r, void *data, size_t bytes)
{
	(void)r;
	GT_OK(gasnet_AMRequestShort9(to, SHORT + 9, value(r, 0), value(r, 1), value(r, 2), value(r, 3), value(r, 4), value(r, 5), value(r, 6), value(r, 7), value(r, 8)));
	GT_OK(gasnet_AMRequestMedium9(to, MEDIUM + 9, data, bytes, value(r, 0), value(r, 1), value(r, 2), value(r, 3), value(r, 4), value(r, 5), value(r, 6), value(r, 7), value(r, 8)));
	settle(2);
	GT_OK(gasnet_AMRequestLong9(to, LONG + 9, data, bytes, gt_at((int)to, 0), value(r, 0), value(r, 1), value(r, 2), value(r, 3), value(r, 4), value(r, 5), value(r, 6), value(r, 7), value(r, 8)));
	settle(1);
	GT_OK(gasnet_AMRequestLongAsync9(to, LONG + 9, data, bytes, gt_at((int)to, 0), value(r, 0), value(r, 1), value(r, 2), value(r, 3), value(r, 4), value(r, 5), value(r, 6), value(r, 7), value(r, 8)));
	settle(1);
	GT_OK(gasnet_AMRequestShort(to, SHORT + 9, 9, value(r, 0), value(r, 1), value(r, 2), value(r, 3), value(r, 4), value(r, 5), value(r, 6), value(r, 7), value(r, 8)));
	GT_OK(gasnet_AMRequestMedium(to, MEDIUM + 9, data, bytes, 9, value(r, 0), value(r, 1), value(r, 2), value(r, 3), value(r, 4), value(r, 5), value(r, 6), value(r, 7), value(r, 8)));
	settle(2);
	GT_OK(gasnet_AMRequestLong(to, LONG + 9, data, bytes, gt_at((int)to, 0), 9, value(r, 0), value(r, 1), value(r, 2), value(r, 3), value(r, 4), value(r, 5), value(r, 6), value(r, 7), value(r, 8)));
	settle(1);
	GT_OK(gasnet_AMRequestLongAsync(to, LONG + 9, data, bytes, gt_at((int)to, 0), 9, value(r, 0), value(r, 1), value(r, 2), value(r, 3), value(r, 4), value(r, 5), value(r, 6), value(r, 7), value(r, 8)));
	settle(1);
}
static void send_10(gasnet_node_t to, int r, void *data, size_t bytes)
{
	(void)r;
	GT_OK(gasnet_AMRequestShort10(to, SHORT + 10, value(r, 0), value(r, 1), value(r, 2), value(r, 3), value(r, 4), value(r, 5), value(r, 6), value(r, 7), value(r, 8), value(r, 9)));
	GT_OK(gasnet_AMRequestMedium10(to, MEDIUM + 10, data, bytes, value(r, 0), value(r, 1), value(r, 2), value(r, 3), value(r, 4), value(r, 5), value(r, 6), value(r, 7), value(r, 8), value(r, 9)));
	settle(2);
	GT_OK(gasnet_AMRequestLong10(to, LONG + 10, data, bytes, gt_at((int)to, 0), value(r, 0), value(r, 1), value(r, 2), value(r, 3), value(r, 4), value(r, 5), value(r, 6), value(r, 7), value(r, 8), value(r, 9)));
	settle(1);
	GT_OK(gasnet_AMRequestLongAsync10(to, LONG + 10, data, bytes, gt_at((int)to, 0), value(r, 0), value(r, 1), value(r, 2), value(r, 3), value(r, 4), value(r, 5), value(r, 6), value(r, 7), value(r, 8), value(r, 9)));
	settle(1);
	GT_OK(gasnet_AMRequestShort(to, SHORT + 10, 10, value(r, 0), value(r, 1), value(r, 2), value(r, 3), value(r, 4), value(r, 5), value(r, 6), value(r, 7), value(r, 8), value(r, 9)));
	GT_OK(gasnet_AMRequestMedium(to, MEDIUM + 10, data, bytes, 10, value(r, 0), value(r, 1), value(r, 2), value(r, 3), value(r, 4), value(r, 5), value(r, 6), value(r, 7), value(r, 8), value(r, 9)));
	settle(2);
	GT_OK(gasnet_AMRequestLong(to, LONG + 10, data, bytes, gt_at((int)to, 0), 10, value(r, 0), value(r, 1), value(r, 2), value(r, 3), value(r, 4), value(r, 5), value(r, 6), value(r, 7), value(r, 8), value(r, 9)));
	settle(1);
	GT_OK(gasnet_AMRequestLongAsync(to, LONG + 10, data, bytes, gt_at((int)to, 0), 10, value(r, 0), value(r, 1), value(r, 2), value(r, 3), value(r, 4), value(r, 5), value(r, 6), value(r, 7), value(r, 8), value(r, 9)));
	settle(1);
}
static void send_11(gasnet_node_t to, int r, void *data, size_t bytes)
{
	(void)r;
	GT_OK(gasnet_AMRequestShort11(to, SHORT + 11, value(r, 0), value(r, 1), value(r, 2), value(r, 3), value(r, 4), value(r, 5), value(r, 6), value(r, 7), value(r, 8), value(r, 9), value(r, 10)));
	GT_OK(gasnet_AMRequestMedium11(to, MEDIUM + 11, data, bytes, value(r, 0), value(r, 1), value(r, 2), value(r, 3), value(r, 4), value(r, 5), value(r, 6), value(r, 7), value(r, 8), value(r, 9), value(r, 10)));
	settle(2);
	GT_OK(gasnet_AMRequestLong11(to, LONG + 11, data, bytes, gt_at((int)to, 0), value(r, 0), value(r, 1), value(r, 2), value(r, 3), value(r, 4), value(r, 5), value(r, 6), value(r, 7), value(r, 8), value(r, 9), value(r, 10)));
	settle(1);
	GT_OK(gasnet_AMRequestLongAsync11(to, LONG + 11, data, bytes, gt_at((int)to, 0), value(r, 0), value(r, 1), value(r, 2), value(r, 3), value(r, 4), value(r, 5), value(r, 6), value(r, 7), value(r, 8), value(r, 9), value(r, 10)));
	settle(1);
	GT_OK(gasnet_AMRequestShort(to, SHORT + 11, 11, value(r, 0), value(r, 1), value(r, 2), value(r, 3), value(r, 4), value(r, 5), value(r, 6), value(r, 7), value(r, 8), value(r, 9), value(r, 10)));
	GT_OK(gasnet_AMRequestMedium(to, MEDIUM + 11, data, bytes, 11, value(r, 0), value(r, 1), value(r, 2), value(r, 3), value(r, 4), value(r, 5), value(r, 6), value(r, 7), value(r, 8), value(r, 9), value(r, 10)));
	settle(2);
	GT_OK(gasnet_AMRequestLong(to, LONG + 11, data, bytes, gt_at((int)to, 0), 11, value(r, 0), value(r, 1), value(r, 2), value(r, 3), value(r, 4), value(r, 5), value(r, 6), value(r, 7), value(r, 8), value(r, 9), value(r, 10)));
	settle(1);
	GT_OK(gasnet_AMRequestLongAsync(to, LONG + 11, data, bytes, gt_at((int)to, 0), 11, value(r, 0), value(r, 1), value(r, 2), value(r, 3), value(r, 4), value(r, 5), value(r, 6), value(r, 7), value(r, 8), value(r, 9), value(r, 10)));
	settle(1);
}
static void send_12(gasnet_node_t to, int r, void *data, size_t bytes)
{
	(void)r;
	GT_OK(gasnet_AMRequestShort12(to, SHORT + 12, value(r, 0), value(r, 1), value(r, 2), value(r, 3), value(r, 4), value(r, 5), value(r, 6), value(r, 7), value(r, 8), value(r, 9), value(r, 10), value(r, 11)));
	GT_OK(gasnet_AMRequestMedium12(to, MEDIUM + 12, data, bytes, value(r, 0), value(r, 1), value(r, 2), value(r, 3), value(r, 4), value(r, 5), value(r, 6), value(r, 7), value(r, 8), value(r, 9), value(r, 10), value(r, 11)));
	settle(2);
	GT_OK(gasnet_AMRequestLong12(to, LONG + 12, data, bytes, gt_at((int)to, 0), value(r, 0), value(r, 1), value(r, 2), value(r, 3), value(r, 4), value(r, 5), value(r, 6), value(r, 7), value(r, 8), value(r, 9), value(r, 10), value(r, 11)));
	settle(1);
	GT_OK(gasnet_AMRequestLongAsync12(to, LONG + 12, data, bytes, gt_at((int)to, 0), value(r, 0), value(r, 1), value(r, 2), value(r, 3), value(r, 4), value(r, 5), value(r, 6), value(r, 7), value(r, 8), value(r, 9), value(r, 10), value(r, 11)));
	settle(1);
	GT_OK(gasnet_AMRequestShort(to, SHORT + 12, 12, value(r, 0), value(r, 1), value(r, 2), value(r, 3), value(r, 4), value(r, 5), value(r, 6), value(r, 7), value(r, 8), value(r, 9), value(r, 10), value(r, 11)));
	GT_OK(gasnet_AMRequestMedium(to, MEDIUM + 12, data, bytes, 12, value(r, 0), value(r, 1), value(r, 2), value(r, 3), value(r, 4), value(r, 5), value(r, 6), value(r, 7), value(r, 8), value(r, 9), value(r, 10), value(r, 11)));
	settle(2);
	GT_OK(gasnet_AMRequestLong(to, LONG + 12, data, bytes, gt_at((int)to, 0), 12, value(r, 0), value(r, 1), value(r, 2), value(r, 3), value(r, 4), value(r, 5), value(r, 6), value(r, 7), value(r, 8), value(r, 9), value(r, 10), value(r, 11)));
	settle(1);
	GT_OK(gasnet_AMRequestLongAsync(to, LONG + 12, data, bytes, gt_at((int)to, 0), 12, value(r, 0), value(r, 1), value(r, 2), value(r, 3), value(r, 4), value(r, 5), value(r, 6), value(r, 7), value(r, 8), value(r, 9), value(r, 10), value(r, 11)));
	settle(1);
}
static void send_13(gasnet_node_t to, int r, void *data, size_t bytes)
{
	(void)r;
	GT_OK(gasnet_AMRequestShort13(to, SHORT + 13, value(r, 0), value(r, 1), value(r, 2), value(r, 3), value(r, 4), value(r, 5), value(r, 6), value(r, 7), value(r, 8), value(r, 9), value(r, 10), value(r, 11), value(r, 12)));
	GT_OK(gasnet_AMRequestMedium13(to, MEDIUM + 13, data, bytes, value(r, 0), value(r, 1), value(r, 2), value(r, 3), value(r, 4), value(r, 5), value(r, 6), value(r, 7), value(r, 8), value(r, 9), value(r, 10), value(r, 11), value(r, 12)));
	settle(2);
	GT_OK(gasnet_AMRequestLong13(to, LONG + 13, data, bytes, gt_at((int)to, 0), value(r, 0), value(r, 1), value(r, 2), value(r, 3), value(r, 4), value(r, 5), value(r, 6), value(r, 7), value(r, 8), value(r, 9), value(r, 10), value(r, 11), value(r, 12)));
	settle(1);
	GT_OK(gasnet_AMRequestLongAsync13(to, LONG + 13, data, bytes, gt_at((int)to, 0), value(r, 0), value(r, 1), value(r, 2), value(r, 3), value(r, 4), value(r, 5), value(r, 6), value(r, 7), value(r, 8), value(r, 9), value(r, 10), value(r, 11), value(r, 12)));
	settle(1);
	GT_OK(gasnet_AMRequestShort(to, SHORT + 13, 13, value(r, 0), value(r, 1), value(r, 2), value(r, 3), value(r, 4), value(r, 5), value(r, 6), value(r, 7), value(r, 8), value(r, 9), value(r, 10), value(r, 11), value(r, 12)));
	GT_OK(gasnet_AMRequestMedium(to, MEDIUM + 13, data, bytes, 13, value(r, 0), value(r, 1), value(r, 2), value(r, 3), value(r, 4), value(r, 5), value(r, 6), value(r, 7), value(r, 8), value(r, 9), value(r, 10), value(r, 11), value(r, 12)));
	settle(2);
	GT_OK(gasnet_AMRequestLong(to, LONG + 13, data, bytes, gt_at((int)to, 0), 13, value(r, 0), value(r, 1), value(r, 2), value(r, 3), value(r, 4), value(r, 5), value(r, 6), value(r, 7), value(r, 8), value(r, 9), value(r, 10), value(r, 11), value(r, 12)));
	settle(1);
	GT_OK(gasnet_AMRequestLongAsync(to, LONG + 13, data, bytes, gt_at((int)to, 0), 13, value(r, 0), value(r, 1), value(r, 2), value(r, 3), value(r, 4), value(r, 5), value(r, 6), value(r, 7), value(r, 8), value(r, 9), value(r, 10), value(r, 11), value(r, 12)));
	settle(1);
}
static void send_14(gasnet_node_t to, int r, void *data, size_t bytes)
{
	(void)r;
	GT_OK(gasnet_AMRequestShort14(to, SHORT + 14, value(r, 0), value(r, 1), value(r, 2), value(r, 3), value(r, 4), value(r, 5), value(r, 6), value(r, 7), value(r, 8), value(r, 9), value(r, 10), value(r, 11), value(r, 12), value(r, 13)));
	GT_OK(gasnet_AMRequestMedium14(to, MEDIUM + 14, data, bytes, value(r, 0), value(r, 1), value(r, 2), value(r, 3), value(r, 4), value(r, 5), value(r, 6), value(r, 7), value(r, 8), value(r, 9), value(r, 10), value(r, 11), value(r, 12), value(r, 13)));
	settle(2);
	GT_OK(gasnet_AMRequestLong14(to, LONG + 14, data, bytes, gt_at((int)to, 0), value(r, 0), value(r, 1), value(r, 2), value(r, 3), value(r, 4), value(r, 5), value(r, 6), value(r, 7), value(r, 8), value(r, 9), value(r, 10), value(r, 11), value(r, 12), value(r, 13)));
	settle(1);
	GT_OK(gasnet_AMRequestLongAsync14(to, LONG + 14, data, bytes, gt_at((int)to, 0), value(r, 0), value(r, 1), value(r, 2), value(r, 3), value(r, 4), value(r, 5), value(r, 6), value(r, 7), value(r, 8), value(r, 9), value(r, 10), value(r, 11), value(r, 12), value(r, 13)));
	settle(1);
	GT_OK(gasnet_AMRequestShort(to, SHORT + 14, 14, value(r, 0), value(r, 1), value(r, 2), value(r, 3), value(r, 4), value(r, 5), value(r, 6), value(r, 7), value(r, 8), value(r, 9), value(r, 10), value(r, 11), value(r, 12), value(r, 13)));
	GT_OK(gasnet_AMRequestMedium(to, MEDIUM + 14, data, bytes, 14, value(r, 0), value(r, 1), value(r, 2), value(r, 3), value(r, 4), value(r, 5), value(r, 6), value(r, 7), value(r, 8), value(r, 9), value(r, 10), value(r, 11), value(r, 12), value(r, 13)));
	settle(2);
	GT_OK(gasnet_AMRequestLong(to, LONG + 14, data, bytes, gt_at((int)to, 0), 14, value(r, 0), value(r, 1), value(r, 2), value(r, 3), value(r, 4), value(r, 5), value(r, 6), value(r, 7), value(r, 8), value(r, 9), value(r, 10), value(r, 11), value(r, 12), value(r, 13)));
	settle(1);
	GT_OK(gasnet_AMRequestLongAsync(to, LONG + 14, data, bytes, gt_at((int)to, 0), 14, value(r, 0), value(r, 1), value(r, 2), value(r, 3), value(r, 4), value(r, 5), value(r, 6), value(r, 7), value(r, 8), value(r, 9), value(r, 10), value(r, 11), value(r, 12), value(r, 13)));
	settle(1);
}
static void send_15(gasnet_node_t to, int r, void *data, size_t bytes)
{
	(void)r;
	GT_OK(gasnet_AMRequestShort15(to, SHORT + 15, value(r, 0), value(r, 1), value(r, 2), value(r, 3), value(r, 4), value(r, 5), value(r, 6), value(r, 7), value(r, 8), value(r, 9), value(r, 10), value(r, 11), value(r, 12), value(r, 13), value(r, 14)));
	GT_OK(gasnet_AMRequestMedium15(to, MEDIUM + 15, data, bytes, value(r, 0), value(r, 1), value(r, 2), value(r, 3), value(r, 4), value(r, 5), value(r, 6), value(r, 7), value(r, 8), value(r, 9), value(r, 10), value(r, 11), value(r, 12), value(r, 13), value(r, 14)));
	settle(2);
	GT_OK(gasnet_AMRequestLong15(to, LONG + 15, data, bytes, gt_at((int)to, 0), value(r, 0), value(r, 1), value(r, 2), value(r, 3), value(r, 4), value(r, 5), value(r, 6), value(r, 7), value(r, 8), value(r, 9), value(r, 10), value(r, 11), value(r, 12), value(r, 13), value(r, 14)));
	settle(1);
	GT_OK(gasnet_AMRequestLongAsync15(to, LONG + 15, data, bytes, gt_at((int)to, 0), value(r, 0), value(r, 1), value(r, 2), value(r, 3), value(r, 4), value(r, 5), value(r, 6), value(r, 7), value(r, 8), value(r, 9), value(r, 10), value(r, 11), value(r, 12), value(r, 13), value(r, 14)));
	settle(1);
	GT_OK(gasnet_AMRequestShort(to, SHORT + 15, 15, value(r, 0), value(r, 1), value(r, 2), value(r, 3), value(r, 4), value(r, 5), value(r, 6), value(r, 7), value(r, 8), value(r, 9), value(r, 10), value(r, 11), value(r, 12), value(r, 13), value(r, 14)));
	GT_OK(gasnet_AMRequestMedium(to, MEDIUM + 15, data, bytes, 15, value(r, 0), value(r, 1), value(r, 2), value(r, 3), value(r, 4), value(r, 5), value(r, 6), value(r, 7), value(r, 8), value(r, 9), value(r, 10), value(r, 11), value(r, 12), value(r, 13), value(r, 14)));
	settle(2);
	GT_OK(gasnet_AMRequestLong(to, LONG + 15, data, bytes, gt_at((int)to, 0), 15, value(r, 0), value(r, 1), value(r, 2), value(r, 3), value(r, 4), value(r, 5), value(r, 6), value(r, 7), value(r, 8), value(r, 9), value(r, 10), value(r, 11), value(r, 12), value(r, 13), value(r, 14)));
	settle(1);
	GT_OK(gasnet_AMRequestLongAsync(to, LONG + 15, data, bytes, gt_at((int)to, 0), 15, value(r, 0), value(r, 1), value(r, 2), value(r, 3), value(r, 4), value(r, 5), value(r, 6), value(r, 7), value(r, 8), value(r, 9), value(r, 10), value(r, 11), value(r, 12), value(r, 13), value(r, 14)));
	settle(1);
}
static void send_16(gasnet_node_t to, int r, void *data, size_t bytes)
{
	(void)r;
	GT_OK(gasnet_AMRequestShort16(to, SHORT + 16, value(r, 0), value(r, 1), value(r, 2), value(r, 3), value(r, 4), value(r, 5), value(r, 6), value(r, 7), value(r, 8), value(r, 9), value(r, 10), value(r, 11), value(r, 12), value(r, 13), value(r, 14), value(r, 15)));
	GT_OK(gasnet_AMRequestMedium16(to, MEDIUM + 16, data, bytes, value(r, 0), value(r, 1), value(r, 2), value(r, 3), value(r, 4), value(r, 5), value(r, 6), value(r, 7), value(r, 8), value(r, 9), value(r, 10), value(r, 11), value(r, 12), value(r, 13), value(r, 14), value(r, 15)));
	settle(2);
	GT_OK(gasnet_AMRequestLong16(to, LONG + 16, data, bytes, gt_at((int)to, 0), value(r, 0), value(r, 1), value(r, 2), value(r, 3), value(r, 4), value(r, 5), value(r, 6), value(r, 7), value(r, 8), value(r, 9), value(r, 10), value(r, 11), value(r, 12), value(r, 13), value(r, 14), value(r, 15)));
	settle(1);
	GT_OK(gasnet_AMRequestLongAsync16(to, LONG + 16, data, bytes, gt_at((int)to, 0), value(r, 0), value(r, 1), value(r, 2), value(r, 3), value(r, 4), value(r, 5), value(r, 6), value(r, 7), value(r, 8), value(r, 9), value(r, 10), value(r, 11), value(r, 12), value(r, 13), value(r, 14), value(r, 15)));
	settle(1);
	GT_OK(gasnet_AMRequestShort(to, SHORT + 16, 16, value(r, 0), value(r, 1), value(r, 2), value(r, 3), value(r, 4), value(r, 5), value(r, 6), value(r, 7), value(r, 8), value(r, 9), value(r, 10), value(r, 11), value(r, 12), value(r, 13), value(r, 14), value(r, 15)));
	GT_OK(gasnet_AMRequestMedium(to, MEDIUM + 16, data, bytes, 16, value(r, 0), value(r, 1), value(r, 2), value(r, 3), value(r, 4), value(r, 5), value(r, 6), value(r, 7), value(r, 8), value(r, 9), value(r, 10), value(r, 11), value(r, 12), value(r, 13), value(r, 14), value(r, 15)));
	settle(2);
	GT_OK(gasnet_AMRequestLong(to, LONG + 16, data, bytes, gt_at((int)to, 0), 16, value(r, 0), value(r, 1), value(r, 2), value(r, 3), value(r, 4), value(r, 5), value(r, 6), value(r, 7), value(r, 8), value(r, 9), value(r, 10), value(r, 11), value(r, 12), value(r, 13), value(r, 14), value(r, 15)));
	settle(1);
	GT_OK(gasnet_AMRequestLongAsync(to, LONG + 16, data, bytes, gt_at((int)to, 0), 16, value(r, 0), value(r, 1), value(r, 2), value(r, 3), value(r, 4), value(r, 5), value(r, 6), value(r, 7), value(r, 8), value(r, 9), value(r, 10), value(r, 11), value(r, 12), value(r, 13), value(r, 14), value(r, 15)));
	settle(1);
}

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

#define ROW(n)                                                                                                              \
	{SHORT + n, (void (*)())short_##n}, {MEDIUM + n, (void (*)())medium_##n}, {LONG + n, (void (*)())long_##n},         \
	    {SHORT_BACK + n, (void (*)())short_back_##n}, {MEDIUM_BACK + n, (void (*)())longer_back_##n},                   \
	    {LONG_BACK + n, (void (*)())longer_back_##n}

int main(int argc, char **argv)
{
	gasnet_handlerentry_t table[] = {
ROW(0), ROW(1), ROW(2), ROW(3), ROW(4), ROW(5), ROW(6), ROW(7), ROW(8), ROW(9), ROW(10), ROW(11), ROW(12), ROW(13), ROW(14), ROW(15), ROW(16), {COUNTED, (void (*)())counted},
	};
	static void (*const send[])(gasnet_node_t, int, void *, size_t) = {send_0, send_1, send_2, send_3, send_4, send_5, send_6, send_7, send_8, send_9, send_10, send_11, send_12, send_13, send_14, send_15, send_16};
	static unsigned char data[BYTES];

	gt_attach(&argc, &argv, table, sizeof table / sizeof table[0], 2 * BYTES);
	CHECK(gasnet_AMMaxArgs() == 16, "%zu", gasnet_AMMaxArgs());
	CHECK(gasnet_AMMaxMedium() >= 512 && gasnet_AMMaxMedium() <= 65536, "%zu", gasnet_AMMaxMedium());
	CHECK(gasnet_AMMaxLongRequest() >= 512 && gasnet_AMMaxLongRequest() <= 0x7fffffff, "%zu", gasnet_AMMaxLongRequest());
	CHECK(gasnet_AMMaxLongReply() >= 512 && gasnet_AMMaxLongReply() <= 0x7fffffff, "%zu", gasnet_AMMaxLongReply());
	/* one at a time sends to the next: the Longs of a rank go to one place */
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
