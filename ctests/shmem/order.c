/* fence orders data before flag; quiet completes. The reader spins with its own loads, with wait_until and with test. */
#include "../gt_shmem.h"

#include <sched.h>

#define LEN 64
#define ROUNDS 1000

static long data[2][LEN];
static long flag, ack;

static long value(int who, int round, int i) { return (long)who * 1000000 + round * 100 + i; }

static void wait_for(long round)
{
	switch (round % 3) {
	case 0: shmem_long_wait_until(&flag, SHMEM_CMP_GE, round); break;
	case 1:
		while (!shmem_long_test(&flag, SHMEM_CMP_GE, round))
			;
		break;
	default: /* a program may spin on its own memory */
		while (__atomic_load_n(&flag, __ATOMIC_ACQUIRE) < round)
			if (gt_n > 2)
				sched_yield();
	}
}

int main(void)
{
	gt_start();
	long *heap = shmem_calloc(2 * LEN, sizeof *heap);
	shmem_barrier_all();

	for (int round = 1; round <= ROUNDS; round++) {
		int half = round % 2;
		long out[LEN], *there = round % 4 < 2 ? data[half] : heap + half * LEN;
		for (int i = 0; i < LEN; i++)
			out[i] = value(gt_me, round, i);
		if (round % 5 == 0)
			for (int i = 0; i < LEN; i++)
				shmem_long_p(&there[i], out[i], GT_NEXT);
		else if (round % 5 == 1)
			shmem_long_put_nbi(there, out, LEN, GT_NEXT);
		else
			shmem_long_put(there, out, LEN, GT_NEXT);
		if (round % 7 == 0)
			shmem_quiet();
		else
			shmem_fence();
		if (round % 2)
			shmem_long_p(&flag, round, GT_NEXT);
		else
			shmem_long_atomic_set(&flag, round, GT_NEXT);
		wait_for(round);
		for (int i = 0; i < LEN; i++)
			if (there[i] != value(GT_PREV, round, i))
				ERR("round %d: element %d arrived after its flag", round, i);
		/* the writer of the same half two rounds later must know that it has been read */
		shmem_long_atomic_set(&ack, round, GT_PREV);
		shmem_long_wait_until(&ack, SHMEM_CMP_GE, round - 1);
	}
	shmem_barrier_all();

	/* quiet: the value can be read back at once, from a third PE as well after a synchronisation */
	for (int round = 0; round < 200; round++) {
		shmem_long_p(&heap[0], round, GT_NEXT);
		shmem_quiet();
		CHECK(shmem_long_g(&heap[0], GT_NEXT) == round, "round %d: not complete after quiet", round);
	}
	shmem_fence();
	shmem_fence();
	shmem_quiet();
	shmem_quiet();
	shmem_barrier_all();
	shmem_free(heap);
	return gt_finish();
}
