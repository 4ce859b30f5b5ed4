/* Stops under a debugger, in a function that every rank calls with its own number. */
#include <shmem.h>
#include <stdio.h>

static int me;
static long from = -1;

__attribute__((noinline)) long step_of(long mine)
{
	shmem_long_p(&from, mine, (me + 1) % shmem_n_pes());
	return mine + 1;
}

int main(void)
{
	long after;

	shmem_init();
	me = shmem_my_pe();
	after = step_of(10 * me);
	shmem_barrier_all();
	printf("%d: %ld %ld\n", me, after, from);
	shmem_finalize();
	return 0;
}
