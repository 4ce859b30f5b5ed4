/* Read-modify-write by all processes, mutexes that protect a counter of puts and gets, sets of mutexes, and notifications. */
#include <armcix.h>

#include "../gt_armci.h"

enum { ROUNDS = 2000, SECTIONS = 200 };

static void rmw(void **area)
{
	int *counter = area[0], old = 0, sum = 0;
	long *wide = (long *)area[0] + 8, before = 0;

	for (int i = 0; i < ROUNDS; i++) {
		GT_OK(ARMCI_Rmw(ARMCI_FETCH_AND_ADD, &old, counter, 3, 0));
		GT_OK(ARMCI_Rmw(ARMCI_FETCH_AND_ADD_LONG, &before, wide, -2, 0));
	}
	CHECK(old % 3 == 0 && before % 2 == 0, "old values %d, %ld", old, before);
	ARMCI_Barrier();
	CHECK(ARMCI_GetValueInt(counter, 0) == 3 * ROUNDS * gt_n, "counter %d", ARMCI_GetValueInt(counter, 0));
	CHECK(ARMCI_GetValueLong(wide, 0) == -2L * ROUNDS * gt_n, "wide counter %ld", ARMCI_GetValueLong(wide, 0));
	/* Swaps lose nothing: what is in the word at the end and in all hands is what was put there. */
	int mine = gt_me + 1, *word = (int *)area[gt_n - 1] + 40;
	for (int i = 0; i < ROUNDS; i++)
		GT_OK(ARMCI_Rmw(ARMCI_SWAP, &mine, word, 0, gt_n - 1));
	ARMCI_Barrier();
	sum = mine + (gt_me == 0 ? ARMCI_GetValueInt(word, gt_n - 1) : 0);
	armci_msg_igop(&sum, 1, "+");
	CHECK(sum == gt_n * (gt_n + 1) / 2, "hands have %d in sum", sum);
	long token = 1L << 40 | gt_me, *place = (long *)area[0] + 60;
	GT_OK(ARMCI_Rmw(ARMCI_SWAP_LONG, &token, place, 0, 0));
	ARMCI_Barrier();
	CHECK(token == 0 || token >> 40 == 1, "token %ld", token);
	ARMCI_Barrier();
}

/* lock, get, put, unlock: the next holder sees the put. */
static void sections(void **area)
{
	long value;

	GT_OK(ARMCI_Create_mutexes(gt_me == 0 ? 0 : 2));
	if (gt_n > 1)
		for (int i = 0; i < SECTIONS; i++) {
			long *at = (long *)area[0] + 100;
			ARMCI_Lock(1, gt_n - 1);
			GT_OK(ARMCI_Get(at, &value, sizeof value, 0));
			value++;
			GT_OK(ARMCI_Put(&value, at, sizeof value, 0));
			ARMCI_Unlock(1, gt_n - 1);
		}
	ARMCI_Barrier();
	CHECK(gt_n == 1 || ARMCI_GetValueLong((long *)area[0] + 100, 0) == (long)SECTIONS * gt_n, "%ld sections",
	      ARMCI_GetValueLong((long *)area[0] + 100, 0));
	for (int p = 1; p < gt_n; p++) { /* all of everyone */
		ARMCI_Lock(0, p);
		ARMCI_Lock(1, p);
		ARMCI_Unlock(0, p);
		ARMCI_Unlock(1, p);
	}
	GT_OK(ARMCI_Destroy_mutexes());
	GT_OK(ARMCI_Create_mutexes(1));
	ARMCI_Lock(0, gt_me);
	ARMCI_Unlock(0, gt_me);
	GT_OK(ARMCI_Destroy_mutexes());
}

static void sets(void **area)
{
	ARMCI_Group half;
	long *count = (long *)area[gt_me % 2] + 200;

	GT_OK(ARMCIX_Group_split(NULL, gt_me % 2, -gt_me, &half));
	int size, rank;
	ARMCI_Group_size(&half, &size);
	GT_OK(ARMCI_Group_rank(&half, &rank));
	CHECK(size == (gt_n + 1 - gt_me % 2) / 2 && rank == size - 1 - gt_me / 2, "number %d of %d by descending number", rank, size);
	armcix_mutex_hdl_t set = ARMCIX_Create_mutexes_hdl(1, &half);
	for (int i = 0; i < SECTIONS; i++) {
		if (i % 2)
			ARMCIX_Lock_hdl(set, 0, size - 1);
		else
			while (ARMCIX_Trylock_hdl(set, 0, size - 1))
				ARMCIX_Progress();
		long value = ARMCI_GetValueLong(count, gt_me % 2);
		GT_OK(ARMCI_PutValueLong(value + 1, count, gt_me % 2));
		ARMCIX_Unlock_hdl(set, 0, size - 1);
	}
	armci_msg_group_barrier(&half);
	CHECK(ARMCI_GetValueLong(count, gt_me % 2) == (long)SECTIONS * size, "%ld sections of %d members", ARMCI_GetValueLong(count, gt_me % 2),
	      size);
	GT_OK(ARMCIX_Destroy_mutexes_hdl(set));
	ARMCI_Group again;
	GT_OK(ARMCIX_Group_dup(&half, &again));
	armci_msg_group_barrier(&again);
	ARMCI_Group_free(&again);
	ARMCI_Group_free(&half);
}

/* A chain: each process writes to the next one after it has been notified. */
static void notify(void **area)
{
	const int next = (gt_me + 1) % gt_n, before = (gt_me + gt_n - 1) % gt_n;
	int waited = 0;

	for (int round = 1; round <= 50; round++) {
		if (gt_me > 0) {
			const int arrived = armci_notify_wait(before, &waited);
			CHECK(waited == round && arrived >= round, "waited for %d, %d arrived, round %d", waited, arrived, round);
			CHECK(((volatile int *)area[gt_me])[512] == round, "data before the notification");
		}
		GT_OK(ARMCI_PutValueInt(round, (int *)area[next] + 512, next));
		CHECK(armci_notify(next) == round, "number of notifications");
		if (gt_me == 0) {
			armci_notify_wait(before, &waited);
			CHECK(waited == round, "waited for %d, round %d", waited, round);
		}
	}
}

int main(void)
{
	gt_start();
	void **area = gt_malloc(4096);
	memset(area[gt_me], 0, 4096);
	ARMCI_Barrier();
	rmw(area);
	sections(area);
	ARMCI_Barrier();
	sets(area);
	ARMCI_Barrier();
	notify(area);
	gt_free(area);
	return gt_stop();
}
