/* SHMEM_THREAD_MULTIPLE: several threads of each PE put, get, add, wait and lock at the same time. */
#include "../gt_shmem.h"

#include <pthread.h>

#define THREADS 4
#define TURNS 500

static long mailbox[64][THREADS], sum, flags[THREADS], local[THREADS];
static long *heap;

static void *worker(void *arg)
{
	long t = (long)(intptr_t)arg;
	for (long i = 1; i <= TURNS; i++) {
		int pe = (int)((gt_me + i + t) % gt_n);
		long out = i, back = -1;
		shmem_long_put(&mailbox[gt_me][t], &out, 1, pe);
		shmem_long_atomic_add(&sum, t + 1, pe);
		long before = shmem_long_atomic_fetch_add(heap, 1, pe);
		CHECK(before >= 0 && before < (long)gt_n * THREADS * TURNS, "%ld", before);
		shmem_long_put_nbi(&heap[1 + gt_me * THREADS + t], &out, 1, pe);
		shmem_quiet();
		shmem_long_get(&back, &heap[1 + gt_me * THREADS + t], 1, pe);
		CHECK(back == i, "thread %ld reads %ld instead of its own %ld", t, back, i);
		/* a ring of waits, each thread with its own word */
		shmem_fence();
		shmem_long_p(&flags[t], i, GT_NEXT);
		shmem_long_wait_until(&flags[t], SHMEM_CMP_GE, i);
		CHECK(shmem_long_test(&flags[t], SHMEM_CMP_GE, i) == 1, "test");
		if (i % 50 == 0)
			CHECK((shmem_ptr(&sum, pe) != NULL || pe != gt_me) && shmem_addr_accessible(heap, pe) == 1, "queries");
	}
	local[t] = TURNS;
	return NULL;
}

int main(void)
{
	int provided;
	pthread_t thread[THREADS];

	CHECK(shmem_init_thread(SHMEM_THREAD_MULTIPLE, &provided) == 0, "init");
	GT_BEGIN(shmem_my_pe(), shmem_n_pes());
	if (provided != SHMEM_THREAD_MULTIPLE || gt_n > 64)
		GT_SKIP("thread level %d", provided);
	heap = shmem_calloc(1 + 64 * THREADS, sizeof *heap);
	shmem_barrier_all();
	for (long t = 0; t < THREADS; t++)
		pthread_create(&thread[t], NULL, worker, (void *)(intptr_t)t);
	for (int t = 0; t < THREADS; t++)
		pthread_join(thread[t], NULL);
	shmem_barrier_all();
	for (int t = 0; t < THREADS; t++)
		CHECK(local[t] == TURNS && flags[t] == TURNS, "thread %d", t);
	long total = 0;
	for (int pe = 0; pe < gt_n; pe++)
		total += shmem_long_g(&sum, pe);
	CHECK(total == (long)gt_n * TURNS * (1 + 2 + 3 + 4), "sum %ld", total);
	total = 0;
	for (int pe = 0; pe < gt_n; pe++)
		total += shmem_long_g(heap, pe);
	CHECK(total == (long)gt_n * TURNS * THREADS, "count %ld", total);
	shmem_barrier_all();
	shmem_free(heap);
	return gt_finish();
}
