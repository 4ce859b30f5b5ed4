/**
 * @file shmem/collective.h
 * Collectives on teams, and under their older names on active sets.
 *
 * Part of shmem.h; a program includes that. A collective is called by every PE of a team, with the same arguments where nothing else is
 * said, and one at a time per team. dest and source are symmetric objects. They must not overlap, except that dest and source of a reduction, a scan
 * or a broadcast may be the same. A call blocks until this PE's dest is complete and its source may be reused; it guarantees
 * nothing about other PEs. dest must be ready on all PEs before any PE calls. A length of 0 does nothing, and then pointers may be NULL.
 * The int results are 0: an error (an invalid team or root, memory that is not symmetric, PEs that disagree) ends the job with a line that names it.
 *
 * An active set is PE_size PEs from PE_start on, 2 to the power logPE_stride apart. Its work arrays pSync and pWrk are neither read nor written:
 * NULL will do.
 */
#ifndef _SHMEM_COLLECTIVE_H
#define _SHMEM_COLLECTIVE_H

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__) || defined(__clang__)
#pragma GCC visibility push(default)
#endif

/* The complex types, in C++ too. */
#ifndef __STDC_NO_COMPLEX__
#if defined(__GNUC__) || defined(__clang__)
__extension__ typedef float _Complex _shmem_complexf;
__extension__ typedef double _Complex _shmem_complexd;
#else
typedef float _Complex _shmem_complexf;
typedef double _Complex _shmem_complexd;
#endif
#define _SHMEM_COMPLEX_TYPES(X, P)                                                                                     \
  X(P, complexf, _shmem_complexf)                                                                                      \
  X(P, complexd, _shmem_complexd)
#else
#define _SHMEM_COMPLEX_TYPES(X, P)
#endif

/** The types of sums and products. */
#define _SHMEM_SUM_TYPES(X, P)                                                                                         \
  _SHMEM_RMA_TYPES(X, P)                                                                                               \
  _SHMEM_COMPLEX_TYPES(X, P)

/** The types of bitwise reductions; short, int, long and long long are there although 1.6 has dropped them. */
#define _SHMEM_BITS_TYPES(X, P)                                                                                        \
  X(P, uchar, unsigned char)                                                                                           \
  X(P, ushort, unsigned short)                                                                                         \
  X(P, uint, unsigned int)                                                                                             \
  X(P, ulong, unsigned long)                                                                                           \
  X(P, ulonglong, unsigned long long)                                                                                  \
  X(P, int8, int8_t)                                                                                                   \
  X(P, int16, int16_t)                                                                                                 \
  X(P, int32, int32_t)                                                                                                 \
  X(P, int64, int64_t)                                                                                                 \
  X(P, uint8, uint8_t)                                                                                                 \
  X(P, uint16, uint16_t)                                                                                               \
  X(P, uint32, uint32_t)                                                                                               \
  X(P, uint64, uint64_t)                                                                                               \
  X(P, size, size_t)                                                                                                   \
  _SHMEM_OLD_INTEGER_TYPES(X, P)

/** The integer types of the reductions of before 1.5. */
#define _SHMEM_OLD_INTEGER_TYPES(X, P)                                                                                 \
  X(P, short, short)                                                                                                   \
  X(P, int, int)                                                                                                       \
  X(P, long, long)                                                                                                     \
  X(P, longlong, long long)

/** All types of the reductions of before 1.5 but the complex ones. */
#define _SHMEM_OLD_REAL_TYPES(X, P)                                                                                    \
  _SHMEM_OLD_INTEGER_TYPES(X, P)                                                                                       \
  X(P, float, float)                                                                                                   \
  X(P, double, double)                                                                                                 \
  X(P, longdouble, long double)

/** All types of the reductions of before 1.5. */
#define _SHMEM_OLD_SUM_TYPES(X, P)                                                                                     \
  _SHMEM_OLD_REAL_TYPES(X, P)                                                                                          \
  _SHMEM_COMPLEX_TYPES(X, P)

/**
 * A barrier of the team without completion of operations. Plain stores before it are visible after it; operations on other PEs may still be in flight.
 *
 * Spec: OpenSHMEM 1.6, "Collective Routines"
 */
int shmem_team_sync(shmem_team_t team);

/**
 * Block until all PEs of an active set have called and, for shmem_barrier, the default context's operations of all of them are complete
 * (deprecated in 1.5). In C11 and C++ shmem_sync also takes a team. A PE that is not in the set does nothing.
 *
 * Spec: OpenSHMEM 1.6, "Collective Routines"
 */
void shmem_barrier(int PE_start, int logPE_stride, int PE_size, long *pSync);
void shmem_sync(int PE_start, int logPE_stride, int PE_size, long *pSync);

/**
 * shmem_TYPE_broadcast: nelems elements of PE_root's source to dest of all PEs of the team, its own included.
 * shmem_TYPE_collect: the sources of all PEs behind each other in dest of each, in order of PEs; nelems may differ, and be 0.
 * shmem_TYPE_fcollect: the same, with equal nelems.
 * shmem_TYPE_alltoall: block j of nelems elements of PE i's source becomes block i of PE j's dest.
 * shmem_TYPE_alltoalls: the same with elements that are dst apart in dest and sst in source, both at least 1.
 *
 * Spec: OpenSHMEM 1.6, "Collective Routines"
 */
#define _SHMEM_COLLECT(P, NAME, T)                                                                                     \
  int P##NAME##_broadcast(shmem_team_t team, T *dest, const T *source, size_t nelems, int PE_root);                    \
  int P##NAME##_collect(shmem_team_t team, T *dest, const T *source, size_t nelems);                                   \
  int P##NAME##_fcollect(shmem_team_t team, T *dest, const T *source, size_t nelems);                                  \
  int P##NAME##_alltoall(shmem_team_t team, T *dest, const T *source, size_t nelems);                                  \
  int P##NAME##_alltoalls(shmem_team_t team, T *dest, const T *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems);
_SHMEM_RMA_TYPES(_SHMEM_COLLECT, shmem_)

/** The same in bytes. Spec: OpenSHMEM 1.6, "Collective Routines" */
#define _SHMEM_COLLECT_MEM(P)                                                                                          \
  int P##broadcastmem(shmem_team_t team, void *dest, const void *source, size_t nelems, int PE_root);                  \
  int P##collectmem(shmem_team_t team, void *dest, const void *source, size_t nelems);                                 \
  int P##fcollectmem(shmem_team_t team, void *dest, const void *source, size_t nelems);                                \
  int P##alltoallmem(shmem_team_t team, void *dest, const void *source, size_t nelems);                                \
  int P##alltoallsmem(shmem_team_t team, void *dest, const void *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems);
_SHMEM_COLLECT_MEM(shmem_)

/**
 * The same on active sets, with elements of so many bits (deprecated in 1.5). PE_root counts within the set, and its dest is left alone.
 *
 * Spec: OpenSHMEM 1.6, "Collective Routines"
 */
#define _SHMEM_COLLECT_SET(P, BITS)                                                                                    \
  void P##broadcast##BITS(void *dest, const void *source, size_t nelems, int PE_root, int PE_start, int logPE_stride,  \
                          int PE_size, long *pSync);                                                                   \
  void P##collect##BITS(void *dest, const void *source, size_t nelems, int PE_start, int logPE_stride, int PE_size,    \
                        long *pSync);                                                                                  \
  void P##fcollect##BITS(void *dest, const void *source, size_t nelems, int PE_start, int logPE_stride, int PE_size,   \
                         long *pSync);                                                                                 \
  void P##alltoall##BITS(void *dest, const void *source, size_t nelems, int PE_start, int logPE_stride, int PE_size,   \
                         long *pSync);                                                                                 \
  void P##alltoalls##BITS(void *dest, const void *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int PE_start,   \
                          int logPE_stride, int PE_size, long *pSync);
_SHMEM_COLLECT_SET(shmem_, 32)
_SHMEM_COLLECT_SET(shmem_, 64)

/** @name shmem_broadcast64 and so on, Cray's names without a size. In C11 and C++ these names take teams as well. Never in OpenSHMEM. */
/**@{*/
void shmem_broadcast(void *dest, const void *source, size_t nelems, int PE_root, int PE_start, int logPE_stride, int PE_size, long *pSync);
void shmem_collect(void *dest, const void *source, size_t nelems, int PE_start, int logPE_stride, int PE_size, long *pSync);
void shmem_fcollect(void *dest, const void *source, size_t nelems, int PE_start, int logPE_stride, int PE_size, long *pSync);
/**@}*/

/**
 * shmem_TYPE_OP_reduce: dest[i] of all PEs of the team becomes all PEs' source[i], combined; dest may be source. All PEs get the same bits.
 *
 * Spec: OpenSHMEM 1.6, "Collective Routines"
 */
#define _SHMEM_REDUCE(P, NAME, T, OP) int P##NAME##OP(shmem_team_t team, T *dest, const T *source, size_t nreduce);
#define _SHMEM_REDUCE_BITS(P, NAME, T)                                                                                 \
  _SHMEM_REDUCE(P, NAME, T, _and_reduce)                                                                               \
  _SHMEM_REDUCE(P, NAME, T, _or_reduce)                                                                                \
  _SHMEM_REDUCE(P, NAME, T, _xor_reduce)
#define _SHMEM_REDUCE_ORDER(P, NAME, T)                                                                                \
  _SHMEM_REDUCE(P, NAME, T, _max_reduce)                                                                               \
  _SHMEM_REDUCE(P, NAME, T, _min_reduce)
#define _SHMEM_REDUCE_SUM(P, NAME, T)                                                                                  \
  _SHMEM_REDUCE(P, NAME, T, _sum_reduce)                                                                               \
  _SHMEM_REDUCE(P, NAME, T, _prod_reduce)
_SHMEM_BITS_TYPES(_SHMEM_REDUCE_BITS, shmem_)
_SHMEM_RMA_TYPES(_SHMEM_REDUCE_ORDER, shmem_)
_SHMEM_SUM_TYPES(_SHMEM_REDUCE_SUM, shmem_)

/**
 * shmem_TYPE_sum_inscan: dest[i] of each PE becomes the sum of source[i] of all PEs of the team up to and including it.
 * shmem_TYPE_sum_exscan: the sum of those before it, 0 on the first. dest may be source.
 *
 * Spec: OpenSHMEM 1.6, "Collective Routines"
 */
#define _SHMEM_SCAN(P, NAME, T)                                                                                        \
  int P##NAME##_sum_inscan(shmem_team_t team, T *dest, const T *source, size_t nelems);                                \
  int P##NAME##_sum_exscan(shmem_team_t team, T *dest, const T *source, size_t nelems);
_SHMEM_SUM_TYPES(_SHMEM_SCAN, shmem_)

/**
 * shmem_TYPE_OP_to_all: the reductions on active sets (deprecated in 1.5).
 *
 * Spec: OpenSHMEM 1.6, "Collective Routines"
 */
#define _SHMEM_TO_ALL(P, NAME, T, OP)                                                                                  \
  void P##NAME##OP(T *dest, const T *source, int nreduce, int PE_start, int logPE_stride, int PE_size,                 \
                               T *pWrk, long *pSync);
#define _SHMEM_TO_ALL_BITS(P, NAME, T)                                                                                 \
  _SHMEM_TO_ALL(P, NAME, T, _and_to_all)                                                                               \
  _SHMEM_TO_ALL(P, NAME, T, _or_to_all)                                                                                \
  _SHMEM_TO_ALL(P, NAME, T, _xor_to_all)
#define _SHMEM_TO_ALL_ORDER(P, NAME, T)                                                                                \
  _SHMEM_TO_ALL(P, NAME, T, _max_to_all)                                                                               \
  _SHMEM_TO_ALL(P, NAME, T, _min_to_all)
#define _SHMEM_TO_ALL_SUM(P, NAME, T)                                                                                  \
  _SHMEM_TO_ALL(P, NAME, T, _sum_to_all)                                                                               \
  _SHMEM_TO_ALL(P, NAME, T, _prod_to_all)
_SHMEM_OLD_INTEGER_TYPES(_SHMEM_TO_ALL_BITS, shmem_)
_SHMEM_OLD_REAL_TYPES(_SHMEM_TO_ALL_ORDER, shmem_)
_SHMEM_OLD_SUM_TYPES(_SHMEM_TO_ALL_SUM, shmem_)

#if defined(__GNUC__) || defined(__clang__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
