/**
 * @file shmem/overload_ctx.h
 * The overloads of C++ with a context, and those of block-strided copies and signals. See shmem/overload.h.
 *
 * Part of shmem.h in C++; a program includes that.
 */
#ifndef _SHMEM_OVERLOAD_CTX_H
#define _SHMEM_OVERLOAD_CTX_H

#include "amo_ctx.h"
#include "rma.h"
#include "rma_ctx.h"
#include "signals.h"

#ifdef __cplusplus
extern "C++" { /* also where a program includes shmem.h inside extern "C" */

/** Block-strided copies and signals of one type, and all of one type on a context: see shmem/rma.h, shmem/signals.h and shmem/rma_ctx.h. */
#define _SHMEM_CXX_RMA_MORE(NAME, T)                                                                                   \
  static inline void shmem_ibput(T *dest, const T *source, ptrdiff_t dst, ptrdiff_t sst,              \
                                 size_t bsize, size_t nblocks, int pe) {                                               \
    shmem_##NAME##_ibput(dest, source, dst, sst, bsize, nblocks, pe);                                         \
  }                                                                                                                    \
  static inline void shmem_ibget(T *dest, const T *source, ptrdiff_t dst, ptrdiff_t sst,              \
                                 size_t bsize, size_t nblocks, int pe) {                                               \
    shmem_##NAME##_ibget(dest, source, dst, sst, bsize, nblocks, pe);                                         \
  } \
  static inline void shmem_put_signal(T *dest, const T *source, size_t nelems, uint64_t *sig_addr,    \
                                      uint64_t signal, int sig_op, int pe) {                                           \
    shmem_##NAME##_put_signal(dest, source, nelems, sig_addr, signal, sig_op, pe);                            \
  }                                                                                                                    \
  static inline void shmem_put_signal_nbi(T *dest, const T *source, size_t nelems,                    \
                                          uint64_t *sig_addr, uint64_t signal, int sig_op, int pe) {                   \
    shmem_##NAME##_put_signal_nbi(dest, source, nelems, sig_addr, signal, sig_op, pe);                        \
  } \
  static inline void shmem_ibput(shmem_ctx_t ctx, T *dest, const T *source, ptrdiff_t dst, ptrdiff_t sst,              \
                                 size_t bsize, size_t nblocks, int pe) {                                               \
    shmem_ctx_##NAME##_ibput(ctx, dest, source, dst, sst, bsize, nblocks, pe);                                         \
  }                                                                                                                    \
  static inline void shmem_ibget(shmem_ctx_t ctx, T *dest, const T *source, ptrdiff_t dst, ptrdiff_t sst,              \
                                 size_t bsize, size_t nblocks, int pe) {                                               \
    shmem_ctx_##NAME##_ibget(ctx, dest, source, dst, sst, bsize, nblocks, pe);                                         \
  } \
  static inline void shmem_put_signal(shmem_ctx_t ctx, T *dest, const T *source, size_t nelems, uint64_t *sig_addr,    \
                                      uint64_t signal, int sig_op, int pe) {                                           \
    shmem_ctx_##NAME##_put_signal(ctx, dest, source, nelems, sig_addr, signal, sig_op, pe);                            \
  }                                                                                                                    \
  static inline void shmem_put_signal_nbi(shmem_ctx_t ctx, T *dest, const T *source, size_t nelems,                    \
                                          uint64_t *sig_addr, uint64_t signal, int sig_op, int pe) {                   \
    shmem_ctx_##NAME##_put_signal_nbi(ctx, dest, source, nelems, sig_addr, signal, sig_op, pe);                        \
  } \
  static inline void shmem_put(shmem_ctx_t ctx, T *dest, const T *source, size_t nelems, int pe) {                     \
    shmem_ctx_##NAME##_put(ctx, dest, source, nelems, pe);                                                             \
  }                                                                                                                    \
  static inline void shmem_get(shmem_ctx_t ctx, T *dest, const T *source, size_t nelems, int pe) {                     \
    shmem_ctx_##NAME##_get(ctx, dest, source, nelems, pe);                                                             \
  }                                                                                                                    \
  static inline void shmem_put_nbi(shmem_ctx_t ctx, T *dest, const T *source, size_t nelems, int pe) {                 \
    shmem_ctx_##NAME##_put_nbi(ctx, dest, source, nelems, pe);                                                         \
  }                                                                                                                    \
  static inline void shmem_get_nbi(shmem_ctx_t ctx, T *dest, const T *source, size_t nelems, int pe) {                 \
    shmem_ctx_##NAME##_get_nbi(ctx, dest, source, nelems, pe);                                                         \
  }                                                                                                                    \
  static inline void shmem_iput(shmem_ctx_t ctx, T *dest, const T *source, ptrdiff_t dst, ptrdiff_t sst,               \
                                size_t nelems, int pe) {                                                               \
    shmem_ctx_##NAME##_iput(ctx, dest, source, dst, sst, nelems, pe);                                                  \
  }                                                                                                                    \
  static inline void shmem_iget(shmem_ctx_t ctx, T *dest, const T *source, ptrdiff_t dst, ptrdiff_t sst,               \
                                size_t nelems, int pe) {                                                               \
    shmem_ctx_##NAME##_iget(ctx, dest, source, dst, sst, nelems, pe);                                                  \
  }                                                                                                                    \
  static inline void shmem_p(shmem_ctx_t ctx, T *dest, T value, int pe) {                                              \
    shmem_ctx_##NAME##_p(ctx, dest, value, pe);                                                                        \
  }                                                                                                                    \
  static inline T shmem_g(shmem_ctx_t ctx, const T *source, int pe) {                                                  \
    return shmem_ctx_##NAME##_g(ctx, source, pe);                                                                      \
  }

_SHMEM_CXX_RMA_MORE(float, float)
_SHMEM_CXX_RMA_MORE(double, double)
_SHMEM_CXX_RMA_MORE(longdouble, long double)
_SHMEM_CXX_RMA_MORE(char, char)
_SHMEM_CXX_RMA_MORE(schar, signed char)
_SHMEM_CXX_RMA_MORE(short, short)
_SHMEM_CXX_RMA_MORE(int, int)
_SHMEM_CXX_RMA_MORE(long, long)
_SHMEM_CXX_RMA_MORE(longlong, long long)
_SHMEM_CXX_RMA_MORE(uchar, unsigned char)
_SHMEM_CXX_RMA_MORE(ushort, unsigned short)
_SHMEM_CXX_RMA_MORE(uint, unsigned int)
_SHMEM_CXX_RMA_MORE(ulong, unsigned long)
_SHMEM_CXX_RMA_MORE(ulonglong, unsigned long long)

/** fetch, set and swap of one type on a context: see shmem/amo_ctx.h. */
#define _SHMEM_CXX_CTX_AMO_EXT(NAME, T)                                                                                \
  static inline T shmem_atomic_fetch(shmem_ctx_t ctx, const T *source, int pe) {                                       \
    return shmem_ctx_##NAME##_atomic_fetch(ctx, source, pe);                                                           \
  }                                                                                                                    \
  static inline void shmem_atomic_set(shmem_ctx_t ctx, T *dest, T value, int pe) {                                     \
    shmem_ctx_##NAME##_atomic_set(ctx, dest, value, pe);                                                               \
  }                                                                                                                    \
  static inline T shmem_atomic_swap(shmem_ctx_t ctx, T *dest, T value, int pe) {                                       \
    return shmem_ctx_##NAME##_atomic_swap(ctx, dest, value, pe);                                                       \
  }                                                                                                                    \
  static inline void shmem_atomic_fetch_nbi(shmem_ctx_t ctx, T *fetch, const T *source, int pe) {                      \
    shmem_ctx_##NAME##_atomic_fetch_nbi(ctx, fetch, source, pe);                                                       \
  }                                                                                                                    \
  static inline void shmem_atomic_swap_nbi(shmem_ctx_t ctx, T *fetch, T *dest, T value, int pe) {                      \
    shmem_ctx_##NAME##_atomic_swap_nbi(ctx, fetch, dest, value, pe);                                                   \
  }

/** The standard atomics of one type on a context: see shmem/amo_ctx.h. */
#define _SHMEM_CXX_CTX_AMO(NAME, T)                                                                                    \
  _SHMEM_CXX_CTX_AMO_EXT(NAME, T)                                                                                      \
  static inline T shmem_atomic_compare_swap(shmem_ctx_t ctx, T *dest, T cond, T value, int pe) {                       \
    return shmem_ctx_##NAME##_atomic_compare_swap(ctx, dest, cond, value, pe);                                         \
  }                                                                                                                    \
  static inline T shmem_atomic_fetch_inc(shmem_ctx_t ctx, T *dest, int pe) {                                           \
    return shmem_ctx_##NAME##_atomic_fetch_inc(ctx, dest, pe);                                                         \
  }                                                                                                                    \
  static inline void shmem_atomic_inc(shmem_ctx_t ctx, T *dest, int pe) {                                              \
    shmem_ctx_##NAME##_atomic_inc(ctx, dest, pe);                                                                      \
  }                                                                                                                    \
  static inline T shmem_atomic_fetch_add(shmem_ctx_t ctx, T *dest, T value, int pe) {                                  \
    return shmem_ctx_##NAME##_atomic_fetch_add(ctx, dest, value, pe);                                                  \
  }                                                                                                                    \
  static inline void shmem_atomic_add(shmem_ctx_t ctx, T *dest, T value, int pe) {                                     \
    shmem_ctx_##NAME##_atomic_add(ctx, dest, value, pe);                                                               \
  }                                                                                                                    \
  static inline void shmem_atomic_compare_swap_nbi(shmem_ctx_t ctx, T *fetch, T *dest, T cond, T value, int pe) {      \
    shmem_ctx_##NAME##_atomic_compare_swap_nbi(ctx, fetch, dest, cond, value, pe);                                     \
  }                                                                                                                    \
  static inline void shmem_atomic_fetch_inc_nbi(shmem_ctx_t ctx, T *fetch, T *dest, int pe) {                          \
    shmem_ctx_##NAME##_atomic_fetch_inc_nbi(ctx, fetch, dest, pe);                                                     \
  }                                                                                                                    \
  static inline void shmem_atomic_fetch_add_nbi(shmem_ctx_t ctx, T *fetch, T *dest, T value, int pe) {                 \
    shmem_ctx_##NAME##_atomic_fetch_add_nbi(ctx, fetch, dest, value, pe);                                              \
  }

_SHMEM_CXX_CTX_AMO_EXT(float, float)
_SHMEM_CXX_CTX_AMO_EXT(double, double)
_SHMEM_CXX_CTX_AMO(int, int)
_SHMEM_CXX_CTX_AMO(long, long)
_SHMEM_CXX_CTX_AMO(longlong, long long)
_SHMEM_CXX_CTX_AMO(uint, unsigned int)
_SHMEM_CXX_CTX_AMO(ulong, unsigned long)
_SHMEM_CXX_CTX_AMO(ulonglong, unsigned long long)

/** One bitwise atomic of one type on a context: see shmem/amo_ctx.h. */
#define _SHMEM_CXX_CTX_BIT(NAME, T, OP)                                                                                \
  static inline void shmem_atomic_##OP(shmem_ctx_t ctx, T *dest, T value, int pe) {                                    \
    shmem_ctx_##NAME##_atomic_##OP(ctx, dest, value, pe);                                                              \
  }                                                                                                                    \
  static inline T shmem_atomic_fetch_##OP(shmem_ctx_t ctx, T *dest, T value, int pe) {                                 \
    return shmem_ctx_##NAME##_atomic_fetch_##OP(ctx, dest, value, pe);                                                 \
  }                                                                                                                    \
  static inline void shmem_atomic_fetch_##OP##_nbi(shmem_ctx_t ctx, T *fetch, T *dest, T value, int pe) {              \
    shmem_ctx_##NAME##_atomic_fetch_##OP##_nbi(ctx, fetch, dest, value, pe);                                           \
  }

_SHMEM_CXX_CTX_BIT(uint, unsigned int, and)
_SHMEM_CXX_CTX_BIT(uint, unsigned int, or)
_SHMEM_CXX_CTX_BIT(uint, unsigned int, xor)
_SHMEM_CXX_CTX_BIT(ulong, unsigned long, and)
_SHMEM_CXX_CTX_BIT(ulong, unsigned long, or)
_SHMEM_CXX_CTX_BIT(ulong, unsigned long, xor)
_SHMEM_CXX_CTX_BIT(ulonglong, unsigned long long, and)
_SHMEM_CXX_CTX_BIT(ulonglong, unsigned long long, or)
_SHMEM_CXX_CTX_BIT(ulonglong, unsigned long long, xor)
_SHMEM_CXX_CTX_BIT(int32, int32_t, and)
_SHMEM_CXX_CTX_BIT(int32, int32_t, or)
_SHMEM_CXX_CTX_BIT(int32, int32_t, xor)
_SHMEM_CXX_CTX_BIT(int64, int64_t, and)
_SHMEM_CXX_CTX_BIT(int64, int64_t, or)
_SHMEM_CXX_CTX_BIT(int64, int64_t, xor)

/** Signals without data on a context: see shmem/signals.h. */
static inline void shmem_signal_add(shmem_ctx_t ctx, uint64_t *sig_addr, uint64_t signal, int pe) { shmem_ctx_signal_add(ctx, sig_addr, signal, pe); }
static inline void shmem_signal_set(shmem_ctx_t ctx, uint64_t *sig_addr, uint64_t signal, int pe) { shmem_ctx_signal_set(ctx, sig_addr, signal, pe); }

} /* extern "C++" */
#endif

#endif
