/* SHMEM_THREAD_MULTIPLE with contexts: threads with private contexts, with a shared one, creation and destruction by threads; signals between threads of
 * different PEs; fence and quiet by each. */
#include "../gt_shmem.h"

#include <pthread.h>

#define THREADS 4
#define TURNS 300
#define MOST 64 /* PEs */

static long cells[MOST][THREADS], sum[2], data[THREADS][32];
static uint64_t sig[THREADS];
static long seen_by[THREADS];
static shmem_ctx_t shared;

static void *worker(void *arg)
{
	long t = (long)(intptr_t)arg;
	shmem_ctx_t mine;

	CHECK(shmem_ctx_create(SHMEM_CTX_PRIVATE, &mine) == 0, "create");
	for (long i = 1; i <= TURNS; i++) {
		int pe = (int)((gt_me + i + t) % gt_n);
		long out[32], back = -1;

		shmem_ctx_long_put_nbi(mine, &cells[gt_me][t], &i, 1, pe);
		shmem_ctx_long_atomic_inc(shared, &sum[0], pe);
		CHECK(shmem_ctx_long_atomic_fetch_add(mine, &sum[1], 2, pe) >= 0, "fetch_add");
		shmem_ctx_quiet(mine);
		shmem_ctx_long_get(mine, &back, &cells[gt_me][t], 1, pe);
		CHECK(back == i, "thread %ld reads %ld instead of its own %ld", t, back, i);

		/* a ring for each thread: data, then its signal, on the context that all share */
		for (int k = 0; k < 32; k++)
			out[k] = i * 1000 + gt_me;
		if (i % 2)
			shmem_ctx_long_put_signal(shared, data[t], out, 32, &sig[t], (uint64_t)i, SHMEM_SIGNAL_SET, GT_NEXT);
		else
			shmem_ctx_long_put_signal(mine, data[t], out, 32, &sig[t], 1, SHMEM_SIGNAL_ADD, GT_NEXT);
		uint64_t seen = shmem_signal_wait_until(&sig[t], SHMEM_CMP_GE, (uint64_t)i);
		CHECK(seen == (uint64_t)i, "thread %ld, turn %ld: signal %" PRIu64, t, i, seen);
		for (int k = 0; k < 32; k++)
			CHECK(data[t][k] == i * 1000 + GT_PREV, "thread %ld, turn %ld, element %d: %ld", t, i, k, data[t][k]);
		/* the next data must not arrive before this has been checked */
		shmem_ctx_long_atomic_set(shared, &seen_by[t], i, GT_PREV);
		shmem_long_wait_until(&seen_by[t], SHMEM_CMP_GE, i);
		if (i % 50 == 0) {
			shmem_ctx_destroy(mine);
			CHECK(shmem_ctx_create(i % 100 ? 0 : SHMEM_CTX_SERIALIZED, &mine) == 0, "create again");
		}
	}
	shmem_ctx_quiet(shared);
	shmem_ctx_destroy(mine);
	return NULL;
}

int main(void)
{
	int provided;
	pthread_t thread[THREADS];

	CHECK(shmem_init_thread(SHMEM_THREAD_MULTIPLE, &provided) == 0, "init");
	GT_BEGIN(shmem_my_pe(), shmem_n_pes());
	if (provided != SHMEM_THREAD_MULTIPLE || gt_n > MOST)
		GT_SKIP("thread level %d", provided);
	CHECK(shmem_ctx_create(0, &shared) == 0, "shared");
	shmem_barrier_all();
	for (long t = 0; t < THREADS; t++)
		pthread_create(&thread[t], NULL, worker, (void *)(intptr_t)t);
	for (int t = 0; t < THREADS; t++)
		pthread_join(thread[t], NULL);
	shmem_ctx_quiet(shared);
	shmem_barrier_all();
	long total[2] = {0, 0};
	for (int pe = 0; pe < gt_n; pe++) {
		total[0] += shmem_long_g(&sum[0], pe);
		total[1] += shmem_long_g(&sum[1], pe);
	}
	CHECK(total[0] == (long)gt_n * THREADS * TURNS && total[1] == 2 * total[0], "%ld and %ld", total[0], total[1]);
	return gt_finish();
}
