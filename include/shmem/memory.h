/**
 * @file shmem/memory.h
 * The symmetric heap.
 *
 * Part of shmem.h; a program includes that. All routines here are collective: every PE calls them in the same order with the same
 * values. Blocks belong to the program until it frees them or calls the last shmem_finalize. The heap's size is
 * SHMEM_SYMMETRIC_SIZE.
 */
#ifndef _SHMEM_MEMORY_H
#define _SHMEM_MEMORY_H

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__) || defined(__clang__)
#pragma GCC visibility push(default)
#endif

/**
 * Allocate size bytes, aligned for any type, on every PE. Returns after a barrier.
 *
 * @return the block; NULL if size is 0 (without a barrier) or the heap is exhausted (gasnetgo_error says so)
 *
 * Spec: OpenSHMEM 1.6, "Memory Management Routines"
 */
void *shmem_malloc(size_t size);

/**
 * Allocate count elements of size bytes, filled with zeros. Otherwise as shmem_malloc.
 *
 * Spec: OpenSHMEM 1.6, "Memory Management Routines"
 */
void *shmem_calloc(size_t count, size_t size);

/**
 * Allocate size bytes at a multiple of alignment, a power of two. Otherwise as shmem_malloc.
 *
 * @return as shmem_malloc; NULL also if alignment is not a power of two
 *
 * Spec: OpenSHMEM 1.6, "Memory Management Routines"
 */
void *shmem_align(size_t alignment, size_t size);

/**
 * Allocate with hints on how the block will be used: any combination of SHMEM_MALLOC_ATOMICS_REMOTE and
 * SHMEM_MALLOC_SIGNAL_REMOTE, or 0. Otherwise as shmem_malloc.
 *
 * Spec: OpenSHMEM 1.6, "Memory Management Routines"
 */
void *shmem_malloc_with_hints(size_t size, long hints);

/**
 * Change the size of a block; its contents move with it. A barrier on entry and on exit. ptr NULL is shmem_malloc, size 0 is
 * shmem_free.
 *
 * @return the block in its new place; NULL if it was freed or the heap is exhausted, in which case the old block is untouched
 *
 * Spec: OpenSHMEM 1.6, "Memory Management Routines"
 */
void *shmem_realloc(void *ptr, size_t size);

/**
 * Free a block, after a barrier. NULL does nothing and has no barrier. Any other address that is not a block ends the job.
 *
 * Spec: OpenSHMEM 1.6, "Memory Management Routines"
 */
void shmem_free(void *ptr);

#if defined(__GNUC__) || defined(__clang__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
