/* Calls and nothing else. */
#include <stdlib.h>

#include "world.h"

int main(int argc, char **argv)
{
	for (int i = argc > 1 ? atoi(argv[1]) : 0; i > 0; i--)
		world_barrier();
	return 0;
}
