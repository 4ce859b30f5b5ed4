/* Legal calls before gasnet_init, between it and gasnet_attach, and after; segments of different sizes; handler tables with indices to choose. */
#include "../gt_gasnet.h"

static volatile int called[4];

#define HANDLER(n)                                \
	static void handler_##n(gasnet_token_t t) \
	{                                         \
		(void)t;                          \
		called[n]++;                      \
	}
HANDLER(0)
HANDLER(1)
HANDLER(2)
HANDLER(3)

int main(int argc, char **argv)
{
	gasnet_handlerentry_t table[] = {
	    {0, (void (*)())handler_0}, {129, (void (*)())handler_1}, {0, (void (*)())handler_2}, {255, (void (*)())handler_3}};
	gasnet_handlerentry_t twice[] = {{200, (void (*)())handler_0}, {200, (void (*)())handler_1}}, low[] = {{127, (void (*)())handler_0}};
	gasnet_nodeinfo_t info[128];
	gasnet_seginfo_t segments[128];
	uintptr_t most, all, mine;
	gasnet_hsl_t lock = GASNET_HSL_INITIALIZER;

	/* calls that work before gasnet_init */
	gasnet_hold_interrupts();
	gasnet_resume_interrupts();
	gasnet_hsl_lock(&lock);
	gasnet_hsl_unlock(&lock);
	CHECK(strcmp(gasnet_ErrorName(GASNET_ERR_BAD_ARG), "GASNET_ERR_BAD_ARG") == 0, "%s", gasnet_ErrorName(GASNET_ERR_BAD_ARG));
	CHECK(strcmp(gasnet_ErrorName(4711), "*unknown*") == 0 && strlen(gasnet_ErrorDesc(4711)) > 0, "%s", gasnet_ErrorName(4711));
	for (int code = GASNET_ERR_NOT_INIT; code <= GASNET_ERR_BARRIER_MISMATCH; code++)
		CHECK(gasnet_ErrorName(code)[0] == 'G' && strlen(gasnet_ErrorDesc(code)) > 8, "%d", code);
	CHECK(gasnet_attach(NULL, 0, 0, 0) == GASNET_ERR_NOT_INIT, "attach before init");
	CHECK(gasnet_getNodeInfo(info, 1) == GASNET_ERR_NOT_INIT, "node info before init");

	/* as clients do that want no time limit at the end */
	setenv("GASNET_EXITTIMEOUT", "2147483646", 1);
	GT_OK(gasnet_init(&argc, &argv));
	GT_BEGIN((int)gasnet_mynode(), (int)gasnet_nodes());
	CHECK(gasnet_init(&argc, &argv) == GASNET_ERR_NOT_INIT && (gasnet_init)(&argc, &argv) == GASNET_ERR_NOT_INIT,
	      "a second init, by either name");
	CHECK(gasnet_getSegmentInfo(segments, 1) == GASNET_ERR_NOT_INIT, "segments before attach");
	most = gasnet_getMaxLocalSegmentSize();
	all = gasnet_getMaxGlobalSegmentSize();
	CHECK(most >= all && most % GASNET_PAGESIZE == 0 && all >= 1 << 20, "%zu %zu", (size_t)most, (size_t)all);
	GT_OK(gasnet_getNodeInfo(info, gt_n));
	GT_OK(gasnet_set_waitmode(GASNET_WAIT_BLOCK));
	GT_OK(gasnet_set_waitmode(GASNET_WAIT_SPINBLOCK));
	GT_OK(gasnet_set_waitmode(GASNET_WAIT_SPIN));
	CHECK(gasnet_set_waitmode(3) == GASNET_ERR_BAD_ARG && gasnet_set_waitmode(-1) == GASNET_ERR_BAD_ARG, "modes");
	CHECK(!gasnet_getenv("GT_NOT_SET_ANYWHERE"), "a variable that is not set");
	CHECK(gasnet_getenv("PATH") && strcmp(gasnet_getenv("PATH"), getenv("PATH")) == 0, "PATH");

	/* rejected; a later call still works */
	CHECK(gasnet_attach(table, 4, GASNET_PAGESIZE + 1, 0) == GASNET_ERR_BAD_ARG, "half a page");
	CHECK(gasnet_attach(table, 4, most + GASNET_PAGESIZE, 0) == GASNET_ERR_BAD_ARG, "too much");
	CHECK(gasnet_attach(NULL, 4, 0, 0) == GASNET_ERR_BAD_ARG, "no table");
	CHECK(gasnet_attach(twice, 2, 0, 0) == GASNET_ERR_RESOURCE, "an index twice");
	CHECK(gasnet_attach(low, 1, 0, 0) == GASNET_ERR_RESOURCE, "an index of the library's");
	mine = (uintptr_t)(gt_me + 1) * GASNET_PAGESIZE * 3;
	if (gt_me == 1)
		mine = 0;
	GT_OK(gasnet_attach(table, 4, mine, 0));
	CHECK(table[0].index == 128 && table[1].index == 129 && table[2].index == 130 && table[3].index == 255, "%d %d %d %d", table[0].index,
	      table[1].index, table[2].index, table[3].index);
	CHECK(gasnet_attach(table, 4, mine, 0) == GASNET_ERR_NOT_INIT, "a second attach");

	memset(segments, 0xee, sizeof segments);
	GT_OK(gasnet_getSegmentInfo(segments, 128));
	for (int r = 0; r < gt_n; r++)
		CHECK(segments[r].size == (r == 1 ? 0 : (uintptr_t)(r + 1) * GASNET_PAGESIZE * 3), "rank %d has %zu", r, (size_t)segments[r].size);
	CHECK(segments[gt_n].size == (uintptr_t)0xeeeeeeeeeeeeeeee, "no more than there are");
	memset(segments, 0xee, sizeof segments);
	GT_OK(gasnet_getSegmentInfo(segments, 1));
	CHECK(segments[1].size == (uintptr_t)0xeeeeeeeeeeeeeeee, "no more than asked for");
	CHECK(gasnet_getSegmentInfo(NULL, 1) == GASNET_ERR_BAD_ARG && gasnet_getSegmentInfo(segments, -1) == GASNET_ERR_BAD_ARG, "no table");
	GT_OK(gasnet_getSegmentInfo(segments, 128));

	/* untouched pages are zero, and all pages can be touched */
	for (int r = 0; r < gt_n; r++)
		if (segments[r].size) {
			unsigned char end = 1;

			gasnet_get(&end, (gasnet_node_t)r, (char *)segments[r].addr + segments[r].size - 1, 1);
			CHECK(end == 0, "the last byte of rank %d", r);
		}
	for (int i = 0; i < 4; i++)
		for (int r = 0; r < gt_n; r++)
			GT_OK(gasnet_AMRequestShort0((gasnet_node_t)r, table[i].index));
	GASNET_BLOCKUNTIL(called[0] == gt_n && called[1] == gt_n && called[2] == gt_n && called[3] == gt_n);
	CHECK(gasnet_AMGetMsgSource(NULL, NULL) == GASNET_ERR_BAD_ARG, "no token");
	{
		gasnet_threadinfo_t ti = GASNET_GET_THREADINFO();
		GASNET_BEGIN_FUNCTION();
		GASNET_POST_THREADINFO(ti);
		CHECK(ti == GASNET_GET_THREADINFO(), "thread info");
	}
	gasnet_hsl_init(&lock);
	gasnet_hsl_lock(&lock);
	CHECK(gasnet_hsl_trylock(&lock) == GASNET_ERR_NOT_READY, "a lock that is taken");
	gasnet_hsl_unlock(&lock);
	CHECK(gasnet_hsl_trylock(&lock) == GASNET_OK, "a lock that is free");
	gasnet_hsl_unlock(&lock);
	gasnet_hsl_destroy(&lock);
	gt_barrier();
	MSG0("%s", GASNET_CONFIG_STRING);
	gt_leave();
	return 0;
}
