/* Programs use my_pe, num_pes and similar names for their own purposes. */
#include "../gt_shmem.h"

int my_pe, num_pes;
double globalexit = 1.5;

int main(void)
{
	gt_start();
	my_pe = shmem_my_pe();
	num_pes = shmem_n_pes();
	shmem_barrier_all();
	shmem_int_p(&my_pe, gt_me + 100, GT_NEXT);
	shmem_barrier_all();
	CHECK(my_pe == GT_PREV + 100 && num_pes == gt_n && globalexit == 1.5, "%d %d", my_pe, num_pes);
	return gt_finish();
}
