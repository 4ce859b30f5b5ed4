/* works.c - the virtual time of a computation. With "charged", it has to be above 0. */
#include <gasnetgo.h>
#include <stdio.h>
#include <stdint.h>
#include <time.h>

static int64_t now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * INT64_C(1000000000) + t.tv_nsec;
}

int main(int argc, char **argv)
{
	volatile uint64_t sum = 0;
	int64_t took;

	(void)argv;
	gasnetgo_rank();
	took = now();
	for (uint64_t i = 0; i < 3000000; i++)
		sum += i * i;
	took = now() - took - 1; /* a read of the clock takes 1 ns */
	if (argc > 1)
		return took > 100000 ? 0 : 1;
	printf("%lld ns\n", (long long)took);
	return 0;
}
