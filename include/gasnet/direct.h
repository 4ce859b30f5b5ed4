/* gasnet/direct.h - puts and gets of shared memory without a call: what gasnet.h makes of gasnet_put, gasnet_get and their like.
 *
 * A rank's segment is memory of every rank, so that a put is a copy. The library shows where the segments are (struct gasneti_direct); the functions here
 * do what is right and ordinary, and leave the rest to the functions of the same names: a node or an address that is wrong, a simulated machine,
 * GASNETGO_DEBUG, the time before gasnet_attach, a child made by fork. Programs that are compiled with GASNET_DEBUG, GASNET_TRACE or GASNET_STATS
 * call those always, and so does what defines GASNETGO_OUT_OF_LINE before it includes gasnet.h: for tools that see calls by the names of their functions. */
#ifndef GASNET_DIRECT_H
#define GASNET_DIRECT_H

#include <string.h>

#include <gasnet/extended.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* Where a node's segment is. */
struct gasneti_direct_node {
  uintptr_t segment;        /* its address, the same for all */
  uint64_t bytes;           /* of it */
  const uint32_t *doorbell; /* bit 1 is set while the node sleeps until there is data */
  uint64_t later;
};

/* The library's. Empty (nodes is 0) while the functions of this file have nothing to do; that may change in a call of the library. */
#define GASNETI_DIRECT_VERSION 1u
struct gasneti_direct {
  uint64_t nodes;
  const struct gasneti_direct_node *node;
};

/* The library's, or an empty one if it has no such version. Never NULL. */
const struct gasneti_direct *gasneti_direct_view(unsigned version);

/* Wakes a node that sleeps until there is data. */
void gasneti_ring(gasnet_node_t node);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#if !defined(GASNETGO_OUT_OF_LINE) && !defined(GASNET_DEBUG) && !defined(GASNET_TRACE) && !defined(GASNET_STATS)

#define GASNETI_DIRECT static __inline__ __attribute__((__unused__, __always_inline__))
#define GASNETI_RARELY(x) __builtin_expect(!!(x), 0)

/* This file's, got at the first call. */
static const struct gasneti_direct *gasneti_direct_here __attribute__((__unused__));

static __attribute__((__unused__, __noinline__, __cold__)) const struct gasneti_direct *gasneti_direct_find(void)
{
  return gasneti_direct_here = gasneti_direct_view(GASNETI_DIRECT_VERSION);
}

/* The node, if [addr, addr+nbytes) of its segment can be had at once; else NULL. */
GASNETI_DIRECT const struct gasneti_direct_node *gasneti_direct_reach(gasnet_node_t node, const void *addr, size_t nbytes)
{
  const struct gasneti_direct *d = gasneti_direct_here;
  const struct gasneti_direct_node *n;
  uintptr_t off;

  if (GASNETI_RARELY(!d))
    d = gasneti_direct_find();
  if (GASNETI_RARELY(node >= d->nodes))
    return NULL;
  n = &d->node[node];
  off = (uintptr_t)addr - n->segment;
  return GASNETI_RARELY(off > n->bytes || nbytes > n->bytes - off) ? NULL : n;
}

GASNETI_DIRECT int gasneti_direct_put_to(gasnet_node_t node, void *dest, const void *src, size_t nbytes)
{
  const struct gasneti_direct_node *n = gasneti_direct_reach(node, dest, nbytes);

  if (!n)
    return 0;
  memcpy(dest, src, nbytes);
  __atomic_thread_fence(__ATOMIC_RELEASE);
  if (GASNETI_RARELY(__atomic_load_n(n->doorbell, __ATOMIC_RELAXED) & 2u))
    gasneti_ring(node);
  return 1;
}

GASNETI_DIRECT int gasneti_direct_get_from(void *dest, gasnet_node_t node, const void *src, size_t nbytes)
{
  if (!gasneti_direct_reach(node, src, nbytes))
    return 0;
  memcpy(dest, src, nbytes);
  return 1;
}

#define GASNETI_DIRECT_PUT(call)                                                                                               \
  GASNETI_DIRECT void gasneti_direct_##call(gasnet_node_t node, void *dest, void *src, size_t nbytes)                         \
  {                                                                                                                            \
    if (!gasneti_direct_put_to(node, dest, src, nbytes))                                                                          \
      gasnet_##call(node, dest, src, nbytes);                                                                                  \
  }
#define GASNETI_DIRECT_PUT_NB(call)                                                                                            \
  GASNETI_DIRECT gasnet_handle_t gasneti_direct_##call(gasnet_node_t node, void *dest, void *src, size_t nbytes)              \
  {                                                                                                                            \
    return gasneti_direct_put_to(node, dest, src, nbytes) ? GASNET_INVALID_HANDLE : gasnet_##call(node, dest, src, nbytes);       \
  }
#define GASNETI_DIRECT_GET(call)                                                                                               \
  GASNETI_DIRECT void gasneti_direct_##call(void *dest, gasnet_node_t node, void *src, size_t nbytes)                         \
  {                                                                                                                            \
    if (!gasneti_direct_get_from(dest, node, src, nbytes))                                                                     \
      gasnet_##call(dest, node, src, nbytes);                                                                                  \
  }
#define GASNETI_DIRECT_GET_NB(call)                                                                                            \
  GASNETI_DIRECT gasnet_handle_t gasneti_direct_##call(void *dest, gasnet_node_t node, void *src, size_t nbytes)              \
  {                                                                                                                            \
    return gasneti_direct_get_from(dest, node, src, nbytes) ? GASNET_INVALID_HANDLE : gasnet_##call(dest, node, src, nbytes);  \
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
/* Values of a size that the compiler knows; others are for the library to look at. */
#define GASNETI_DIRECT_VALUE(nbytes) (__builtin_constant_p(nbytes) && (nbytes) <= sizeof(gasnet_register_value_t))

GASNETI_DIRECT void gasneti_direct_put_val(gasnet_node_t node, void *dest, gasnet_register_value_t value, size_t nbytes)
{
  if (!GASNETI_DIRECT_VALUE(nbytes) || !gasneti_direct_put_to(node, dest, &value, nbytes))
    gasnet_put_val(node, dest, value, nbytes);
}

GASNETI_DIRECT void gasneti_direct_put_nbi_val(gasnet_node_t node, void *dest, gasnet_register_value_t value, size_t nbytes)
{
  if (!GASNETI_DIRECT_VALUE(nbytes) || !gasneti_direct_put_to(node, dest, &value, nbytes))
    gasnet_put_nbi_val(node, dest, value, nbytes);
}

GASNETI_DIRECT gasnet_handle_t gasneti_direct_put_nb_val(gasnet_node_t node, void *dest, gasnet_register_value_t value, size_t nbytes)
{
  if (GASNETI_DIRECT_VALUE(nbytes) && gasneti_direct_put_to(node, dest, &value, nbytes))
    return GASNET_INVALID_HANDLE;
  return gasnet_put_nb_val(node, dest, value, nbytes);
}

GASNETI_DIRECT gasnet_register_value_t gasneti_direct_get_val(gasnet_node_t node, void *src, size_t nbytes)
{
  gasnet_register_value_t value = 0;

  if (GASNETI_DIRECT_VALUE(nbytes) && gasneti_direct_get_from(&value, node, src, nbytes))
    return value;
  return gasnet_get_val(node, src, nbytes);
}

#define gasnet_put_val(...) gasneti_direct_put_val(__VA_ARGS__)
#define gasnet_put_nb_val(...) gasneti_direct_put_nb_val(__VA_ARGS__)
#define gasnet_put_nbi_val(...) gasneti_direct_put_nbi_val(__VA_ARGS__)
#define gasnet_get_val(...) gasneti_direct_get_val(__VA_ARGS__)
#endif

/* What the plane does is complete when it returns: there is nothing to wait for. */
GASNETI_DIRECT void gasneti_direct_wait_syncnb(gasnet_handle_t handle)
{
  if (GASNETI_RARELY(handle != GASNET_INVALID_HANDLE))
    gasnet_wait_syncnb(handle);
}

#define gasnet_put(...) gasneti_direct_put(__VA_ARGS__)
#define gasnet_put_bulk(...) gasneti_direct_put_bulk(__VA_ARGS__)
#define gasnet_put_nb(...) gasneti_direct_put_nb(__VA_ARGS__)
#define gasnet_put_nb_bulk(...) gasneti_direct_put_nb_bulk(__VA_ARGS__)
#define gasnet_put_nbi(...) gasneti_direct_put_nbi(__VA_ARGS__)
#define gasnet_put_nbi_bulk(...) gasneti_direct_put_nbi_bulk(__VA_ARGS__)
#define gasnet_get(...) gasneti_direct_get(__VA_ARGS__)
#define gasnet_get_bulk(...) gasneti_direct_get_bulk(__VA_ARGS__)
#define gasnet_get_nb(...) gasneti_direct_get_nb(__VA_ARGS__)
#define gasnet_get_nb_bulk(...) gasneti_direct_get_nb_bulk(__VA_ARGS__)
#define gasnet_get_nbi(...) gasneti_direct_get_nbi(__VA_ARGS__)
#define gasnet_get_nbi_bulk(...) gasneti_direct_get_nbi_bulk(__VA_ARGS__)
#define gasnet_wait_syncnb(...) gasneti_direct_wait_syncnb(__VA_ARGS__)

#endif
#endif
