/**
 * @file lapi/transfer.h
 * Puts, gets, active messages and read-modify-writes. None waits; counters, each of which may be NULL, grow by one. tgt_cntr is an address at the target.
 */
#ifndef LAPI_TRANSFER_H
#define LAPI_TRANSFER_H

#include "xfer.h"

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__) || defined(__clang__)
#pragma GCC visibility push(default)
#endif

/**
 * Copies len bytes from org_addr to tgt_addr of task tgt. org_cntr: org_addr may be used again; tgt_cntr: the data has been stored; cmpl_cntr: this
 * task knows.
 */
int LAPI_Put(lapi_handle_t hndl, uint tgt, ulong len, void *tgt_addr, void *org_addr, lapi_cntr_t *tgt_cntr, lapi_cntr_t *org_cntr, lapi_cntr_t *cmpl_cntr);

/** Copies len bytes from tgt_addr of task tgt to org_addr. org_cntr: the data is there; tgt_cntr: the target may change its memory. */
int LAPI_Get(lapi_handle_t hndl, uint tgt, ulong len, void *tgt_addr, void *org_addr, lapi_cntr_t *tgt_cntr, lapi_cntr_t *org_cntr);

/** LAPI_Put between vectors of the same type, with the same numbers and lengths of pieces. The vectors are copied. */
int LAPI_Putv(lapi_handle_t hndl, uint tgt, lapi_vec_t *tgt_vec, lapi_vec_t *org_vec, lapi_cntr_t *tgt_cntr, lapi_cntr_t *org_cntr, lapi_cntr_t *cmpl_cntr);

/** LAPI_Get between vectors, as LAPI_Putv. */
int LAPI_Getv(lapi_handle_t hndl, uint tgt, lapi_vec_t *tgt_vec, lapi_vec_t *org_vec, lapi_cntr_t *tgt_cntr, lapi_cntr_t *org_cntr);

/**
 * Runs a function at task tgt. hdr_hdl: its address there (hdr_hndlr_t), or an index of LAPI_Addr_set there. It gets a copy of uhdr, at most
 * MAX_UHDR_SZ bytes, and returns where udata goes, and a completion handler, which runs when udata is there. uhdr is copied. org_cntr: udata may be
 * used again; tgt_cntr: the completion handler has returned; cmpl_cntr: this task knows.
 */
int LAPI_Amsend(lapi_handle_t hndl, uint tgt, void *hdr_hdl, void *uhdr, uint uhdr_len, void *udata, ulong udata_len, lapi_cntr_t *tgt_cntr, lapi_cntr_t *org_cntr, lapi_cntr_t *cmpl_cntr);

/** LAPI_Amsend of a vector. The handler (vhdr_hndlr_t) returns a vector. */
int LAPI_Amsendv(lapi_handle_t hndl, uint tgt, void *hdr_hdl, void *uhdr, uint uhdr_len, lapi_vec_t *org_vec, lapi_cntr_t *tgt_cntr, lapi_cntr_t *org_cntr, lapi_cntr_t *cmpl_cntr);

/**
 * Changes an int of task tgt atomically, also with respect to other processes that share it. in_val is copied. prev_tgt_val, which may be NULL: its
 * value before, or for COMPARE_AND_SWAP whether it swapped. org_cntr: *prev_tgt_val is there.
 */
int LAPI_Rmw(lapi_handle_t hndl, RMW_ops_t op, uint tgt, int *tgt_var, int *in_val, int *prev_tgt_val, lapi_cntr_t *org_cntr);

/** LAPI_Rmw of 64 bits. */
int LAPI_Rmw64(lapi_handle_t hndl, RMW_ops_t op, uint tgt, long long *tgt_var, long long *in_val, long long *prev_tgt_val, lapi_cntr_t *org_cntr);

/** The transfer that the structure describes. Errors: LAPI_ERR_XFER_CMD and those of the plain call. */
int LAPI_Xfer(lapi_handle_t hndl, lapi_xfer_t *xfer);

#if defined(__GNUC__) || defined(__clang__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
