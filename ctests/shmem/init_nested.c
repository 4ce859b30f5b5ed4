/* init and finalize count; the last finalize ends the library and a later init starts it again with a fresh heap. */
#include "../gt_shmem.h"

static long global = 5;

static void ring(long round)
{
	long *word = shmem_malloc(sizeof *word);
	*word = -1;
	shmem_barrier_all();
	shmem_long_p(word, round * 100 + gt_me, GT_NEXT);
	shmem_long_atomic_add(&global, 1, GT_NEXT);
	shmem_barrier_all();
	CHECK(*word == round * 100 + GT_PREV, "round %ld: %ld", round, *word);
	shmem_free(word);
}

int main(void)
{
	int on, provided, before;

	for (int life = 0; life < 4; life++) {
		if (life % 2 == 0)
			shmem_init();
		else
			CHECK(shmem_init_thread(SHMEM_THREAD_MULTIPLE, &provided) == 0, "life %d", life);
		GT_BEGIN(shmem_my_pe(), shmem_n_pes());
		shmem_query_thread(&before);

		for (int depth = 0; depth < 3; depth++) {
			provided = -1;
			CHECK(shmem_init_thread(SHMEM_THREAD_SINGLE, &provided) == 0, "depth %d", depth);
			CHECK(provided == before, "a nested start changed the level from %d to %d", before, provided);
		}
		ring(life * 10 + 1);
		for (int depth = 0; depth < 3; depth++) {
			shmem_finalize();
			shmem_query_initialized(&on);
			CHECK(on == 1, "ended after %d of 4 finalizes", depth + 1);
			ring(life * 10 + 2 + depth);
		}
		(void)shmem_malloc(1000); /* left for the last finalize to release */
		shmem_finalize();
		shmem_query_initialized(&on);
		CHECK(on == 0, "still initialized after the last finalize");
		CHECK(global == 5 + 4 * (life + 1), "start %d: global is %ld", life, global);
	}

	/* a block of nearly the whole heap can be allocated each time */
	for (int life = 0; life < 3; life++) {
		shmem_init();
		char *big = shmem_malloc(400u << 20);
		CHECK(big != NULL, "start %d: the heap was not released", life);
		if (big != NULL)
			big[(400u << 20) - 1] = 1;
		shmem_finalize();
	}
	return GT_END();
}
