/* Processes create different groups at the same time: groups of one process, pairs, and halves that create different numbers of groups. Also processes that are not
 * members, empty groups, and operations of several groups at a time. */
#include "../gt_armci.h"

enum { ROUNDS = 10 };

static long sum_in(ARMCI_Group *g, long x)
{
	armci_msg_group_lgop(&x, 1, "+", g);
	return x;
}

/* As Global Arrays does at its start: a list for each process. */
static void singles(void)
{
	for (int round = 0; round < ROUNDS + gt_me; round++) { /* other numbers of them */
		int rank = -1, size = -1, mine = gt_me;
		ARMCI_Group g;

		ARMCI_Group_create(1, &mine, &g);
		ARMCI_Group_size(&g, &size);
		GT_OK(ARMCI_Group_rank(&g, &rank));
		CHECK(size == 1 && rank == 0 && ARMCI_Absolute_id(&g, 0) == gt_me, "%d of %d", rank, size);
		CHECK(sum_in(&g, gt_me) == gt_me, "a sum of one");
		armci_msg_group_barrier(&g);
		ARMCI_Group_free(&g);
	}
}

/* Blocks of `width` processes, all at the same time; process p then has p of them. */
static void blocks(int width)
{
	const int first = gt_me / width * width, n = first + width <= gt_n ? width : gt_n - first;
	int list[64];
	long want = 0;

	for (int i = 0; i < n; i++) {
		list[i] = first + i;
		want += first + i;
	}
	for (int round = 0; round < ROUNDS; round++) {
		ARMCI_Group g, inner;
		void *all[64] = {0};
		int rank = -1, of_inner = gt_me - first;
		long there = -1;

		ARMCI_Group_create(n, list, &g);
		GT_OK(ARMCI_Group_rank(&g, &rank));
		CHECK(rank == gt_me - first, "%d in the block from %d", rank, first);
		GT_OK(ARMCI_Malloc_group(all, sizeof(long), &g));
		*(long *)all[rank] = gt_me * 100 + round;
		armci_msg_group_barrier(&g);
		GT_OK(ARMCI_Get(all[(rank + 1) % n], &there, sizeof there, list[(rank + 1) % n]));
		CHECK(there == list[(rank + 1) % n] * 100 + round, "%ld of the next member", there);
		CHECK(sum_in(&g, gt_me) == want, "a sum in the block from %d", first);
		ARMCI_Group_create_child(1, &of_inner, &inner, &g); /* each member another one */
		CHECK(sum_in(&inner, 5) == 5, "a sum of one");
		ARMCI_Group_free(&inner);
		armci_msg_group_barrier(&g);
		GT_OK(ARMCI_Free_group(all[rank], &g));
		ARMCI_Group_free(&g);
	}
}

/* All call with the same list, as the collective creation of other libraries wants it: handles of those outside. */
static void outside(void)
{
	int odd[64], n = 0, size = -1, rank = 7;
	ARMCI_Group g, nobody;

	for (int p = 1; p < gt_n; p += 2)
		odd[n++] = p;
	ARMCI_Group_create(n, odd, &g);
	ARMCI_Group_size(&g, &size);
	CHECK(size == n, "%d of %d", size, n);
	CHECK((ARMCI_Group_rank(&g, &rank) == 0) == (gt_me % 2 == 1) && rank == (gt_me % 2 ? gt_me / 2 : -1), "number %d", rank);
	if (gt_me % 2)
		CHECK(sum_in(&g, 1) == n, "a sum of the odd ones");
	ARMCI_Group_create(0, NULL, &nobody);
	ARMCI_Group_size(&nobody, &size);
	CHECK(size == 0 && ARMCI_Group_rank(&nobody, &rank) != 0 && rank == -1, "%d members, number %d", size, rank);
	if (gt_me % 2)
		ARMCI_Group_free(&g); /* by members only */
}

/* Reductions of a world, halves and pairs take turns, and keep apart. */
static void nested(void)
{
	int half[64], n = 0, pair[2], m = 0;
	long in_half = 0, in_pair = 0;
	ARMCI_Group halves, pairs, world;

	for (int p = gt_me % 2; p < gt_n; p += 2)
		half[n++] = p, in_half += p;
	for (int p = gt_me / 2 * 2; p < gt_n && p < gt_me / 2 * 2 + 2; p++)
		pair[m++] = p, in_pair += p;
	ARMCI_Group_get_world(&world);
	ARMCI_Group_create(n, half, &halves);
	ARMCI_Group_create(m, pair, &pairs);
	for (int round = 0; round < 5 * ROUNDS; round++) {
		const long a = sum_in(&halves, gt_me), b = sum_in(&pairs, gt_me), c = sum_in(&world, gt_me);

		CHECK(a == in_half && b == in_pair && c == (long)gt_n * (gt_n - 1) / 2, "%ld %ld %ld", a, b, c);
	}
	ARMCI_Group_free(&pairs);
	ARMCI_Group_free(&halves);
}

int main(void)
{
	gt_start();
	if (gt_n > 64)
		GT_SKIP("at most 64 processes");
	singles();
	blocks(1);
	blocks(2);
	blocks(3);
	outside();
	nested();
	return gt_stop();
}
