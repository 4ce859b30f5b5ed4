/* All PEs poll a word of PE 0 without a pause, and its locks, while PE 0 has work to do. It gets to the end of that work nevertheless. */
#include "../gt_shmem.h"

enum { WORK = 40, ROUNDS = 3 };

static long word, locks[2];

static void work(void)
{
	long mine;

	for (int i = 0; i < WORK; i++) {
		shmem_long_get(&mine, &word, 1, 0);
		mine++;
		shmem_long_put(&word, &mine, 1, 0);
		shmem_quiet();
	}
}

int main(void)
{
	gt_start();
	for (long round = 1; round <= ROUNDS; round++) {
		shmem_barrier_all();
		if (gt_me == 0)
			work();
		else
			while (shmem_long_atomic_fetch(&word, 0) < round * WORK)
				;
	}
	CHECK(shmem_long_g(&word, 0) == (long)ROUNDS * WORK, "the word has %ld", word);
	shmem_barrier_all();
	for (int round = 0; round < ROUNDS; round++) {
		while (shmem_test_lock(&locks[1]))
			;
		shmem_set_lock(&locks[0]);
		work();
		shmem_clear_lock(&locks[0]);
		shmem_clear_lock(&locks[1]);
	}
	shmem_barrier_all();
	CHECK(shmem_long_g(&word, 0) == (long)(gt_n + 1) * ROUNDS * WORK, "the word has %ld behind the locks", word);
	return gt_finish();
}
