/* Progress without the target: process 0 only computes, sleeps, and polls a plain word of its memory, while all others complete gets, puts, accumulates, atomic
 * operations, mutexes and messages of each other on its memory. The last one sets the word by a put with a flag. */
#include "../gt_armci.h"

enum { WORDS = 512, ROUNDS = 50 };

/* What is at process 0. */
struct target {
	long sum[WORDS], own[8][WORDS];
	long counter, finished;
	int flag;
};

static void work(struct target *t)
{
	long ones[WORDS], back[WORDS], scale = 1, old;
	int stride = 64, count[2] = {32, WORDS * 8 / 64}, slot = (gt_me - 1) % 8;

	for (int i = 0; i < WORDS; i++)
		ones[i] = 1;
	for (int round = 0; round < ROUNDS; round++) {
		GT_OK(ARMCI_Acc(ARMCI_ACC_LNG, &scale, ones, t->sum, sizeof ones, 0));
		GT_OK(ARMCI_Rmw(ARMCI_FETCH_AND_ADD_LONG, &old, &t->counter, 1, 0));
		ARMCI_Lock(0, 0);
		for (int i = 0; i < WORDS; i++)
			ones[i] = gt_me + round;
		GT_OK(ARMCI_PutS(ones, &stride, t->own[slot], &stride, count, 1, 0));
		ARMCI_Fence(0);
		GT_OK(ARMCI_GetS(t->own[slot], &stride, back, &stride, count, 1, 0));
		ARMCI_Unlock(0, 0);
		for (int i = 0; i < WORDS; i++) {
			CHECK(i % 8 >= 4 || back[i] == gt_me + round, "word %d of round %d is %ld", i, round, back[i]);
			ones[i] = 1;
		}
	}
	ARMCI_AllFence();
	GT_OK(ARMCI_Rmw(ARMCI_FETCH_AND_ADD_LONG, &old, &t->finished, 1, 0));
	if (old == gt_n - 2) /* the last one */
		GT_OK(ARMCI_Put_flag(&scale, &t->finished, sizeof scale, &t->flag, 1, 0));
}

int main(void)
{
	gt_start();
	void **all = gt_malloc(gt_me == 0 ? sizeof(struct target) : 0);
	struct target *t = all[0];

	GT_OK(ARMCI_Create_mutexes(gt_me == 0));
	if (gt_me == 0)
		memset(t, 0, sizeof *t);
	ARMCI_Barrier();
	if (gt_me > 0)
		work(t);
	else if (gt_n > 1) {
		const int sleeps = getenv("GT_SIMULATED") != NULL; /* computing takes no virtual time there */

		gt_sleep_ms(5); /* no call of ARMCI from here on */
		while (*(volatile int *)&t->flag != 1)
			if (sleeps)
				gt_sleep_ms(1);
		__atomic_thread_fence(__ATOMIC_ACQUIRE);
		CHECK(t->counter == (long)ROUNDS * (gt_n - 1), "%ld of %d additions", t->counter, ROUNDS * (gt_n - 1));
		for (int i = 0; i < WORDS; i++)
			CHECK(t->sum[i] == (long)ROUNDS * (gt_n - 1), "element %d is %ld", i, t->sum[i]);
	}
	ARMCI_Barrier();
	GT_OK(ARMCI_Destroy_mutexes());
	gt_free(all);
	return gt_stop();
}
