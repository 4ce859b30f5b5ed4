/**
 * @file shmem/generic.h
 * The type-generic names of OpenSHMEM in C11: shmem_put(dest, source, nelems, pe) is shmem_TYPE_put for the type that dest points to.
 *
 * Part of shmem.h, from C11 on; a program includes that. Each name means the typed function of the same name (shmem_put:
 * shmem_TYPE_put) and selects it by its first argument that is a pointer; with a context before that, shmem_ctx_TYPE_put. A type that has no
 * such function does not compile. The macros accept more than the specification requires: the names of before 1.4 take every type that
 * their successors take, waits take short and unsigned short, and pointers may be volatile, or const where the function only reads.
 *
 * Spec: OpenSHMEM 1.6, the sections of the typed functions
 */
#ifndef _SHMEM_GENERIC_H
#define _SHMEM_GENERIC_H

#include "amo.h"
#include "amo_ctx.h"
#include "collective.h"
#include "legacy.h"
#include "rma.h"
#include "rma_ctx.h"
#include "signals.h"
#include "sync.h"

#if defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L

/* The first and the second of any number of arguments. */
#define _SHMEM_FIRST(...) _SHMEM_FIRST_OF(__VA_ARGS__, 0)
#define _SHMEM_FIRST_OF(first, ...) first
#define _SHMEM_SECOND(...) _SHMEM_SECOND_OF(__VA_ARGS__, 0, 0)
#define _SHMEM_SECOND_OF(first, second, ...) second

/* An address that has lost its qualifiers, for routines whose parameter was volatile in OpenSHMEM 1.3. */
#define _SHMEM_UNQUALIFIED(p) ((void *)(uintptr_t)(p))

/* Which pointers to T select function F: those it writes through, and those it only reads through. */
#define _SHMEM_TO(T, F) T * : F, volatile T * : F
#define _SHMEM_FROM(T, F) T * : F, const T * : F, volatile T * : F, const volatile T * : F

/*
 * One entry for each C type of a family. The fixed-width types, size_t and ptrdiff_t are other names for these, and naming a type
 * twice is an error. Q is _SHMEM_TO or _SHMEM_FROM, P the beginning of the
 * function's name (shmem_ or shmem_ctx_) and OP its end with the underscore.
 */
#define _SHMEM_AMO_FUNCTIONS(Q, P, OP)                                                                                    \
  Q(int, P##int##OP), Q(long, P##long##OP), Q(long long, P##longlong##OP), Q(unsigned int, P##uint##OP),   \
      Q(unsigned long, P##ulong##OP), Q(unsigned long long, P##ulonglong##OP)
#define _SHMEM_AMO_EXT_FUNCTIONS(Q, P, OP)                                                                                \
  Q(float, P##float##OP), Q(double, P##double##OP), _SHMEM_AMO_FUNCTIONS(Q, P, OP)
#define _SHMEM_AMO_BIT_FUNCTIONS(Q, P, OP)                                                                                \
  Q(unsigned int, P##uint##OP), Q(unsigned long, P##ulong##OP), Q(unsigned long long, P##ulonglong##OP),      \
      Q(int32_t, P##int32##OP), Q(int64_t, P##int64##OP)
#define _SHMEM_AMO_OLD_FUNCTIONS(Q, P, OP) Q(short, P##short##OP), _SHMEM_AMO_FUNCTIONS(Q, P, OP)
#define _SHMEM_AMO_OLD_SWAP_FUNCTIONS(Q, P, OP) Q(short, P##short##OP), _SHMEM_AMO_EXT_FUNCTIONS(Q, P, OP)
#define _SHMEM_WAIT_FUNCTIONS(Q, P, OP)                                                                                   \
  Q(short, P##short##OP), Q(unsigned short, P##ushort##OP), _SHMEM_AMO_FUNCTIONS(Q, P, OP)
#define _SHMEM_RMA_FUNCTIONS(Q, P, OP)                                                                                    \
  Q(float, P##float##OP), Q(double, P##double##OP), Q(long double, P##longdouble##OP),                        \
      Q(char, P##char##OP), Q(signed char, P##schar##OP), Q(unsigned char, P##uchar##OP),                     \
      _SHMEM_WAIT_FUNCTIONS(Q, P, OP)

#define _SHMEM_BITS_FUNCTIONS(Q, P, OP)                                                                                \
  Q(unsigned char, P##uchar##OP), Q(unsigned short, P##ushort##OP), Q(unsigned int, P##uint##OP),                      \
      Q(unsigned long, P##ulong##OP), Q(unsigned long long, P##ulonglong##OP), Q(signed char, P##int8##OP),            \
      Q(short, P##short##OP), Q(int, P##int##OP), Q(long, P##long##OP), Q(long long, P##longlong##OP)
#ifndef __STDC_NO_COMPLEX__
#define _SHMEM_SUM_FUNCTIONS(Q, P, OP)                                                                                 \
  Q(float _Complex, P##complexf##OP), Q(double _Complex, P##complexd##OP), _SHMEM_RMA_FUNCTIONS(Q, P, OP)
#else
#define _SHMEM_SUM_FUNCTIONS(Q, P, OP) _SHMEM_RMA_FUNCTIONS(Q, P, OP)
#endif

/* Select from a family by a pointer, then call with all arguments. */
#define _SHMEM_SELECT(FUNCTIONS, Q, OP, ...)                                                                           \
  _Generic((_SHMEM_FIRST(__VA_ARGS__)), FUNCTIONS(Q, shmem_, OP))(__VA_ARGS__)
#define _SHMEM_SELECT_WAIT(OP, ivar, ...)                                                                              \
  _Generic((ivar), _SHMEM_WAIT_FUNCTIONS(_SHMEM_TO, shmem_, OP))(_SHMEM_UNQUALIFIED(ivar), __VA_ARGS__)

/* The same, by the first argument or, if that is a context, by the second. The undefined function is only selected if no type fits. */
#define _SHMEM_SELECT_CTX(FUNCTIONS, Q, OP, ...)                                                                       \
  _Generic((_SHMEM_FIRST(__VA_ARGS__)),                                                                                \
      shmem_ctx_t: _Generic((_SHMEM_SECOND(__VA_ARGS__)), FUNCTIONS(Q, shmem_ctx_, OP), default: 0),                   \
      FUNCTIONS(Q, shmem_, OP))(__VA_ARGS__)

/** @name Puts and gets: see shmem/rma.h */
/**@{*/
#define shmem_put(...) _SHMEM_SELECT_CTX(_SHMEM_RMA_FUNCTIONS, _SHMEM_TO, _put, __VA_ARGS__)
#define shmem_p(...) _SHMEM_SELECT_CTX(_SHMEM_RMA_FUNCTIONS, _SHMEM_TO, _p, __VA_ARGS__)
#define shmem_iput(...) _SHMEM_SELECT_CTX(_SHMEM_RMA_FUNCTIONS, _SHMEM_TO, _iput, __VA_ARGS__)
#define shmem_get(...) _SHMEM_SELECT_CTX(_SHMEM_RMA_FUNCTIONS, _SHMEM_TO, _get, __VA_ARGS__)
#define shmem_g(...) _SHMEM_SELECT_CTX(_SHMEM_RMA_FUNCTIONS, _SHMEM_FROM, _g, __VA_ARGS__)
#define shmem_iget(...) _SHMEM_SELECT_CTX(_SHMEM_RMA_FUNCTIONS, _SHMEM_TO, _iget, __VA_ARGS__)
#define shmem_ibput(...) _SHMEM_SELECT_CTX(_SHMEM_RMA_FUNCTIONS, _SHMEM_TO, _ibput, __VA_ARGS__)
#define shmem_ibget(...) _SHMEM_SELECT_CTX(_SHMEM_RMA_FUNCTIONS, _SHMEM_TO, _ibget, __VA_ARGS__)
#define shmem_put_nbi(...) _SHMEM_SELECT_CTX(_SHMEM_RMA_FUNCTIONS, _SHMEM_TO, _put_nbi, __VA_ARGS__)
#define shmem_get_nbi(...) _SHMEM_SELECT_CTX(_SHMEM_RMA_FUNCTIONS, _SHMEM_TO, _get_nbi, __VA_ARGS__)
/**@}*/

/** @name Signals: see shmem/signals.h */
/**@{*/
#define shmem_put_signal(...) _SHMEM_SELECT_CTX(_SHMEM_RMA_FUNCTIONS, _SHMEM_TO, _put_signal, __VA_ARGS__)
#define shmem_put_signal_nbi(...) _SHMEM_SELECT_CTX(_SHMEM_RMA_FUNCTIONS, _SHMEM_TO, _put_signal_nbi, __VA_ARGS__)
#define shmem_signal_add(...)                                                                                          \
  _Generic((_SHMEM_FIRST(__VA_ARGS__)), shmem_ctx_t: shmem_ctx_signal_add, default: shmem_signal_add)(__VA_ARGS__)
#define shmem_signal_set(...)                                                                                          \
  _Generic((_SHMEM_FIRST(__VA_ARGS__)), shmem_ctx_t: shmem_ctx_signal_set, default: shmem_signal_set)(__VA_ARGS__)
/**@}*/

/** @name Atomics: see shmem/amo.h */
/**@{*/
#define shmem_atomic_fetch(...) _SHMEM_SELECT_CTX(_SHMEM_AMO_EXT_FUNCTIONS, _SHMEM_FROM, _atomic_fetch, __VA_ARGS__)
#define shmem_atomic_set(...) _SHMEM_SELECT_CTX(_SHMEM_AMO_EXT_FUNCTIONS, _SHMEM_TO, _atomic_set, __VA_ARGS__)
#define shmem_atomic_swap(...) _SHMEM_SELECT_CTX(_SHMEM_AMO_EXT_FUNCTIONS, _SHMEM_TO, _atomic_swap, __VA_ARGS__)
#define shmem_atomic_compare_swap(...)                                                                                 \
  _SHMEM_SELECT_CTX(_SHMEM_AMO_FUNCTIONS, _SHMEM_TO, _atomic_compare_swap, __VA_ARGS__)
#define shmem_atomic_fetch_inc(...) _SHMEM_SELECT_CTX(_SHMEM_AMO_FUNCTIONS, _SHMEM_TO, _atomic_fetch_inc, __VA_ARGS__)
#define shmem_atomic_inc(...) _SHMEM_SELECT_CTX(_SHMEM_AMO_FUNCTIONS, _SHMEM_TO, _atomic_inc, __VA_ARGS__)
#define shmem_atomic_fetch_add(...) _SHMEM_SELECT_CTX(_SHMEM_AMO_FUNCTIONS, _SHMEM_TO, _atomic_fetch_add, __VA_ARGS__)
#define shmem_atomic_add(...) _SHMEM_SELECT_CTX(_SHMEM_AMO_FUNCTIONS, _SHMEM_TO, _atomic_add, __VA_ARGS__)
#define shmem_atomic_fetch_and(...) _SHMEM_SELECT_CTX(_SHMEM_AMO_BIT_FUNCTIONS, _SHMEM_TO, _atomic_fetch_and, __VA_ARGS__)
#define shmem_atomic_and(...) _SHMEM_SELECT_CTX(_SHMEM_AMO_BIT_FUNCTIONS, _SHMEM_TO, _atomic_and, __VA_ARGS__)
#define shmem_atomic_fetch_or(...) _SHMEM_SELECT_CTX(_SHMEM_AMO_BIT_FUNCTIONS, _SHMEM_TO, _atomic_fetch_or, __VA_ARGS__)
#define shmem_atomic_or(...) _SHMEM_SELECT_CTX(_SHMEM_AMO_BIT_FUNCTIONS, _SHMEM_TO, _atomic_or, __VA_ARGS__)
#define shmem_atomic_fetch_xor(...) _SHMEM_SELECT_CTX(_SHMEM_AMO_BIT_FUNCTIONS, _SHMEM_TO, _atomic_fetch_xor, __VA_ARGS__)
#define shmem_atomic_xor(...) _SHMEM_SELECT_CTX(_SHMEM_AMO_BIT_FUNCTIONS, _SHMEM_TO, _atomic_xor, __VA_ARGS__)
/**@}*/

/** @name Atomics that complete later: see shmem/amo.h */
/**@{*/
#define shmem_atomic_fetch_nbi(...) _SHMEM_SELECT_CTX(_SHMEM_AMO_EXT_FUNCTIONS, _SHMEM_TO, _atomic_fetch_nbi, __VA_ARGS__)
#define shmem_atomic_swap_nbi(...) _SHMEM_SELECT_CTX(_SHMEM_AMO_EXT_FUNCTIONS, _SHMEM_TO, _atomic_swap_nbi, __VA_ARGS__)
#define shmem_atomic_compare_swap_nbi(...)                                                                             \
  _SHMEM_SELECT_CTX(_SHMEM_AMO_FUNCTIONS, _SHMEM_TO, _atomic_compare_swap_nbi, __VA_ARGS__)
#define shmem_atomic_fetch_inc_nbi(...)                                                                                \
  _SHMEM_SELECT_CTX(_SHMEM_AMO_FUNCTIONS, _SHMEM_TO, _atomic_fetch_inc_nbi, __VA_ARGS__)
#define shmem_atomic_fetch_add_nbi(...)                                                                                \
  _SHMEM_SELECT_CTX(_SHMEM_AMO_FUNCTIONS, _SHMEM_TO, _atomic_fetch_add_nbi, __VA_ARGS__)
#define shmem_atomic_fetch_and_nbi(...)                                                                                \
  _SHMEM_SELECT_CTX(_SHMEM_AMO_BIT_FUNCTIONS, _SHMEM_TO, _atomic_fetch_and_nbi, __VA_ARGS__)
#define shmem_atomic_fetch_or_nbi(...)                                                                                 \
  _SHMEM_SELECT_CTX(_SHMEM_AMO_BIT_FUNCTIONS, _SHMEM_TO, _atomic_fetch_or_nbi, __VA_ARGS__)
#define shmem_atomic_fetch_xor_nbi(...)                                                                                \
  _SHMEM_SELECT_CTX(_SHMEM_AMO_BIT_FUNCTIONS, _SHMEM_TO, _atomic_fetch_xor_nbi, __VA_ARGS__)
/**@}*/

/** @name Atomics under their names of before 1.4: see shmem/legacy.h */
/**@{*/
#define shmem_fetch(...) _SHMEM_SELECT(_SHMEM_AMO_EXT_FUNCTIONS, _SHMEM_FROM, _fetch, __VA_ARGS__)
#define shmem_set(...) _SHMEM_SELECT(_SHMEM_AMO_EXT_FUNCTIONS, _SHMEM_TO, _set, __VA_ARGS__)
#define shmem_swap(...) _SHMEM_SELECT(_SHMEM_AMO_OLD_SWAP_FUNCTIONS, _SHMEM_TO, _swap, __VA_ARGS__)
#define shmem_cswap(...) _SHMEM_SELECT(_SHMEM_AMO_OLD_FUNCTIONS, _SHMEM_TO, _cswap, __VA_ARGS__)
#define shmem_finc(...) _SHMEM_SELECT(_SHMEM_AMO_OLD_FUNCTIONS, _SHMEM_TO, _finc, __VA_ARGS__)
#define shmem_inc(...) _SHMEM_SELECT(_SHMEM_AMO_OLD_FUNCTIONS, _SHMEM_TO, _inc, __VA_ARGS__)
#define shmem_fadd(...) _SHMEM_SELECT(_SHMEM_AMO_OLD_FUNCTIONS, _SHMEM_TO, _fadd, __VA_ARGS__)
#define shmem_add(...) _SHMEM_SELECT(_SHMEM_AMO_OLD_FUNCTIONS, _SHMEM_TO, _add, __VA_ARGS__)
/**@}*/

/** @name Waits and tests: see shmem/sync.h */
/**@{*/
#define shmem_wait_until(ivar, ...) _SHMEM_SELECT_WAIT(_wait_until, ivar, __VA_ARGS__)
#define shmem_wait_until_all(ivars, ...) _SHMEM_SELECT_WAIT(_wait_until_all, ivars, __VA_ARGS__)
#define shmem_wait_until_any(ivars, ...) _SHMEM_SELECT_WAIT(_wait_until_any, ivars, __VA_ARGS__)
#define shmem_wait_until_some(ivars, ...) _SHMEM_SELECT_WAIT(_wait_until_some, ivars, __VA_ARGS__)
#define shmem_wait_until_all_vector(ivars, ...) _SHMEM_SELECT_WAIT(_wait_until_all_vector, ivars, __VA_ARGS__)
#define shmem_wait_until_any_vector(ivars, ...) _SHMEM_SELECT_WAIT(_wait_until_any_vector, ivars, __VA_ARGS__)
#define shmem_wait_until_some_vector(ivars, ...) _SHMEM_SELECT_WAIT(_wait_until_some_vector, ivars, __VA_ARGS__)
#define shmem_test(ivar, ...) _SHMEM_SELECT_WAIT(_test, ivar, __VA_ARGS__)
#define shmem_test_all(ivars, ...) _SHMEM_SELECT_WAIT(_test_all, ivars, __VA_ARGS__)
#define shmem_test_any(ivars, ...) _SHMEM_SELECT_WAIT(_test_any, ivars, __VA_ARGS__)
#define shmem_test_some(ivars, ...) _SHMEM_SELECT_WAIT(_test_some, ivars, __VA_ARGS__)
#define shmem_test_all_vector(ivars, ...) _SHMEM_SELECT_WAIT(_test_all_vector, ivars, __VA_ARGS__)
#define shmem_test_any_vector(ivars, ...) _SHMEM_SELECT_WAIT(_test_any_vector, ivars, __VA_ARGS__)
#define shmem_test_some_vector(ivars, ...) _SHMEM_SELECT_WAIT(_test_some_vector, ivars, __VA_ARGS__)
/**@}*/

/* Collectives have the team first, and the pointer that selects second. The second argument of an active set's call selects no function. */
#define _SHMEM_SELECT_TEAM(FUNCTIONS, OP, ...)                                                                         \
  _Generic((_SHMEM_SECOND(__VA_ARGS__)), FUNCTIONS(_SHMEM_TO, shmem_, OP))(__VA_ARGS__)
#define _SHMEM_SELECT_TEAM_OR_SET(FUNCTIONS, OP, SET, ...)                                                             \
  _Generic((_SHMEM_FIRST(__VA_ARGS__)),                                                                                \
      shmem_team_t: _Generic((_SHMEM_SECOND(__VA_ARGS__)), FUNCTIONS(_SHMEM_TO, shmem_, OP), default: 0),             \
      default: SET)(__VA_ARGS__)

/** @name Collectives: see shmem/collective.h. With an active set shmem_sync, broadcast, collect and fcollect are the functions. */
/**@{*/
#define shmem_sync(...)                                                                                                \
  _Generic((_SHMEM_FIRST(__VA_ARGS__)), shmem_team_t: shmem_team_sync, default: shmem_sync)(__VA_ARGS__)
#define shmem_broadcast(...) _SHMEM_SELECT_TEAM_OR_SET(_SHMEM_RMA_FUNCTIONS, _broadcast, shmem_broadcast, __VA_ARGS__)
#define shmem_collect(...) _SHMEM_SELECT_TEAM_OR_SET(_SHMEM_RMA_FUNCTIONS, _collect, shmem_collect, __VA_ARGS__)
#define shmem_fcollect(...) _SHMEM_SELECT_TEAM_OR_SET(_SHMEM_RMA_FUNCTIONS, _fcollect, shmem_fcollect, __VA_ARGS__)
#define shmem_alltoall(...) _SHMEM_SELECT_TEAM(_SHMEM_RMA_FUNCTIONS, _alltoall, __VA_ARGS__)
#define shmem_alltoalls(...) _SHMEM_SELECT_TEAM(_SHMEM_RMA_FUNCTIONS, _alltoalls, __VA_ARGS__)
#define shmem_and_reduce(...) _SHMEM_SELECT_TEAM(_SHMEM_BITS_FUNCTIONS, _and_reduce, __VA_ARGS__)
#define shmem_or_reduce(...) _SHMEM_SELECT_TEAM(_SHMEM_BITS_FUNCTIONS, _or_reduce, __VA_ARGS__)
#define shmem_xor_reduce(...) _SHMEM_SELECT_TEAM(_SHMEM_BITS_FUNCTIONS, _xor_reduce, __VA_ARGS__)
#define shmem_max_reduce(...) _SHMEM_SELECT_TEAM(_SHMEM_RMA_FUNCTIONS, _max_reduce, __VA_ARGS__)
#define shmem_min_reduce(...) _SHMEM_SELECT_TEAM(_SHMEM_RMA_FUNCTIONS, _min_reduce, __VA_ARGS__)
#define shmem_sum_reduce(...) _SHMEM_SELECT_TEAM(_SHMEM_SUM_FUNCTIONS, _sum_reduce, __VA_ARGS__)
#define shmem_prod_reduce(...) _SHMEM_SELECT_TEAM(_SHMEM_SUM_FUNCTIONS, _prod_reduce, __VA_ARGS__)
#define shmem_sum_inscan(...) _SHMEM_SELECT_TEAM(_SHMEM_SUM_FUNCTIONS, _sum_inscan, __VA_ARGS__)
#define shmem_sum_exscan(...) _SHMEM_SELECT_TEAM(_SHMEM_SUM_FUNCTIONS, _sum_exscan, __VA_ARGS__)
/**@}*/

#endif

#endif
