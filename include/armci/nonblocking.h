/**
 * @file armci/nonblocking.h
 * Transfers that return at once.
 */
#ifndef ARMCI_NONBLOCKING_H
#define ARMCI_NONBLOCKING_H

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__) || defined(__clang__)
#pragma GCC visibility push(default)
#endif

/**
 * @name Transfers with a handle
 *
 * Data stays as it is until the operation is complete; addresses, counts, strides and scale are only read by the call. A handle has one operation, or
 * several after ARMCI_SET_AGGREGATE_HANDLE. NULL as a handle: ARMCI_WaitAll and ARMCI_WaitProc complete it.
 */
/**@{*/
int ARMCI_NbPut(void *src, void *dst, int bytes, int proc, armci_hdl_t *nb_handle);
int ARMCI_NbGet(void *src, void *dst, int bytes, int proc, armci_hdl_t *nb_handle);
int ARMCI_NbAcc(int optype, void *scale, void *src, void *dst, int bytes, int proc, armci_hdl_t *nb_handle);
int ARMCI_NbPutS(void *src_ptr, int src_stride_arr[], void *dst_ptr, int dst_stride_arr[], int count[], int stride_levels, int proc, armci_hdl_t *nb_handle);
int ARMCI_NbGetS(void *src_ptr, int src_stride_arr[], void *dst_ptr, int dst_stride_arr[], int count[], int stride_levels, int proc, armci_hdl_t *nb_handle);
int ARMCI_NbAccS(int optype, void *scale, void *src_ptr, int src_stride_arr[], void *dst_ptr, int dst_stride_arr[], int count[], int stride_levels, int proc, armci_hdl_t *nb_handle);
int ARMCI_NbPutV(armci_giov_t darr[], int len, int proc, armci_hdl_t *nb_handle);
int ARMCI_NbGetV(armci_giov_t darr[], int len, int proc, armci_hdl_t *nb_handle);
int ARMCI_NbAccV(int op, void *scale, armci_giov_t darr[], int len, int proc, armci_hdl_t *nb_handle);
int ARMCI_NbPutValueInt(int src, void *dst, int proc, armci_hdl_t *nb_handle);
int ARMCI_NbPutValueLong(long src, void *dst, int proc, armci_hdl_t *nb_handle);
int ARMCI_NbPutValueFloat(float src, void *dst, int proc, armci_hdl_t *nb_handle);
int ARMCI_NbPutValueDouble(double src, void *dst, int proc, armci_hdl_t *nb_handle);
/**@}*/

/** Wait for the operations of a handle: puts and accumulates locally, gets entirely. 0. */
int ARMCI_Wait(armci_hdl_t *nb_handle);

/** 0 if the operations of a handle are complete, else 1. */
int ARMCI_Test(armci_hdl_t *nb_handle);

/** Wait for all operations without a handle, to one process or to all. 0. */
int ARMCI_WaitProc(int proc);
int ARMCI_WaitAll(void);

/** Allow a handle several operations, or one again. */
void ARMCI_SET_AGGREGATE_HANDLE(armci_hdl_t *nb_handle);
void ARMCI_UNSET_AGGREGATE_HANDLE(armci_hdl_t *nb_handle);
#if defined(__GNUC__) || defined(__clang__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
