/* Ranks that call collectives long before others do: data that arrives for a later call must not fill memory, and must still be correct for that call,
 * with all flags, sizes of every protocol, handles and a team. Ranks that lag behind poll until the others make no more progress. */
#include "../gt_gasnet.h"

#include <unistd.h>

enum { GO_ON = 200 };
enum kind { BROADCAST, SCATTER, GATHER, REDUCE, KINDS };
enum { STEP = 32, QUIET = 20, MOST = 8192, AT_A_TIME = 1000, EXCHANGES = 400 };

static const int ins[] = {GASNET_COLL_IN_NOSYNC, GASNET_COLL_IN_MYSYNC, GASNET_COLL_IN_ALLSYNC};
static const int outs[] = {GASNET_COLL_OUT_NOSYNC, GASNET_COLL_OUT_MYSYNC, GASNET_COLL_OUT_ALLSYNC};
static const int my_sync = GASNET_COLL_LOCAL | GASNET_COLL_IN_MYSYNC | GASNET_COLL_OUT_MYSYNC;

static int heard; /* calls of those ahead */
static unsigned char *from, *to;
static gasnet_team_handle_t team;

static void go_on(gasnet_token_t token, gasnet_handlerarg_t calls)
{
	(void)token;
	heard += calls;
}

/* Private memory of this process, in kB. */
static size_t own_memory(void)
{
	size_t kb = 0;
	char line[200];
	FILE *f = fopen("/proc/self/status", "r");

	while (f && fgets(line, sizeof line, f))
		if (sscanf(line, "RssAnon: %zu", &kb) == 1)
			break;
	if (f)
		fclose(f);
	return kb;
}

static void sum(void *results, size_t count, const void *left, size_t left_count, const void *right, size_t size, int flags, int arg)
{
	(void)left_count, (void)flags, (void)arg;
	for (size_t i = 0; i < count * size; i++)
		((unsigned char *)results)[i] = (unsigned char)(((const unsigned char *)left)[i] + ((const unsigned char *)right)[i]);
}

static unsigned char value(int rank, int call) { return (unsigned char)(rank * 31 + call * 7 + call / 256); }

static gasnet_coll_handle_t call(enum kind kind, int i, size_t n, int flags)
{
	unsigned char *mine = from + (size_t)(i % AT_A_TIME) * n * (size_t)gt_n, *got = to + (size_t)(i % AT_A_TIME) * n * (size_t)gt_n;

	memset(mine, value(gt_me, i), kind == SCATTER ? n * (size_t)gt_n : n);
	memset(got, 0, 1);
	switch (kind) {
	case BROADCAST: return gasnet_coll_broadcast_nb(team, got, 0, mine, n, flags);
	case SCATTER: return gasnet_coll_scatter_nb(team, got, 0, mine, n, flags);
	case GATHER: return gasnet_coll_gather_nb(team, 0, got, mine, n, flags);
	default: return gasnet_coll_reduce_nb(team, 0, got, mine, 0, 0, 1, n, 0, 0, flags);
	}
}

static void verify(enum kind kind, int i, size_t n)
{
	const unsigned char *got = to + (size_t)(i % AT_A_TIME) * n * (size_t)gt_n;
	unsigned char all = 0;

	if (kind >= GATHER && gt_me != 0)
		return;
	for (int r = 0; r < gt_n; r++) {
		all = (unsigned char)(all + value(r, i));
		if (kind == GATHER)
			CHECK(got[(size_t)r * n] == value(r, i) && got[(size_t)r * n + n - 1] == value(r, i), "call %d: %d from %d", i,
			      got[(size_t)r * n], r);
	}
	if (kind != GATHER)
		CHECK(got[0] == (kind == REDUCE ? all : value(0, i)) && got[n - 1] == got[0], "kind %d, call %d: %d", kind, i, got[0]);
}

/* The senders of data call first, one call at a time or many in flight; the others call when the senders make no more progress. */
static void ahead(enum kind kind, int calls, size_t n, int flags, int nb, size_t allowed)
{
	const int first = kind >= GATHER ? gt_me != 0 : gt_me == 0, firsts = kind >= GATHER ? gt_n - 1 : 1;
	gasnet_coll_handle_t h[AT_A_TIME];
	size_t before, now;

	heard = 0;
	gt_barrier();
	before = own_memory();
	for (int quiet = 0, seen = 0; !first && heard < calls * firsts && quiet < QUIET;) {
		for (int i = 0; i < 100; i++)
			GT_OK(gasnet_AMPoll());
		usleep(1000);
		quiet = heard == seen ? quiet + 1 : 0;
		seen = heard;
	}
	now = own_memory();
	if (!first)
		CHECK(now <= before + allowed, "%d calls of %zu bytes, %d of them early: memory has grown from %zu to %zu kB, by more than %zu",
		      calls, n, heard, before, now, allowed);
	for (int i = 0; i < calls; i++) {
		h[i % AT_A_TIME] = call(kind, i, n, flags);
		if (!nb)
			gasnet_coll_wait_sync(h[i % AT_A_TIME]);
		if (first && i % STEP == STEP - 1)
			for (int r = 0; r < gt_n; r++)
				if ((kind >= GATHER) == (r == 0))
					GT_OK(gasnet_AMRequestShort1((gasnet_node_t)r, GO_ON, STEP));
		if (nb && (i % AT_A_TIME == AT_A_TIME - 1 || i == calls - 1))
			gasnet_coll_wait_sync_all(h, (size_t)(i % AT_A_TIME + 1));
		if (!nb && !(flags & GASNET_COLL_OUT_NOSYNC))
			verify(kind, i, n);
	}
	gt_barrier();
	for (int i = calls < AT_A_TIME ? 0 : calls - AT_A_TIME; i < calls; i++)
		verify(kind, i, n);
	gt_barrier();
}

/* Memory that a process takes once and that does not depend on who is ahead: the first long message that a rank sends to another host makes libfabric allocate a pool of
 * send buffers (17 MB with tcp), the first hundreds that it receives touch the pages of the receive buffers, and the library's own heap grows to the size where its garbage
 * collection begins (4 MB). Without this, the first calls of ahead() would count it as data of early calls. */
static void take_memory_once(void)
{
	for (int i = 0; i < EXCHANGES; i++)
		gasnet_coll_exchange(team, to, from, 4096, my_sync);
	gt_barrier();
}

/* A call must complete while later calls have used up the window: the second node of a tree, or of a ring, is behind. */
static void past_others(void)
{
	enum { CALLS = 900, BYTES = 3000 };
	static unsigned char large[100000];
	gasnet_coll_handle_t h[CALLS + 1];

	gt_barrier();
	memset(large, gt_me ? 0 : 77, sizeof large);
	h[CALLS] = gasnet_coll_gather_all_nb(team, to, from, 64, GASNET_COLL_LOCAL | GASNET_COLL_IN_ALLSYNC | GASNET_COLL_OUT_ALLSYNC);
	if (gt_me % 2) { /* waits for a call whose successors have arrived */
		gasnet_coll_wait_sync(h[CALLS]);
		h[CALLS] = GASNET_COLL_INVALID_HANDLE;
	}
	for (int i = 0; i < CALLS; i++)
		h[i] = gasnet_coll_broadcast_nb(team, large, (gasnet_image_t)(i % 3 ? 0 : i % gt_n), large, BYTES,
		                                i % 2 ? my_sync : GASNET_COLL_LOCAL | GASNET_COLL_IN_ALLSYNC | GASNET_COLL_OUT_ALLSYNC);
	gasnet_coll_wait_sync_all(h, CALLS + 1);
	gt_barrier();
}

int main(int argc, char **argv)
{
	gasnet_handlerentry_t table[] = {{GO_ON, (void (*)())go_on}};
	gasnet_coll_fn_entry_t functions[] = {{sum, 0}};
	/* kB. Live: what a window of each sender takes, as often as the library's heap has it before garbage is collected; 5000 calls of one have 20,000. */
	size_t allowed = getenv("GT_SIMULATED") ? 14000 : 5000;
	static const size_t sizes[] = {1, 16, 17, 3000};

	gt_attach(&argc, &argv, table, 1, 1 << 16);
	if (!getenv("GT_SIMULATED"))
		allowed += 3000 * (size_t)(gt_n - 1);
	gasnet_coll_init(NULL, 0, functions, 1, 0);
	team = GASNET_TEAM_ALL;
	from = calloc(AT_A_TIME, MOST * (size_t)gt_n);
	to = calloc(AT_A_TIME, MOST * (size_t)gt_n);
	memset(from, 1, AT_A_TIME * 4096 * (size_t)gt_n);
	memset(to, 1, AT_A_TIME * 4096 * (size_t)gt_n);
	if (!getenv("GT_SIMULATED")) /* one process, with no network, for all ranks */
		take_memory_once();
	for (int kind = 0; kind < KINDS && gt_n > 1; kind++)
		ahead((enum kind)kind, 5000, 4096, my_sync, 0, allowed);
	if (gt_n > 1)
		ahead(BROADCAST, 100000, 8, GASNET_COLL_LOCAL | GASNET_COLL_IN_NOSYNC | GASNET_COLL_OUT_NOSYNC, 0, allowed);
	for (int sync = 0; sync < 9; sync++)
		for (int kind = 0; kind < KINDS; kind++)
			ahead((enum kind)kind, 300, sizes[(sync + kind) % 4], GASNET_COLL_LOCAL | ins[sync / 3] | outs[sync % 3], sync % 2, allowed);
	past_others();
	team = gasnet_coll_team_split(GASNET_TEAM_ALL, 0, (gasnet_node_t)gt_me, NULL);
	ahead(BROADCAST, 2000, 4096, my_sync, 1, allowed);
	ahead(GATHER, 2000, 4096, my_sync, 0, allowed);
	past_others();
	MSG0("done"); /* without the memory used: the output of a simulated job is the same in every run */
	gt_leave();
	return 0;
}
