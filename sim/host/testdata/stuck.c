/* Waits forever, in different places. */
#include "world.h"

static volatile long got;

static void inner(void) { got = world_receive(); }

static void outer(void)
{
	inner();
	got++;
}

int main(void)
{
	if (world_rank() == 0)
		outer();
	if (world_rank() == 1)
		world_barrier();
	return 0;
}
