/**
 * @file shmem/direct.h
 * Puts and gets of shared memory without a call, for programs that define GASNETGO_DIRECT before they include shmem.h (oshcc -DGASNETGO_DIRECT).
 *
 * A symmetric object of another PE is mapped in this one, so that a put is a copy. The library publishes the addresses of the symmetric segments
 * (gasnetgo_shmem_direct_view). The functions here handle the common valid case, and call the library's functions of the same (profiling) names
 * otherwise: an invalid PE or address, simulated machines, Portals as transport, a call before shmem_init, a child made by fork. They are the typed,
 * sized and untyped blocking puts and gets of the default context. They save some nanoseconds per call. They are not the default, because profiling
 * tools see only calls of functions.
 */
#ifndef _SHMEM_DIRECT_H
#define _SHMEM_DIRECT_H

#ifdef GASNETGO_DIRECT

#include <string.h>

#include <gasnetgo.h>

#include "rma.h"

#define _SHMEM_INSTEAD extern __inline__ __attribute__((__gnu_inline__, __always_inline__))
/* A compiler fence, as a call would be: programs spin on gets, and put a flag after the data that they have stored. */
#define _SHMEM_IN_ORDER() __atomic_signal_fence(__ATOMIC_SEQ_CST)
#define _SHMEM_RARELY(x) __builtin_expect(!!(x), 0)

#ifdef __cplusplus
extern "C" {
#endif

/* The program's copy of the view's address, set at its first call. */
__attribute__((__weak__, __visibility__("hidden"))) const struct gasnetgo_shmem_direct *_shmem_direct_here;

#pragma GCC visibility push(default)

/* The address of [addr, addr+bytes) of PE pe in this PE, if loads and stores can reach it now; else NULL. */
_SHMEM_INSTEAD char *_shmem_direct_reach(const struct gasnetgo_shmem_direct **all, const void *addr, size_t bytes, int pe)
{
  const struct gasnetgo_shmem_direct *d = _shmem_direct_here;
  size_t off;

  if (_SHMEM_RARELY(!d))
    d = _shmem_direct_here = gasnetgo_shmem_direct_view(GASNETGO_SHMEM_DIRECT);
  *all = d;
  if (_SHMEM_RARELY((unsigned)pe >= d->pes))
    return NULL;
  off = (size_t)addr - d->heap.base;
  if (off < d->heap.bytes && bytes <= d->heap.bytes - off)
    return d->heap.first + (size_t)pe * d->heap.stride + off;
  off = (size_t)addr - d->data.base;
  if (off < d->data.bytes && bytes <= d->data.bytes - off)
    return d->data.first + (size_t)pe * d->data.stride + off;
  return NULL;
}

/* Elements whose size in bytes fits; SIZE_MAX is in no segment. */
_SHMEM_INSTEAD size_t _shmem_direct_bytes(size_t n, size_t size)
{
  size_t bytes;
  return __builtin_mul_overflow(n, size, &bytes) ? (size_t)-1 : bytes;
}

_SHMEM_INSTEAD int _shmem_direct_put(void *dest, const void *source, size_t bytes, int pe)
{
  const struct gasnetgo_shmem_direct *d;
  char *to = _shmem_direct_reach(&d, dest, bytes, pe);

  if (_SHMEM_RARELY(!to || !source))
    return 0;
  _SHMEM_IN_ORDER();
  memcpy(to, source, bytes);
  _SHMEM_IN_ORDER();
  __atomic_thread_fence(__ATOMIC_RELEASE);
  if (_SHMEM_RARELY(__atomic_load_n((const unsigned *)(const void *)(d->doorbells + (size_t)pe * d->doorbell_step), __ATOMIC_RELAXED) & 2u))
    gasnetgo_shmem_ring(pe);
  return 1;
}

_SHMEM_INSTEAD int _shmem_direct_get(void *dest, const void *source, size_t bytes, int pe)
{
  const struct gasnetgo_shmem_direct *d;
  const char *from = _shmem_direct_reach(&d, source, bytes, pe);

  if (_SHMEM_RARELY(!from || !dest))
    return 0;
  _SHMEM_IN_ORDER();
  memcpy(dest, from, bytes);
  _SHMEM_IN_ORDER();
  __atomic_thread_fence(__ATOMIC_ACQUIRE);
  return 1;
}

#define _SHMEM_DIRECT_TYPE(P, NAME, T)                                                                                 \
  extern void p##P##NAME##_p(T *dest, T value, int pe);                                                                \
  extern T p##P##NAME##_g(const T *source, int pe);                                                                    \
  extern void p##P##NAME##_put(T *dest, const T *source, size_t nelems, int pe);                                       \
  extern void p##P##NAME##_get(T *dest, const T *source, size_t nelems, int pe);                                       \
  _SHMEM_INSTEAD void P##NAME##_p(T *dest, T value, int pe)                                                            \
  {                                                                                                                    \
    if (!_shmem_direct_put(dest, &value, sizeof value, pe))                                                            \
      p##P##NAME##_p(dest, value, pe);                                                                                 \
  }                                                                                                                    \
  _SHMEM_INSTEAD T P##NAME##_g(const T *source, int pe)                                                                \
  {                                                                                                                    \
    T value;                                                                                                           \
    if (_shmem_direct_get(&value, source, sizeof value, pe))                                                           \
      return value;                                                                                                    \
    return p##P##NAME##_g(source, pe);                                                                                 \
  }                                                                                                                    \
  _SHMEM_INSTEAD void P##NAME##_put(T *dest, const T *source, size_t nelems, int pe)                                   \
  {                                                                                                                    \
    if (!_shmem_direct_put(dest, source, _shmem_direct_bytes(nelems, sizeof *source), pe))                             \
      p##P##NAME##_put(dest, source, nelems, pe);                                                                      \
  }                                                                                                                    \
  _SHMEM_INSTEAD void P##NAME##_get(T *dest, const T *source, size_t nelems, int pe)                                   \
  {                                                                                                                    \
    if (!_shmem_direct_get(dest, source, _shmem_direct_bytes(nelems, sizeof *source), pe))                             \
      p##P##NAME##_get(dest, source, nelems, pe);                                                                      \
  }
_SHMEM_RMA_TYPES(_SHMEM_DIRECT_TYPE, shmem_)

/* size is that of an element in bytes. */
#define _SHMEM_DIRECT_UNTYPED(NAME, size)                                                                              \
  extern void pshmem_put##NAME(void *dest, const void *source, size_t nelems, int pe);                                 \
  extern void pshmem_get##NAME(void *dest, const void *source, size_t nelems, int pe);                                 \
  _SHMEM_INSTEAD void shmem_put##NAME(void *dest, const void *source, size_t nelems, int pe)                           \
  {                                                                                                                    \
    if (!_shmem_direct_put(dest, source, _shmem_direct_bytes(nelems, size), pe))                                       \
      pshmem_put##NAME(dest, source, nelems, pe);                                                                      \
  }                                                                                                                    \
  _SHMEM_INSTEAD void shmem_get##NAME(void *dest, const void *source, size_t nelems, int pe)                           \
  {                                                                                                                    \
    if (!_shmem_direct_get(dest, source, _shmem_direct_bytes(nelems, size), pe))                                       \
      pshmem_get##NAME(dest, source, nelems, pe);                                                                      \
  }
#define _SHMEM_DIRECT_SIZED(P, BITS) _SHMEM_DIRECT_UNTYPED(BITS, BITS / 8)
_SHMEM_RMA_SIZES(_SHMEM_DIRECT_SIZED, shmem_)
_SHMEM_DIRECT_UNTYPED(mem, 1)

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif

#endif
