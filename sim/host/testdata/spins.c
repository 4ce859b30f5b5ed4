/* Rank 1 spins on a word that never changes. */
#include "world.h"

static volatile int flag;

static __attribute__((noinline)) void spin(void)
{
	while (!flag)
		;
}

int main(void)
{
	if (world_rank() == 1)
		spin();
	world_barrier();
	return 0;
}
