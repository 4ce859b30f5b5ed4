/**
 * @file gasnet/tools_strongatomic.h
 * The atomic counters that are the same whether or not the tools are safe for threads, and what all families share. gasnet/tools_atomic.h describes them.
 */
#ifndef GASNET_TOOLS_STRONGATOMIC_H
#define GASNET_TOOLS_STRONGATOMIC_H

#include <stdint.h>

#include "annotate.h"

/** @name Memory barriers of an operation: before it (PRE), after it (POST), after it depending on its result */
/**@{*/
#define GASNETT_ATOMIC_NONE 0x00
#define GASNETT_ATOMIC_RMB_PRE 0x01
#define GASNETT_ATOMIC_WMB_PRE 0x02
#define GASNETT_ATOMIC_MB_PRE 0x03
#define GASNETT_ATOMIC_RMB_POST 0x04
#define GASNETT_ATOMIC_WMB_POST 0x08
#define GASNETT_ATOMIC_MB_POST 0x0C
#define GASNETT_ATOMIC_RMB_POST_IF_TRUE 0x10
#define GASNETT_ATOMIC_RMB_POST_IF_FALSE 0x20
#define GASNETT_ATOMIC_REL GASNETT_ATOMIC_WMB_PRE
#define GASNETT_ATOMIC_ACQ GASNETT_ATOMIC_RMB_POST
#define GASNETT_ATOMIC_ACQ_IF_TRUE GASNETT_ATOMIC_RMB_POST_IF_TRUE
#define GASNETT_ATOMIC_ACQ_IF_FALSE GASNETT_ATOMIC_RMB_POST_IF_FALSE
/**@}*/

#define GASNETT_HAVE_ATOMIC_CAS 1
#define GASNETT_HAVE_ATOMIC_ADD_SUB 1
#define GASNETT_HAVE_STRONGATOMIC_CAS 1
#define GASNETT_HAVE_STRONGATOMIC_ADD_SUB 1
#define GASNETT_HAVE_ATOMIC_SWAP 1
#define GASNETT_HAVE_STRONGATOMIC_SWAP 1
/* GASNet's own test of the tools uses exchanges between threads under these names. */
#define GASNETI_HAVE_ATOMIC_SWAP 1
#define GASNETI_ATOMIC_MAX GASNETT_ATOMIC_MAX

typedef struct {
  volatile uint32_t gasneti_value;
} __attribute__((__may_alias__)) gasnett_strongatomic32_t;
typedef struct {
  volatile uint64_t gasneti_value;
} __attribute__((__may_alias__)) gasnett_strongatomic64_t;
typedef gasnett_strongatomic32_t gasnett_strongatomic_t;
typedef gasnett_strongatomic32_t gasnett_atomic32_t;
typedef gasnett_strongatomic64_t gasnett_atomic64_t;
typedef gasnett_strongatomic32_t gasnett_atomic_t;

typedef uint32_t gasnett_atomic_val_t;
typedef int32_t gasnett_atomic_sval_t;
typedef uint32_t gasnett_strongatomic_val_t;
typedef int32_t gasnett_strongatomic_sval_t;

#define GASNETT_ATOMIC_MAX ((gasnett_atomic_val_t)0xFFFFFFFFU)
#define GASNETT_ATOMIC_SIGNED_MIN ((gasnett_atomic_sval_t)(-0x7FFFFFFF - 1))
#define GASNETT_ATOMIC_SIGNED_MAX ((gasnett_atomic_sval_t)0x7FFFFFFF)
#define gasnett_atomic_signed(v) ((gasnett_atomic_sval_t)(v))
#define GASNETT_STRONGATOMIC_MAX GASNETT_ATOMIC_MAX
#define GASNETT_STRONGATOMIC_SIGNED_MIN GASNETT_ATOMIC_SIGNED_MIN
#define GASNETT_STRONGATOMIC_SIGNED_MAX GASNETT_ATOMIC_SIGNED_MAX
#define gasnett_strongatomic_signed(v) ((gasnett_strongatomic_sval_t)(v))

#define gasnett_strongatomic32_init(v) {(v)}
#define gasnett_strongatomic64_init(v) {(v)}
#define gasnett_strongatomic_init(v) {(v)}
#define gasnett_atomic32_init(v) {(v)}
#define gasnett_atomic64_init(v) {(v)}
#define gasnett_atomic_init(v) {(v)}

/* On x86-64 an atomic read-modify-write instruction is a full barrier by itself; only the compiler needs a fence. */
#if defined(__x86_64__)
#define GASNETI_ATOMIC_IS_FENCE 1
#else
#define GASNETI_ATOMIC_IS_FENCE 0
#endif

GASNETT_ALWAYS_INLINE(gasneti_atomic_fence)
void gasneti_atomic_fence(int rmb, int wmb, int full)
{
  if (rmb && wmb && full)
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
  else if (rmb && wmb)
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
  else if (rmb)
    __atomic_thread_fence(__ATOMIC_ACQUIRE);
  else if (wmb)
    __atomic_thread_fence(__ATOMIC_RELEASE);
}

/* full: the operation itself is a full barrier. A store followed by loads is the only pair that processors of the kind reorder otherwise. */
#define GASNETI_FENCE_BEFORE(flags, full) \
  gasneti_atomic_fence((flags) & GASNETT_ATOMIC_RMB_PRE, (flags) & GASNETT_ATOMIC_WMB_PRE, (full) && GASNETI_ATOMIC_IS_FENCE)
#define GASNETI_FENCE_AFTER(flags, full) \
  gasneti_atomic_fence((flags) & GASNETT_ATOMIC_RMB_POST, (flags) & GASNETT_ATOMIC_WMB_POST, (full) && GASNETI_ATOMIC_IS_FENCE)
#define GASNETI_FENCE_AFTER_TEST(flags, answer)                                                                             \
  gasneti_atomic_fence(((flags) & GASNETT_ATOMIC_RMB_POST) ||                                                               \
                         ((flags) & ((answer) ? GASNETT_ATOMIC_RMB_POST_IF_TRUE : GASNETT_ATOMIC_RMB_POST_IF_FALSE)),       \
                       (flags) & GASNETT_ATOMIC_WMB_POST, GASNETI_ATOMIC_IS_FENCE)

/* The operations of a family X on values of type V. */
#define GASNETI_STRONG_OPERATIONS(X, V)                                                                                      \
  GASNETT_ALWAYS_INLINE(X##_read) V X##_read(X##_t const *p, int flags)                                                      \
  {                                                                                                                          \
    V v;                                                                                                                     \
    GASNETI_FENCE_BEFORE(flags, 0);                                                                                          \
    v = __atomic_load_n(&p->gasneti_value, __ATOMIC_RELAXED);                                                                \
    GASNETI_FENCE_AFTER(flags, 0);                                                                                           \
    return v;                                                                                                                \
  }                                                                                                                          \
  GASNETT_ALWAYS_INLINE(X##_set) void X##_set(X##_t *p, V v, int flags)                                                      \
  {                                                                                                                          \
    GASNETI_FENCE_BEFORE(flags, 0);                                                                                          \
    __atomic_store_n(&p->gasneti_value, v, __ATOMIC_RELAXED);                                                                \
    GASNETI_FENCE_AFTER(flags, 0);                                                                                           \
  }                                                                                                                          \
  GASNETT_ALWAYS_INLINE(X##_add) V X##_add(X##_t *p, V v, int flags)                                                         \
  {                                                                                                                          \
    GASNETI_FENCE_BEFORE(flags, 1);                                                                                          \
    v = __atomic_add_fetch(&p->gasneti_value, v, __ATOMIC_RELAXED);                                                          \
    GASNETI_FENCE_AFTER(flags, 1);                                                                                           \
    return v;                                                                                                                \
  }                                                                                                                          \
  GASNETT_ALWAYS_INLINE(X##_subtract) V X##_subtract(X##_t *p, V v, int flags)                                               \
  {                                                                                                                          \
    GASNETI_FENCE_BEFORE(flags, 1);                                                                                          \
    v = __atomic_sub_fetch(&p->gasneti_value, v, __ATOMIC_RELAXED);                                                          \
    GASNETI_FENCE_AFTER(flags, 1);                                                                                           \
    return v;                                                                                                                \
  }                                                                                                                          \
  GASNETT_ALWAYS_INLINE(X##_increment) void X##_increment(X##_t *p, int flags) { (void)X##_add(p, 1, flags); }               \
  GASNETT_ALWAYS_INLINE(X##_decrement) void X##_decrement(X##_t *p, int flags) { (void)X##_subtract(p, 1, flags); }          \
  GASNETT_ALWAYS_INLINE(X##_decrement_and_test) int X##_decrement_and_test(X##_t *p, int flags)                              \
  {                                                                                                                          \
    int zero;                                                                                                                \
    GASNETI_FENCE_BEFORE(flags, 1);                                                                                          \
    zero = __atomic_sub_fetch(&p->gasneti_value, 1, __ATOMIC_RELAXED) == 0;                                                  \
    GASNETI_FENCE_AFTER_TEST(flags, zero);                                                                                   \
    return zero;                                                                                                             \
  }                                                                                                                          \
  GASNETT_ALWAYS_INLINE(X##_compare_and_swap) int X##_compare_and_swap(X##_t *p, V expected, V v, int flags)                 \
  {                                                                                                                          \
    int done;                                                                                                                \
    GASNETI_FENCE_BEFORE(flags, 1);                                                                                          \
    done = __atomic_compare_exchange_n(&p->gasneti_value, &expected, v, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED);              \
    GASNETI_FENCE_AFTER_TEST(flags, done);                                                                                   \
    return done;                                                                                                             \
  }                                                                                                                          \
  GASNETT_ALWAYS_INLINE(X##_swap) V X##_swap(X##_t *p, V v, int flags)                                                       \
  {                                                                                                                          \
    GASNETI_FENCE_BEFORE(flags, 1);                                                                                          \
    v = __atomic_exchange_n(&p->gasneti_value, v, __ATOMIC_RELAXED);                                                         \
    GASNETI_FENCE_AFTER(flags, 1);                                                                                           \
    return v;                                                                                                                \
  }

GASNETI_STRONG_OPERATIONS(gasnett_strongatomic, uint32_t)
GASNETI_STRONG_OPERATIONS(gasnett_strongatomic32, uint32_t)
GASNETI_STRONG_OPERATIONS(gasnett_strongatomic64, uint64_t)

#endif
