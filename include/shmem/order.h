/**
 * @file shmem/order.h
 * Ordering, completion and the barriers of all PEs.
 *
 * Part of shmem.h; a program includes that.
 */
#ifndef _SHMEM_ORDER_H
#define _SHMEM_ORDER_H

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__) || defined(__clang__)
#pragma GCC visibility push(default)
#endif

/**
 * Order puts, atomics and stores to each PE: those before the fence are visible before those after it. Does not wait, and does not
 * order gets.
 *
 * Spec: OpenSHMEM 1.6, "Memory Ordering Routines"
 */
void shmem_fence(void);

/**
 * Block until all operations of this PE on the default context are complete and visible, those that complete later included.
 *
 * Spec: OpenSHMEM 1.6, "Memory Ordering Routines"
 */
void shmem_quiet(void);

/**
 * shmem_quiet for the operations towards npes PEs only; it may complete others as well.
 *
 * Spec: OpenSHMEM 1.6, "Memory Ordering Routines"
 */
void shmem_pe_quiet(const int *target_pes, size_t npes);

/**
 * Block until all PEs have called it and the default context's operations of all of them are complete.
 *
 * Spec: OpenSHMEM 1.6, "Collective Routines"
 */
void shmem_barrier_all(void);

/**
 * Block until all PEs have called it. Plain stores before it are visible after it; operations on other PEs may still be in flight.
 *
 * Spec: OpenSHMEM 1.6, "Collective Routines"
 */
void shmem_sync_all(void);

#if defined(__GNUC__) || defined(__clang__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
