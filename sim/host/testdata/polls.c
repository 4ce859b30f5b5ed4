/* Polls of own memory that other ranks write by plain stores. */
#include <stdio.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

#include "check.h"
#include "world.h"

enum { BYTES = 64 << 10, ROUNDS = 50 };

static struct access seen[1000];

static int polls(void)
{
	int n = 0, all = (int)world_accesses(seen, 1000);

	CHECK(all <= 1000);
	for (int i = 0; i < all; i++)
		n += seen[i].kind == 'p';
	return n;
}

static __attribute__((noinline)) void ping(volatile int *mine, volatile int *theirs, int first)
{
	for (int i = 1; i <= ROUNDS; i++) {
		if (first)
			*theirs = i;
		while (*mine != i)
			;
		if (!first)
			*theirs = i;
	}
}

/* Two places, of which one changes; the loop knows no more the second time. */
static __attribute__((noinline)) int either(volatile int *a, volatile int *b)
{
	for (;;) {
		if (*a)
			return 1;
		if (*b)
			return 2;
	}
}

/* Loads the same again and again, and gets on: no poll. */
static __attribute__((noinline)) long counts(volatile int *limit, volatile long *all)
{
	long n = 0;

	for (int i = 0; i < *limit; i++)
		n += all[i % 100] + i;
	return n;
}

int main(void)
{
	const long rank = world_rank();
	unsigned char *own = world_segment(BYTES, 1), *map;

	world_barrier();
	map = world_map(1 - rank);
	polls();
	ping((volatile int *)own, (volatile int *)map, rank == 0);
	CHECK(polls() <= ROUNDS); /* each wait is one poll, however long it takes */
	world_barrier();
	if (rank == 0) {
		CHECK(either((volatile int *)(own + 4096), (volatile int *)(own + 9000)) == 2);
		CHECK(either((volatile int *)(own + 4096), (volatile int *)(own + 9000)) == 2);
	} else {
		*(volatile int *)(map + 20000) = 1; /* wakes it for nothing */
		*(volatile int *)(map + 9000) = 1;
	}
	world_barrier();
	*(volatile int *)(own + 12288) = 5000;
	for (int i = 0; i < 100; i++)
		((volatile long *)(own + 16384))[i] = i;
	polls();
	CHECK(counts((volatile int *)(own + 12288), (volatile long *)(own + 16384)) == 50L * 4950 + 5000L * 4999 / 2);
	CHECK(polls() == 0);
	world_barrier();
	{ /* the kernel and the C library access it, too */
		FILE *f = tmpfile();
		char text[64];

		CHECK(f != NULL);
		memset(own + 8000, 'x', 1000);
		world_nothing();
		CHECK(fwrite(own + 8000, 1, 1000, f) == 1000);
		rewind(f);
		world_nothing();
		CHECK(fread(own + 30000, 1, 1000, f) == 1000);
		CHECK(memcmp(own + 30000, own + 8000, 1000) == 0);
		world_nothing();
		CHECK(write(fileno(f), own, BYTES) == BYTES);
		world_nothing();
		CHECK(pread(fileno(f), own, BYTES, 1000) == BYTES);
		world_nothing();
		CHECK(preadv(fileno(f), (struct iovec[]){{own, 5000}, {own + 9000, 5000}}, 2, 0) == 10000);
		rewind(f);
		world_nothing();
		CHECK(fread(own, 1, BYTES, f) == BYTES);
		strcpy((char *)own + 50000, "polled");
		world_nothing();
		CHECK(snprintf(text, sizeof text, "%s", (char *)own + 50000) == 6);
		world_nothing();
		if (rank == 0)
			printf("%s\n", (char *)own + 50000);
		fclose(f);
	}
	world_unmap(own);
	own[0] = own[4097] = 3;
	return 0;
}
