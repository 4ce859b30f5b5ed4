/**
 * @file shmemx.h
 * Extensions to OpenSHMEM that other libraries have and programs use: the clock and host name of Sandia's, what was an extension there
 * before OpenSHMEM 1.6 had it, Cray's transfers with a handle.
 */
#ifndef _SHMEMX_H
#define _SHMEMX_H

#include "shmem.h"

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__) || defined(__clang__)
#pragma GCC visibility push(default)
#endif

/** shmem_TYPE_sum_inscan and sum_exscan under the names that they had before OpenSHMEM 1.6. */
_SHMEM_SUM_TYPES(_SHMEM_SCAN, shmemx_)

/** Seconds on a clock that only goes forward; its zero is arbitrary, and another one on each PE. Legal at any time. Sandia OpenSHMEM. */
double shmemx_wtime(void);

/** The name of the host, which belongs to the library and stays. Legal at any time. Sandia OpenSHMEM. */
char *shmemx_nodename(void);

/** Takes a function that tells threads apart, and does not need it: a context is not bound to a thread. Sandia OpenSHMEM. */
void shmemx_register_gettid(uint64_t (*gettid_fn)(void));

/** A hint for shmem_malloc_with_hints: the program synchronises itself afterwards. The call waits for all PEs all the same. Sandia OpenSHMEM. */
#define SHMEMX_MALLOC_NO_BARRIER 4L

/** shmem_ptr under the name that the reference implementation of the University of Houston has. */
void *shmemx_lookup_remote_addr(void *addr, int pe);

/** shmem_TYPE_ibput and ibget, and their forms on contexts: see shmem/rma.h. Sandia OpenSHMEM. */
#define _SHMEMX_BLOCKS(P, NAME, T)                                                                                     \
  void P##NAME##_ibput(T *dest, const T *source, ptrdiff_t dst, ptrdiff_t sst, size_t bsize, size_t nblocks, int pe);  \
  void P##NAME##_ibget(T *dest, const T *source, ptrdiff_t dst, ptrdiff_t sst, size_t bsize, size_t nblocks, int pe);  \
  void P##ctx_##NAME##_ibput(shmem_ctx_t ctx, T *dest, const T *source, ptrdiff_t dst, ptrdiff_t sst, size_t bsize,    \
                             size_t nblocks, int pe);                                                                  \
  void P##ctx_##NAME##_ibget(shmem_ctx_t ctx, T *dest, const T *source, ptrdiff_t dst, ptrdiff_t sst, size_t bsize,    \
                             size_t nblocks, int pe);
_SHMEM_RMA_TYPES(_SHMEMX_BLOCKS, shmemx_)

/** The same with elements of N bits (8, 16, 32, 64, 128). */
#define _SHMEMX_BLOCKS_SIZED(P, BITS)                                                                                  \
  void P##ibput##BITS(void *dest, const void *source, ptrdiff_t dst, ptrdiff_t sst, size_t bsize, size_t nblocks,      \
                      int pe);                                                                                         \
  void P##ibget##BITS(void *dest, const void *source, ptrdiff_t dst, ptrdiff_t sst, size_t bsize, size_t nblocks,      \
                      int pe);                                                                                         \
  void P##ctx_ibput##BITS(shmem_ctx_t ctx, void *dest, const void *source, ptrdiff_t dst, ptrdiff_t sst, size_t bsize, \
                          size_t nblocks, int pe);                                                                     \
  void P##ctx_ibget##BITS(shmem_ctx_t ctx, void *dest, const void *source, ptrdiff_t dst, ptrdiff_t sst, size_t bsize, \
                          size_t nblocks, int pe);
_SHMEM_RMA_SIZES(_SHMEMX_BLOCKS_SIZED, shmemx_)

/** @name shmem_signal_add and set: see shmem/signals.h. Sandia OpenSHMEM. */
/**@{*/
void shmemx_signal_add(uint64_t *sig_addr, uint64_t signal, int pe);
void shmemx_signal_set(uint64_t *sig_addr, uint64_t signal, int pe);
void shmemx_ctx_signal_add(shmem_ctx_t ctx, uint64_t *sig_addr, uint64_t signal, int pe);
void shmemx_ctx_signal_set(shmem_ctx_t ctx, uint64_t *sig_addr, uint64_t signal, int pe);
/**@}*/

/** A transfer that has been started: what shmemx_wait_req waits for. */
typedef void *shmemx_request_handle_t;

/** The types of Cray's transfers with a handle. */
#define _SHMEMX_NB_TYPES(X, P)                                                                                         \
  X(P, short, short)                                                                                                   \
  X(P, int, int)                                                                                                       \
  X(P, long, long)                                                                                                     \
  X(P, longlong, long long)                                                                                            \
  X(P, float, float)                                                                                                   \
  X(P, double, double)                                                                                                 \
  X(P, longdouble, long double)

/**
 * Start a transfer as shmem_TYPE_put_nbi and get_nbi do, and give it a handle; handle may be NULL. shmem_quiet completes it too. Cray.
 */
#define _SHMEMX_NB(P, NAME, T)                                                                                         \
  void P##NAME##_put_nb(T *dest, const T *source, size_t nelems, int pe, shmemx_request_handle_t *handle);             \
  void P##NAME##_get_nb(T *dest, const T *source, size_t nelems, int pe, shmemx_request_handle_t *handle);
_SHMEMX_NB_TYPES(_SHMEMX_NB, shmemx_)

/** The same with elements of N bits. */
#define _SHMEMX_NB_SIZED(P, BITS)                                                                                      \
  void P##put##BITS##_nb(void *dest, const void *source, size_t nelems, int pe, shmemx_request_handle_t *handle);      \
  void P##get##BITS##_nb(void *dest, const void *source, size_t nelems, int pe, shmemx_request_handle_t *handle);
#define _SHMEMX_NB_SIZES(X, P)                                                                                         \
  X(P, 16)                                                                                                             \
  X(P, 32)                                                                                                             \
  X(P, 64)                                                                                                             \
  X(P, 128)
_SHMEMX_NB_SIZES(_SHMEMX_NB_SIZED, shmemx_)

/** @name The same with bytes. Cray. */
/**@{*/
void shmemx_putmem_nb(void *dest, const void *source, size_t nelems, int pe, shmemx_request_handle_t *handle);
void shmemx_getmem_nb(void *dest, const void *source, size_t nelems, int pe, shmemx_request_handle_t *handle);
/**@}*/

/** Block until a transfer is complete; it may complete others of the default context as well. University of Houston. */
void shmemx_wait_req(shmemx_request_handle_t handle);

/** Set *flag to 1 if a transfer is complete, else to 0; it completes it, and so may block. University of Houston. */
void shmemx_test_req(shmemx_request_handle_t handle, int *flag);

#if defined(__GNUC__) || defined(__clang__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#elif defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L

/** @name The type-generic names of the above in C11: see shmem/generic.h */
/**@{*/
#define shmemx_ibput(...) shmem_ibput(__VA_ARGS__)
#define shmemx_ibget(...) shmem_ibget(__VA_ARGS__)
#define shmemx_sum_inscan(...) shmem_sum_inscan(__VA_ARGS__)
#define shmemx_sum_exscan(...) shmem_sum_exscan(__VA_ARGS__)
#define shmemx_signal_add(...)                                                                                         \
  _Generic((_SHMEM_FIRST(__VA_ARGS__)), shmem_ctx_t: shmemx_ctx_signal_add, default: shmemx_signal_add)(__VA_ARGS__)
#define shmemx_signal_set(...)                                                                                         \
  _Generic((_SHMEM_FIRST(__VA_ARGS__)), shmem_ctx_t: shmemx_ctx_signal_set, default: shmemx_signal_set)(__VA_ARGS__)
/**@}*/

#endif

#ifdef __cplusplus
/** The overloads of the above in C++: see shmem/overload.h. */
template <typename... Args> static inline void shmemx_ibput(Args... args) { shmem_ibput(args...); }
template <typename... Args> static inline void shmemx_ibget(Args... args) { shmem_ibget(args...); }
static inline void shmemx_signal_add(shmem_ctx_t ctx, uint64_t *sig_addr, uint64_t signal, int pe) {
  shmemx_ctx_signal_add(ctx, sig_addr, signal, pe);
}
static inline void shmemx_signal_set(shmem_ctx_t ctx, uint64_t *sig_addr, uint64_t signal, int pe) {
  shmemx_ctx_signal_set(ctx, sig_addr, signal, pe);
}
#endif

#endif
