/**
 * @file gasnet/tools_atomic.h
 * Atomic counters of 32 and 64 bits (tools specification, "atomic operations").
 *
 * Six families have the same operations. gasnett_strongatomic_, gasnett_strongatomic32_ and gasnett_strongatomic64_ are atomic between all threads that
 * see the counter. gasnett_atomic_, gasnett_atomic32_ and gasnett_atomic64_ are the same if the tools are safe for threads (tools_mode.h), else plain
 * memory. The families without a number have 32 bits.
 *
 *     X_init(v)                              initialises a variable in its declaration
 *     val X_read(p, flags)                   the value
 *     void X_set(p, v, flags)                stores v
 *     void X_increment(p, flags)             adds 1; X_decrement takes 1 away
 *     int X_decrement_and_test(p, flags)     takes 1 away; nonzero if that makes 0
 *     int X_compare_and_swap(p, old, v, flags)  stores v if the value is old; nonzero if it was
 *     val X_swap(p, v, flags)                stores v; the value before
 *     val X_add(p, v, flags)                 adds v; the value after. X_subtract likewise
 *
 * Values are unsigned and wrap around; gasnett_atomic_signed(v) reads one as signed. Without flags an operation orders nothing around it. Memory of the
 * program that holds an integer or a float of the same size may be used as a counter by a cast.
 */
#ifndef GASNET_TOOLS_ATOMIC_H
#define GASNET_TOOLS_ATOMIC_H

#include "tools_membar.h"
#include "tools_strongatomic.h"

/* The same for one thread. */
#define GASNETI_PLAIN_OPERATIONS(X, V)                                                                                       \
  GASNETT_ALWAYS_INLINE(X##_read) V X##_read(X##_t const *p, int flags) { return (void)flags, p->gasneti_value; }            \
  GASNETT_ALWAYS_INLINE(X##_set) void X##_set(X##_t *p, V v, int flags)                                                      \
  {                                                                                                                          \
    (void)flags;                                                                                                             \
    p->gasneti_value = v;                                                                                                    \
  }                                                                                                                          \
  GASNETT_ALWAYS_INLINE(X##_add) V X##_add(X##_t *p, V v, int flags)                                                         \
  {                                                                                                                          \
    (void)flags;                                                                                                             \
    v += p->gasneti_value;                                                                                                   \
    p->gasneti_value = v;                                                                                                    \
    return v;                                                                                                                \
  }                                                                                                                          \
  GASNETT_ALWAYS_INLINE(X##_subtract) V X##_subtract(X##_t *p, V v, int flags) { return X##_add(p, (V)0 - v, flags); }       \
  GASNETT_ALWAYS_INLINE(X##_increment) void X##_increment(X##_t *p, int flags) { (void)X##_add(p, 1, flags); }               \
  GASNETT_ALWAYS_INLINE(X##_decrement) void X##_decrement(X##_t *p, int flags) { (void)X##_subtract(p, 1, flags); }          \
  GASNETT_ALWAYS_INLINE(X##_decrement_and_test) int X##_decrement_and_test(X##_t *p, int flags)                              \
  {                                                                                                                          \
    return X##_subtract(p, 1, flags) == 0;                                                                                   \
  }                                                                                                                          \
  GASNETT_ALWAYS_INLINE(X##_compare_and_swap) int X##_compare_and_swap(X##_t *p, V expected, V v, int flags)                 \
  {                                                                                                                          \
    (void)flags;                                                                                                             \
    if (p->gasneti_value != expected)                                                                                        \
      return 0;                                                                                                              \
    p->gasneti_value = v;                                                                                                    \
    return 1;                                                                                                                \
  }                                                                                                                          \
  GASNETT_ALWAYS_INLINE(X##_swap) V X##_swap(X##_t *p, V v, int flags)                                                       \
  {                                                                                                                          \
    V before = p->gasneti_value;                                                                                             \
    (void)flags;                                                                                                             \
    p->gasneti_value = v;                                                                                                    \
    return before;                                                                                                           \
  }

#ifdef GASNETT_THREAD_SAFE
GASNETI_STRONG_OPERATIONS(gasnett_atomic, uint32_t)
GASNETI_STRONG_OPERATIONS(gasnett_atomic32, uint32_t)
GASNETI_STRONG_OPERATIONS(gasnett_atomic64, uint64_t)
#else
GASNETI_PLAIN_OPERATIONS(gasnett_atomic, uint32_t)
GASNETI_PLAIN_OPERATIONS(gasnett_atomic32, uint32_t)
GASNETI_PLAIN_OPERATIONS(gasnett_atomic64, uint64_t)
#endif

#endif
