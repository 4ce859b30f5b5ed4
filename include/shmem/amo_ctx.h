/**
 * @file shmem/amo_ctx.h
 * Atomics on a context: each as its counterpart in shmem/amo.h, with PE numbers of the context's team, and completed by shmem_ctx_quiet on
 * that context.
 *
 * Part of shmem.h; a program includes that. Spec: OpenSHMEM 1.6, "Atomic Memory Operations"
 */
#ifndef _SHMEM_AMO_CTX_H
#define _SHMEM_AMO_CTX_H

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__) || defined(__clang__)
#pragma GCC visibility push(default)
#endif

/** The operations of the standard types. Spec: OpenSHMEM 1.6, "Atomic Memory Operations" */
#define _SHMEM_CTX_AMO(P, NAME, T)                                                                                     \
  T P##ctx_##NAME##_atomic_compare_swap(shmem_ctx_t ctx, T *dest, T cond, T value, int pe);                            \
  T P##ctx_##NAME##_atomic_fetch_inc(shmem_ctx_t ctx, T *dest, int pe);                                                \
  T P##ctx_##NAME##_atomic_fetch_add(shmem_ctx_t ctx, T *dest, T value, int pe);                                       \
  void P##ctx_##NAME##_atomic_inc(shmem_ctx_t ctx, T *dest, int pe);                                                   \
  void P##ctx_##NAME##_atomic_add(shmem_ctx_t ctx, T *dest, T value, int pe);                                          \
  void P##ctx_##NAME##_atomic_compare_swap_nbi(shmem_ctx_t ctx, T *fetch, T *dest, T cond, T value, int pe);           \
  void P##ctx_##NAME##_atomic_fetch_inc_nbi(shmem_ctx_t ctx, T *fetch, T *dest, int pe);                               \
  void P##ctx_##NAME##_atomic_fetch_add_nbi(shmem_ctx_t ctx, T *fetch, T *dest, T value, int pe);
_SHMEM_AMO_TYPES(_SHMEM_CTX_AMO, shmem_)

/** The operations of the extended types. Spec: OpenSHMEM 1.6, "Atomic Memory Operations" */
#define _SHMEM_CTX_AMO_EXT(P, NAME, T)                                                                                 \
  T P##ctx_##NAME##_atomic_fetch(shmem_ctx_t ctx, const T *source, int pe);                                            \
  void P##ctx_##NAME##_atomic_set(shmem_ctx_t ctx, T *dest, T value, int pe);                                          \
  T P##ctx_##NAME##_atomic_swap(shmem_ctx_t ctx, T *dest, T value, int pe);                                            \
  void P##ctx_##NAME##_atomic_fetch_nbi(shmem_ctx_t ctx, T *fetch, const T *source, int pe);                           \
  void P##ctx_##NAME##_atomic_swap_nbi(shmem_ctx_t ctx, T *fetch, T *dest, T value, int pe);
_SHMEM_AMO_EXT_TYPES(_SHMEM_CTX_AMO_EXT, shmem_)

/** The bitwise operations. Spec: OpenSHMEM 1.6, "Atomic Memory Operations" */
#define _SHMEM_CTX_AMO_BIT(P, NAME, T)                                                                                 \
  void P##ctx_##NAME##_atomic_and(shmem_ctx_t ctx, T *dest, T value, int pe);                                          \
  void P##ctx_##NAME##_atomic_or(shmem_ctx_t ctx, T *dest, T value, int pe);                                           \
  void P##ctx_##NAME##_atomic_xor(shmem_ctx_t ctx, T *dest, T value, int pe);                                          \
  T P##ctx_##NAME##_atomic_fetch_and(shmem_ctx_t ctx, T *dest, T value, int pe);                                       \
  T P##ctx_##NAME##_atomic_fetch_or(shmem_ctx_t ctx, T *dest, T value, int pe);                                        \
  T P##ctx_##NAME##_atomic_fetch_xor(shmem_ctx_t ctx, T *dest, T value, int pe);                                       \
  void P##ctx_##NAME##_atomic_fetch_and_nbi(shmem_ctx_t ctx, T *fetch, T *dest, T value, int pe);                      \
  void P##ctx_##NAME##_atomic_fetch_or_nbi(shmem_ctx_t ctx, T *fetch, T *dest, T value, int pe);                       \
  void P##ctx_##NAME##_atomic_fetch_xor_nbi(shmem_ctx_t ctx, T *fetch, T *dest, T value, int pe);
_SHMEM_AMO_BIT_TYPES(_SHMEM_CTX_AMO_BIT, shmem_)

#if defined(__GNUC__) || defined(__clang__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
