/* Turns of limited length: rank 0 spins on a word that another rank stores, and computations that are interrupted anywhere are what they are without that. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "check.h"
#include "world.h"

static volatile long *word;
static __thread long local = 5;

/* Integers, doubles, the x87's stack, flags and the space below the stack pointer, for some milliseconds. */
static __attribute__((noinline)) uint64_t work(uint64_t seed)
{
	uint64_t a = seed, b = ~seed;
	double x = 1 + (double)seed, y[4] = {1, 2, 3, 4};
	long double z = 1.5L;

	for (int i = 0; i < 400000; i++) {
		a = a * 6364136223846793005u + 1442695040888963407u;
		b = (b << 7 | b >> 57) ^ a;
		for (int k = 0; k < 4; k++)
			y[k] = y[k] * 0.999 + x * (k + 1);
		x = x * 0.5 + (double)(a >> 40);
		z = z * 0.75L + (long double)(b & 255);
	}
	return a ^ b ^ (uint64_t)x ^ (uint64_t)(y[0] + y[1] + y[2] + y[3]) ^ (uint64_t)z;
}

static uint64_t compared;

static int compare(const void *a, const void *b)
{
	const int x = *(const int *)a, y = *(const int *)b;

	compared++;
	return x < y ? -1 : x > y;
}

static __attribute__((noinline)) uint64_t sort(int n)
{
	int *all = malloc((size_t)n * sizeof *all);
	uint64_t sum = 0;

	for (int i = 0; i < n; i++)
		all[i] = (int)((unsigned)i * 2654435761u >> 8);
	qsort(all, (size_t)n, sizeof *all, compare);
	for (int i = 0; i < n; i++)
		sum = sum * 31 + (unsigned)all[i];
	free(all);
	return sum;
}

/* Code at every instruction of which the red zone, or the stack just left, is in use. */
static __attribute__((noinline)) uint64_t fib(int n) { return n < 2 ? (uint64_t)n : fib(n - 1) + fib(n - 2); }

int main(void)
{
	const long me = world_rank(), n = world_size();
	uint64_t first, sorted, f;

	if (me == 0) {
		word = calloc(1, sizeof *word);
		for (long to = 1; to < n; to++)
			world_send(to, (long)word);
		while (*word < n - 1) /* every other rank adds one, when it gets to run */
			;
	} else {
		word = (volatile long *)world_receive();
		++*word;
	}
	world_barrier();
	local += me;
	first = work(7);
	sorted = sort(20000);
	f = fib(25);
	for (int i = 0; i < 10; i++) {
		CHECK(work(7) == first);
		CHECK(sort(20000) == sorted);
		CHECK(fib(25) == f && f == 75025);
		CHECK(local == 5 + me);
		if (i % 4 == 0)
			world_nothing();
	}
	world_barrier();
	return 0;
}
