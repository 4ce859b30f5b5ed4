/* pmi_behind.c - a program that calls PMI, or, with LIBRARY, a library that has PMI functions as a real MPI does. */
#include <portals/pmi.h>
#include <stdio.h>

#ifdef LIBRARY
int PMI_Init(int *spawned)
{
	*spawned = 0;
	return PMI_SUCCESS;
}

int PMI_Get_size(int *size)
{
	*size = 77;
	return PMI_SUCCESS;
}
#else
int main(void)
{
	int spawned, size;

	if (PMI_Init(&spawned) != PMI_SUCCESS || PMI_Get_size(&size) != PMI_SUCCESS)
		return 1;
	printf("size %d\n", size);
	return 0;
}
#endif
