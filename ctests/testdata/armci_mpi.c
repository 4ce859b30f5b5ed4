/* armci_mpi.c - ARMCI on a part of MPI's processes: all of them, or those with even ranks, by each way to start. */
#include <mpi.h>

#include <armci.h>
#include <message.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failed;

static void check(int ok, const char *what)
{
	if (!ok) {
		printf("%s\n", what);
		failed = 1;
	}
}

int main(int argc, char **argv)
{
	int rank, size, members, data = -1, provided;
	MPI_Comm part, world;
	ARMCI_Group all;
	void **memory;

	MPI_Init_thread(&argc, &argv, MPI_THREAD_SINGLE, &provided);
	armci_msg_init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_split(MPI_COMM_WORLD, argc > 1 && strcmp(argv[1], "part") == 0 ? rank % 2 : 0, rank, &part);
	MPI_Comm_size(part, &members);
	armci_msg_init_comm(part);
	if (argc > 2 && strcmp(argv[2], "thread") == 0)
		check(ARMCI_Init_thread_comm(MPI_THREAD_SINGLE, part) == 0, "ARMCI_Init_thread_comm");
	else
		check(ARMCI_Init_mpi_comm(part) == 0, "ARMCI_Init_mpi_comm");
	check(armci_msg_nproc() == members, "the number of processes");
	ARMCI_Group_get_world(&all);
	world = armci_group_comm(&all);
	MPI_Comm_size(world, &size);
	check(size == members, "the size of the group's communicator");
	memory = calloc((size_t)members, sizeof *memory);
	check(ARMCI_Malloc(memory, 64) == 0, "ARMCI_Malloc");
	*(int *)memory[armci_msg_me()] = rank;
	ARMCI_Barrier();
	check(ARMCI_Get(memory[members - 1], &data, sizeof data, members - 1) == 0 && data >= rank % 2, "ARMCI_Get");
	data = armci_msg_me() == 0 ? 99 : 0;
	ARMCI_Bcast_(&data, sizeof data, 0, world);
	check(data == 99, "ARMCI_Bcast_");
	ARMCI_Barrier();
	ARMCI_Free(memory[armci_msg_me()]);
	ARMCI_Finalize();
	if (!failed)
		printf("all is well with %d\n", members);
	MPI_Barrier(MPI_COMM_WORLD);
	armci_msg_finalize();
	return failed;
}
