/* mpi_beside.c - MPI and SHMEM in one program: mpi_beside ORDER ORDER, each ms or sm, of starting and of ending. */
#include <mpi.h>
#include <shmem.h>
#include <stdio.h>

int main(int argc, char **argv)
{
	int rank, size;

	for (const char *c = argv[1]; *c; c++) {
		if (*c == 'm')
			MPI_Init(&argc, &argv);
		else
			shmem_init();
	}
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	if (rank == shmem_my_pe() && size == shmem_n_pes())
		printf("both agree on %d of %d\n", rank, size);
	MPI_Barrier(MPI_COMM_WORLD);
	shmem_barrier_all();
	for (const char *c = argv[2]; *c; c++) {
		if (*c == 'm')
			MPI_Finalize();
		else
			shmem_finalize();
	}
	return 0;
}
