/* gasnet/direct.h - puts and gets of shared memory without a call: what gasnet.h makes of gasnet_put, gasnet_get and their like.
 *
 * Every rank maps the segments of all, so that a put is a copy. The library publishes their addresses (struct gasneti_direct). The functions here handle
 * the common valid case, and call the library's functions of the same names otherwise: an invalid node or address, a simulated machine, GASNETGO_DEBUG, a
 * call before gasnet_attach, a child made by fork. Programs that are compiled with GASNET_DEBUG, GASNET_TRACE or GASNET_STATS always call the library. So
 * do files that define GASNETGO_OUT_OF_LINE before they include gasnet.h, for tools that see only calls of functions. */
#ifndef GASNET_DIRECT_H
#define GASNET_DIRECT_H

#include <string.h>

#include <gasnet/extended.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* The address of a node's segment. */
struct gasneti_direct_node {
  uintptr_t segment;        /* its address, the same for all */
  uint64_t bytes;           /* of it */
  const uint32_t *doorbell; /* bit 1 is set while the node sleeps until there is data */
  uint64_t later;
};

/* Owned by the library. Empty (nodes is 0) while all calls have to go to the library; any call of the library may change that. */
#define GASNETI_DIRECT_VERSION 1u
struct gasneti_direct {
  uint64_t nodes;
  const struct gasneti_direct_node *node;
};

/* The view of this version; empty if the library does not support it. Never NULL. */
const struct gasneti_direct *gasneti_direct_view(unsigned version);

/* Wakes a node that sleeps until there is data. */
void gasneti_ring(gasnet_node_t node);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

/* ThreadSanitizer does not know fences. */
#if defined(GASNETGO_OUT_OF_LINE)
#elif defined(__SANITIZE_THREAD__)
#define GASNETGO_OUT_OF_LINE 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define GASNETGO_OUT_OF_LINE 1
#endif
#endif

#if !defined(GASNETGO_OUT_OF_LINE) && !defined(GASNET_DEBUG) && !defined(GASNET_TRACE) && !defined(GASNET_STATS)

/* A library function with an inline definition. Its address is that of the library's function, which gasneti_called_NAME calls.
 * Clang takes a function that calls its own name for recursion and does not inline it, so there calls are macros, as they are in GASNet. */
#ifdef __clang__
#define GASNETI_INSTEAD static __inline__ __attribute__((__always_inline__, __unused__))
#define GASNETI_HERE(call) gasneti_here_##call
#else
#define GASNETI_INSTEAD extern __inline__ __attribute__((__gnu_inline__, __always_inline__))
#define GASNETI_HERE(call) gasnet_##call
#endif
#define GASNETI_CALLED(type, call, parameters) extern type gasneti_called_##call parameters __asm__("gasnet_" #call);
#define GASNETI_RARELY(x) __builtin_expect(!!(x), 0)
/* A compiler fence, as a call would be: programs spin on gets, and put a flag after the data that they have stored. */
#define GASNETI_IN_ORDER() __atomic_signal_fence(__ATOMIC_SEQ_CST)

#ifdef __cplusplus
extern "C" {
#endif

/* The program's copy of the view's address, set at its first call. */
__attribute__((__weak__, __visibility__("hidden"))) const struct gasneti_direct *gasneti_direct_here;

#pragma GCC visibility push(default)

/* The node, if loads and stores can reach [addr, addr+nbytes) of its segment now; else NULL. */
GASNETI_INSTEAD const struct gasneti_direct_node *gasneti_direct_reach(gasnet_node_t node, const void *addr, size_t nbytes)
{
  const struct gasneti_direct *d = gasneti_direct_here;
  const struct gasneti_direct_node *n;
  uintptr_t off;

  if (GASNETI_RARELY(!d))
    d = gasneti_direct_here = gasneti_direct_view(GASNETI_DIRECT_VERSION);
  if (GASNETI_RARELY(node >= d->nodes))
    return NULL;
  n = &d->node[node];
  off = (uintptr_t)addr - n->segment;
  return GASNETI_RARELY(off > n->bytes || nbytes > n->bytes - off) ? NULL : n;
}

GASNETI_INSTEAD int gasneti_direct_put(gasnet_node_t node, void *dest, const void *src, size_t nbytes)
{
  const struct gasneti_direct_node *n = gasneti_direct_reach(node, dest, nbytes);

  if (!n)
    return 0;
  GASNETI_IN_ORDER();
  memcpy(dest, src, nbytes);
  __atomic_thread_fence(__ATOMIC_RELEASE);
  if (GASNETI_RARELY(__atomic_load_n(n->doorbell, __ATOMIC_RELAXED) & 2u))
    gasneti_ring(node);
  return 1;
}

GASNETI_INSTEAD int gasneti_direct_get(void *dest, gasnet_node_t node, const void *src, size_t nbytes)
{
  if (!gasneti_direct_reach(node, src, nbytes))
    return 0;
  GASNETI_IN_ORDER();
  memcpy(dest, src, nbytes);
  __atomic_thread_fence(__ATOMIC_ACQUIRE);
  return 1;
}

#define GASNETI_DIRECT_PUT(call)                                                                                               \
  GASNETI_CALLED(void, call, (gasnet_node_t node, void *dest, void *src, size_t nbytes))                                      \
  GASNETI_INSTEAD void GASNETI_HERE(call)(gasnet_node_t node, void *dest, void *src, size_t nbytes)                            \
  {                                                                                                                            \
    if (!gasneti_direct_put(node, dest, src, nbytes))                                                                          \
      gasneti_called_##call(node, dest, src, nbytes);                                                                          \
  }
#define GASNETI_DIRECT_PUT_NB(call)                                                                                            \
  GASNETI_CALLED(gasnet_handle_t, call, (gasnet_node_t node, void *dest, void *src, size_t nbytes))                           \
  GASNETI_INSTEAD gasnet_handle_t GASNETI_HERE(call)(gasnet_node_t node, void *dest, void *src, size_t nbytes)                 \
  {                                                                                                                            \
    return gasneti_direct_put(node, dest, src, nbytes) ? GASNET_INVALID_HANDLE                                                 \
                                                       : gasneti_called_##call(node, dest, src, nbytes);                      \
  }
#define GASNETI_DIRECT_GET(call)                                                                                               \
  GASNETI_CALLED(void, call, (void *dest, gasnet_node_t node, void *src, size_t nbytes))                                      \
  GASNETI_INSTEAD void GASNETI_HERE(call)(void *dest, gasnet_node_t node, void *src, size_t nbytes)                            \
  {                                                                                                                            \
    if (!gasneti_direct_get(dest, node, src, nbytes))                                                                          \
      gasneti_called_##call(dest, node, src, nbytes);                                                                          \
  }
#define GASNETI_DIRECT_GET_NB(call)                                                                                            \
  GASNETI_CALLED(gasnet_handle_t, call, (void *dest, gasnet_node_t node, void *src, size_t nbytes))                           \
  GASNETI_INSTEAD gasnet_handle_t GASNETI_HERE(call)(void *dest, gasnet_node_t node, void *src, size_t nbytes)                 \
  {                                                                                                                            \
    return gasneti_direct_get(dest, node, src, nbytes) ? GASNET_INVALID_HANDLE                                                 \
                                                       : gasneti_called_##call(dest, node, src, nbytes);                      \
  }

GASNETI_DIRECT_PUT(put)
GASNETI_DIRECT_PUT(put_bulk)
GASNETI_DIRECT_PUT(put_nbi)
GASNETI_DIRECT_PUT(put_nbi_bulk)
GASNETI_DIRECT_PUT_NB(put_nb)
GASNETI_DIRECT_PUT_NB(put_nb_bulk)
GASNETI_DIRECT_GET(get)
GASNETI_DIRECT_GET(get_bulk)
GASNETI_DIRECT_GET(get_nbi)
GASNETI_DIRECT_GET(get_nbi_bulk)
GASNETI_DIRECT_GET_NB(get_nb)
GASNETI_DIRECT_GET_NB(get_nb_bulk)

#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
/* Values whose size is a compile-time constant; the library handles the others. */
#define GASNETI_DIRECT_VALUE(nbytes) (__builtin_constant_p(nbytes) && (nbytes) <= sizeof(gasnet_register_value_t))

GASNETI_CALLED(void, put_val, (gasnet_node_t node, void *dest, gasnet_register_value_t value, size_t nbytes))
GASNETI_INSTEAD void GASNETI_HERE(put_val)(gasnet_node_t node, void *dest, gasnet_register_value_t value, size_t nbytes)
{
  if (!GASNETI_DIRECT_VALUE(nbytes) || !gasneti_direct_put(node, dest, &value, nbytes))
    gasneti_called_put_val(node, dest, value, nbytes);
}

GASNETI_CALLED(void, put_nbi_val, (gasnet_node_t node, void *dest, gasnet_register_value_t value, size_t nbytes))
GASNETI_INSTEAD void GASNETI_HERE(put_nbi_val)(gasnet_node_t node, void *dest, gasnet_register_value_t value, size_t nbytes)
{
  if (!GASNETI_DIRECT_VALUE(nbytes) || !gasneti_direct_put(node, dest, &value, nbytes))
    gasneti_called_put_nbi_val(node, dest, value, nbytes);
}

GASNETI_CALLED(gasnet_handle_t, put_nb_val, (gasnet_node_t node, void *dest, gasnet_register_value_t value, size_t nbytes))
GASNETI_INSTEAD gasnet_handle_t GASNETI_HERE(put_nb_val)(gasnet_node_t node, void *dest, gasnet_register_value_t value, size_t nbytes)
{
  if (GASNETI_DIRECT_VALUE(nbytes) && gasneti_direct_put(node, dest, &value, nbytes))
    return GASNET_INVALID_HANDLE;
  return gasneti_called_put_nb_val(node, dest, value, nbytes);
}

GASNETI_CALLED(gasnet_register_value_t, get_val, (gasnet_node_t node, void *src, size_t nbytes))
GASNETI_INSTEAD gasnet_register_value_t GASNETI_HERE(get_val)(gasnet_node_t node, void *src, size_t nbytes)
{
  gasnet_register_value_t value = 0;

  if (GASNETI_DIRECT_VALUE(nbytes) && gasneti_direct_get(&value, node, src, nbytes))
    return value;
  return gasneti_called_get_val(node, src, nbytes);
}
#endif

/* These copies are complete when they return, so there is no handle to wait for. */
GASNETI_CALLED(void, wait_syncnb, (gasnet_handle_t handle))
GASNETI_INSTEAD void GASNETI_HERE(wait_syncnb)(gasnet_handle_t handle)
{
  if (GASNETI_RARELY(handle != GASNET_INVALID_HANDLE))
    gasneti_called_wait_syncnb(handle);
  GASNETI_IN_ORDER();
}

#ifdef __clang__
#define gasnet_put(a, b, c, nbytes) gasneti_here_put(a, b, c, nbytes)
#define gasnet_put_bulk(a, b, c, nbytes) gasneti_here_put_bulk(a, b, c, nbytes)
#define gasnet_put_nbi(a, b, c, nbytes) gasneti_here_put_nbi(a, b, c, nbytes)
#define gasnet_put_nbi_bulk(a, b, c, nbytes) gasneti_here_put_nbi_bulk(a, b, c, nbytes)
#define gasnet_put_nb(a, b, c, nbytes) gasneti_here_put_nb(a, b, c, nbytes)
#define gasnet_put_nb_bulk(a, b, c, nbytes) gasneti_here_put_nb_bulk(a, b, c, nbytes)
#define gasnet_get(a, b, c, nbytes) gasneti_here_get(a, b, c, nbytes)
#define gasnet_get_bulk(a, b, c, nbytes) gasneti_here_get_bulk(a, b, c, nbytes)
#define gasnet_get_nbi(a, b, c, nbytes) gasneti_here_get_nbi(a, b, c, nbytes)
#define gasnet_get_nbi_bulk(a, b, c, nbytes) gasneti_here_get_nbi_bulk(a, b, c, nbytes)
#define gasnet_get_nb(a, b, c, nbytes) gasneti_here_get_nb(a, b, c, nbytes)
#define gasnet_get_nb_bulk(a, b, c, nbytes) gasneti_here_get_nb_bulk(a, b, c, nbytes)
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define gasnet_put_val(node, dest, value, nbytes) gasneti_here_put_val(node, dest, value, nbytes)
#define gasnet_put_nbi_val(node, dest, value, nbytes) gasneti_here_put_nbi_val(node, dest, value, nbytes)
#define gasnet_put_nb_val(node, dest, value, nbytes) gasneti_here_put_nb_val(node, dest, value, nbytes)
#define gasnet_get_val(node, src, nbytes) gasneti_here_get_val(node, src, nbytes)
#endif
#define gasnet_wait_syncnb(handle) gasneti_here_wait_syncnb(handle)
#endif

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif
#endif
