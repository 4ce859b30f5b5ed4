/**
 * @file shmem/lock.h
 * Locks that all PEs see. A lock is a symmetric long, zero before its first use.
 *
 * Part of shmem.h; a program includes that. A lock belongs to the PE that holds it, not to a thread, and is not recursive.
 */
#ifndef _SHMEM_LOCK_H
#define _SHMEM_LOCK_H

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__) || defined(__clang__)
#pragma GCC visibility push(default)
#endif

/** Block until this PE holds the lock; PEs acquire it in the order of their requests.
 * Spec: OpenSHMEM 1.6, "Distributed Locking Routines" */
void shmem_set_lock(long *lock);

/** Complete this PE's operations, then release the lock. Spec: OpenSHMEM 1.6, "Distributed Locking Routines" */
void shmem_clear_lock(long *lock);

/**
 * Acquire the lock if it is free; never blocks.
 *
 * @return 0 if this PE now holds it, 1 if another does
 *
 * Spec: OpenSHMEM 1.6, "Distributed Locking Routines"
 */
int shmem_test_lock(long *lock);

#if defined(__GNUC__) || defined(__clang__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
