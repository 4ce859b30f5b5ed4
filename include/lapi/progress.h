/**
 * @file lapi/progress.h
 * Serving messages, fences, addresses.
 */
#ifndef LAPI_PROGRESS_H
#define LAPI_PROGRESS_H

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__) || defined(__clang__)
#pragma GCC visibility push(default)
#endif

/** Serves the messages that have arrived. */
int LAPI_Probe(lapi_handle_t hndl);

/** Serves messages for up to cnt attempts, and ends with the first that completes an operation. info->status: bits of what has completed. */
int LAPI_Msgpoll(lapi_handle_t hndl, uint cnt, lapi_msg_info_t *info);

/** Waits until the data of all operations of this task is where it goes. Completion handlers at targets may still run. */
int LAPI_Fence(lapi_handle_t hndl);

/** Collective: LAPI_Fence of all tasks, then a barrier. */
int LAPI_Gfence(lapi_handle_t hndl);

/** Stores an address as a number. */
int LAPI_Address(void *my_addr, ulong *ret_addr);

/** Collective: add_tab[i] becomes the address that task i passes, which may be any pointer. */
int LAPI_Address_init(lapi_handle_t hndl, void *my_addr, void *add_tab[]);

/** LAPI_Address_init with 64 bits. */
int LAPI_Address_init64(lapi_handle_t hndl, lapi_long_t my_addr, lapi_long_t *add_tab);

/**
 * Sets entry addr_hndl, 1 to LOC_ADDRTBL_SZ - 1, of this task's table of header handlers. Senders may pass the index instead of an address. Errors:
 * LAPI_ERR_ADDR_HNDL_RANGE.
 */
int LAPI_Addr_set(lapi_handle_t hndl, void *addr, int addr_hndl);

/** Stores entry addr_hndl of that table at addr. */
int LAPI_Addr_get(lapi_handle_t hndl, void **addr, int addr_hndl);

/** Ends traffic with a task: what is in flight is dropped, operations get LAPI_ERR_TGT_PURGED. Errors: LAPI_ERR_TGT. */
int LAPI_Purge_totask(lapi_handle_t hndl, uint dest);

/** Allows traffic with a task again. */
int LAPI_Resume_totask(lapi_handle_t hndl, uint dest);

#if defined(__GNUC__) || defined(__clang__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
