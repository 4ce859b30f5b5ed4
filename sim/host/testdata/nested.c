/* A function inside a function, whose address is code on the stack. */
#include "check.h"
#include "world.h"

int main(void)
{
	int sum = 0, numbers[] = {3, 1, 2};
	int compare(const void *a, const void *b)
	{
		sum++;
		world_nothing();
		return *(const int *)a - *(const int *)b;
	}

	qsort(numbers, 3, sizeof *numbers, compare);
	CHECK(sum > 0 && numbers[0] == 1 && numbers[2] == 3);
	return 0;
}
