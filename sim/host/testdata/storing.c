/* Times accesses to a map, and to own memory that is watched; argv[1]: which. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

#include "check.h"
#include "world.h"

enum { BYTES = 1 << 20 };

static double now(void) /* real time, which the host's clocks are not */
{
	unsigned low, high;

	(void)low, (void)high;
	struct timespec t;
	long rc;

	__asm__ volatile("syscall" : "=a"(rc) : "a"(228L), "D"(1L), "S"(&t) : "rcx", "r11", "memory");
	return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

#define TIME(name, times, code)                                                     \
	do {                                                                        \
		double from_ = now();                                               \
		for (int i = 0; i < (times); i++)                                   \
			code;                                                       \
		printf("%-40s %9.3f us\n", name, (now() - from_) / 1000 / (times)); \
	} while (0)

int main(void)
{
	unsigned char *own = world_segment(BYTES, 1), *map;
	volatile long sink = 0;
	static unsigned char local[BYTES];

	world_barrier();
	if (world_rank() == 0) {
		volatile long *p;

		map = world_map(1);
		p = (volatile long *)map;
		TIME("a call and its answer", 100000, world_nothing());
		TIME("a store of 8 bytes to a map, and a call", 20000, {
			p[i % 64] = i;
			world_nothing();
		});
		TIME("a store of 8 bytes in a loop", 200000, p[i % 64] = i);
		TIME("a load of 8 bytes from a map", 20000, sink += p[i % 64]);
		TIME("an addition in a map", 10000, p[i % 64] += i);
		TIME("memcpy of 64 KB to a map", 10, memcpy(map, local, 64 << 10));
		TIME("memcpy of 64 KB from a map", 10, memcpy(local, map, 64 << 10));
		TIME("memset of 64 KB of a map", 10, memset(map, 1, 64 << 10));
		TIME("rep movsb of 64 KB to a map", 10, {
			void *to = map;
			const void *from = local;
			long n = 64 << 10;

			__asm__ volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(n) : : "memory");
		});
		TIME("a store to own memory, open", 1000000, ((volatile long *)own)[i % 64] = i);
		TIME("a turn with a load of own memory", 10000, {
			world_nothing();
			sink += ((volatile long *)own)[i % 64];
		});
		TIME("a turn with 100 loads of own memory", 2000, {
			world_nothing();
			for (int k = 0; k < 100; k++)
				sink += ((volatile long *)own)[k];
		});
		TIME("the twin: 4 KB compared", 100000, {
			__asm__ volatile("" : : : "memory");
			sink += memcmp(local, local + 4096, 4096);
		});
		TIME("mprotect of a page, twice", 10000, {
			mprotect(local + 4096 - (unsigned long)local % 4096, 4096, PROT_NONE);
			mprotect(local + 4096 - (unsigned long)local % 4096, 4096, PROT_READ | PROT_WRITE);
		});
	}
	world_barrier();
	return 0;
}
