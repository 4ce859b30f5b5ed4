/* Rank 1 waits for what nobody will tell it. */
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
