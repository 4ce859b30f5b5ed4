/* A job whose last collective operation is a broadcast that only its receivers check. Its members on other hosts may have left when shmem_finalize returns here. */
#include "../gt_shmem.h"

int main(void)
{
	static long dest[2], source[2];

	gt_start();
	source[1] = gt_me + 1;
	CHECK(shmem_long_broadcast(SHMEM_TEAM_WORLD, dest, source, 2, gt_n - 1) == 0, "status");
	CHECK(dest[1] == gt_n, "%ld", dest[1]);
	return gt_finish();
}
