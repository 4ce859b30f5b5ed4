/* Computes for a while. */
#include "world.h"

int main(void)
{
	volatile double x = 0;

	for (int i = 0; i < 5; i++, world_barrier())
		for (int k = 0; k < 2000000; k++)
			x = x * 0.5 + k;
	return x < 0;
}
