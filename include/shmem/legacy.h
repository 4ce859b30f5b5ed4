/**
 * @file shmem/legacy.h
 * Names that programs written for SGI and Cray SHMEM and for OpenSHMEM 1.0 to 1.3 use. Each does what its modern counterpart does.
 *
 * Part of shmem.h; a program includes that. New programs use the modern names.
 */
#ifndef _SHMEM_LEGACY_H
#define _SHMEM_LEGACY_H

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__) || defined(__clang__)
#pragma GCC visibility push(default)
#endif

/**
 * Start the library; npes is ignored, further calls do nothing, and the library ends by itself at exit. See shmem_init.
 *
 * Spec: OpenSHMEM 1.6, "Library Setup, Exit, and Query Routines" (deprecated in 1.2)
 */
void start_pes(int npes);

/** shmem_my_pe. Deprecated in OpenSHMEM 1.2. */
int _my_pe(void);

/** shmem_n_pes. Deprecated in OpenSHMEM 1.2. */
int _num_pes(void);

/** shmem_malloc. Deprecated in OpenSHMEM 1.2. */
void *shmalloc(size_t size);

/** shmem_align. Deprecated in OpenSHMEM 1.2. */
void *shmemalign(size_t alignment, size_t size);

/** shmem_realloc. Deprecated in OpenSHMEM 1.2. */
void *shrealloc(void *ptr, size_t size);

/** shmem_free. Deprecated in OpenSHMEM 1.2. */
void shfree(void *ptr);

/**
 * The atomics under their names of before 1.4 (deprecated): shmem_TYPE_atomic_compare_swap, fetch_inc, fetch_add, inc and add. Wider
 * than the specification, which has int, long and long long only.
 *
 * Spec: OpenSHMEM 1.6, "Atomic Memory Operations"
 */
#define _SHMEM_AMO_OLD(P, NAME, T)                                                                                     \
  T P##NAME##_cswap(T *dest, T cond, T value, int pe);                                                                 \
  T P##NAME##_finc(T *dest, int pe);                                                                                   \
  T P##NAME##_fadd(T *dest, T value, int pe);                                                                          \
  void P##NAME##_inc(T *dest, int pe);                                                                                 \
  void P##NAME##_add(T *dest, T value, int pe);
#define _SHMEM_AMO_OLD_TYPES(X, P)                                                                                     \
  X(P, short, short)                                                                                                   \
  _SHMEM_AMO_TYPES(X, P)
_SHMEM_AMO_OLD_TYPES(_SHMEM_AMO_OLD, shmem_)

/** shmem_TYPE_atomic_fetch and set under their names of before 1.4 (deprecated).
 * Spec: OpenSHMEM 1.6, "Atomic Memory Operations" */
#define _SHMEM_AMO_OLD_EXT(P, NAME, T)                                                                                 \
  T P##NAME##_fetch(const T *source, int pe);                                                                          \
  void P##NAME##_set(T *dest, T value, int pe);
_SHMEM_AMO_EXT_TYPES(_SHMEM_AMO_OLD_EXT, shmem_)

/** shmem_TYPE_atomic_swap under its name of before 1.4 (deprecated). Spec: OpenSHMEM 1.6, "Atomic Memory Operations" */
#define _SHMEM_AMO_OLD_SWAP(P, NAME, T) T P##NAME##_swap(T *dest, T value, int pe);
#define _SHMEM_AMO_OLD_SWAP_TYPES(X, P)                                                                                \
  X(P, short, short)                                                                                                   \
  _SHMEM_AMO_EXT_TYPES(X, P)
_SHMEM_AMO_OLD_SWAP_TYPES(_SHMEM_AMO_OLD_SWAP, shmem_)

/** shmem_TYPE_mswap: store those bits of value that mask has, atomically; returns what was there. Cray's; never in OpenSHMEM. */
#define _SHMEM_MSWAP(P, NAME, T) T P##NAME##_mswap(T *dest, T mask, T value, int pe);
#define _SHMEM_MSWAP_TYPES(X, P)                                                                                       \
  X(P, short, short)                                                                                                   \
  X(P, int, int)                                                                                                       \
  X(P, long, long)
_SHMEM_MSWAP_TYPES(_SHMEM_MSWAP, shmem_)

/** The types of Cray's transfers with a handle. */
#define _SHMEM_NB_TYPES(X, P)                                                                                          \
  X(P, short, short)                                                                                                   \
  X(P, int, int)                                                                                                       \
  X(P, long, long)                                                                                                     \
  X(P, longlong, long long)                                                                                            \
  X(P, float, float)                                                                                                   \
  X(P, double, double)                                                                                                 \
  X(P, longdouble, long double)

/**
 * shmem_TYPE_put_nb and get_nb: start a transfer as shmem_TYPE_put_nbi and get_nbi do, and give it a handle for shmem_wait_nb; handle may be NULL.
 * shmem_quiet and barriers complete it too. Cray's; never in OpenSHMEM.
 */
#define _SHMEM_NB(P, NAME, T)                                                                                          \
  void P##NAME##_put_nb(T *dest, const T *source, size_t nelems, int pe, void **handle);                               \
  void P##NAME##_get_nb(T *dest, const T *source, size_t nelems, int pe, void **handle);
_SHMEM_NB_TYPES(_SHMEM_NB, shmem_)

/** shmem_putBITS_nb and getBITS_nb: the same with elements of BITS bits. */
#define _SHMEM_NB_SIZED(P, BITS)                                                                                       \
  void P##put##BITS##_nb(void *dest, const void *source, size_t nelems, int pe, void **handle);                        \
  void P##get##BITS##_nb(void *dest, const void *source, size_t nelems, int pe, void **handle);
#define _SHMEM_NB_SIZES(X, P)                                                                                          \
  X(P, 16)                                                                                                             \
  X(P, 32)                                                                                                             \
  X(P, 64)                                                                                                             \
  X(P, 128)
_SHMEM_NB_SIZES(_SHMEM_NB_SIZED, shmem_)

/** @name The same with bytes, and the end of a transfer. Cray's; never in OpenSHMEM. */
/**@{*/
void shmem_putmem_nb(void *dest, const void *source, size_t nelems, int pe, void **handle);
void shmem_getmem_nb(void *dest, const void *source, size_t nelems, int pe, void **handle);

/** Block until a transfer is complete; it may complete others of the default context as well. */
void shmem_wait_nb(void *handle);

/** 1 if a transfer is complete, else 0; it completes it, and so may block. */
int shmem_test_nb(void *handle);
/**@}*/

/**
 * shmem_TYPE_wait: block until *ivar is no longer equal to cmp_value (deprecated in 1.4).
 *
 * Spec: OpenSHMEM 1.6, "Point-To-Point Synchronization Routines"
 */
#define _SHMEM_WAIT_OLD(P, NAME, T) void P##NAME##_wait(T *ivar, T cmp_value);
#define _SHMEM_WAIT_OLD_TYPES(X, P)                                                                                    \
  X(P, short, short)                                                                                                   \
  X(P, int, int)                                                                                                       \
  X(P, long, long)                                                                                                     \
  X(P, longlong, long long)
_SHMEM_WAIT_OLD_TYPES(_SHMEM_WAIT_OLD, shmem_)

/** shmem_long_wait. Deprecated in OpenSHMEM 1.4. */
void shmem_wait(long *ivar, long cmp_value);

/** shmem_long_wait_until. In C11 a macro of this name takes any type; the function is reached as (shmem_wait_until). */
void shmem_wait_until(long *ivar, int cmp, long cmp_value);

/** shmem_long_swap. In C11 a macro of this name takes any type. Removed in OpenSHMEM 1.1. */
long shmem_swap(long *dest, long value, int pe);

#ifndef __cplusplus /* there, shmem/overload.h takes typed pointers under these names; a void pointer should not compile */

/** @name The old atomics on long, under their names without a type. In C11 macros of these names take any type. Never in OpenSHMEM. */
/**@{*/
long shmem_cswap(long *dest, long cond, long value, int pe);
long shmem_finc(long *dest, int pe);
long shmem_fadd(long *dest, long value, int pe);
void shmem_inc(long *dest, int pe);
void shmem_add(long *dest, long value, int pe);
/**@}*/

/** shmem_put64, Cray's untyped put of 64-bit words. In C11 a macro of this name takes any type. Never in OpenSHMEM. */
void shmem_put(void *dest, const void *source, size_t nelems, int pe);

/** shmem_get64. As shmem_put. */
void shmem_get(void *dest, const void *source, size_t nelems, int pe);

/** shmem_iput64. As shmem_put. */
void shmem_iput(void *dest, const void *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe);

/** shmem_iget64. As shmem_put. */
void shmem_iget(void *dest, const void *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe);

/* Cray's switch: before C11, the names without a type mean 32-bit words. */
#if defined(SHMEM_C_GENERIC_32) && !(defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L)
#define shmem_put shmem_put32
#define shmem_get shmem_get32
#define shmem_iput shmem_iput32
#define shmem_iget shmem_iget32
#define shmem_swap shmem_int_swap
#define shmem_cswap shmem_int_cswap
#define shmem_finc shmem_int_finc
#define shmem_fadd shmem_int_fadd
#define shmem_inc shmem_int_inc
#define shmem_add shmem_int_add
#endif

#endif

/** @name Cache control of the Cray T3D. Nothing to do on today's machines: legal at any time, without effect.
 * Spec: OpenSHMEM 1.3, "Cache Management" */
/**@{*/
void shmem_set_cache_inv(void);
void shmem_clear_cache_inv(void);
void shmem_set_cache_line_inv(void *dest);
void shmem_clear_cache_line_inv(void *dest);
void shmem_udcflush(void);
void shmem_udcflush_line(void *dest);
/**@}*/

#if defined(__GNUC__) || defined(__clang__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
