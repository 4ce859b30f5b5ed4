/**
 * @file shmem/signals.h
 * Signals: puts that update a signal word of the target when the data has arrived.
 *
 * Part of shmem.h; a program includes that. A signal word is a symmetric, aligned uint64_t, named by its address here, and may lie in
 * another segment than the data. sig_op is SHMEM_SIGNAL_SET (the word becomes signal) or SHMEM_SIGNAL_ADD (signal is added to it). A signal
 * guarantees the arrival of its own put only, not of others.
 */
#ifndef _SHMEM_SIGNALS_H
#define _SHMEM_SIGNALS_H

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__) || defined(__clang__)
#pragma GCC visibility push(default)
#endif

/**
 * shmem_TYPE_put_signal: copy nelems elements from source here to dest on PE pe, then update the word at sig_addr there: a PE that sees it
 * changed sees the elements. Returns when source may be reused (_nbi: at shmem_quiet). The ctx forms are on a context.
 *
 * Spec: OpenSHMEM 1.6, "Signaling Operations"
 */
#define _SHMEM_PUT_SIGNAL(P, NAME, T)                                                                                  \
  void P##NAME##_put_signal(T *dest, const T *source, size_t nelems, uint64_t *sig_addr, uint64_t signal, int sig_op,  \
                            int pe);                                                                                   \
  void P##NAME##_put_signal_nbi(T *dest, const T *source, size_t nelems, uint64_t *sig_addr, uint64_t signal,          \
                                int sig_op, int pe);                                                                   \
  void P##ctx_##NAME##_put_signal(shmem_ctx_t ctx, T *dest, const T *source, size_t nelems, uint64_t *sig_addr,        \
                                  uint64_t signal, int sig_op, int pe);                                                \
  void P##ctx_##NAME##_put_signal_nbi(shmem_ctx_t ctx, T *dest, const T *source, size_t nelems, uint64_t *sig_addr,    \
                                      uint64_t signal, int sig_op, int pe);
_SHMEM_RMA_TYPES(_SHMEM_PUT_SIGNAL, shmem_)

/** The same with elements of N bits (8, 16, 32, 64, 128). Spec: OpenSHMEM 1.6, "Signaling Operations" */
#define _SHMEM_PUT_SIGNAL_SIZED(P, BITS)                                                                               \
  void P##put##BITS##_signal(void *dest, const void *source, size_t nelems, uint64_t *sig_addr, uint64_t signal,       \
                             int sig_op, int pe);                                                                      \
  void P##put##BITS##_signal_nbi(void *dest, const void *source, size_t nelems, uint64_t *sig_addr, uint64_t signal,   \
                                 int sig_op, int pe);                                                                  \
  void P##ctx_put##BITS##_signal(shmem_ctx_t ctx, void *dest, const void *source, size_t nelems, uint64_t *sig_addr,   \
                                 uint64_t signal, int sig_op, int pe);                                                 \
  void P##ctx_put##BITS##_signal_nbi(shmem_ctx_t ctx, void *dest, const void *source, size_t nelems,                   \
                                     uint64_t *sig_addr, uint64_t signal, int sig_op, int pe);
_SHMEM_RMA_SIZES(_SHMEM_PUT_SIGNAL_SIZED, shmem_)

/** @name The same with bytes. Spec: OpenSHMEM 1.6, "Signaling Operations" */
/**@{*/
void shmem_putmem_signal(void *dest, const void *source, size_t nelems, uint64_t *sig_addr, uint64_t signal, int sig_op, int pe);
void shmem_putmem_signal_nbi(void *dest, const void *source, size_t nelems, uint64_t *sig_addr, uint64_t signal, int sig_op, int pe);
void shmem_ctx_putmem_signal(shmem_ctx_t ctx, void *dest, const void *source, size_t nelems, uint64_t *sig_addr, uint64_t signal, int sig_op,
                             int pe);
void shmem_ctx_putmem_signal_nbi(shmem_ctx_t ctx, void *dest, const void *source, size_t nelems, uint64_t *sig_addr, uint64_t signal, int sig_op,
                                 int pe);
/**@}*/

/** Add signal to the word at sig_addr on PE pe. Complete after shmem_quiet. Spec: OpenSHMEM 1.6, "Signaling Operations" */
void shmem_signal_add(uint64_t *sig_addr, uint64_t signal, int pe);

/** Store signal to the word at sig_addr on PE pe. Complete after shmem_quiet. Spec: OpenSHMEM 1.6, "Signaling Operations" */
void shmem_signal_set(uint64_t *sig_addr, uint64_t signal, int pe);

/** shmem_signal_add on a context. Spec: OpenSHMEM 1.6, "Signaling Operations" */
void shmem_ctx_signal_add(shmem_ctx_t ctx, uint64_t *sig_addr, uint64_t signal, int pe);

/** shmem_signal_set on a context. Spec: OpenSHMEM 1.6, "Signaling Operations" */
void shmem_ctx_signal_set(shmem_ctx_t ctx, uint64_t *sig_addr, uint64_t signal, int pe);

/** The word at sig_addr of this PE, read atomically; the data of its signal has arrived. Spec: OpenSHMEM 1.6, "Signaling Operations" */
uint64_t shmem_signal_fetch(const uint64_t *sig_addr);

/**
 * Block until this PE's word at sig_addr satisfies the comparison cmp (SHMEM_CMP_EQ and so on) with cmp_value.
 *
 * @return the value that satisfied it
 *
 * Spec: OpenSHMEM 1.6, "Point-To-Point Synchronization Routines"
 */
uint64_t shmem_signal_wait_until(uint64_t *sig_addr, int cmp, uint64_t cmp_value);

#if defined(__GNUC__) || defined(__clang__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
