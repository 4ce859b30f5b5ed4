/**
 * @file shmem/amo.h
 * Atomic memory operations on symmetric words.
 *
 * Part of shmem.h; a program includes that. dest (or source) is the address of a symmetric object on this PE and names the
 * corresponding one on PE pe. Each operation is atomic towards all others on the same word and of the same type. Those that return
 * or fetch a value block until they have it; the others complete at shmem_quiet or a barrier. A PE that does not exist, or an
 * address that is not symmetric or not aligned, ends the job with one line that names the argument.
 */
#ifndef _SHMEM_AMO_H
#define _SHMEM_AMO_H

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__) || defined(__clang__)
#pragma GCC visibility push(default)
#endif

/**
 * The operations of the standard types (all integers): compare_swap stores value if the word equals cond and returns the old
 * value; fetch_inc and fetch_add return the old value; inc and add return nothing.
 *
 * Spec: OpenSHMEM 1.6, "Atomic Memory Operations"
 */
#define _SHMEM_AMO(P, NAME, T)                                                                                         \
  T P##NAME##_atomic_compare_swap(T *dest, T cond, T value, int pe);                                                   \
  T P##NAME##_atomic_fetch_inc(T *dest, int pe);                                                                       \
  T P##NAME##_atomic_fetch_add(T *dest, T value, int pe);                                                              \
  void P##NAME##_atomic_inc(T *dest, int pe);                                                                          \
  void P##NAME##_atomic_add(T *dest, T value, int pe);
_SHMEM_AMO_TYPES(_SHMEM_AMO, shmem_)

/**
 * The operations of the extended types (integers, float and double): fetch returns the word, set stores to it, swap stores and
 * returns the old value. Floating-point values are moved bit for bit.
 *
 * Spec: OpenSHMEM 1.6, "Atomic Memory Operations"
 */
#define _SHMEM_AMO_EXT(P, NAME, T)                                                                                     \
  T P##NAME##_atomic_fetch(const T *source, int pe);                                                                   \
  void P##NAME##_atomic_set(T *dest, T value, int pe);                                                                 \
  T P##NAME##_atomic_swap(T *dest, T value, int pe);
_SHMEM_AMO_EXT_TYPES(_SHMEM_AMO_EXT, shmem_)

/**
 * The bitwise operations; the fetching ones return the old value.
 *
 * Spec: OpenSHMEM 1.6, "Atomic Memory Operations"
 */
#define _SHMEM_AMO_BIT(P, NAME, T)                                                                                     \
  void P##NAME##_atomic_and(T *dest, T value, int pe);                                                                 \
  void P##NAME##_atomic_or(T *dest, T value, int pe);                                                                  \
  void P##NAME##_atomic_xor(T *dest, T value, int pe);                                                                 \
  T P##NAME##_atomic_fetch_and(T *dest, T value, int pe);                                                              \
  T P##NAME##_atomic_fetch_or(T *dest, T value, int pe);                                                               \
  T P##NAME##_atomic_fetch_xor(T *dest, T value, int pe);
_SHMEM_AMO_BIT_TYPES(_SHMEM_AMO_BIT, shmem_)

/**
 * The fetching operations that complete later: *fetch, which belongs to the program and must stay, holds the value after
 * shmem_quiet.
 *
 * Spec: OpenSHMEM 1.6, "Non-blocking Atomic Memory Operations"
 */
#define _SHMEM_AMO_NBI(P, NAME, T)                                                                                     \
  void P##NAME##_atomic_compare_swap_nbi(T *fetch, T *dest, T cond, T value, int pe);                                  \
  void P##NAME##_atomic_fetch_inc_nbi(T *fetch, T *dest, int pe);                                                      \
  void P##NAME##_atomic_fetch_add_nbi(T *fetch, T *dest, T value, int pe);
_SHMEM_AMO_TYPES(_SHMEM_AMO_NBI, shmem_)

/** The same for the extended types. Spec: OpenSHMEM 1.6, "Non-blocking Atomic Memory Operations" */
#define _SHMEM_AMO_EXT_NBI(P, NAME, T)                                                                                 \
  void P##NAME##_atomic_fetch_nbi(T *fetch, const T *source, int pe);                                                  \
  void P##NAME##_atomic_swap_nbi(T *fetch, T *dest, T value, int pe);
_SHMEM_AMO_EXT_TYPES(_SHMEM_AMO_EXT_NBI, shmem_)

/** The same for the bitwise operations. Spec: OpenSHMEM 1.6, "Non-blocking Atomic Memory Operations" */
#define _SHMEM_AMO_BIT_NBI(P, NAME, T)                                                                                 \
  void P##NAME##_atomic_fetch_and_nbi(T *fetch, T *dest, T value, int pe);                                             \
  void P##NAME##_atomic_fetch_or_nbi(T *fetch, T *dest, T value, int pe);                                              \
  void P##NAME##_atomic_fetch_xor_nbi(T *fetch, T *dest, T value, int pe);
_SHMEM_AMO_BIT_TYPES(_SHMEM_AMO_BIT_NBI, shmem_)

#if defined(__GNUC__) || defined(__clang__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
