/**
 * @file armci/comm.h
 * ARMCI and MPI. Where the compiler finds no <mpi.h>, or ARMCI_WITHOUT_MPI is defined, it declares nothing.
 */
#ifndef ARMCI_COMM_H
#define ARMCI_COMM_H

#if defined(__has_include) && !defined(ARMCI_WITHOUT_MPI)
#if __has_include(<mpi.h>)

#include <mpi.h>

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__) || defined(__clang__)
#pragma GCC visibility push(default)
#endif

typedef MPI_Comm ARMCI_Comm;

/** Start ARMCI for the processes of a communicator, by all of them: process numbers are its ranks. */
int ARMCI_Init_mpi_comm(MPI_Comm comm);
int PARMCI_Init_mpi_comm(MPI_Comm comm);
int ARMCI_Init_thread_comm(int armci_requested, MPI_Comm comm);
int PARMCI_Init_thread_comm(int armci_requested, MPI_Comm comm);

/** Tell the message layer its communicator: nothing, since it does not use MPI. */
void armci_msg_init_comm(MPI_Comm comm);

/** A communicator of the members of a group, which owns it. The first call for a group other than the one of all is collective among its members. */
MPI_Comm armci_group_comm(ARMCI_Group *group);

/** MPI_Bcast of bytes. */
void ARMCI_Bcast_(void *buffer, int len, int root, ARMCI_Comm comm);
#if defined(__GNUC__) || defined(__clang__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif


#endif
#endif
#endif
