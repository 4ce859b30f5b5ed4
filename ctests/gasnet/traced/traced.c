/* One call of each kind from rank 0 to rank 1, for a trace that a Go test reads. Compiled with GASNET_TRACE. */
#define GASNET_PAR 1
#include "../../gt_gasnet.h"

#include <gasnet_tools.h>
#include <gasnet_vis.h>

#ifndef GASNET_TRACE
#define UNTRACED 1
#else
#define UNTRACED 0
#endif

enum { ASK = 200, LONG_ASK, BACK };

static volatile int answers;

static void ask(gasnet_token_t t, void *buf, size_t n, gasnet_handlerarg_t a, gasnet_handlerarg_t b)
{
	GT_OK(gasnet_AMReplyMedium1(t, BACK, buf, n, a + b));
}

static void long_ask(gasnet_token_t t, void *buf, size_t n)
{
	(void)buf, (void)n;
	GT_OK(gasnet_AMReplyShort1(t, BACK + 1, -1));
}

static void back(gasnet_token_t t, void *buf, size_t n, gasnet_handlerarg_t sum)
{
	(void)t, (void)buf, (void)n, (void)sum;
	answers++;
}

static void short_back(gasnet_token_t t, gasnet_handlerarg_t x)
{
	(void)t, (void)x;
	answers++;
}

static int evaluated;
static gasnet_node_t once(gasnet_node_t node) { return evaluated++, node; }

static void calls(void)
{
	static gasnet_hsl_t lock = GASNET_HSL_INITIALIZER;
	unsigned char bytes[8] = {1, 2, 3, 4, 5, 6, 7, 0xff};
	void *const remote[] = {gt_at(1, 64), gt_at(1, 128)}, *const local[] = {bytes};
	const gasnet_memvec_t remote_vector[] = {{gt_at(1, 64), 3}, {gt_at(1, 80), 4}}, local_vector[] = {{bytes, 7}};
	const size_t remote_strides[] = {16}, local_strides[] = {2}, count[] = {2, 3};
	gasnet_handle_t h;

	gasnet_put(once(1), gt_at(1, 0), bytes, 8);
	CHECK(evaluated == 1, "evaluated %d times", evaluated);
	gasnet_get_bulk(bytes, 1, gt_at(1, 0), 8);
	gasnet_put_val(1, gt_at(1, 0), 3, 2);
	CHECK(gasnet_get_val(1, gt_at(1, 0), 2) == 3, "a value");
	gasnet_memset_nbi(1, gt_at(1, 0), 0, 100);
	gasnet_wait_syncnbi_puts();
	gasnet_put(0, gt_at(0, 0), bytes, 4); /* to itself */
	h = gasnet_put_nb(1, gt_at(1, 8), bytes, 8);
	while (gasnet_try_syncnb(h) != GASNET_OK)
		;
	gasnet_begin_nbi_accessregion();
	h = gasnet_end_nbi_accessregion();
	gasnet_wait_syncnb(h);
	gasnet_putv_bulk(1, 2, remote_vector, 1, local_vector);
	gasnet_geti_bulk(1, local, 8, 1, 2, remote, 4);
	gasnet_puts_nbi_bulk(1, gt_at(1, 256), remote_strides, bytes, local_strides, count, 1);
	gasnet_wait_syncnbi_all();
	gasnet_hsl_lock(&lock);
	gasnet_hsl_unlock(&lock);
	if (gasnet_hsl_trylock(&lock) == GASNET_OK)
		gasnet_hsl_unlock(&lock);
	gasnet_AMPoll();
	GT_OK(gasnet_AMRequestMedium2(1, ASK, bytes, 8, 40, 2));
	GT_OK(gasnet_AMRequestLong0(1, LONG_ASK, bytes, 8, gt_at(1, 512)));
	GASNET_BLOCKUNTIL(answers == 2);
}

GASNETT_UNUSED static void statistics(void (*print)(const char *fmt, ...)) { print("its own: %d", 42); }

int main(int argc, char **argv)
{
	gasnet_handlerentry_t table[] = {
	    {ASK, (void (*)())ask}, {LONG_ASK, (void (*)())long_ask}, {BACK, (void (*)())back}, {BACK + 1, (void (*)())short_back}};
	const char *file = "";
	unsigned int line = 0;
	int seed = 7;

	gt_attach(&argc, &argv, table, 4, GASNET_PAGESIZE);
	gasnet_coll_init(NULL, 0, NULL, 0, 0);
	(void)GASNETT_STATS_INIT(statistics);
	GASNETT_TRACE_SETSOURCELINE("elsewhere.c", 7);
	GASNETT_TRACE_GETSOURCELINE(&file, &line);
	CHECK(UNTRACED || (line == 7 && !strcmp(file, "elsewhere.c")), "%s:%u", file, line);
	GASNETT_TRACE_PRINTF("the program says %d", 3);
	GASNETT_TRACE_PRINTF_FORCE("%s", "in any case");
	if (gt_me == 0)
		calls();
	gasnet_barrier_notify(5, 0);
	GT_OK(gasnet_barrier_wait(5, 0));
	gasnet_coll_broadcast(GASNET_TEAM_ALL, &seed, 1, &seed, sizeof seed, GASNET_COLL_LOCAL | GASNET_COLL_IN_ALLSYNC | GASNET_COLL_OUT_ALLSYNC);
	GASNETT_TRACE_FREEZESOURCELINE();
	gasnet_coll_wait_sync(gasnet_coll_gather_all_nb(GASNET_TEAM_ALL, gt_at(gt_me, 1024), gt_at(gt_me, 0), 4,
	                                                GASNET_COLL_LOCAL | GASNET_COLL_IN_MYSYNC | GASNET_COLL_OUT_MYSYNC));
	GASNETT_TRACE_UNFREEZESOURCELINE();
	GASNETT_TRACE_SETMASK("");
	gasnet_put(1, gt_at(1, 0), &seed, 1); /* not seen */
	GASNETT_TRACE_SETMASK("H");
	CHECK(!strcmp(GASNETT_TRACE_GETMASK(), UNTRACED ? "" : "H"), "%s", GASNETT_TRACE_GETMASK());
	GASNETT_TRACE_PRINTF("over");
	gt_leave();
	return 0;
}
