/* Many collectives in flight, begun in the same order everywhere: handles one by one, some, all, tried and waited for. Only polls, barriers and
 * GASNET_BLOCKUNTIL make progress, among messages and puts of the program. */
#include "../gt_gasnet.h"

enum { CALLS = 300, LARGE = 20000, LONG_RUN = 1000 };

enum { TOUCH = 200 };

static int touched;

static void touch(gasnet_token_t token, gasnet_handlerarg_t by)
{
	(void)token;
	touched += by;
}

static const int flags_of[] = {
    GASNET_COLL_LOCAL | GASNET_COLL_IN_MYSYNC | GASNET_COLL_OUT_MYSYNC,
    GASNET_COLL_LOCAL | GASNET_COLL_IN_ALLSYNC | GASNET_COLL_OUT_ALLSYNC,
    GASNET_COLL_LOCAL | GASNET_COLL_IN_MYSYNC | GASNET_COLL_OUT_ALLSYNC | GASNET_COLL_AGGREGATE,
    GASNET_COLL_LOCAL | GASNET_COLL_IN_ALLSYNC | GASNET_COLL_OUT_MYSYNC | GASNET_COLL_DISABLE_AUTOTUNE,
};

static int (*gathered)[64], (*exchanged)[64], (*to_exchange)[64];
static int value[CALLS], got[CALLS];
static unsigned char *large[8];

static int number(int image, int call) { return image * 10007 + call; }

static gasnet_coll_handle_t begin(int call)
{
	const int flags = flags_of[call % 4];
	const gasnet_image_t root = (gasnet_image_t)(call / 5 % gt_n);

	value[call] = number(gt_me, call);
	switch (call % 5) {
	case 0: return gasnet_coll_broadcast_nb(GASNET_TEAM_ALL, &got[call], root, &value[call], sizeof(int), flags);
	case 1: return gasnet_coll_gather_nb(GASNET_TEAM_ALL, root, gathered[call], &value[call], sizeof(int), flags);
	case 2: return gasnet_coll_gather_all_nb(GASNET_TEAM_ALL, gathered[call], &value[call], sizeof(int), flags);
	case 3:
		for (int i = 0; i < gt_n; i++)
			to_exchange[call][i] = number(gt_me, call) + 1000000 * i;
		return gasnet_coll_exchange_nb(GASNET_TEAM_ALL, exchanged[call], to_exchange[call], sizeof(int), flags);
	default:
		for (int i = 0; i < gt_n; i++)
			to_exchange[call][i] = number(gt_me, call) + 1000000 * i;
		return gasnet_coll_scatter_nb(GASNET_TEAM_ALL, &got[call], root, to_exchange[call], sizeof(int), flags);
	}
}

static void verify(int call)
{
	const int root = call / 5 % gt_n;

	switch (call % 5) {
	case 0: CHECK(got[call] == number(root, call), "call %d: %d", call, got[call]); break;
	case 1:
		if (gt_me != root)
			break;
		/* fall through */
	case 2:
		for (int i = 0; i < gt_n; i++)
			CHECK(gathered[call][i] == number(i, call), "call %d: %d from %d", call, gathered[call][i], i);
		break;
	case 3:
		for (int i = 0; i < gt_n; i++)
			CHECK(exchanged[call][i] == number(i, call) + 1000000 * gt_me, "call %d: %d from %d", call, exchanged[call][i], i);
		break;
	default: CHECK(got[call] == number(root, call) + 1000000 * gt_me, "call %d: %d", call, got[call]);
	}
}

static void forget(void)
{
	gt_barrier();
	memset(got, 0xff, sizeof got);
	memset(gathered, 0xff, CALLS * sizeof *gathered);
	memset(exchanged, 0xff, CALLS * sizeof *exchanged);
	gt_barrier();
}

static int all_invalid(const gasnet_coll_handle_t *h, int n)
{
	for (int i = 0; i < n; i++)
		if (h[i] != GASNET_COLL_INVALID_HANDLE)
			return 0;
	return 1;
}

static void ways_to_wait(void)
{
	static gasnet_coll_handle_t h[CALLS];

	for (int way = 0; way < 7; way++) {
		forget();
		for (int i = 0; i < CALLS; i++)
			h[i] = begin(i);
		switch (way) {
		case 0:
			for (int i = 0; i < CALLS; i++)
				gasnet_coll_wait_sync(h[i]);
			break;
		case 1:
			for (int i = CALLS - 1; i >= 0; i--)
				gasnet_coll_wait_sync(h[i]);
			break;
		case 2:
			gasnet_coll_wait_sync_all(h, CALLS);
			CHECK(all_invalid(h, CALLS), "after gasnet_coll_wait_sync_all");
			break;
		case 3:
			while (!all_invalid(h, CALLS))
				gasnet_coll_wait_sync_some(h, CALLS);
			break;
		case 4:
			while (gasnet_coll_try_sync_all(h, CALLS) == GASNET_ERR_NOT_READY)
				;
			CHECK(all_invalid(h, CALLS), "after gasnet_coll_try_sync_all");
			break;
		case 5:
			while (!all_invalid(h, CALLS)) {
				const int rc = gasnet_coll_try_sync_some(h, CALLS);

				CHECK(rc == GASNET_OK || rc == GASNET_ERR_NOT_READY, "%d", rc);
			}
			break;
		default:
			for (int i = 0; i < CALLS; i++)
				while (gasnet_coll_try_sync(h[i]) == GASNET_ERR_NOT_READY)
					;
		}
		for (int i = 0; i < CALLS; i++)
			verify(i);
	}
	GT_OK(gasnet_coll_try_sync(GASNET_COLL_INVALID_HANDLE));
	GT_OK(gasnet_coll_try_sync_all(NULL, 0));
	GT_OK(gasnet_coll_try_sync_some(h, CALLS));
	gasnet_coll_wait_sync(GASNET_COLL_INVALID_HANDLE);
	gasnet_coll_wait_sync_all(h, CALLS);
	gasnet_coll_wait_sync_some(h, 0);
}

/* Large ones through private memory, with barriers, puts and messages between beginning and end. */
static void among_others(void)
{
	const int next = (gt_me + 1) % gt_n;
	gasnet_coll_handle_t h[8];

	for (int round = 0; round < 10; round++) {
		for (int i = 0; i < 8; i++) {
			const int root = (round + i) % gt_n;

			if (gt_me == root)
				gt_fill(large[i], LARGE, root, (unsigned)(round + i));
			else
				memset(large[i], 0, LARGE);
			h[i] = gasnet_coll_broadcast_nb(GASNET_TEAM_ALL, large[i], (gasnet_image_t)root, large[i], LARGE,
			                                flags_of[i % 4] & ~GASNET_COLL_AGGREGATE);
			GT_OK(gasnet_AMRequestShort1((gasnet_node_t)next, TOUCH, 1));
			gasnet_put((gasnet_node_t)next, gt_at(next, (size_t)(4 * i)), &i, sizeof i);
		}
		gasnet_barrier_notify(round, 0);
		GT_OK(gasnet_barrier_wait(round, 0));
		gasnet_coll_barrier_notify(GASNET_TEAM_ALL, round, 0);
		while (gasnet_coll_barrier_try(GASNET_TEAM_ALL, round, 0) == GASNET_ERR_NOT_READY)
			;
		GASNET_BLOCKUNTIL(touched == 8 * (round + 1));
		for (int i = 7; i >= 0; i--) {
			gasnet_coll_wait_sync(h[i]);
			CHECK(gt_differs(large[i], LARGE, (round + i) % gt_n, (unsigned)(round + i)) == LARGE, "round %d, call %d", round, i);
			CHECK(((volatile int *)gt_at(gt_me, 0))[i] == i, "put %d", i);
		}
		gt_barrier();
	}
}

/* With ALLSYNC others may write a source until they call, and may read a destination after they return. */
static void by_others(void)
{
	const int next = (gt_me + 1) % gt_n, all = GASNET_COLL_LOCAL | GASNET_COLL_IN_ALLSYNC | GASNET_COLL_OUT_ALLSYNC;
	int *src = gt_at(gt_me, 0), *dst = gt_at(gt_me, 4096), seen[64];
	const gasnet_team_handle_t team = GASNET_TEAM_ALL;

	for (int round = 0; round < 200; round++) {
		const int root = round % gt_n;
		int to[64], want;

		for (int i = 0; i < gt_n; i++)
			to[i] = number(next, round) + i;
		gasnet_put((gasnet_node_t)next, gt_at(next, 0), to, sizeof(int) * (size_t)gt_n);
		switch (round / 3 % 5) {
		case 0: gasnet_coll_broadcast(team, dst, (gasnet_image_t)root, src, sizeof(int), all); break;
		case 1: gasnet_coll_scatter(team, dst, (gasnet_image_t)root, src, sizeof(int), all); break;
		case 2: gasnet_coll_gather(team, (gasnet_image_t)root, dst, src, sizeof(int), all); break;
		case 3: gasnet_coll_gather_all(team, dst, src, sizeof(int), all); break;
		default: gasnet_coll_exchange(team, dst, src, sizeof(int), all);
		}
		gasnet_get(seen, (gasnet_node_t)next, gt_at(next, 4096), sizeof(int) * (size_t)gt_n);
		for (int i = 0; i < gt_n; i++) {
			switch (round / 3 % 5) {
			case 0: want = i ? seen[i] : number(root, round); break;
			case 1: want = i ? seen[i] : number(root, round) + next; break;
			case 2: want = next == root ? number(i, round) : seen[i]; break;
			case 3: want = number(i, round); break;
			default: want = number(i, round) + next;
			}
			CHECK(seen[i] == want, "round %d: %d at %d, not %d", round, seen[i], i, want);
		}
		gt_barrier();
	}
}

/* One after the other, synchronized by the data only. */
static void long_run(void)
{
	int sum = 0;

	for (int i = 0; i < LONG_RUN; i++) {
		int mine = gt_me == i % gt_n ? i : -1;

		gasnet_coll_broadcast(GASNET_TEAM_ALL, &mine, (gasnet_image_t)(i % gt_n), &mine, sizeof mine, flags_of[i % 2]);
		sum += mine == i;
	}
	CHECK(sum == LONG_RUN, "%d of %d", sum, LONG_RUN);
}

/* Calls with GASNET_COLL_AGGREGATE return no handle; that of the next call without the flag stands for them, too. A blocking call ends them as well. */
static void aggregates(void)
{
	const gasnet_team_handle_t team = gasnet_coll_team_split(GASNET_TEAM_ALL, 0, (gasnet_node_t)gt_me, NULL);

	for (int round = 0; round < 20; round++) {
		gasnet_coll_handle_t h = GASNET_COLL_INVALID_HANDLE;
		const int calls = 1 + round * 3, root = round % gt_n;

		gt_barrier();
		if (gt_me == root)
			for (int i = 0; i < calls; i++)
				value[i] = number(round, i);
		for (int i = 0; i < calls; i++) {
			const int more = i < calls - 1 ? GASNET_COLL_AGGREGATE : 0;

			got[i] = -1;
			if (i == 2 || i == 5)
				gt_fill(large[i], LARGE, gt_me == root ? 1 : 0, (unsigned)i);
			if ((i == 2 || i == 5) && more)
				(void)gasnet_coll_broadcast_nb(team, large[i], (gasnet_image_t)root, large[i], LARGE, flags_of[0] | more);
			else if (!more && round % 3 == 2)
				gasnet_coll_broadcast(team, &got[i], (gasnet_image_t)root, &value[i], sizeof(int), flags_of[round % 2]);
			else
				h = gasnet_coll_broadcast_nb(team, &got[i], (gasnet_image_t)root, &value[i], sizeof(int), flags_of[i % 2] | more);
			if (more)
				CHECK(h == GASNET_COLL_INVALID_HANDLE, "a handle of call %d of %d", i, calls);
		}
		switch (round % 3) {
		case 0: gasnet_coll_wait_sync(h); break;
		case 1:
			while (gasnet_coll_try_sync_some(&h, 1) != GASNET_OK)
				;
			break;
		default: break;
		}
		for (int i = 0; i < calls; i++)
			if ((i == 2 || i == 5) && i < calls - 1)
				CHECK(gt_differs(large[i], LARGE, 1, (unsigned)i) == LARGE, "call %d of %d", i, calls);
			else
				CHECK(got[i] == number(round, i), "call %d of %d: %d, not %d", i, calls, got[i], number(round, i));
	}
	gasnete_coll_team_free(team); /* nothing is in flight */
}

/* A rank that has begun a call and then only polls its memory also makes progress for the others. */
static void polls_only(void)
{
	static volatile int there;
	int seven = 7;
	gasnet_coll_handle_t h;

	there = 0;
	h = gasnet_coll_broadcast_nb(GASNET_TEAM_ALL, (void *)(uintptr_t)&there, 0, &seven, sizeof seven, flags_of[1]);
	if (gt_me % 2)
		GASNET_BLOCKUNTIL(there == 7);
	else
		while (there != 7)
			GT_OK(gasnet_AMPoll());
	gasnet_coll_wait_sync(h);
}

int main(int argc, char **argv)
{
	gasnet_handlerentry_t table[] = {{TOUCH, (void (*)())touch}};

	gt_attach(&argc, &argv, table, 1, 1 << 16);
	gasnet_coll_init(0, 0, 0, 0, 0);
	gathered = malloc(CALLS * sizeof *gathered);
	exchanged = malloc(CALLS * sizeof *exchanged);
	to_exchange = malloc(CALLS * sizeof *to_exchange);
	for (int i = 0; i < 8; i++)
		large[i] = malloc(LARGE);
	ways_to_wait();
	among_others();
	by_others();
	long_run();
	aggregates();
	polls_only();
	MSG0("done");
	gt_leave();
	return 0;
}
