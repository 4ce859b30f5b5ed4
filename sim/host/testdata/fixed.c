/* Mappings at addresses that the program chooses. With "same", all ranks choose one address. */
#define _GNU_SOURCE
#include <string.h>
#include <sys/mman.h>

#include "check.h"
#include "world.h"

enum { MB = 1 << 20 };

static char *fixed(char *at, size_t n, int flags) { return mmap(at, n, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | flags, -1, 0); }

int main(int argc, char **argv)
{
	const int me = world_rank();
	char *reserved = fixed(NULL, 8 * MB, MAP_NORESERVE), *at = (char *)0x300000000000 + (argc > 1 ? 0 : me * (long)(16 * MB));

	(void)argv;
	CHECK(reserved != MAP_FAILED);
	for (int i = 0; i < 3; i++) { /* in what it has reserved */
		CHECK(fixed(reserved + 2 * MB, MB, MAP_FIXED) == reserved + 2 * MB);
		CHECK(reserved[2 * MB] == 0);
		reserved[2 * MB] = me + 1;
		world_barrier();
		CHECK(reserved[2 * MB] == me + 1);
	}
	for (int i = 0; i < 3; i++) { /* at an address of its own, again, and partly */
		CHECK(fixed(at, 2 * MB, MAP_FIXED) == at && at[MB] == 0);
		at[MB] = me + 2;
		world_barrier();
		CHECK(at[MB] == me + 2);
		CHECK(fixed(at + MB + MB / 2, 2 * MB, MAP_FIXED) == at + MB + MB / 2 && at[MB] == me + 2);
		if (i == 1)
			CHECK(munmap(at, MB) == 0 && munmap(at + 2 * MB, MB / 2) == 0);
		world_barrier();
	}
	CHECK(fixed(at, MB, MAP_FIXED_NOREPLACE) == MAP_FAILED);
	CHECK(fixed(at + 8 * MB, MB, MAP_FIXED_NOREPLACE) == at + 8 * MB && fixed(at + 8 * MB, MB, MAP_FIXED) == at + 8 * MB);
	CHECK(munmap(at, 4 * MB) == 0 && munmap(at + 8 * MB, MB) == 0 && munmap(reserved, 8 * MB) == 0);
	printf("mapped\n");
	return 0;
}
