/* Memory: slots of no bytes, as a shared counter or an uneven distribution has them; other sizes on every process; groups that are freed before their memory; freed
 * memory that others still read; memory that comes and goes, with contents kept apart. */
#include "../gt_armci.h"

/* A counter on the last process alone, which its owner also sets by a store. */
static void counter(void)
{
	void *all[64] = {0};
	const int owner = gt_n - 1;
	long got = -1, sum;

	GT_OK(ARMCI_Malloc(all, gt_me == owner ? sizeof(long) : 0));
	for (int p = 0; p < gt_n; p++)
		CHECK((all[p] != NULL) == (p == owner), "slot %d is %p", p, all[p]);
	if (gt_me == owner)
		*(volatile long *)all[owner] = 0;
	ARMCI_Barrier();
	GT_OK(ARMCI_Rmw(ARMCI_FETCH_AND_ADD_LONG, &got, all[owner], 1, owner));
	sum = got;
	armci_msg_lgop(&sum, 1, "+");
	CHECK(sum == (long)gt_n * (gt_n - 1) / 2, "numbers have the sum %ld", sum);
	ARMCI_Barrier();
	if (gt_me == owner)
		CHECK(*(volatile long *)all[owner] == gt_n, "the counter is %ld", *(long *)all[owner]);
	ARMCI_Free(all[gt_me]); /* NULL on all but one */
}

/* Process p of round r asks for sizes that differ, every third of them 0. */
static void uneven(void)
{
	for (int round = 0; round < 20; round++) {
		void *all[64] = {0};
		char back[3000];

#define SIZE(p) ((size_t)(((p) + round) % 3 == 0 ? 0 : ((p)*700 + round * 131) % 3000 + 1))
		GT_OK(ARMCI_Malloc(all, (armci_size_t)SIZE(gt_me)));
		for (int p = 0; p < gt_n; p++)
			CHECK((all[p] == NULL) == (SIZE(p) == 0), "slot %d of round %d", p, round);
		CHECK((uintptr_t)all[gt_me] % 64 == 0, "alignment of %p", all[gt_me]);
		if (all[gt_me])
			gt_fill(all[gt_me], SIZE(gt_me), gt_me, round);
		ARMCI_Barrier();
		for (int p = 0; p < gt_n; p++) {
			GT_OK(SIZE(p) == 0 ? 0 : ARMCI_Get(all[p], back, (int)SIZE(p), p));
			CHECK(gt_differs(back, SIZE(p), p, round) == SIZE(p), "memory of process %d", p);
		}
		ARMCI_Barrier();
		ARMCI_Free(all[gt_me]);
	}
}

/* The handle of the group goes first, then its memory, by a handle that is no longer there. */
static void group_before_memory(void)
{
	int half[64], n = 0, rank;
	void *all[64] = {0};
	ARMCI_Group g;

	for (int p = gt_me % 2; p < gt_n; p += 2)
		half[n++] = p;
	ARMCI_Group_create(n, half, &g);
	GT_OK(ARMCI_Group_rank(&g, &rank));
	GT_OK(ARMCI_Malloc_group(all, rank % 2 ? 0 : 100, &g));
	for (int i = 0; i < n; i++)
		CHECK((all[i] == NULL) == (i % 2 == 1), "slot %d", i);
	armci_msg_group_barrier(&g);
	ARMCI_Group was = g;
	ARMCI_Group_free(&g);
	CHECK(ARMCI_Free_group(all[rank], &was) == (all[rank] == NULL), "memory of a group that is gone");
	ARMCI_Barrier();
}

/* ARMCI_Free is local, and a process may be ahead of those that read its memory. */
static void freed(void)
{
	enum { BYTES = 40000 };
	const int right = (gt_me + 1) % gt_n, left = (gt_me + gt_n - 1) % gt_n;
	static char back[BYTES];

	for (int round = 0; round < 10; round++) {
		void *all[64] = {0}, *next[64] = {0};

		GT_OK(ARMCI_Malloc(all, BYTES));
		gt_fill(all[gt_me], BYTES, gt_me, round);
		ARMCI_Barrier();
		GT_OK(ARMCI_Free(all[gt_me]));
		armci_msg_snd(5, &round, sizeof round, left); /* not collective: tells the reader that the memory is free */
		armci_msg_rcv(5, back, sizeof round, NULL, right);
		GT_OK(ARMCI_Get(all[right], back, BYTES, right));
		CHECK(gt_differs(back, BYTES, right, round) == BYTES, "freed memory of process %d, round %d", right, round);
		GT_OK(ARMCI_Malloc(next, BYTES)); /* in its place */
		memset(next[gt_me], 1, BYTES);
		if (round % 2)
			ARMCI_Barrier();
		GT_OK(ARMCI_Free(next[gt_me]));
	}
}

/* Blocks that live at the same time do not overlap. */
static void many(void)
{
	enum { LIVE = 12 };
	void *all[LIVE][64] = {{0}};
	armci_size_t size[LIVE] = {0};

	for (int step = 0; step < 100; step++) {
		const int k = (int)gt_range(0, LIVE - 1);

		if (all[k][gt_me]) {
			CHECK(gt_differs(all[k][gt_me], (size_t)size[k], gt_me, k) == (size_t)size[k], "block %d at step %d", k, step);
			GT_OK(ARMCI_Free(all[k][gt_me]));
			all[k][gt_me] = NULL;
			continue;
		}
		size[k] = (armci_size_t)gt_range(1, 30000);
		GT_OK(ARMCI_Malloc(all[k], size[k]));
		gt_fill(all[k][gt_me], (size_t)size[k], gt_me, k);
	}
	for (int k = 0; k < LIVE; k++)
		if (all[k][gt_me])
			GT_OK(ARMCI_Free(all[k][gt_me]));
	CHECK(ARMCI_Free(NULL) == 1, "no memory");
	GT_OK(ARMCI_Free_local(NULL));
	CHECK(ARMCI_Malloc_local(0) == NULL, "no bytes");
}

int main(void)
{
	gt_start();
	if (gt_n > 64)
		GT_SKIP("at most 64 processes");
	counter();
	uneven();
	group_before_memory();
	freed();
	gt_srand(1); /* the same on all */
	many();
	return gt_stop();
}
