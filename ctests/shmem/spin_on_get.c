/* Programs spin on a get of a word that another PE stores to its own memory, and on a flag that is put after the data: no compiler may move either, also where
 * puts and gets are inline (GASNETGO_DIRECT). */
#include "../gt_shmem.h"

static long turn, data, flag;

int main(void)
{
	int next, before;

	gt_start();
	next = (gt_me + 1) % gt_n;
	before = (gt_me + gt_n - 1) % gt_n;
	for (long i = 1; i <= 200; i++) {
		long got = 0;

		turn = i;
		while (shmem_long_g(&turn, next) < i)
			;
		do
			shmem_long_get(&got, &turn, 1, before);
		while (got < i);
		data = 0;
		shmem_barrier_all();
		shmem_long_p(&data, i, next);
		shmem_fence();
		shmem_long_p(&flag, i, next);
		while (shmem_long_g(&flag, gt_me) != i)
			;
		CHECK(data == i, "data %ld before flag %ld", data, i);
		shmem_barrier_all();
	}
	return gt_finish();
}
