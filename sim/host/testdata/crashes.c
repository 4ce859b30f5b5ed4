/* Rank 1 crashes, as argv[1] says, while the others wait. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "world.h"

static volatile int zero;
static int (*volatile nowhere)(void);

static __attribute__((noinline)) int deep(int n)
{
	volatile char frame[1000];

	frame[0] = n;
	return deep(n + 1) + frame[0];
}

static int compare(const void *a, const void *b)
{
	(void)a, (void)b;
	*(volatile int *)8 = 1;
	return 0;
}

/* A frame larger than all of the stack: it reaches beyond the guard, into another rank. The next call of the library finds out. */
static __attribute__((noinline)) void frame(void)
{
	volatile char large[20 << 20];

	large[sizeof large - 1] = 1;
	world_barrier();
	large[0] = 2;
}

static __attribute__((noinline)) void culprit(const char *how)
{
	int numbers[4] = {3, 1, 2, 0};

	if (strcmp(how, "null") == 0)
		*(volatile int *)16 = 1;
	if (strcmp(how, "divide") == 0)
		zero = 10 / zero;
	if (strcmp(how, "illegal") == 0)
		__builtin_trap();
	if (strcmp(how, "overflow") == 0)
		deep(0);
	if (strcmp(how, "frame") == 0)
		frame();
	if (strcmp(how, "nowhere") == 0)
		nowhere();
	if (strcmp(how, "wild") == 0)
		*(volatile int *)0x1234567812345678 = 1;
	if (strcmp(how, "sort") == 0)
		qsort(numbers, 4, sizeof *numbers, compare);
	if (strcmp(how, "free") == 0) {
		char *volatile p = malloc(100);

		free(p);
		free(p);
	}
	if (strcmp(how, "text") == 0)
		*(volatile char *)culprit = 0;
	printf("not reached\n");
}

int main(int argc, char **argv)
{
	printf("before");
	fflush(stdout);
	printf("unflushed"); /* lost, as a process loses it */
	if (world_rank() == 1)
		culprit(argc > 1 ? argv[1] : "null");
	world_barrier();
	return 0;
}
