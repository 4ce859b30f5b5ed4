/* Groups: disjoint ones that are made at the same time, groups of groups, the default group, memory and operations of a group. */
#include "../gt_armci.h"

#include <armcix.h>

static void check_group(ARMCI_Group *g, const int *members, int n)
{
	int size = 0, rank = -1;
	void **all = (void **)calloc((size_t)n, sizeof *all);
	long sum = 0;

	ARMCI_Group_size(g, &size);
	ARMCI_Group_rank(g, &rank);
	CHECK(size == n && rank >= 0 && rank < n && members[rank] == gt_me, "rank %d of %d", rank, size);
	for (int i = 0; i < n; i++)
		CHECK(ARMCI_Absolute_id(g, i) == members[i], "member %d is %d", i, ARMCI_Absolute_id(g, i));
	GT_OK(ARMCI_Malloc_group(all, 64, g));
	*(long *)all[rank] = gt_me;
	armci_msg_group_barrier(g);
	for (int i = 0; i < n; i++) {
		long there = -1;

		GT_OK(ARMCI_Get(all[i], &there, sizeof there, members[i]));
		CHECK(there == members[i], "%ld at %d", there, members[i]);
		sum += members[i];
	}
	{
		int one = gt_me;
		long two = gt_me;
		long long three = gt_me;
		float four = (float)gt_me;
		double five = gt_me, six[2] = {gt_me, 1};
		int seven = rank == 0 ? gt_me : -1, up, left, right, root;

		armci_msg_group_igop(&one, 1, "+", g);
		armci_msg_group_lgop(&two, 1, "+", g);
		armci_msg_group_llgop(&three, 1, "+", g);
		armci_msg_group_fgop(&four, 1, "+", g);
		armci_msg_group_dgop(&five, 1, "+", g);
		armci_msg_group_gop_scope(SCOPE_ALL, six, 2, "+", ARMCI_DOUBLE, g);
		CHECK(one == sum && two == sum && three == sum && four == (float)sum && five == (double)sum, "sums are not %ld", sum);
		CHECK(six[0] == (double)sum && six[1] == n, "%g of %g", six[0], six[1]);
		armci_msg_group_bcast_scope(SCOPE_ALL, &seven, sizeof seven, members[0], g);
		CHECK(seven == members[0], "%d instead of %d", seven, members[0]);
		armci_msg_group_bintree(SCOPE_ALL, &root, &up, &left, &right, g);
		CHECK((up == -1) == (root == gt_me), "up %d, root %d", up, root);
	}
	CHECK(ARMCI_Uses_shm_grp(g) == 1, "shared memory");
	ARMCI_GroupFence(g);
	armci_msg_group_barrier(g);
	GT_OK(ARMCI_Free_group(all[rank], g));
	free(all);
}

static void exchange(void)
{
	void **all = (void **)calloc((size_t)gt_n, sizeof *all);
	ARMCI_Group world;

	all[gt_me] = &all[gt_me];
	ARMCI_Group_get_world(&world);
	armci_exchange_address(all, gt_n);
	for (int i = 0; i < gt_n; i++)
		CHECK(all[i] != NULL, "nothing of %d", i);
	CHECK(all[gt_me] == &all[gt_me], "another address of this process");
	memset(all, 0, (size_t)gt_n * sizeof *all);
	all[gt_me] = all;
	armci_exchange_address_grp(all, gt_n, &world);
	CHECK(all[0] != NULL && all[gt_me] == all, "addresses of the world");
	free(all);
}

int main(void)
{
	int members[64], n = 0, half[64], m = 0;
	ARMCI_Group mine, child, was, now, same, part;

	gt_start();
	if (gt_n > 64)
		GT_SKIP("at most 64 processes");
	/* even and odd processes, at the same time */
	for (int i = gt_me % 2; i < gt_n; i += 2)
		members[n++] = i;
	ARMCI_Group_create(n, members, &mine);
	check_group(&mine, members, n);
	/* a child of the first half of these: ranks of the parent */
	for (int i = 0; i < (n + 1) / 2; i++)
		half[m++] = i;
	if (gt_me / 2 < m) {
		int absolute[64];

		for (int i = 0; i < m; i++)
			absolute[i] = members[half[i]];
		ARMCI_Group_create_child(m, half, &child, &mine);
		check_group(&child, absolute, m);
		ARMCI_Group_free(&child);
	}
	ARMCI_Group_get_default(&was);
	ARMCI_Group_set_default(&mine);
	ARMCI_Group_get_default(&now);
	CHECK(memcmp(&now, &mine, sizeof now) == 0, "the default group");
	ARMCI_Group_set_default(&was);
	GT_OK(ARMCIX_Group_dup(&mine, &same));
	check_group(&same, members, n);
	ARMCI_Group_free(&same);
	{
		ARMCI_Group world;

		ARMCI_Group_get_world(&world);
		GT_OK(ARMCIX_Group_split(&world, gt_me % 2, gt_me, &part));
		check_group(&part, members, n);
		ARMCI_Group_free(&part);
	}
	ARMCI_Group_free(&mine);
	exchange();

	CHECK(ARMCI_Uses_shm() == 1 && ARMCI_Uses_shm_group() == 1, "shared memory");
	return gt_stop();
}
