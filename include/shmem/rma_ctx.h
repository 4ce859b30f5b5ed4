/**
 * @file shmem/rma_ctx.h
 * Puts and gets on a context: each as its counterpart in shmem/rma.h, with PE numbers of the context's team, and completed by
 * shmem_ctx_quiet on that context.
 *
 * Part of shmem.h; a program includes that. Spec: OpenSHMEM 1.6, "Remote Memory Access Routines"
 */
#ifndef _SHMEM_RMA_CTX_H
#define _SHMEM_RMA_CTX_H

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__) || defined(__clang__)
#pragma GCC visibility push(default)
#endif

/** shmem_ctx_TYPE_put, get, p, g, put_nbi and get_nbi. Spec: OpenSHMEM 1.6, "Remote Memory Access Routines" */
#define _SHMEM_CTX_RMA(P, NAME, T)                                                                                     \
  void P##ctx_##NAME##_put(shmem_ctx_t ctx, T *dest, const T *source, size_t nelems, int pe);                          \
  void P##ctx_##NAME##_get(shmem_ctx_t ctx, T *dest, const T *source, size_t nelems, int pe);                          \
  void P##ctx_##NAME##_p(shmem_ctx_t ctx, T *dest, T value, int pe);                                                   \
  T P##ctx_##NAME##_g(shmem_ctx_t ctx, const T *source, int pe);                                                       \
  void P##ctx_##NAME##_put_nbi(shmem_ctx_t ctx, T *dest, const T *source, size_t nelems, int pe);                      \
  void P##ctx_##NAME##_get_nbi(shmem_ctx_t ctx, T *dest, const T *source, size_t nelems, int pe);
_SHMEM_RMA_TYPES(_SHMEM_CTX_RMA, shmem_)

/** shmem_ctx_TYPE_iput, iget, ibput and ibget. Spec: OpenSHMEM 1.6, "Remote Memory Access Routines" */
#define _SHMEM_CTX_STRIDED(P, NAME, T)                                                                                 \
  void P##ctx_##NAME##_iput(shmem_ctx_t ctx, T *dest, const T *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems,    \
                            int pe);                                                                                   \
  void P##ctx_##NAME##_iget(shmem_ctx_t ctx, T *dest, const T *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems,    \
                            int pe);                                                                                   \
  void P##ctx_##NAME##_ibput(shmem_ctx_t ctx, T *dest, const T *source, ptrdiff_t dst, ptrdiff_t sst, size_t bsize,    \
                             size_t nblocks, int pe);                                                                  \
  void P##ctx_##NAME##_ibget(shmem_ctx_t ctx, T *dest, const T *source, ptrdiff_t dst, ptrdiff_t sst, size_t bsize,    \
                             size_t nblocks, int pe);
_SHMEM_RMA_TYPES(_SHMEM_CTX_STRIDED, shmem_)

/** The same with elements of N bits (8, 16, 32, 64, 128). Spec: OpenSHMEM 1.6, "Remote Memory Access Routines" */
#define _SHMEM_CTX_SIZED(P, BITS)                                                                                      \
  void P##ctx_put##BITS(shmem_ctx_t ctx, void *dest, const void *source, size_t nelems, int pe);                       \
  void P##ctx_get##BITS(shmem_ctx_t ctx, void *dest, const void *source, size_t nelems, int pe);                       \
  void P##ctx_put##BITS##_nbi(shmem_ctx_t ctx, void *dest, const void *source, size_t nelems, int pe);                 \
  void P##ctx_get##BITS##_nbi(shmem_ctx_t ctx, void *dest, const void *source, size_t nelems, int pe);                 \
  void P##ctx_iput##BITS(shmem_ctx_t ctx, void *dest, const void *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, \
                         int pe);                                                                                      \
  void P##ctx_iget##BITS(shmem_ctx_t ctx, void *dest, const void *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, \
                         int pe);                                                                                      \
  void P##ctx_ibput##BITS(shmem_ctx_t ctx, void *dest, const void *source, ptrdiff_t dst, ptrdiff_t sst, size_t bsize, \
                          size_t nblocks, int pe);                                                                     \
  void P##ctx_ibget##BITS(shmem_ctx_t ctx, void *dest, const void *source, ptrdiff_t dst, ptrdiff_t sst, size_t bsize, \
                          size_t nblocks, int pe);
_SHMEM_RMA_SIZES(_SHMEM_CTX_SIZED, shmem_)

/** @name The same with bytes. Spec: OpenSHMEM 1.6, "Remote Memory Access Routines" */
/**@{*/
void shmem_ctx_putmem(shmem_ctx_t ctx, void *dest, const void *source, size_t nelems, int pe);
void shmem_ctx_getmem(shmem_ctx_t ctx, void *dest, const void *source, size_t nelems, int pe);
void shmem_ctx_putmem_nbi(shmem_ctx_t ctx, void *dest, const void *source, size_t nelems, int pe);
void shmem_ctx_getmem_nbi(shmem_ctx_t ctx, void *dest, const void *source, size_t nelems, int pe);
/**@}*/

#if defined(__GNUC__) || defined(__clang__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
