/* gasnet/extended.h - GASNet's extended API: puts, gets and their completion, and barriers.
 *
 * dest of a put and src of a get are addresses in the segment of the node; the other one is anywhere in memory of the caller. The forms without _bulk want
 * both aligned for their type, and their source may be reused when the call returns. Those with _bulk need no alignment, and their source must not
 * change until the operation is complete. An operation is complete when it has been synchronised; a put is then visible to all nodes.
 *
 * An invalid node or address ends the job. None of these may be called in a handler. */
#ifndef GASNET_EXTENDED_H
#define GASNET_EXTENDED_H

#include <gasnet/types.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* Complete when they return. */
void gasnet_get(void *dest, gasnet_node_t node, void *src, size_t nbytes);
void gasnet_put(gasnet_node_t node, void *dest, void *src, size_t nbytes);
void gasnet_get_bulk(void *dest, gasnet_node_t node, void *src, size_t nbytes);
void gasnet_put_bulk(gasnet_node_t node, void *dest, void *src, size_t nbytes);
void gasnet_memset(gasnet_node_t node, void *dest, int val, size_t nbytes);

/* With a handle, to be synchronised once by the thread that got it. GASNET_INVALID_HANDLE: already complete. */
gasnet_handle_t gasnet_get_nb(void *dest, gasnet_node_t node, void *src, size_t nbytes);
gasnet_handle_t gasnet_put_nb(gasnet_node_t node, void *dest, void *src, size_t nbytes);
gasnet_handle_t gasnet_get_nb_bulk(void *dest, gasnet_node_t node, void *src, size_t nbytes);
gasnet_handle_t gasnet_put_nb_bulk(gasnet_node_t node, void *dest, void *src, size_t nbytes);
gasnet_handle_t gasnet_memset_nb(gasnet_node_t node, void *dest, int val, size_t nbytes);

/* Without a handle: gasnet_*_syncnbi_* synchronises all of the calling thread's. */
void gasnet_get_nbi(void *dest, gasnet_node_t node, void *src, size_t nbytes);
void gasnet_put_nbi(gasnet_node_t node, void *dest, void *src, size_t nbytes);
void gasnet_get_nbi_bulk(void *dest, gasnet_node_t node, void *src, size_t nbytes);
void gasnet_put_nbi_bulk(gasnet_node_t node, void *dest, void *src, size_t nbytes);
void gasnet_memset_nbi(gasnet_node_t node, void *dest, int val, size_t nbytes);

/* The nbytes (1 to 8) low-order bytes of a value; a get fills the others with zeros. */
void gasnet_put_val(gasnet_node_t node, void *dest, gasnet_register_value_t value, size_t nbytes);
gasnet_handle_t gasnet_put_nb_val(gasnet_node_t node, void *dest, gasnet_register_value_t value, size_t nbytes);
void gasnet_put_nbi_val(gasnet_node_t node, void *dest, gasnet_register_value_t value, size_t nbytes);
gasnet_register_value_t gasnet_get_val(gasnet_node_t node, void *src, size_t nbytes);
gasnet_valget_handle_t gasnet_get_nb_val(gasnet_node_t node, void *src, size_t nbytes);
gasnet_register_value_t gasnet_wait_syncnb_valget(gasnet_valget_handle_t handle);

/* Synchronise handles. try returns GASNET_OK or GASNET_ERR_NOT_READY; wait and try poll, except those with _nopoll. _all: all n handles; _some: at least one,
 * if there is one. Handles of complete operations become GASNET_INVALID_HANDLE; entries that are GASNET_INVALID_HANDLE do not count. */
void gasnet_wait_syncnb(gasnet_handle_t handle);
int gasnet_try_syncnb(gasnet_handle_t handle);
void gasnet_wait_syncnb_all(gasnet_handle_t *handles, size_t n);
int gasnet_try_syncnb_all(gasnet_handle_t *handles, size_t n);
void gasnet_wait_syncnb_some(gasnet_handle_t *handles, size_t n);
int gasnet_try_syncnb_some(gasnet_handle_t *handles, size_t n);
int gasnet_try_syncnb_nopoll(gasnet_handle_t handle);
int gasnet_try_syncnb_all_nopoll(gasnet_handle_t *handles, size_t n);
int gasnet_try_syncnb_some_nopoll(gasnet_handle_t *handles, size_t n);

/* Synchronise the calling thread's operations without a handle. */
void gasnet_wait_syncnbi_gets(void);
void gasnet_wait_syncnbi_puts(void);
void gasnet_wait_syncnbi_all(void);
int gasnet_try_syncnbi_gets(void);
int gasnet_try_syncnbi_puts(void);
int gasnet_try_syncnbi_all(void);

/* An access region: end returns one handle for all operations without a handle that the calling thread has begun since begin. Regions do not nest. */
void gasnet_begin_nbi_accessregion(void);
gasnet_handle_t gasnet_end_nbi_accessregion(void);

/* A barrier in two halves: every node calls notify, then wait or try until it is not GASNET_ERR_NOT_READY. flags is 0 or GASNET_BARRIERFLAG_s.
 * GASNET_ERR_BARRIER_MISMATCH: some ids differ, or a node passed GASNET_BARRIERFLAG_MISMATCH. */
void gasnet_barrier_notify(int id, int flags);
int gasnet_barrier_wait(int id, int flags);
int gasnet_barrier_try(int id, int flags);

/* Both halves. */
int gasnet_barrier(int id, int flags);

/* The result of the last complete barrier: 0, with its id in *id; nonzero if no node gave an id. */
int gasnet_barrier_result(int *id);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif
