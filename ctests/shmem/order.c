/* fence orders data before flag; quiet completes. The reader spins with its own loads, with wait_until and with test. Puts of 1 byte to 1 MB, up to 20 in flight, one way and
 * both ways at once. */
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

enum { AREA = 2 << 20 };

/* Puts of n bytes each, a fence, and a flag; the reader answers with another flag. */
static void burst(char *area, const char *source, size_t n, int depth, bool both, long number)
{
	if (both || gt_me % 2 == 0) {
		for (int i = 0; i < depth; i++)
			shmem_putmem(area + (size_t)i * n, source + number % 251 + i, n, GT_NEXT);
		shmem_fence();
		shmem_long_p(&flag, number, GT_NEXT);
	}
	if (both || GT_PREV % 2 == 0) {
		shmem_long_wait_until(&flag, SHMEM_CMP_GE, number);
		for (int i = 0; i < depth; i++)
			CHECK(memcmp(area + (size_t)i * n, source + number % 251 + i, n) == 0, "put %d of %d of %zu bytes arrived after its flag", i,
			      depth, n);
		shmem_long_atomic_set(&ack, number, GT_PREV);
	}
	if (both || gt_me % 2 == 0)
		shmem_long_wait_until(&ack, SHMEM_CMP_GE, number);
}

static void bursts(void)
{
	static const size_t sizes[] = {1, 8, 12, 13, 100, 4096, 8193, 40000, 100000, 1 << 20};
	static const int depths[] = {1, 2, 5, 20};
	char *area = shmem_malloc(AREA), *source = malloc(AREA);
	long number = 0;

	gt_fill(source, AREA, 3, 5);
	flag = ack = 0;
	shmem_barrier_all();
	for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
		for (size_t f = 0; f < sizeof depths / sizeof *depths; f++)
			for (int both = 0; both < 2 && sizes[s] * (size_t)depths[f] <= AREA; both++)
				burst(area, source, sizes[s], depths[f], both, ++number);
	shmem_barrier_all();
	free(source);
	shmem_free(area);
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
	bursts();
	shmem_free(heap);
	return gt_finish();
}
