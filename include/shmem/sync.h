/**
 * @file shmem/sync.h
 * Waiting for, or testing, symmetric words of this PE that other PEs (or another thread) change.
 *
 * Part of shmem.h; a program includes that. cmp is one of the SHMEM_CMP_ constants. In the array forms status[i] != 0 leaves
 * element i out, and status NULL leaves none out; it is never written. A wait uses a core for a short time only: it spins, yields,
 * then sleeps. A signal handler may leave it with longjmp.
 */
#ifndef _SHMEM_SYNC_H
#define _SHMEM_SYNC_H

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__) || defined(__clang__)
#pragma GCC visibility push(default)
#endif

/**
 * shmem_TYPE_wait_until: block until *ivar compares with cmp_value as cmp says. shmem_TYPE_test: 1 if it does, else 0, at once.
 *
 * Spec: OpenSHMEM 1.6, "Point-To-Point Synchronization Routines"
 */
#define _SHMEM_WAIT(P, NAME, T)                                                                                        \
  void P##NAME##_wait_until(T *ivar, int cmp, T cmp_value);                                                            \
  int P##NAME##_test(T *ivar, int cmp, T cmp_value);
_SHMEM_WAIT_TYPES(_SHMEM_WAIT, shmem_)

/**
 * The array forms that block. _all: until all elements satisfy the comparison. _any: until one does; its index, or SIZE_MAX if no
 * element counts; repeated calls take turns. _some: until at least one does; how many do, their indices in indices (which has room
 * for nelems), or 0 if no element counts.
 *
 * Spec: OpenSHMEM 1.6, "Point-To-Point Synchronization Routines"
 */
#define _SHMEM_WAIT_ARRAY(P, NAME, T)                                                                                  \
  void P##NAME##_wait_until_all(T *ivars, size_t nelems, const int *status, int cmp, T cmp_value);                     \
  size_t P##NAME##_wait_until_any(T *ivars, size_t nelems, const int *status, int cmp, T cmp_value);                   \
  size_t P##NAME##_wait_until_some(T *ivars, size_t nelems, size_t *indices, const int *status, int cmp, T cmp_value);
_SHMEM_WAIT_TYPES(_SHMEM_WAIT_ARRAY, shmem_)

/** The same with a value of its own for each element: element i is compared with cmp_values[i].
 * Spec: OpenSHMEM 1.6, "Point-To-Point Synchronization Routines" */
#define _SHMEM_WAIT_VECTOR(P, NAME, T)                                                                                 \
  void P##NAME##_wait_until_all_vector(T *ivars, size_t nelems, const int *status, int cmp, const T *cmp_values);      \
  size_t P##NAME##_wait_until_any_vector(T *ivars, size_t nelems, const int *status, int cmp, const T *cmp_values);    \
  size_t P##NAME##_wait_until_some_vector(T *ivars, size_t nelems, size_t *indices, const int *status, int cmp,        \
                                          const T *cmp_values);
_SHMEM_WAIT_TYPES(_SHMEM_WAIT_VECTOR, shmem_)

/**
 * The array forms that return at once. _all: 1 if all elements satisfy the comparison (and if none counts), else 0. _any: the index
 * of one that does, or SIZE_MAX. _some: how many do, their indices in indices.
 *
 * Spec: OpenSHMEM 1.6, "Point-To-Point Synchronization Routines"
 */
#define _SHMEM_TEST_ARRAY(P, NAME, T)                                                                                  \
  int P##NAME##_test_all(T *ivars, size_t nelems, const int *status, int cmp, T cmp_value);                            \
  size_t P##NAME##_test_any(T *ivars, size_t nelems, const int *status, int cmp, T cmp_value);                         \
  size_t P##NAME##_test_some(T *ivars, size_t nelems, size_t *indices, const int *status, int cmp, T cmp_value);
_SHMEM_WAIT_TYPES(_SHMEM_TEST_ARRAY, shmem_)

/** The same with a value of its own for each element. Spec: OpenSHMEM 1.6, "Point-To-Point Synchronization Routines" */
#define _SHMEM_TEST_VECTOR(P, NAME, T)                                                                                 \
  int P##NAME##_test_all_vector(T *ivars, size_t nelems, const int *status, int cmp, const T *cmp_values);             \
  size_t P##NAME##_test_any_vector(T *ivars, size_t nelems, const int *status, int cmp, const T *cmp_values);          \
  size_t P##NAME##_test_some_vector(T *ivars, size_t nelems, size_t *indices, const int *status, int cmp,              \
                                    const T *cmp_values);
_SHMEM_WAIT_TYPES(_SHMEM_TEST_VECTOR, shmem_)

#if defined(__GNUC__) || defined(__clang__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
