/**
 * @file pshmem.h
 * The profiling interface: every function of shmem.h under its own name with a leading p.
 *
 * A profiling tool defines a function of shmem.h itself, does its work and calls the twin.
 * Spec: OpenSHMEM 1.6, "OpenSHMEM Profiling Interface"
 */
#ifndef _PSHMEM_H
#define _PSHMEM_H

#include "shmem.h"

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__) || defined(__clang__)
#pragma GCC visibility push(default)
#endif

/** @name shmem/setup.h */
/**@{*/
void pshmem_init(void);
int pshmem_init_thread(int requested, int *provided);
void pshmem_finalize(void);
void pshmem_global_exit(int status) _SHMEM_NORETURN;
void pshmem_query_initialized(int *initialized);
void pshmem_query_thread(int *provided);
int pshmem_my_pe(void);
int pshmem_n_pes(void);
int pshmem_pe_accessible(int pe);
int pshmem_addr_accessible(const void *addr, int pe);
void *pshmem_ptr(const void *dest, int pe);
void pshmem_info_get_name(char *name);
void pshmem_info_get_version(int *major, int *minor);
void pshmem_pcontrol(int level, ...);
/**@}*/

/** @name shmem/teams.h */
/**@{*/
int pshmem_team_my_pe(shmem_team_t team);
int pshmem_team_n_pes(shmem_team_t team);
int pshmem_team_translate_pe(shmem_team_t src_team, int src_pe, shmem_team_t dest_team);
int pshmem_team_get_config(shmem_team_t team, long config_mask, shmem_team_config_t *config);
int pshmem_team_split_strided(shmem_team_t parent_team, int start, int stride, int size, const shmem_team_config_t *config, long config_mask,
                              shmem_team_t *new_team);
int pshmem_team_split_2d(shmem_team_t parent_team, int xrange, const shmem_team_config_t *xaxis_config, long xaxis_mask, shmem_team_t *xaxis_team,
                         const shmem_team_config_t *yaxis_config, long yaxis_mask, shmem_team_t *yaxis_team);
void pshmem_team_destroy(shmem_team_t team);
void *pshmem_team_ptr(shmem_team_t team, const void *dest, int pe);
/**@}*/

/** @name shmem/memory.h */
/**@{*/
void *pshmem_malloc(size_t size);
void *pshmem_calloc(size_t count, size_t size);
void *pshmem_align(size_t alignment, size_t size);
void *pshmem_malloc_with_hints(size_t size, long hints);
void *pshmem_realloc(void *ptr, size_t size);
void pshmem_free(void *ptr);
/**@}*/

/** @name shmem/rma.h */
/**@{*/
_SHMEM_RMA_TYPES(_SHMEM_PUT, pshmem_)
_SHMEM_RMA_TYPES(_SHMEM_P, pshmem_)
_SHMEM_RMA_TYPES(_SHMEM_GET, pshmem_)
_SHMEM_RMA_TYPES(_SHMEM_G, pshmem_)
_SHMEM_RMA_TYPES(_SHMEM_IPUT, pshmem_)
_SHMEM_RMA_TYPES(_SHMEM_IGET, pshmem_)
_SHMEM_RMA_TYPES(_SHMEM_IBPUT, pshmem_)
_SHMEM_RMA_TYPES(_SHMEM_IBGET, pshmem_)
_SHMEM_RMA_TYPES(_SHMEM_PUT_NBI, pshmem_)
_SHMEM_RMA_TYPES(_SHMEM_GET_NBI, pshmem_)
_SHMEM_RMA_SIZES(_SHMEM_SIZED, pshmem_)
void pshmem_putmem(void *dest, const void *source, size_t nelems, int pe);
void pshmem_getmem(void *dest, const void *source, size_t nelems, int pe);
void pshmem_putmem_nbi(void *dest, const void *source, size_t nelems, int pe);
void pshmem_getmem_nbi(void *dest, const void *source, size_t nelems, int pe);
/**@}*/

/** @name shmem/contexts.h, shmem/rma_ctx.h, shmem/amo_ctx.h */
/**@{*/
int pshmem_ctx_create(long options, shmem_ctx_t *ctx);
int pshmem_team_create_ctx(shmem_team_t team, long options, shmem_ctx_t *ctx);
void pshmem_ctx_destroy(shmem_ctx_t ctx);
int pshmem_ctx_get_team(shmem_ctx_t ctx, shmem_team_t *team);
void pshmem_ctx_session_start(shmem_ctx_t ctx, long options, const shmem_ctx_session_config_t *config, long config_mask);
void pshmem_ctx_session_stop(shmem_ctx_t ctx);
void pshmem_ctx_fence(shmem_ctx_t ctx);
void pshmem_ctx_quiet(shmem_ctx_t ctx);
void pshmem_ctx_pe_quiet(shmem_ctx_t ctx, const int *target_pes, size_t npes);
_SHMEM_RMA_TYPES(_SHMEM_CTX_RMA, pshmem_)
_SHMEM_RMA_TYPES(_SHMEM_CTX_STRIDED, pshmem_)
_SHMEM_RMA_SIZES(_SHMEM_CTX_SIZED, pshmem_)
void pshmem_ctx_putmem(shmem_ctx_t ctx, void *dest, const void *source, size_t nelems, int pe);
void pshmem_ctx_getmem(shmem_ctx_t ctx, void *dest, const void *source, size_t nelems, int pe);
void pshmem_ctx_putmem_nbi(shmem_ctx_t ctx, void *dest, const void *source, size_t nelems, int pe);
void pshmem_ctx_getmem_nbi(shmem_ctx_t ctx, void *dest, const void *source, size_t nelems, int pe);
_SHMEM_AMO_TYPES(_SHMEM_CTX_AMO, pshmem_)
_SHMEM_AMO_EXT_TYPES(_SHMEM_CTX_AMO_EXT, pshmem_)
_SHMEM_AMO_BIT_TYPES(_SHMEM_CTX_AMO_BIT, pshmem_)
/**@}*/

/** @name shmem/signals.h */
/**@{*/
_SHMEM_RMA_TYPES(_SHMEM_PUT_SIGNAL, pshmem_)
_SHMEM_RMA_SIZES(_SHMEM_PUT_SIGNAL_SIZED, pshmem_)
void pshmem_putmem_signal(void *dest, const void *source, size_t nelems, uint64_t *sig_addr, uint64_t signal, int sig_op, int pe);
void pshmem_putmem_signal_nbi(void *dest, const void *source, size_t nelems, uint64_t *sig_addr, uint64_t signal, int sig_op, int pe);
void pshmem_ctx_putmem_signal(shmem_ctx_t ctx, void *dest, const void *source, size_t nelems, uint64_t *sig_addr, uint64_t signal, int sig_op,
                              int pe);
void pshmem_ctx_putmem_signal_nbi(shmem_ctx_t ctx, void *dest, const void *source, size_t nelems, uint64_t *sig_addr, uint64_t signal, int sig_op,
                                  int pe);
void pshmem_signal_add(uint64_t *sig_addr, uint64_t signal, int pe);
void pshmem_signal_set(uint64_t *sig_addr, uint64_t signal, int pe);
void pshmem_ctx_signal_add(shmem_ctx_t ctx, uint64_t *sig_addr, uint64_t signal, int pe);
void pshmem_ctx_signal_set(shmem_ctx_t ctx, uint64_t *sig_addr, uint64_t signal, int pe);
uint64_t pshmem_signal_fetch(const uint64_t *sig_addr);
uint64_t pshmem_signal_wait_until(uint64_t *sig_addr, int cmp, uint64_t cmp_value);
/**@}*/

/** @name shmem/amo.h */
/**@{*/
_SHMEM_AMO_TYPES(_SHMEM_AMO, pshmem_)
_SHMEM_AMO_EXT_TYPES(_SHMEM_AMO_EXT, pshmem_)
_SHMEM_AMO_BIT_TYPES(_SHMEM_AMO_BIT, pshmem_)
_SHMEM_AMO_TYPES(_SHMEM_AMO_NBI, pshmem_)
_SHMEM_AMO_EXT_TYPES(_SHMEM_AMO_EXT_NBI, pshmem_)
_SHMEM_AMO_BIT_TYPES(_SHMEM_AMO_BIT_NBI, pshmem_)
/**@}*/

/** @name shmem/order.h */
/**@{*/
void pshmem_fence(void);
void pshmem_quiet(void);
void pshmem_pe_quiet(const int *target_pes, size_t npes);
void pshmem_barrier_all(void);
void pshmem_sync_all(void);
/**@}*/

/** @name shmem/collective.h */
/**@{*/
int pshmem_team_sync(shmem_team_t team);
void pshmem_barrier(int PE_start, int logPE_stride, int PE_size, long *pSync);
void pshmem_sync(int PE_start, int logPE_stride, int PE_size, long *pSync);
_SHMEM_RMA_TYPES(_SHMEM_COLLECT, pshmem_)
_SHMEM_COLLECT_MEM(pshmem_)
_SHMEM_COLLECT_SET(pshmem_, 32)
_SHMEM_COLLECT_SET(pshmem_, 64)
void pshmem_broadcast(void *dest, const void *source, size_t nelems, int PE_root, int PE_start, int logPE_stride, int PE_size, long *pSync);
void pshmem_collect(void *dest, const void *source, size_t nelems, int PE_start, int logPE_stride, int PE_size, long *pSync);
void pshmem_fcollect(void *dest, const void *source, size_t nelems, int PE_start, int logPE_stride, int PE_size, long *pSync);
_SHMEM_BITS_TYPES(_SHMEM_REDUCE_BITS, pshmem_)
_SHMEM_RMA_TYPES(_SHMEM_REDUCE_ORDER, pshmem_)
_SHMEM_SUM_TYPES(_SHMEM_REDUCE_SUM, pshmem_)
_SHMEM_SUM_TYPES(_SHMEM_SCAN, pshmem_)
_SHMEM_OLD_INTEGER_TYPES(_SHMEM_TO_ALL_BITS, pshmem_)
_SHMEM_OLD_REAL_TYPES(_SHMEM_TO_ALL_ORDER, pshmem_)
_SHMEM_OLD_SUM_TYPES(_SHMEM_TO_ALL_SUM, pshmem_)
/**@}*/

/** @name shmem/sync.h */
/**@{*/
_SHMEM_WAIT_TYPES(_SHMEM_WAIT, pshmem_)
_SHMEM_WAIT_TYPES(_SHMEM_WAIT_ARRAY, pshmem_)
_SHMEM_WAIT_TYPES(_SHMEM_WAIT_VECTOR, pshmem_)
_SHMEM_WAIT_TYPES(_SHMEM_TEST_ARRAY, pshmem_)
_SHMEM_WAIT_TYPES(_SHMEM_TEST_VECTOR, pshmem_)
/**@}*/

/** @name shmem/lock.h */
/**@{*/
void pshmem_set_lock(long *lock);
void pshmem_clear_lock(long *lock);
int pshmem_test_lock(long *lock);
/**@}*/

/** @name shmem/legacy.h */
/**@{*/
void pstart_pes(int npes);
int p_my_pe(void);
int p_num_pes(void);
void *pshmalloc(size_t size);
void *pshmemalign(size_t alignment, size_t size);
void *pshrealloc(void *ptr, size_t size);
void pshfree(void *ptr);
_SHMEM_AMO_OLD_TYPES(_SHMEM_AMO_OLD, pshmem_)
_SHMEM_AMO_EXT_TYPES(_SHMEM_AMO_OLD_EXT, pshmem_)
_SHMEM_AMO_OLD_SWAP_TYPES(_SHMEM_AMO_OLD_SWAP, pshmem_)
_SHMEM_MSWAP_TYPES(_SHMEM_MSWAP, pshmem_)
_SHMEM_NB_TYPES(_SHMEM_NB, pshmem_)
_SHMEM_NB_SIZES(_SHMEM_NB_SIZED, pshmem_)
void pshmem_putmem_nb(void *dest, const void *source, size_t nelems, int pe, void **handle);
void pshmem_getmem_nb(void *dest, const void *source, size_t nelems, int pe, void **handle);
void pshmem_wait_nb(void *handle);
int pshmem_test_nb(void *handle);
_SHMEM_WAIT_OLD_TYPES(_SHMEM_WAIT_OLD, pshmem_)
void pshmem_wait(long *ivar, long cmp_value);
void pshmem_wait_until(long *ivar, int cmp, long cmp_value);
long pshmem_swap(long *dest, long value, int pe);
long pshmem_cswap(long *dest, long cond, long value, int pe);
long pshmem_finc(long *dest, int pe);
long pshmem_fadd(long *dest, long value, int pe);
void pshmem_inc(long *dest, int pe);
void pshmem_add(long *dest, long value, int pe);
void pshmem_put(void *dest, const void *source, size_t nelems, int pe);
void pshmem_get(void *dest, const void *source, size_t nelems, int pe);
void pshmem_iput(void *dest, const void *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe);
void pshmem_iget(void *dest, const void *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe);
void pshmem_set_cache_inv(void);
void pshmem_clear_cache_inv(void);
void pshmem_set_cache_line_inv(void *dest);
void pshmem_clear_cache_line_inv(void *dest);
void pshmem_udcflush(void);
void pshmem_udcflush_line(void *dest);
/**@}*/

#if defined(__GNUC__) || defined(__clang__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
