/* A put with a signal says nothing about the put before it. */
#include "../../gt_shmem.h"

static long body[512], head[4];
static uint64_t signal_;

int main(void)
{
	long source[512];

	gt_start();
	for (int i = 0; i < 512; i++)
		source[i] = gt_me + 1;
	shmem_long_put(body, source, 512, GT_NEXT);
	shmem_long_put_signal(head, source, 4, &signal_, 1, SHMEM_SIGNAL_SET, GT_NEXT); /* covers head alone */
	shmem_signal_wait_until(&signal_, SHMEM_CMP_EQ, 1);
	CHECK(head[3] == GT_PREV + 1, "head: %ld", head[3]);
	CHECK(body[511] == GT_PREV + 1, "body: %ld", body[511]);
	shmem_barrier_all();
	return gt_finish();
}
