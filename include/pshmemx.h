/**
 * @file pshmemx.h
 * The profiling interface of shmemx.h: every function under its own name with a leading p. See pshmem.h.
 */
#ifndef _PSHMEMX_H
#define _PSHMEMX_H

#include "shmemx.h"

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__) || defined(__clang__)
#pragma GCC visibility push(default)
#endif

double pshmemx_wtime(void);
char *pshmemx_nodename(void);
void pshmemx_register_gettid(uint64_t (*gettid_fn)(void));
void pshmemx_pcntr_get_issued_write(shmem_ctx_t ctx, uint64_t *cntr_value);
void pshmemx_pcntr_get_issued_read(shmem_ctx_t ctx, uint64_t *cntr_value);
void pshmemx_pcntr_get_completed_write(shmem_ctx_t ctx, uint64_t *cntr_value);
void pshmemx_pcntr_get_completed_read(shmem_ctx_t ctx, uint64_t *cntr_value);
void pshmemx_pcntr_get_completed_target(uint64_t *cntr_value);
void pshmemx_pcntr_get_all(shmem_ctx_t ctx, shmemx_pcntr_t *pcntr);
void pshmemx_ct_create(shmemx_ct_t *ct);
void pshmemx_ct_free(shmemx_ct_t *ct);
long pshmemx_ct_get(shmemx_ct_t ct);
void pshmemx_ct_set(shmemx_ct_t ct, long value);
void pshmemx_ct_wait(shmemx_ct_t ct, long wait_for);
void pshmemx_putmem_ct(shmemx_ct_t ct, void *target, const void *source, size_t len, int pe);
void pshmemx_getmem_ct(shmemx_ct_t ct, void *target, const void *source, size_t len, int pe);
void *pshmemx_lookup_remote_addr(void *addr, int pe);
_SHMEM_RMA_TYPES(_SHMEMX_BLOCKS, pshmemx_)
_SHMEM_RMA_SIZES(_SHMEMX_BLOCKS_SIZED, pshmemx_)
void pshmemx_signal_add(uint64_t *sig_addr, uint64_t signal, int pe);
void pshmemx_signal_set(uint64_t *sig_addr, uint64_t signal, int pe);
void pshmemx_ctx_signal_add(shmem_ctx_t ctx, uint64_t *sig_addr, uint64_t signal, int pe);
void pshmemx_ctx_signal_set(shmem_ctx_t ctx, uint64_t *sig_addr, uint64_t signal, int pe);
_SHMEM_SUM_TYPES(_SHMEM_SCAN, pshmemx_)
_SHMEM_NB_TYPES(_SHMEM_NB, pshmemx_)
_SHMEM_NB_SIZES(_SHMEM_NB_SIZED, pshmemx_)
void pshmemx_putmem_nb(void *dest, const void *source, size_t nelems, int pe, shmemx_request_handle_t *handle);
void pshmemx_getmem_nb(void *dest, const void *source, size_t nelems, int pe, shmemx_request_handle_t *handle);
void pshmemx_wait_req(shmemx_request_handle_t handle);
void pshmemx_test_req(shmemx_request_handle_t handle, int *flag);

#if defined(__GNUC__) || defined(__clang__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
