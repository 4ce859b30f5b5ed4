/**
 * @file lapi/counter.h
 * Counters. A counter is in memory of its task; other tasks only name it.
 */
#ifndef LAPI_COUNTER_H
#define LAPI_COUNTER_H

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__) || defined(__clang__)
#pragma GCC visibility push(default)
#endif

/** Sets a counter, which no operation may name meanwhile. */
int LAPI_Setcntr(lapi_handle_t hndl, lapi_cntr_t *cntr, int val);

/** Stores a counter's value at val; does not wait. */
int LAPI_Getcntr(lapi_handle_t hndl, lapi_cntr_t *cntr, int *val);

/**
 * Waits until a counter is val or more, subtracts val, and stores what is left at cur_val, which may be NULL. Serves messages meanwhile. Not from a
 * header handler. Errors: LAPI_ERR_MULTIPLE_WAITERS if another thread waits for it.
 */
int LAPI_Waitcntr(lapi_handle_t hndl, lapi_cntr_t *cntr, int val, int *cur_val);

/**
 * Sets a counter to 0 and has the library write, for each of the tasks in dest_list, what has become of operations that name the counter:
 * LAPI_MSG_RECVD, LAPI_MSG_PURGED. The arrays must stay until the counter is set again.
 */
int LAPI_Setcntr_wstatus(lapi_handle_t hndl, lapi_cntr_t *cntr, int num_dest, uint *dest_list, int *dest_status);

/**
 * LAPI_Waitcntr that leaves serving messages to the library's thread, and ends when operations to purged tasks are all that is missing. LAPI_Init
 * must have asked for L2_LIB or LAST_LIB.
 */
int LAPI_Nopoll_wait(lapi_handle_t hndl, lapi_cntr_t *cntr, int val, int *cur_val);

#if defined(__GNUC__) || defined(__clang__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
