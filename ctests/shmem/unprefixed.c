/* Cray's names without a prefix, for programs that include their header. */
#include "../gt_shmem.h"

#include <shmem/unprefixed.h>

int main(void)
{
	gt_start();
	CHECK(my_pe() == gt_me && num_pes() == gt_n, "%d of %d", my_pe(), num_pes());
	shmem_barrier_all();
	if (gt_errs == 0 && gt_me == gt_n - 1)
		globalexit(0);
	if (gt_errs)
		return 1;
	shmem_barrier_all(); /* no PE returns from this barrier */
	return 3;
}
