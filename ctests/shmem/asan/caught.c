/* Errors that AddressSanitizer reports: each argument names one. */
#include <shmem.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONGS = 100 };

static long global[LONGS];

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "none";
	long here[LONGS + 1] = {0};
	volatile size_t beyond = 60;
	volatile long *block, *other, sum = 0;
	int next;

	shmem_init();
	next = (shmem_my_pe() + 1) % shmem_n_pes();
	other = shmem_malloc(64);
	block = shmem_malloc(LONGS * sizeof(long));
	for (int i = 0; i < LONGS; i++)
		sum += block[i] = i;
	shmem_barrier_all();

#define IS(name) (strcmp(what, name) == 0)
	if (IS("overread")) {
		char *source = malloc(50);
		shmem_putmem((void *)block, source, beyond, next);
	} else if (IS("load beyond")) {
		sum += block[LONGS];
	} else if (IS("store beyond")) {
		block[LONGS] = 1;
	} else if (IS("load before")) {
		sum += block[-1];
	} else if (IS("load freed")) {
		shmem_free((void *)block);
		sum += block[0];
	} else if (IS("load moved")) {
		long *moved = shmem_realloc((void *)other, 4096);
		sum += moved[0] + other[0];
	} else if (IS("load shrunk")) {
		block = shmem_realloc((void *)block, 80);
		sum += block[10];
	} else if (IS("put from")) {
		shmem_putmem(global, (void *)(block + LONGS - 1), 80, next);
	} else if (IS("put beyond")) {
		shmem_long_put((long *)block, here, LONGS + 1, next);
	} else if (IS("put word")) {
		shmem_long_p((long *)block + LONGS, 1, next);
	} else if (IS("get beyond")) {
		shmem_long_get(here, (long *)block, LONGS + 1, next);
	} else if (IS("get freed")) {
		shmem_free((void *)block);
		sum += shmem_long_g((long *)block, next);
	} else if (IS("strided")) {
		shmem_long_iput((long *)block, here, 3, 1, LONGS / 2, next);
	} else if (IS("atomic freed")) {
		shmem_free((void *)block);
		shmem_int_atomic_inc((int *)(void *)block, next);
	} else if (IS("fetch freed")) {
		shmem_free((void *)block);
		sum += shmem_long_atomic_fetch((long *)block, next);
	} else if (IS("signal freed")) {
		shmem_free((void *)block);
		shmem_putmem_signal((void *)other, here, 8, (uint64_t *)(void *)block, 1, SHMEM_SIGNAL_SET, next);
	} else if (IS("wait freed")) {
		shmem_free((void *)block);
		shmem_long_wait_until((long *)block, SHMEM_CMP_GE, 0);
	} else if (IS("reduce")) {
		shmem_long_sum_reduce(SHMEM_TEAM_WORLD, (long *)block + 1, global, LONGS);
	} else if (!IS("none")) {
		return 2;
	}
	if (!IS("none"))
		printf("%s: not reported\n", what);
	printf("%ld\n", sum);
	shmem_finalize();
	return 0;
}
