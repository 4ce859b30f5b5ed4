/* Calls from threads other than the one that initialised: collective ones too, one thread at a time; threads with small stacks. */
#include "../gt_shmem.h"

#include <limits.h>
#include <pthread.h>

static long word;

static void *everything(void *arg)
{
	long *p = shmem_malloc(1000), *q;
	(void)arg;
	CHECK(p != NULL && shmem_my_pe() == gt_me, "malloc from a thread");
	shmem_long_p(&word, gt_me, GT_NEXT);
	shmem_barrier_all();
	CHECK(word == GT_PREV, "%ld", word);
	q = shmem_realloc(p, 100000);
	CHECK(q != NULL, "realloc from a thread");
	shmem_sync_all();
	shmem_free(q);
	return NULL;
}

int main(void)
{
	int provided;
	pthread_t t;
	pthread_attr_t small;

	CHECK(shmem_init_thread(SHMEM_THREAD_SERIALIZED, &provided) == 0, "init");
	GT_BEGIN(shmem_my_pe(), shmem_n_pes());
	pthread_attr_init(&small);
	pthread_attr_setstacksize(&small, 64 << 10);
	for (int i = 0; i < 20; i++) {
		pthread_create(&t, i % 2 ? &small : NULL, everything, NULL);
		pthread_join(t, NULL);
	}
	return gt_finish();
}
