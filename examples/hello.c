#include <shmem.h>
#include <stdio.h>

long from = -1; /* a global variable: every rank can write every other's */

int main(void)
{
	shmem_init();
	int me = shmem_my_pe(), n = shmem_n_pes();
	shmem_long_p(&from, me, (me + 1) % n);
	shmem_barrier_all();
	printf("rank %d of %d: hello from rank %ld\n", me, n, from);
	shmem_finalize();
	return from != (me + n - 1) % n;
}
