/* long.c - exchanges messages for a number of milliseconds of the real clock, which only the instruction below can read. */
#include <shmem.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static long real_ms(void)
{
	struct timespec t;

	syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

int main(int argc, char **argv)
{
	static long over;
	const long ms = argc > 1 ? atol(argv[1]) : 1000, begin = real_ms();
	int me, to;

	shmem_init();
	me = shmem_my_pe();
	to = (me + 1) % shmem_n_pes();
	while (!over) {
		static long word;

		if (me == 0 && real_ms() - begin > ms)
			over = 1;
		shmem_long_p(&word, 1, to);
		shmem_barrier_all();
		over = shmem_long_g(&over, 0);
		shmem_barrier_all();
	}
	shmem_finalize();
	return 0;
}
