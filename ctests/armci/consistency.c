/* Location consistency: operations of one process on memory of another take effect in the order of their calls, whichever way each goes, without a fence. Also
 * flags and notifications behind puts, and read-modify-writes among them. */
#include "../gt_armci.h"

enum { ROWS = 6, COLS = 20, PITCH = 32, N = ROWS * PITCH, WAYS = 4 }; /* a patch of ROWS runs of COLS elements, PITCH apart */

typedef long patch[N];

/* The patch as a contiguous range, as rows, as a vector, or as non-blocking rows. from and to are both of the shape of an area. */
static void move(char what, int way, long scale, patch from, patch to, int proc)
{
	const int size = (int)sizeof(long);
	int stride = PITCH * size, count[2] = {COLS * size, ROWS}, all = N * size;
	void *src[ROWS], *dst[ROWS];
	armci_giov_t v = {.src_ptr_array = src, .dst_ptr_array = dst, .ptr_array_len = ROWS, .bytes = COLS * size};
	armci_hdl_t h;

	ARMCI_INIT_HANDLE(&h);
	for (int i = 0; i < ROWS; i++) {
		src[i] = &from[i * PITCH];
		dst[i] = &to[i * PITCH];
	}
	switch (way * 3 + (what == 'p' ? 0 : what == 'g' ? 1 : 2)) {
	case 0: GT_OK(ARMCI_Put(from, to, all, proc)); break;
	case 1: GT_OK(ARMCI_Get(from, to, all, proc)); break;
	case 2: GT_OK(ARMCI_Acc(ARMCI_ACC_LNG, &scale, from, to, all, proc)); break;
	case 3: GT_OK(ARMCI_PutS(from, &stride, to, &stride, count, 1, proc)); break;
	case 4: GT_OK(ARMCI_GetS(from, &stride, to, &stride, count, 1, proc)); break;
	case 5: GT_OK(ARMCI_AccS(ARMCI_ACC_LNG, &scale, from, &stride, to, &stride, count, 1, proc)); break;
	case 6: GT_OK(ARMCI_PutV(&v, 1, proc)); break;
	case 7: GT_OK(ARMCI_GetV(&v, 1, proc)); break;
	case 8: GT_OK(ARMCI_AccV(ARMCI_ACC_LNG, &scale, &v, 1, proc)); break;
	case 9: GT_OK(ARMCI_NbPutS(from, &stride, to, &stride, count, 1, proc, &h)); break;
	case 10: GT_OK(ARMCI_NbGetS(from, &stride, to, &stride, count, 1, proc, &h)); break;
	default: GT_OK(ARMCI_NbAccS(ARMCI_ACC_LNG, &scale, from, &stride, to, &stride, count, 1, proc, &h));
	}
	GT_OK(ARMCI_Wait(&h));
}

static void check(const char *what, int ways, const patch is, const patch from, long times)
{
	for (int i = 0; i < N; i++)
		if (i % PITCH < COLS && is[i] != from[i] * times) {
			ERR("%s, ways %03x: element %d is %ld, not %ld", what, (unsigned)ways, i, is[i], from[i] * times);
			return;
		}
}

/* put, accumulate, accumulate, get; and put, put, get: in all ways each. */
static void in_order(patch *area, int proc)
{
	patch own, again, back;

	for (int ways = 0; ways < WAYS * WAYS * WAYS * WAYS; ways++) {
		const int a = ways % WAYS, b = ways / WAYS % WAYS, c = ways / WAYS / WAYS % WAYS, d = ways / WAYS / WAYS / WAYS;

		for (int i = 0; i < N; i++) {
			own[i] = i + ways + gt_me;
			again[i] = -own[i];
			back[i] = 0;
		}
		move('p', a, 0, own, area[gt_me], proc);
		move('a', b, 2, own, area[gt_me], proc);
		move('a', c, -5, own, area[gt_me], proc);
		move('g', d, 0, area[gt_me], back, proc);
		check("put, accumulate, accumulate, get", ways, back, own, -2);
		move('p', b, 0, own, area[gt_me], proc);
		move('p', c, 0, again, area[gt_me], proc);
		move('g', d, 0, area[gt_me], back, proc);
		check("put, put, get", ways, back, again, 1);
	}
}

/* A read-modify-write finds what was put, and a get finds what it has left. */
static void with_rmw(long *at, int proc)
{
	for (long i = 0; i < 500; i++) {
		long old = -1, now = -1;

		GT_OK(ARMCI_Put(&i, at, sizeof i, proc));
		GT_OK(ARMCI_Rmw(ARMCI_FETCH_AND_ADD_LONG, &old, at, 7, proc));
		GT_OK(ARMCI_Get(at, &now, sizeof now, proc));
		CHECK(old == i && now == i + 7, "put %ld, fetched %ld, got %ld", i, old, now);
	}
}

/* Puts of all ways, then a notification: the target finds all of them by loads. */
static void before_a_notification(patch *mine, patch *theirs, int to, int from)
{
	patch own;

	for (int round = 0; round < 4 * WAYS; round++) {
		int waited = 0;

		for (int i = 0; i < N; i++)
			own[i] = i * 3 + round + gt_me;
		move('p', round % WAYS, 0, own, theirs[gt_me], to);
		armci_notify(to);
		armci_notify_wait(from, &waited);
		CHECK(waited == round + 1, "%d in round %d", waited, round);
		for (int i = 0; i < N; i++)
			own[i] = i * 3 + round + from;
		check("a notified put", round, mine[from], own, 1);
		armci_msg_barrier();
	}
}

int main(void)
{
	gt_start();
	void **all = gt_malloc((size_t)gt_n * sizeof(patch) + 64);
	const int right = (gt_me + 1) % gt_n, left = (gt_me + gt_n - 1) % gt_n;

	memset(all[gt_me], 0, (size_t)gt_n * sizeof(patch) + 64);
	ARMCI_Barrier();
	in_order(all[right], right); /* every process has a patch of its own there */
	in_order(all[gt_me], gt_me);
	with_rmw((long *)all[right] + gt_me * N, right);
	ARMCI_Barrier();
	before_a_notification(all[gt_me], all[right], right, left);
	gt_free(all);
	return gt_stop();
}
