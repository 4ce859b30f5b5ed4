/**
 * @file shmem/types.h
 * Handles, configurations and the type lists that the typed families are made from.
 *
 * Part of shmem.h; a program includes that.
 */
#ifndef _SHMEM_TYPES_H
#define _SHMEM_TYPES_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Marks a function that does not return. */
#if defined(__GNUC__) || defined(__clang__)
#define _SHMEM_NORETURN __attribute__((__noreturn__))
#else
#define _SHMEM_NORETURN
#endif

/**
 * A communication context: an opaque handle that may be copied and compared with ==.
 * Spec: OpenSHMEM 1.6, "Communication Management Routines"
 */
typedef struct _shmem_ctx *shmem_ctx_t;

/**
 * A team of PEs: an opaque handle that may be copied and compared with ==.
 * Spec: OpenSHMEM 1.6, "Team Management Routines"
 */
typedef struct _shmem_team *shmem_team_t;

/**
 * The configuration of a team; a mask selects the fields that count.
 * Spec: OpenSHMEM 1.6, "Team Management Routines"
 */
typedef struct {
  int num_contexts; /**< contexts that will be made on the team; a hint, 0 by default */
} shmem_team_config_t;

/**
 * Hints for a session on a context; a mask selects the fields that count.
 * Spec: OpenSHMEM 1.6, "Communication Management Routines"
 */
typedef struct {
  size_t total_ops; /**< operations expected in the session; SIZE_MAX by default */
} shmem_ctx_session_config_t;

/** A comparison of the wait and test routines, SHMEM_CMP_EQ and so on. Some libraries have a type of this name. Never in OpenSHMEM. */
typedef int shmem_cmp_t;

/*
 * The type lists. X(P, NAME, T) is called for every type of a list: P is the prefix of the functions (shmem_ or pshmem_), NAME the
 * type as it stands in their names, T the C type.
 */

/** The integer types of the standard atomics. */
#define _SHMEM_AMO_TYPES(X, P)                                                                                         \
  X(P, int, int)                                                                                                       \
  X(P, long, long)                                                                                                     \
  X(P, longlong, long long)                                                                                            \
  X(P, uint, unsigned int)                                                                                             \
  X(P, ulong, unsigned long)                                                                                           \
  X(P, ulonglong, unsigned long long)                                                                                  \
  X(P, int32, int32_t)                                                                                                 \
  X(P, int64, int64_t)                                                                                                 \
  X(P, uint32, uint32_t)                                                                                               \
  X(P, uint64, uint64_t)                                                                                               \
  X(P, size, size_t)                                                                                                   \
  X(P, ptrdiff, ptrdiff_t)

/** The types of fetch, set and swap. */
#define _SHMEM_AMO_EXT_TYPES(X, P)                                                                                     \
  X(P, float, float)                                                                                                   \
  X(P, double, double)                                                                                                 \
  _SHMEM_AMO_TYPES(X, P)

/** The types of the bitwise atomics. */
#define _SHMEM_AMO_BIT_TYPES(X, P)                                                                                     \
  X(P, uint, unsigned int)                                                                                             \
  X(P, ulong, unsigned long)                                                                                           \
  X(P, ulonglong, unsigned long long)                                                                                  \
  X(P, int32, int32_t)                                                                                                 \
  X(P, int64, int64_t)                                                                                                 \
  X(P, uint32, uint32_t)                                                                                               \
  X(P, uint64, uint64_t)

/** The types one can wait on; short and unsigned short are deprecated there. */
#define _SHMEM_WAIT_TYPES(X, P)                                                                                        \
  X(P, short, short)                                                                                                   \
  X(P, ushort, unsigned short)                                                                                         \
  _SHMEM_AMO_TYPES(X, P)

/** The types of puts and gets. */
#define _SHMEM_RMA_TYPES(X, P)                                                                                         \
  X(P, float, float)                                                                                                   \
  X(P, double, double)                                                                                                 \
  X(P, longdouble, long double)                                                                                        \
  X(P, char, char)                                                                                                     \
  X(P, schar, signed char)                                                                                             \
  X(P, uchar, unsigned char)                                                                                           \
  X(P, int8, int8_t)                                                                                                   \
  X(P, int16, int16_t)                                                                                                 \
  X(P, uint8, uint8_t)                                                                                                 \
  X(P, uint16, uint16_t)                                                                                               \
  _SHMEM_WAIT_TYPES(X, P)

/** The sizes, in bits, of the untyped puts and gets: X(P, BITS). */
#define _SHMEM_RMA_SIZES(X, P)                                                                                         \
  X(P, 8)                                                                                                              \
  X(P, 16)                                                                                                             \
  X(P, 32)                                                                                                             \
  X(P, 64)                                                                                                             \
  X(P, 128)

#ifdef __cplusplus
}
#endif

#endif
