/* The oldest interface: start_pes, underscore names, shmalloc and the like, no finalize. */
#include "../gt.h"

#include <mpp/shmem.h>

static long word = -1;

int main(void)
{
	int on;

	start_pes(0);
	GT_BEGIN(_my_pe(), _num_pes());
	start_pes(17);
	start_pes(-1);
	CHECK(_my_pe() == shmem_my_pe() && _num_pes() == shmem_n_pes(), "%d of %d", _my_pe(), _num_pes());
	shmem_query_initialized(&on);
	CHECK(on == 1, "start_pes does not initialise");

	long *a = shmalloc(100 * sizeof *a), *b = shmemalign(4096, 64);
	CHECK(a != NULL && b != NULL && (uintptr_t)b % 4096 == 0, "%p %p", (void *)a, (void *)b);
	for (int i = 0; i < 100; i++)
		a[i] = gt_me * 1000 + i;
	a = shrealloc(a, 1000 * sizeof *a);
	for (int i = 0; i < 100; i++)
		CHECK(a[i] == gt_me * 1000 + i, "a[%d] is %ld", i, a[i]);
	shmem_barrier_all();
	shmem_long_put(a + 500, a, 100, (gt_me + 1) % gt_n);
	shmem_long_p(&word, gt_me, (gt_me + 1) % gt_n);
	shmem_barrier_all();
	CHECK(a[599] == (gt_me + gt_n - 1) % gt_n * 1000 + 99, "%ld", a[599]);
	CHECK(word == (gt_me + gt_n - 1) % gt_n, "%ld", word);
	CHECK(shmalloc(0) == NULL, "shmalloc(0)");
	shfree(b);
	shfree(a);
	shfree(NULL);

	shmem_set_cache_inv();
	shmem_clear_cache_inv();
	shmem_set_cache_line_inv(&word);
	shmem_clear_cache_line_inv(&word);
	shmem_udcflush();
	shmem_udcflush_line(&word);
	return GT_END();
}
