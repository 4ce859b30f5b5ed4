/* A plain store by another thread of the same process ends a wait: no call of the library announces it. */
#include "../gt_shmem.h"

#include <pthread.h>

static long global, *heap, many[4];

static void *storer(void *arg)
{
	long *word = arg;
	gt_sleep_ms(30); /* the waiter sleeps by now */
	*(volatile long *)word = 1;
	return NULL;
}

int main(void)
{
	int provided;

	CHECK(shmem_init_thread(SHMEM_THREAD_MULTIPLE, &provided) == 0, "init");
	GT_BEGIN(shmem_my_pe(), shmem_n_pes());
	heap = shmem_calloc(1, sizeof *heap);
	for (int i = 0; i < 6; i++) {
		long *word = i % 2 ? heap : &global;
		pthread_t thread;
		*word = 0;
		pthread_create(&thread, NULL, storer, word);
		if (i < 2)
			shmem_long_wait_until(word, SHMEM_CMP_EQ, 1);
		else if (i < 4)
			CHECK(shmem_long_wait_until_any(word, 1, NULL, SHMEM_CMP_NE, 0) == 0, "any");
		else
			while (!shmem_long_test(word, SHMEM_CMP_NE, 0))
				;
		CHECK(*word == 1, "%ld", *word);
		pthread_join(thread, NULL);
	}
	for (int i = 0; i < 4; i++) {
		pthread_t thread;
		pthread_create(&thread, NULL, storer, &many[i]);
		pthread_detach(thread);
	}
	shmem_long_wait_until_all(many, 4, NULL, SHMEM_CMP_EQ, 1);
	shmem_barrier_all();
	shmem_free(heap);
	return gt_finish();
}
