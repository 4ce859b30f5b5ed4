/**
 * @file armci/transfer.h
 * Puts, gets and accumulates that complete locally before they return, and read-modify-write.
 */
#ifndef ARMCI_TRANSFER_H
#define ARMCI_TRANSFER_H

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__) || defined(__clang__)
#pragma GCC visibility push(default)
#endif

/**
 * @name Contiguous
 *
 * A put, or an accumulate, reads src here and writes dst at process proc; a get reads src there and writes dst here. When a put returns, src may be changed; a fence
 * completes it at the target. Operations of a process on the same memory take effect in their order.
 *
 * @return 0, or a FAIL code if an argument is wrong
 */
/**@{*/
int ARMCI_Put(void *src, void *dst, int bytes, int proc);
int ARMCI_Get(void *src, void *dst, int bytes, int proc);
/** Add *scale times src to dst. All accumulates on an element are atomic to each other. optype is one of ARMCI_ACC_*. */
int ARMCI_Acc(int optype, void *scale, void *src, void *dst, int bytes, int proc);
/** A put; when all of it is there, the int f of the target becomes v. */
int ARMCI_Put_flag(void *src, void *dst, int bytes, int *f, int v, int proc);
/** A copy by the caller. Deprecated. */
#define ARMCI_Put1(_s, _d, _b, _p) (memcpy(_d, _s, _b), 0)
/**@}*/

/**
 * @name Strided
 *
 * count[0] is a number of bytes, count[i] the number of pieces of level i, which lie stride_arr[i-1] bytes apart. There are stride_levels strides, 0 to
 * ARMCI_MAX_STRIDE_LEVEL. A count of 0 moves nothing.
 */
/**@{*/
int ARMCI_PutS(void *src_ptr, int src_stride_arr[], void *dst_ptr, int dst_stride_arr[], int count[], int stride_levels, int proc);
int ARMCI_GetS(void *src_ptr, int src_stride_arr[], void *dst_ptr, int dst_stride_arr[], int count[], int stride_levels, int proc);
int ARMCI_AccS(int optype, void *scale, void *src_ptr, int src_stride_arr[], void *dst_ptr, int dst_stride_arr[], int count[], int stride_levels, int proc);
int ARMCI_PutS_flag(void *src_ptr, int src_stride_arr[], void *dst_ptr, int dst_stride_arr[], int count[], int stride_levels, int *flag, int val, int proc);
int ARMCI_PutS_flag_dir(void *src_ptr, int src_stride_arr[], void *dst_ptr, int dst_stride_arr[], int count[], int stride_levels, int *flag, int val, int proc);
/**@}*/

/** @name Vectors: len pieces, each with segments of one size */
/**@{*/
int ARMCI_PutV(armci_giov_t darr[], int len, int proc);
int ARMCI_GetV(armci_giov_t darr[], int len, int proc);
int ARMCI_AccV(int op, void *scale, armci_giov_t darr[], int len, int proc);
/**@}*/

/** @name Values */
/**@{*/
int ARMCI_PutValueInt(int src, void *dst, int proc);
int ARMCI_PutValueLong(long src, void *dst, int proc);
int ARMCI_PutValueFloat(float src, void *dst, int proc);
int ARMCI_PutValueDouble(double src, void *dst, int proc);
int ARMCI_GetValueInt(void *src, int proc);
long ARMCI_GetValueLong(void *src, int proc);
float ARMCI_GetValueFloat(void *src, int proc);
double ARMCI_GetValueDouble(void *src, int proc);
/**@}*/

/**
 * Atomically change the int or long prem of process proc: add `extra` to it and store its old value in *ploc, or exchange it with *ploc.
 *
 * @param op one of ARMCI_FETCH_AND_ADD, ARMCI_FETCH_AND_ADD_LONG, ARMCI_SWAP, ARMCI_SWAP_LONG
 * @return 0, or a FAIL code
 */
int ARMCI_Rmw(int op, void *ploc, void *prem, int extra, int proc);

/** Copy n bytes of this process. */
void ARMCI_Copy(void *src, void *dst, int n);
#if defined(__GNUC__) || defined(__clang__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
