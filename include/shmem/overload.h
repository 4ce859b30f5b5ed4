/**
 * @file shmem/overload.h
 * The type-generic names of OpenSHMEM in C++, as inline overloads of the typed functions. See shmem/generic.h for C11.
 *
 * Part of shmem.h in C++; a program includes that.
 */
#ifndef _SHMEM_OVERLOAD_H
#define _SHMEM_OVERLOAD_H

#include "amo.h"
#include "collective.h"
#include "legacy.h"
#include "rma.h"
#include "sync.h"

#ifdef __cplusplus
extern "C++" { /* also where a program includes shmem.h inside extern "C" */

/** Puts and gets of one type: see shmem/rma.h. */
#define _SHMEM_CXX_RMA(NAME, T)                                                                                        \
  static inline void shmem_put(T *dest, const T *source, size_t nelems, int pe) {                                      \
    shmem_##NAME##_put(dest, source, nelems, pe);                                                                      \
  }                                                                                                                    \
  static inline void shmem_get(T *dest, const T *source, size_t nelems, int pe) {                                      \
    shmem_##NAME##_get(dest, source, nelems, pe);                                                                      \
  }                                                                                                                    \
  static inline void shmem_put_nbi(T *dest, const T *source, size_t nelems, int pe) {                                  \
    shmem_##NAME##_put_nbi(dest, source, nelems, pe);                                                                  \
  }                                                                                                                    \
  static inline void shmem_get_nbi(T *dest, const T *source, size_t nelems, int pe) {                                  \
    shmem_##NAME##_get_nbi(dest, source, nelems, pe);                                                                  \
  }                                                                                                                    \
  static inline void shmem_iput(T *dest, const T *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe) {       \
    shmem_##NAME##_iput(dest, source, dst, sst, nelems, pe);                                                           \
  }                                                                                                                    \
  static inline void shmem_iget(T *dest, const T *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe) {       \
    shmem_##NAME##_iget(dest, source, dst, sst, nelems, pe);                                                           \
  }                                                                                                                    \
  static inline void shmem_p(T *dest, T value, int pe) { shmem_##NAME##_p(dest, value, pe); }                          \
  static inline T shmem_g(const T *source, int pe) { return shmem_##NAME##_g(source, pe); }

_SHMEM_CXX_RMA(float, float)
_SHMEM_CXX_RMA(double, double)
_SHMEM_CXX_RMA(longdouble, long double)
_SHMEM_CXX_RMA(char, char)
_SHMEM_CXX_RMA(schar, signed char)
_SHMEM_CXX_RMA(short, short)
_SHMEM_CXX_RMA(int, int)
_SHMEM_CXX_RMA(long, long)
_SHMEM_CXX_RMA(longlong, long long)
_SHMEM_CXX_RMA(uchar, unsigned char)
_SHMEM_CXX_RMA(ushort, unsigned short)
_SHMEM_CXX_RMA(uint, unsigned int)
_SHMEM_CXX_RMA(ulong, unsigned long)
_SHMEM_CXX_RMA(ulonglong, unsigned long long)

/** fetch and set of one type: see shmem/amo.h; swap is apart because shmem_swap on long is the C function itself. */
#define _SHMEM_CXX_AMO_EXT(NAME, T)                                                                                    \
  static inline T shmem_atomic_fetch(const T *source, int pe) { return shmem_##NAME##_atomic_fetch(source, pe); }      \
  static inline void shmem_atomic_set(T *dest, T value, int pe) { shmem_##NAME##_atomic_set(dest, value, pe); }        \
  static inline T shmem_atomic_swap(T *dest, T value, int pe) { return shmem_##NAME##_atomic_swap(dest, value, pe); }  \
  static inline void shmem_atomic_fetch_nbi(T *fetch, const T *source, int pe) {                                       \
    shmem_##NAME##_atomic_fetch_nbi(fetch, source, pe);                                                                \
  }                                                                                                                    \
  static inline void shmem_atomic_swap_nbi(T *fetch, T *dest, T value, int pe) {                                       \
    shmem_##NAME##_atomic_swap_nbi(fetch, dest, value, pe);                                                            \
  }                                                                                                                    \
  static inline T shmem_fetch(const T *source, int pe) { return shmem_##NAME##_fetch(source, pe); }                    \
  static inline void shmem_set(T *dest, T value, int pe) { shmem_##NAME##_set(dest, value, pe); }

/** shmem_swap of one type: see shmem/legacy.h. */
#define _SHMEM_CXX_SWAP(NAME, T)                                                                                       \
  static inline T shmem_swap(T *dest, T value, int pe) { return shmem_##NAME##_swap(dest, value, pe); }

/** The old names of the standard atomics of one type: see shmem/legacy.h. */
#define _SHMEM_CXX_AMO_OLD(NAME, T)                                                                                    \
  static inline T shmem_cswap(T *dest, T cond, T value, int pe) { return shmem_##NAME##_cswap(dest, cond, value, pe); } \
  static inline T shmem_finc(T *dest, int pe) { return shmem_##NAME##_finc(dest, pe); }                                \
  static inline void shmem_inc(T *dest, int pe) { shmem_##NAME##_inc(dest, pe); }                                      \
  static inline T shmem_fadd(T *dest, T value, int pe) { return shmem_##NAME##_fadd(dest, value, pe); }                \
  static inline void shmem_add(T *dest, T value, int pe) { shmem_##NAME##_add(dest, value, pe); }

/** The standard atomics of one type: see shmem/amo.h. */
#define _SHMEM_CXX_AMO(NAME, T)                                                                                        \
  _SHMEM_CXX_AMO_EXT(NAME, T)                                                                                          \
  _SHMEM_CXX_AMO_OLD(NAME, T)                                                                                          \
  static inline T shmem_atomic_compare_swap(T *dest, T cond, T value, int pe) {                                        \
    return shmem_##NAME##_atomic_compare_swap(dest, cond, value, pe);                                                  \
  }                                                                                                                    \
  static inline T shmem_atomic_fetch_inc(T *dest, int pe) { return shmem_##NAME##_atomic_fetch_inc(dest, pe); }        \
  static inline void shmem_atomic_inc(T *dest, int pe) { shmem_##NAME##_atomic_inc(dest, pe); }                        \
  static inline T shmem_atomic_fetch_add(T *dest, T value, int pe) {                                                   \
    return shmem_##NAME##_atomic_fetch_add(dest, value, pe);                                                           \
  }                                                                                                                    \
  static inline void shmem_atomic_add(T *dest, T value, int pe) { shmem_##NAME##_atomic_add(dest, value, pe); }        \
  static inline void shmem_atomic_compare_swap_nbi(T *fetch, T *dest, T cond, T value, int pe) {                       \
    shmem_##NAME##_atomic_compare_swap_nbi(fetch, dest, cond, value, pe);                                              \
  }                                                                                                                    \
  static inline void shmem_atomic_fetch_inc_nbi(T *fetch, T *dest, int pe) {                                           \
    shmem_##NAME##_atomic_fetch_inc_nbi(fetch, dest, pe);                                                              \
  }                                                                                                                    \
  static inline void shmem_atomic_fetch_add_nbi(T *fetch, T *dest, T value, int pe) {                                  \
    shmem_##NAME##_atomic_fetch_add_nbi(fetch, dest, value, pe);                                                       \
  }

_SHMEM_CXX_AMO_EXT(float, float)
_SHMEM_CXX_AMO_EXT(double, double)
_SHMEM_CXX_AMO(int, int)
_SHMEM_CXX_AMO(long, long)
_SHMEM_CXX_AMO(longlong, long long)
_SHMEM_CXX_AMO(uint, unsigned int)
_SHMEM_CXX_AMO(ulong, unsigned long)
_SHMEM_CXX_AMO(ulonglong, unsigned long long)
_SHMEM_CXX_AMO_OLD(short, short)
_SHMEM_CXX_SWAP(short, short)
_SHMEM_CXX_SWAP(float, float)
_SHMEM_CXX_SWAP(double, double)
_SHMEM_CXX_SWAP(int, int)
_SHMEM_CXX_SWAP(longlong, long long)
_SHMEM_CXX_SWAP(uint, unsigned int)
_SHMEM_CXX_SWAP(ulong, unsigned long)
_SHMEM_CXX_SWAP(ulonglong, unsigned long long)

/** One bitwise atomic of one type: see shmem/amo.h. */
#define _SHMEM_CXX_BIT(NAME, T, OP)                                                                                    \
  static inline void shmem_atomic_##OP(T *dest, T value, int pe) { shmem_##NAME##_atomic_##OP(dest, value, pe); }      \
  static inline T shmem_atomic_fetch_##OP(T *dest, T value, int pe) {                                                  \
    return shmem_##NAME##_atomic_fetch_##OP(dest, value, pe);                                                          \
  }                                                                                                                    \
  static inline void shmem_atomic_fetch_##OP##_nbi(T *fetch, T *dest, T value, int pe) {                               \
    shmem_##NAME##_atomic_fetch_##OP##_nbi(fetch, dest, value, pe);                                                    \
  }

_SHMEM_CXX_BIT(uint, unsigned int, and)
_SHMEM_CXX_BIT(uint, unsigned int, or)
_SHMEM_CXX_BIT(uint, unsigned int, xor)
_SHMEM_CXX_BIT(ulong, unsigned long, and)
_SHMEM_CXX_BIT(ulong, unsigned long, or)
_SHMEM_CXX_BIT(ulong, unsigned long, xor)
_SHMEM_CXX_BIT(ulonglong, unsigned long long, and)
_SHMEM_CXX_BIT(ulonglong, unsigned long long, or)
_SHMEM_CXX_BIT(ulonglong, unsigned long long, xor)
_SHMEM_CXX_BIT(int32, int32_t, and)
_SHMEM_CXX_BIT(int32, int32_t, or)
_SHMEM_CXX_BIT(int32, int32_t, xor)
_SHMEM_CXX_BIT(int64, int64_t, and)
_SHMEM_CXX_BIT(int64, int64_t, or)
_SHMEM_CXX_BIT(int64, int64_t, xor)

/** Waits and tests of one type: see shmem/sync.h. The words may be volatile, as they were in OpenSHMEM 1.3. */
#define _SHMEM_CXX_WAIT(NAME, T)                                                                                       \
  static inline void shmem_wait_until(volatile T *ivar, int cmp, T cmp_value) {                                        \
    shmem_##NAME##_wait_until(const_cast<T *>(ivar), cmp, cmp_value);                                                  \
  }                                                                                                                    \
  static inline int shmem_test(volatile T *ivar, int cmp, T cmp_value) {                                               \
    return shmem_##NAME##_test(const_cast<T *>(ivar), cmp, cmp_value);                                                 \
  }                                                                                                                    \
  _SHMEM_CXX_ARRAY(NAME, T, void, wait_until_all)                                                                      \
  _SHMEM_CXX_ARRAY(NAME, T, size_t, wait_until_any)                                                                    \
  _SHMEM_CXX_SOME(NAME, T, wait_until_some)                                                                            \
  _SHMEM_CXX_ARRAY(NAME, T, int, test_all)                                                                             \
  _SHMEM_CXX_ARRAY(NAME, T, size_t, test_any)                                                                          \
  _SHMEM_CXX_SOME(NAME, T, test_some)

/** An _all or _any form with one value, and its vector form. */
#define _SHMEM_CXX_ARRAY(NAME, T, R, OP)                                                                               \
  static inline R shmem_##OP(volatile T *ivars, size_t nelems, const int *status, int cmp, T cmp_value) {              \
    return shmem_##NAME##_##OP(const_cast<T *>(ivars), nelems, status, cmp, cmp_value);                                \
  }                                                                                                                    \
  static inline R shmem_##OP##_vector(volatile T *ivars, size_t nelems, const int *status, int cmp,                    \
                                      const T *cmp_values) {                                                           \
    return shmem_##NAME##_##OP##_vector(const_cast<T *>(ivars), nelems, status, cmp, cmp_values);                      \
  }

/** A _some form with one value, and its vector form. */
#define _SHMEM_CXX_SOME(NAME, T, OP)                                                                                   \
  static inline size_t shmem_##OP(volatile T *ivars, size_t nelems, size_t *indices, const int *status, int cmp,       \
                                  T cmp_value) {                                                                       \
    return shmem_##NAME##_##OP(const_cast<T *>(ivars), nelems, indices, status, cmp, cmp_value);                       \
  }                                                                                                                    \
  static inline size_t shmem_##OP##_vector(volatile T *ivars, size_t nelems, size_t *indices, const int *status,       \
                                           int cmp, const T *cmp_values) {                                             \
    return shmem_##NAME##_##OP##_vector(const_cast<T *>(ivars), nelems, indices, status, cmp, cmp_values);             \
  }

_SHMEM_CXX_WAIT(short, short)
_SHMEM_CXX_WAIT(ushort, unsigned short)
_SHMEM_CXX_WAIT(int, int)
_SHMEM_CXX_WAIT(long, long)
_SHMEM_CXX_WAIT(longlong, long long)
_SHMEM_CXX_WAIT(uint, unsigned int)
_SHMEM_CXX_WAIT(ulong, unsigned long)
_SHMEM_CXX_WAIT(ulonglong, unsigned long long)

/** Collectives on teams, of one type: see shmem/collective.h. */
#define _SHMEM_CXX_COLLECT(NAME, T)                                                                                    \
  static inline int shmem_broadcast(shmem_team_t team, T *dest, const T *source, size_t nelems, int PE_root) {         \
    return shmem_##NAME##_broadcast(team, dest, source, nelems, PE_root);                                              \
  }                                                                                                                    \
  static inline int shmem_collect(shmem_team_t team, T *dest, const T *source, size_t nelems) {                        \
    return shmem_##NAME##_collect(team, dest, source, nelems);                                                         \
  }                                                                                                                    \
  static inline int shmem_fcollect(shmem_team_t team, T *dest, const T *source, size_t nelems) {                       \
    return shmem_##NAME##_fcollect(team, dest, source, nelems);                                                        \
  }                                                                                                                    \
  static inline int shmem_alltoall(shmem_team_t team, T *dest, const T *source, size_t nelems) {                       \
    return shmem_##NAME##_alltoall(team, dest, source, nelems);                                                        \
  }                                                                                                                    \
  static inline int shmem_alltoalls(shmem_team_t team, T *dest, const T *source, ptrdiff_t dst, ptrdiff_t sst,         \
                                    size_t nelems) {                                                                   \
    return shmem_##NAME##_alltoalls(team, dest, source, dst, sst, nelems);                                             \
  }                                                                                                                    \
  static inline int shmem_max_reduce(shmem_team_t team, T *dest, const T *source, size_t nreduce) {                    \
    return shmem_##NAME##_max_reduce(team, dest, source, nreduce);                                                     \
  }                                                                                                                    \
  static inline int shmem_min_reduce(shmem_team_t team, T *dest, const T *source, size_t nreduce) {                    \
    return shmem_##NAME##_min_reduce(team, dest, source, nreduce);                                                     \
  }

_SHMEM_CXX_COLLECT(float, float)
_SHMEM_CXX_COLLECT(double, double)
_SHMEM_CXX_COLLECT(longdouble, long double)
_SHMEM_CXX_COLLECT(char, char)
_SHMEM_CXX_COLLECT(schar, signed char)
_SHMEM_CXX_COLLECT(short, short)
_SHMEM_CXX_COLLECT(int, int)
_SHMEM_CXX_COLLECT(long, long)
_SHMEM_CXX_COLLECT(longlong, long long)
_SHMEM_CXX_COLLECT(uchar, unsigned char)
_SHMEM_CXX_COLLECT(ushort, unsigned short)
_SHMEM_CXX_COLLECT(uint, unsigned int)
_SHMEM_CXX_COLLECT(ulong, unsigned long)
_SHMEM_CXX_COLLECT(ulonglong, unsigned long long)

/** Sums, products and scans on teams. */
#define _SHMEM_CXX_SUM(NAME, T)                                                                                        \
  static inline int shmem_sum_reduce(shmem_team_t team, T *dest, const T *source, size_t nreduce) {                    \
    return shmem_##NAME##_sum_reduce(team, dest, source, nreduce);                                                     \
  }                                                                                                                    \
  static inline int shmem_prod_reduce(shmem_team_t team, T *dest, const T *source, size_t nreduce) {                   \
    return shmem_##NAME##_prod_reduce(team, dest, source, nreduce);                                                    \
  }                                                                                                                    \
  static inline int shmem_sum_inscan(shmem_team_t team, T *dest, const T *source, size_t nelems) {                     \
    return shmem_##NAME##_sum_inscan(team, dest, source, nelems);                                                      \
  }                                                                                                                    \
  static inline int shmem_sum_exscan(shmem_team_t team, T *dest, const T *source, size_t nelems) {                     \
    return shmem_##NAME##_sum_exscan(team, dest, source, nelems);                                                      \
  }

_SHMEM_CXX_SUM(float, float)
_SHMEM_CXX_SUM(double, double)
_SHMEM_CXX_SUM(longdouble, long double)
_SHMEM_CXX_SUM(char, char)
_SHMEM_CXX_SUM(schar, signed char)
_SHMEM_CXX_SUM(short, short)
_SHMEM_CXX_SUM(int, int)
_SHMEM_CXX_SUM(long, long)
_SHMEM_CXX_SUM(longlong, long long)
_SHMEM_CXX_SUM(uchar, unsigned char)
_SHMEM_CXX_SUM(ushort, unsigned short)
_SHMEM_CXX_SUM(uint, unsigned int)
_SHMEM_CXX_SUM(ulong, unsigned long)
_SHMEM_CXX_SUM(ulonglong, unsigned long long)
#ifndef __STDC_NO_COMPLEX__
_SHMEM_CXX_SUM(complexf, _shmem_complexf)
_SHMEM_CXX_SUM(complexd, _shmem_complexd)
#endif

/** Bitwise reductions on teams. */
#define _SHMEM_CXX_BITS(NAME, T)                                                                                       \
  static inline int shmem_and_reduce(shmem_team_t team, T *dest, const T *source, size_t nreduce) {                    \
    return shmem_##NAME##_and_reduce(team, dest, source, nreduce);                                                     \
  }                                                                                                                    \
  static inline int shmem_or_reduce(shmem_team_t team, T *dest, const T *source, size_t nreduce) {                     \
    return shmem_##NAME##_or_reduce(team, dest, source, nreduce);                                                      \
  }                                                                                                                    \
  static inline int shmem_xor_reduce(shmem_team_t team, T *dest, const T *source, size_t nreduce) {                    \
    return shmem_##NAME##_xor_reduce(team, dest, source, nreduce);                                                     \
  }

_SHMEM_CXX_BITS(uchar, unsigned char)
_SHMEM_CXX_BITS(ushort, unsigned short)
_SHMEM_CXX_BITS(uint, unsigned int)
_SHMEM_CXX_BITS(ulong, unsigned long)
_SHMEM_CXX_BITS(ulonglong, unsigned long long)
_SHMEM_CXX_BITS(int8, int8_t)
_SHMEM_CXX_BITS(short, short)
_SHMEM_CXX_BITS(int, int)
_SHMEM_CXX_BITS(long, long)
_SHMEM_CXX_BITS(longlong, long long)

static inline int shmem_sync(shmem_team_t team) { return shmem_team_sync(team); }

} /* extern "C++" */
#endif

#endif
