/* Thread-local variables: one of each per rank, with what they begin as. */
#include <string.h>

#include "check.h"
#include "world.h"

static __thread int zero, five = 5;
__thread char name[40] = "name";
static _Thread_local double table[300] __attribute__((aligned(64))) = {1, 2, 3};
static int *volatile at;

int main(void)
{
	const long me = world_rank();

	CHECK(zero == 0 && five == 5 && strcmp(name, "name") == 0 && table[2] == 3 && (long)table % 64 == 0);
	at = &five;
	for (int round = 1; round < 5; round++) {
		zero += me;
		five += me;
		sprintf(name, "rank %ld", me);
		table[299] = me;
		world_barrier();
		CHECK(zero == round * me && five == 5 + round * me && at == &five && *at == five && atoi(name + 5) == me && table[299] == me);
	}
	return 0;
}
