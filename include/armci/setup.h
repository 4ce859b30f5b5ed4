/**
 * @file armci/setup.h
 * Start and end of ARMCI.
 */
#ifndef ARMCI_SETUP_H
#define ARMCI_SETUP_H

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__) || defined(__clang__)
#pragma GCC visibility push(default)
#endif

/**
 * Start ARMCI, with every process of the job. If MPI is used, MPI_Init comes first.
 *
 * Calls are counted: ARMCI ends with as many calls of ARMCI_Finalize. Only the first one is collective.
 *
 * @return 0
 */
int ARMCI_Init(void);

/** The same. argc and argv stay as they are. */
int ARMCI_Init_args(int *argc, char ***argv);

/** Start ARMCI for a program with threads. The level of MPI is ignored: every function may be called by several threads at a time. */
int ARMCI_Init_thread(int armci_requested);

/** Whether ARMCI is started: 1 or 0. */
int ARMCI_Initialized(void);

/** End ARMCI; collective if it is the last of several. Allocations, groups and mutexes are gone. MPI goes on. Without effect where ARMCI is not started. */
int ARMCI_Finalize(void);

/** Release what an aborted job could leave behind. Local. There is nothing to do: the system releases everything. */
void ARMCI_Cleanup(void);

/** Print msg and code, and end the job with a status that is not 0. It does not return. */
void ARMCI_Error(const char *msg, int code);
#if defined(__GNUC__) || defined(__clang__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
