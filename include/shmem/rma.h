/**
 * @file shmem/rma.h
 * Puts and gets: typed, sized in bits, in bytes, strided, and those that complete later.
 *
 * Part of shmem.h; a program includes that. In all of them the address on the other PE (dest of a put, source of a get) is the
 * address of a symmetric object on this PE and names the corresponding object there; the local one is ordinary memory. The local
 * buffer belongs to the program throughout. nelems 0 is legal, with any addresses. A PE that does not exist, a range that leaves
 * symmetric memory, or NULL with a length ends the job with one line that names the argument.
 */
#ifndef _SHMEM_RMA_H
#define _SHMEM_RMA_H

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__) || defined(__clang__)
#pragma GCC visibility push(default)
#endif

/**
 * shmem_TYPE_put: copy nelems elements from source here to dest on PE pe. Returns when source may be reused; dest is complete
 * after shmem_quiet or a barrier.
 *
 * Spec: OpenSHMEM 1.6, "Remote Memory Access Routines"
 */
#define _SHMEM_PUT(P, NAME, T) void P##NAME##_put(T *dest, const T *source, size_t nelems, int pe);
_SHMEM_RMA_TYPES(_SHMEM_PUT, shmem_)

/**
 * shmem_TYPE_p: store one value to dest on PE pe. Complete after shmem_quiet or a barrier.
 *
 * Spec: OpenSHMEM 1.6, "Remote Memory Access Routines"
 */
#define _SHMEM_P(P, NAME, T) void P##NAME##_p(T *dest, T value, int pe);
_SHMEM_RMA_TYPES(_SHMEM_P, shmem_)

/**
 * shmem_TYPE_get: copy nelems elements from source on PE pe to dest here. Blocks until they have arrived.
 *
 * Spec: OpenSHMEM 1.6, "Remote Memory Access Routines"
 */
#define _SHMEM_GET(P, NAME, T) void P##NAME##_get(T *dest, const T *source, size_t nelems, int pe);
_SHMEM_RMA_TYPES(_SHMEM_GET, shmem_)

/**
 * shmem_TYPE_g: the value of source on PE pe. Blocks until it has arrived.
 *
 * Spec: OpenSHMEM 1.6, "Remote Memory Access Routines"
 */
#define _SHMEM_G(P, NAME, T) T P##NAME##_g(const T *source, int pe);
_SHMEM_RMA_TYPES(_SHMEM_G, shmem_)

/**
 * shmem_TYPE_iput: copy nelems elements that lie sst elements apart in source here to places dst elements apart in dest on PE pe.
 * Strides are at least 1. Completes as a put.
 *
 * Spec: OpenSHMEM 1.6, "Remote Memory Access Routines"
 */
#define _SHMEM_IPUT(P, NAME, T)                                                                                        \
  void P##NAME##_iput(T *dest, const T *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe);
_SHMEM_RMA_TYPES(_SHMEM_IPUT, shmem_)

/**
 * shmem_TYPE_iget: copy nelems elements that lie sst elements apart in source on PE pe to places dst elements apart in dest here.
 * Strides are at least 1. Blocks until they have arrived.
 *
 * Spec: OpenSHMEM 1.6, "Remote Memory Access Routines"
 */
#define _SHMEM_IGET(P, NAME, T)                                                                                        \
  void P##NAME##_iget(T *dest, const T *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe);
_SHMEM_RMA_TYPES(_SHMEM_IGET, shmem_)

/**
 * shmem_TYPE_ibput: copy nblocks blocks of bsize elements, whose starts lie sst elements apart in source here, to places dst elements
 * apart in dest on PE pe. Strides are at least bsize. Completes as a put.
 *
 * Spec: OpenSHMEM 1.6, "Remote Memory Access Routines"
 */
#define _SHMEM_IBPUT(P, NAME, T)                                                                                       \
  void P##NAME##_ibput(T *dest, const T *source, ptrdiff_t dst, ptrdiff_t sst, size_t bsize, size_t nblocks, int pe);
_SHMEM_RMA_TYPES(_SHMEM_IBPUT, shmem_)

/**
 * shmem_TYPE_ibget: copy nblocks blocks of bsize elements, whose starts lie sst elements apart in source on PE pe, to places dst elements
 * apart in dest here. Strides are at least bsize. Blocks until they have arrived.
 *
 * Spec: OpenSHMEM 1.6, "Remote Memory Access Routines"
 */
#define _SHMEM_IBGET(P, NAME, T)                                                                                       \
  void P##NAME##_ibget(T *dest, const T *source, ptrdiff_t dst, ptrdiff_t sst, size_t bsize, size_t nblocks, int pe);
_SHMEM_RMA_TYPES(_SHMEM_IBGET, shmem_)

/**
 * shmem_TYPE_put_nbi: start a put and return. source may be reused, and dest is complete, after shmem_quiet.
 *
 * Spec: OpenSHMEM 1.6, "Non-blocking Remote Memory Access Routines"
 */
#define _SHMEM_PUT_NBI(P, NAME, T) void P##NAME##_put_nbi(T *dest, const T *source, size_t nelems, int pe);
_SHMEM_RMA_TYPES(_SHMEM_PUT_NBI, shmem_)

/**
 * shmem_TYPE_get_nbi: start a get and return. dest holds the elements after shmem_quiet.
 *
 * Spec: OpenSHMEM 1.6, "Non-blocking Remote Memory Access Routines"
 */
#define _SHMEM_GET_NBI(P, NAME, T) void P##NAME##_get_nbi(T *dest, const T *source, size_t nelems, int pe);
_SHMEM_RMA_TYPES(_SHMEM_GET_NBI, shmem_)

/**
 * shmem_putN, getN, iputN, igetN, ibputN, ibgetN and the _nbi forms: as the typed ones, with elements of N bits (8, 16, 32, 64, 128).
 *
 * Spec: OpenSHMEM 1.6, "Remote Memory Access Routines"
 */
#define _SHMEM_SIZED(P, BITS)                                                                                          \
  void P##put##BITS(void *dest, const void *source, size_t nelems, int pe);                                            \
  void P##get##BITS(void *dest, const void *source, size_t nelems, int pe);                                            \
  void P##put##BITS##_nbi(void *dest, const void *source, size_t nelems, int pe);                                      \
  void P##get##BITS##_nbi(void *dest, const void *source, size_t nelems, int pe);                                      \
  void P##iput##BITS(void *dest, const void *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe);             \
  void P##iget##BITS(void *dest, const void *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe);             \
  void P##ibput##BITS(void *dest, const void *source, ptrdiff_t dst, ptrdiff_t sst, size_t bsize, size_t nblocks,      \
                      int pe);                                                                                         \
  void P##ibget##BITS(void *dest, const void *source, ptrdiff_t dst, ptrdiff_t sst, size_t bsize, size_t nblocks,      \
                      int pe);
_SHMEM_RMA_SIZES(_SHMEM_SIZED, shmem_)

/** Put nelems bytes; completes as shmem_TYPE_put. Spec: OpenSHMEM 1.6, "Remote Memory Access Routines" */
void shmem_putmem(void *dest, const void *source, size_t nelems, int pe);

/** Get nelems bytes; blocks until they have arrived. Spec: OpenSHMEM 1.6, "Remote Memory Access Routines" */
void shmem_getmem(void *dest, const void *source, size_t nelems, int pe);

/** Start a put of nelems bytes; completes as shmem_TYPE_put_nbi.
 * Spec: OpenSHMEM 1.6, "Non-blocking Remote Memory Access Routines" */
void shmem_putmem_nbi(void *dest, const void *source, size_t nelems, int pe);

/** Start a get of nelems bytes; completes as shmem_TYPE_get_nbi.
 * Spec: OpenSHMEM 1.6, "Non-blocking Remote Memory Access Routines" */
void shmem_getmem_nbi(void *dest, const void *source, size_t nelems, int pe);

#if defined(__GNUC__) || defined(__clang__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
