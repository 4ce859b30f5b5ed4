/**
 * @file armci/sync.h
 * Fences, barriers, mutexes, notifications.
 */
#ifndef ARMCI_SYNC_H
#define ARMCI_SYNC_H

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__) || defined(__clang__)
#pragma GCC visibility push(default)
#endif

/** Wait until all puts and accumulates of the caller to process proc, or to all processes, are complete there. */
void ARMCI_Fence(int proc);
void ARMCI_AllFence(void);
void ARMCI_DoFence(int proc);
/** ARMCI_AllFence for the members of a group. */
void ARMCI_GroupFence(ARMCI_Group *group);

/** ARMCI_AllFence, and a barrier of all processes. Afterwards every process sees all puts by loads. */
void ARMCI_Barrier(void);

/**
 * Make num mutexes on the caller, 0 allowed. Collective; there is one set at a time.
 *
 * @return 0; a second set ends the job
 */
int ARMCI_Create_mutexes(int num);

/** Destroy the mutexes of all processes. Collective. 0. */
int ARMCI_Destroy_mutexes(void);

/** Wait for mutex `mutex` of process proc: first come, first served. */
void ARMCI_Lock(int mutex, int proc);

/** Release it. Puts before it are visible to whoever has it next. */
void ARMCI_Unlock(int mutex, int proc);

/** Tell process proc that puts before this call are complete. @return how many notifications it has got from the caller */
int armci_notify(int proc);

/** Wait for the next notification of process proc; *pval is how many have been waited for. @return how many have arrived */
int armci_notify_wait(int proc, int *pval);
#if defined(__GNUC__) || defined(__clang__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
