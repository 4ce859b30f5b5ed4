/* stuck.c - jobs that never end. */
#include <portals/portals3.h>
#include <shmem.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static long word;
static volatile int never;

static __attribute__((noinline)) void waits(long value)
{
	shmem_long_wait_until(&word, SHMEM_CMP_EQ, value);
	never++;
}

static __attribute__((noinline)) void spins(void)
{
	while (!*(volatile long *)&word)
		;
}

static __attribute__((noinline)) void crashes(volatile int *nowhere)
{
	*nowhere = 1;
	never++;
}

int main(int argc, char **argv)
{
	const char *mode = argc > 1 ? argv[1] : "";
	int me;

	shmem_init();
	me = shmem_my_pe();
	usleep(5);
	if (!strcmp(mode, "deadlock")) { /* rank 1 waits in a barrier, the last one forever, the others for a word */
		if (me == 1)
			shmem_barrier_all();
		else if (me == shmem_n_pes() - 1)
			pause();
		else
			waits(1);
	} else if (!strcmp(mode, "arguments")) {
		waits(1 + me);
	} else if (!strcmp(mode, "spin")) {
		if (me == 1)
			spins();
		waits(1);
	} else if (!strcmp(mode, "crash")) {
		if (me == 1)
			crashes(NULL);
		waits(1);
	} else if (!strcmp(mode, "left")) { /* one rank exits early, the others synchronize */
		if (me == 1)
			return 0;
		shmem_barrier_all();
		shmem_finalize();
		return 0;
	} else if (!strcmp(mode, "busy")) { /* messages forever */
		puts("busy");
		fflush(stdout);
		for (;;)
			shmem_long_p(&word, 0, 0);
	} else if (!strcmp(mode, "clock")) { /* reads the clock forever */
		struct timespec t;

		for (;;)
			clock_gettime(CLOCK_MONOTONIC, &t);
	}
	puts("over");
	return 0;
}
