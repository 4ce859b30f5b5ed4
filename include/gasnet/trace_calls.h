/**
 * @file gasnet/trace_calls.h
 * Calls of a program that is compiled with GASNET_TRACE or GASNET_STATS: each says that it is made, then is made. The kinds are P (put), G (get), S (try
 * of a synchronisation), W (wait), B (barrier), L (locks). Active messages are not among them.
 */
#ifndef GASNET_TRACE_CALLS_H
#define GASNET_TRACE_CALLS_H

#include "tools_trace.h"

#if defined(GASNET_TRACE) || defined(GASNET_STATS)

#define GASNETI_CALL(kind, name, node, bytes) gasneti_trace_event(kind, name, (uint64_t)(node), (uint64_t)(bytes), __FILE__, __LINE__)

#define gasnet_put(node, dest, src, nbytes) (GASNETI_CALL('P', "put", node, nbytes), gasnet_put(node, dest, src, nbytes))
#define gasnet_get(dest, node, src, nbytes) (GASNETI_CALL('G', "get", node, nbytes), gasnet_get(dest, node, src, nbytes))
#define gasnet_put_bulk(node, dest, src, nbytes) (GASNETI_CALL('P', "put_bulk", node, nbytes), gasnet_put_bulk(node, dest, src, nbytes))
#define gasnet_get_bulk(dest, node, src, nbytes) (GASNETI_CALL('G', "get_bulk", node, nbytes), gasnet_get_bulk(dest, node, src, nbytes))
#define gasnet_put_nb(node, dest, src, nbytes) (GASNETI_CALL('P', "put_nb", node, nbytes), gasnet_put_nb(node, dest, src, nbytes))
#define gasnet_get_nb(dest, node, src, nbytes) (GASNETI_CALL('G', "get_nb", node, nbytes), gasnet_get_nb(dest, node, src, nbytes))
#define gasnet_put_nb_bulk(node, dest, src, nbytes) (GASNETI_CALL('P', "put_nb_bulk", node, nbytes), gasnet_put_nb_bulk(node, dest, src, nbytes))
#define gasnet_get_nb_bulk(dest, node, src, nbytes) (GASNETI_CALL('G', "get_nb_bulk", node, nbytes), gasnet_get_nb_bulk(dest, node, src, nbytes))
#define gasnet_put_nbi(node, dest, src, nbytes) (GASNETI_CALL('P', "put_nbi", node, nbytes), gasnet_put_nbi(node, dest, src, nbytes))
#define gasnet_get_nbi(dest, node, src, nbytes) (GASNETI_CALL('G', "get_nbi", node, nbytes), gasnet_get_nbi(dest, node, src, nbytes))
#define gasnet_put_nbi_bulk(node, dest, src, nbytes) (GASNETI_CALL('P', "put_nbi_bulk", node, nbytes), gasnet_put_nbi_bulk(node, dest, src, nbytes))
#define gasnet_get_nbi_bulk(dest, node, src, nbytes) (GASNETI_CALL('G', "get_nbi_bulk", node, nbytes), gasnet_get_nbi_bulk(dest, node, src, nbytes))
#define gasnet_memset(node, dest, val, nbytes) (GASNETI_CALL('P', "memset", node, nbytes), gasnet_memset(node, dest, val, nbytes))
#define gasnet_memset_nb(node, dest, val, nbytes) (GASNETI_CALL('P', "memset_nb", node, nbytes), gasnet_memset_nb(node, dest, val, nbytes))
#define gasnet_memset_nbi(node, dest, val, nbytes) (GASNETI_CALL('P', "memset_nbi", node, nbytes), gasnet_memset_nbi(node, dest, val, nbytes))
#define gasnet_put_val(node, dest, value, nbytes) (GASNETI_CALL('P', "put_val", node, nbytes), gasnet_put_val(node, dest, value, nbytes))
#define gasnet_put_nb_val(node, dest, value, nbytes) (GASNETI_CALL('P', "put_nb_val", node, nbytes), gasnet_put_nb_val(node, dest, value, nbytes))
#define gasnet_put_nbi_val(node, dest, value, nbytes) (GASNETI_CALL('P', "put_nbi_val", node, nbytes), gasnet_put_nbi_val(node, dest, value, nbytes))
#define gasnet_get_val(node, src, nbytes) (GASNETI_CALL('G', "get_val", node, nbytes), gasnet_get_val(node, src, nbytes))
#define gasnet_get_nb_val(node, src, nbytes) (GASNETI_CALL('G', "get_nb_val", node, nbytes), gasnet_get_nb_val(node, src, nbytes))
#define gasnet_wait_syncnb(handle) (GASNETI_CALL('W', "wait_syncnb", UINT64_MAX, 0), gasnet_wait_syncnb(handle))
#define gasnet_try_syncnb(handle) (GASNETI_CALL('S', "try_syncnb", UINT64_MAX, 0), gasnet_try_syncnb(handle))
#define gasnet_wait_syncnb_all(handles, n) (GASNETI_CALL('W', "wait_syncnb_all", UINT64_MAX, 0), gasnet_wait_syncnb_all(handles, n))
#define gasnet_try_syncnb_all(handles, n) (GASNETI_CALL('S', "try_syncnb_all", UINT64_MAX, 0), gasnet_try_syncnb_all(handles, n))
#define gasnet_wait_syncnb_some(handles, n) (GASNETI_CALL('W', "wait_syncnb_some", UINT64_MAX, 0), gasnet_wait_syncnb_some(handles, n))
#define gasnet_try_syncnb_some(handles, n) (GASNETI_CALL('S', "try_syncnb_some", UINT64_MAX, 0), gasnet_try_syncnb_some(handles, n))
#define gasnet_wait_syncnbi_gets() (GASNETI_CALL('W', "wait_syncnbi_gets", UINT64_MAX, 0), gasnet_wait_syncnbi_gets())
#define gasnet_try_syncnbi_gets() (GASNETI_CALL('S', "try_syncnbi_gets", UINT64_MAX, 0), gasnet_try_syncnbi_gets())
#define gasnet_wait_syncnbi_puts() (GASNETI_CALL('W', "wait_syncnbi_puts", UINT64_MAX, 0), gasnet_wait_syncnbi_puts())
#define gasnet_try_syncnbi_puts() (GASNETI_CALL('S', "try_syncnbi_puts", UINT64_MAX, 0), gasnet_try_syncnbi_puts())
#define gasnet_wait_syncnbi_all() (GASNETI_CALL('W', "wait_syncnbi_all", UINT64_MAX, 0), gasnet_wait_syncnbi_all())
#define gasnet_try_syncnbi_all() (GASNETI_CALL('S', "try_syncnbi_all", UINT64_MAX, 0), gasnet_try_syncnbi_all())
#define gasnet_barrier_notify(id, flags) (GASNETI_CALL('B', "barrier_notify", UINT64_MAX, 0), gasnet_barrier_notify(id, flags))
#define gasnet_barrier_wait(id, flags) (GASNETI_CALL('B', "barrier_wait", UINT64_MAX, 0), gasnet_barrier_wait(id, flags))
#define gasnet_barrier_try(id, flags) (GASNETI_CALL('B', "barrier_try", UINT64_MAX, 0), gasnet_barrier_try(id, flags))
#define gasnet_barrier(id, flags) (GASNETI_CALL('B', "barrier", UINT64_MAX, 0), gasnet_barrier(id, flags))
#define gasnet_hsl_lock(hsl) (GASNETI_CALL('L', "hsl_lock", UINT64_MAX, 0), gasnet_hsl_lock(hsl))
#define gasnet_hsl_unlock(hsl) (GASNETI_CALL('L', "hsl_unlock", UINT64_MAX, 0), gasnet_hsl_unlock(hsl))
#define gasnet_hsl_trylock(hsl) (GASNETI_CALL('L', "hsl_trylock", UINT64_MAX, 0), gasnet_hsl_trylock(hsl))

#endif

#endif
