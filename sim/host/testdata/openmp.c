#include "check.h"
#include "world.h"

int main(void)
{
	int sum = 0;

	world_barrier();
#pragma omp parallel for reduction(+ : sum)
	for (int i = 0; i < 1000; i++)
		sum += i;
	CHECK(sum == 499500);
	world_barrier();
	return 0;
}
