/* The quiet is of another context than the put. */
#include "../../gt_shmem.h"

static long data[512], flag;

int main(void)
{
	shmem_ctx_t ctx;
	long source[512];

	gt_start();
	if (shmem_ctx_create(0, &ctx))
		FATAL("no context");
	for (int i = 0; i < 512; i++)
		source[i] = gt_me + 1;
	shmem_ctx_long_put(ctx, data, source, 512, GT_NEXT);
	shmem_quiet(); /* completes what is on the default context */
	shmem_long_atomic_set(&flag, 1, GT_NEXT);
	shmem_long_wait_until(&flag, SHMEM_CMP_EQ, 1);
	CHECK(data[511] == GT_PREV + 1, "%ld", data[511]);
	shmem_barrier_all();
	shmem_ctx_destroy(ctx);
	return gt_finish();
}
