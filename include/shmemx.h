/**
 * @file shmemx.h
 * Extensions to OpenSHMEM of other libraries: Sandia's clock, host name and counters, its extensions that OpenSHMEM 1.6 has adopted since, and
 * Cray's transfers with a handle.
 */
#ifndef _SHMEMX_H
#define _SHMEMX_H

#include "shmem.h"
#include "shmem/early_teams.h"

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__) || defined(__clang__)
#pragma GCC visibility push(default)
#endif

/** shmem_TYPE_sum_inscan and sum_exscan under the names that they had before OpenSHMEM 1.6. */
_SHMEM_SUM_TYPES(_SHMEM_SCAN, shmemx_)

/** @name What Sandia OpenSHMEM's shmemx.h defines too */
/**@{*/
#define HAVE_SHMEMX_WTIME                            /**< there is shmemx_wtime */
#define SHMEMX_TEAM_NODE SHMEM_TEAM_SHARED           /**< the PEs of this host */
#define SHMEMX_CTX_BOUNCE_BUFFER ((long)1 << 31)     /**< an option of contexts: a hint, and nothing is done about it */
/**@}*/

/** Seconds on a clock that only goes forward; its zero is arbitrary, and another one on each PE. Legal at any time. Sandia OpenSHMEM. */
double shmemx_wtime(void);

/** The name of the host. Static; not to be freed. Legal at any time. Sandia OpenSHMEM. */
char *shmemx_nodename(void);

/** Accepts a function that identifies threads, and ignores it: a context is not bound to a thread. Sandia OpenSHMEM. */
void shmemx_register_gettid(uint64_t (*gettid_fn)(void));

/** A hint for shmem_malloc_with_hints: the program synchronises itself afterwards. The call still waits for all PEs. Sandia OpenSHMEM. */
#define SHMEMX_MALLOC_NO_BARRIER 4L

/** The result of shmemx_pcntr_get_all, with the names and the order that Sandia OpenSHMEM has. */
typedef struct {
  uint64_t pending_put;   /**< writes issued */
  uint64_t pending_get;   /**< reads issued */
  uint64_t completed_put; /**< writes complete */
  uint64_t completed_get; /**< reads complete */
  uint64_t target;        /**< writes of all PEs that have arrived here */
} shmemx_pcntr_t;

/**
 * @name Performance counters
 * How many operations this PE has issued on a context since it was made, and how many of them are known to be complete. Writes are puts, signals and
 * atomics that return nothing; reads are gets and atomics that return something. Each call counts once, strided ones too; collectives and locks do not
 * count. Over windows an operation is complete when its call returns; over other transports writes and nbi reads are at the next shmem_quiet or barrier.
 *
 * Operations count from shmem_init on if the program, or a library that it is linked with, calls one of these functions, else (found by dlsym) from
 * the first call on. Calls with an invalid context end the job. Sandia OpenSHMEM.
 *
 * @param ctx         a context
 * @param cntr_value  receives the count
 */
/**@{*/
void shmemx_pcntr_get_issued_write(shmem_ctx_t ctx, uint64_t *cntr_value);
void shmemx_pcntr_get_issued_read(shmem_ctx_t ctx, uint64_t *cntr_value);
void shmemx_pcntr_get_completed_write(shmem_ctx_t ctx, uint64_t *cntr_value);
void shmemx_pcntr_get_completed_read(shmem_ctx_t ctx, uint64_t *cntr_value);
/**
 * The writes of all PEs, this one too, that have arrived in memory of this PE. Some releases of Sandia OpenSHMEM had the arguments (ctx, cntr_value). They
 * work, too: in C by a macro of the same name, in C++ by an overload. The context is then ignored.
 */
void shmemx_pcntr_get_completed_target(uint64_t *cntr_value);
/** All of these at once. */
void shmemx_pcntr_get_all(shmem_ctx_t ctx, shmemx_pcntr_t *pcntr);
/** The older names of these functions in Sandia OpenSHMEM. */
#define shmemx_pcntr_get_pending_put shmemx_pcntr_get_issued_write
#define shmemx_pcntr_get_pending_get shmemx_pcntr_get_issued_read
#define shmemx_pcntr_get_completed_put shmemx_pcntr_get_completed_write
#define shmemx_pcntr_get_completed_get shmemx_pcntr_get_completed_read
/**@}*/

/** A symmetric counter of transfers. */
typedef struct _shmemx_ct *shmemx_ct_t;

/**
 * @name Transfers that are counted where they happen
 * A transfer adds 1 to the counter on the PE whose memory is written or read, after that. Sandia OpenSHMEM.
 */
/**@{*/
/** Make a counter, 0 on every PE: collective, as shmem_malloc is; *ct is NULL if the symmetric heap is exhausted. */
void shmemx_ct_create(shmemx_ct_t *ct);
/** End a counter and set *ct to NULL: collective, as shmem_free is. */
void shmemx_ct_free(shmemx_ct_t *ct);
/** The value of the counter on this PE. */
long shmemx_ct_get(shmemx_ct_t ct);
/** Set the counter of this PE. */
void shmemx_ct_set(shmemx_ct_t ct, long value);
/** Block until the counter of this PE is wait_for or more. */
void shmemx_ct_wait(shmemx_ct_t ct, long wait_for);
/** shmem_putmem, then add 1 to the counter at pe: a PE that sees the new count sees the bytes. */
void shmemx_putmem_ct(shmemx_ct_t ct, void *target, const void *source, size_t len, int pe);
/** shmem_getmem, then add 1 to the counter at pe. */
void shmemx_getmem_ct(shmemx_ct_t ct, void *target, const void *source, size_t len, int pe);
/**@}*/

/** shmem_ptr under the name that the reference implementation of the University of Houston has. */
void *shmemx_lookup_remote_addr(void *addr, int pe);

/** shmem_TYPE_ibput and ibget, and their forms on contexts: see shmem/rma.h. Sandia OpenSHMEM. */
#define _SHMEMX_BLOCKS(P, NAME, T)                                                                                     \
  void P##NAME##_ibput(T *dest, const T *source, ptrdiff_t dst, ptrdiff_t sst, size_t bsize, size_t nblocks, int pe);  \
  void P##NAME##_ibget(T *dest, const T *source, ptrdiff_t dst, ptrdiff_t sst, size_t bsize, size_t nblocks, int pe);  \
  void P##ctx_##NAME##_ibput(shmem_ctx_t ctx, T *dest, const T *source, ptrdiff_t dst, ptrdiff_t sst, size_t bsize,    \
                             size_t nblocks, int pe);                                                                  \
  void P##ctx_##NAME##_ibget(shmem_ctx_t ctx, T *dest, const T *source, ptrdiff_t dst, ptrdiff_t sst, size_t bsize,    \
                             size_t nblocks, int pe);
_SHMEM_RMA_TYPES(_SHMEMX_BLOCKS, shmemx_)

/** The same with elements of N bits (8, 16, 32, 64, 128). */
#define _SHMEMX_BLOCKS_SIZED(P, BITS)                                                                                  \
  void P##ibput##BITS(void *dest, const void *source, ptrdiff_t dst, ptrdiff_t sst, size_t bsize, size_t nblocks,      \
                      int pe);                                                                                         \
  void P##ibget##BITS(void *dest, const void *source, ptrdiff_t dst, ptrdiff_t sst, size_t bsize, size_t nblocks,      \
                      int pe);                                                                                         \
  void P##ctx_ibput##BITS(shmem_ctx_t ctx, void *dest, const void *source, ptrdiff_t dst, ptrdiff_t sst, size_t bsize, \
                          size_t nblocks, int pe);                                                                     \
  void P##ctx_ibget##BITS(shmem_ctx_t ctx, void *dest, const void *source, ptrdiff_t dst, ptrdiff_t sst, size_t bsize, \
                          size_t nblocks, int pe);
_SHMEM_RMA_SIZES(_SHMEMX_BLOCKS_SIZED, shmemx_)

/** @name shmem_signal_add and set: see shmem/signals.h. Sandia OpenSHMEM. */
/**@{*/
void shmemx_signal_add(uint64_t *sig_addr, uint64_t signal, int pe);
void shmemx_signal_set(uint64_t *sig_addr, uint64_t signal, int pe);
void shmemx_ctx_signal_add(shmem_ctx_t ctx, uint64_t *sig_addr, uint64_t signal, int pe);
void shmemx_ctx_signal_set(shmem_ctx_t ctx, uint64_t *sig_addr, uint64_t signal, int pe);
/**@}*/

/** A transfer in flight, for shmemx_wait_req. */
typedef void *shmemx_request_handle_t;

/**
 * Cray's transfers with a handle under their later names: see shmem_TYPE_put_nb in shmem/legacy.h. handle may be NULL.
 */
_SHMEM_NB_TYPES(_SHMEM_NB, shmemx_)
_SHMEM_NB_SIZES(_SHMEM_NB_SIZED, shmemx_)

/** @name The same with bytes. Cray. */
/**@{*/
void shmemx_putmem_nb(void *dest, const void *source, size_t nelems, int pe, shmemx_request_handle_t *handle);
void shmemx_getmem_nb(void *dest, const void *source, size_t nelems, int pe, shmemx_request_handle_t *handle);
/**@}*/

/**
 * @name Cray's names without a type
 * Words of 64 bits, or of 32 if the program defines SHMEM_C_GENERIC_32. In C11 and C++ shmemx_broadcast also takes a team, as Sandia's did.
 */
/**@{*/
#ifdef SHMEM_C_GENERIC_32
#define shmemx_put_nb shmemx_put32_nb
#define shmemx_get_nb shmemx_get32_nb
#define shmemx_broadcast shmem_broadcast32
#else
#define shmemx_put_nb shmemx_put64_nb
#define shmemx_get_nb shmemx_get64_nb
#define shmemx_broadcast shmem_broadcast
#endif
/**@}*/

/** Block until a transfer is complete; it may complete others of the default context as well. University of Houston. */
void shmemx_wait_req(shmemx_request_handle_t handle);

/** Set *flag to 1 if a transfer is complete, else to 0; it completes it, and so may block. University of Houston. */
void shmemx_test_req(shmemx_request_handle_t handle, int *flag);

#if defined(__GNUC__) || defined(__clang__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#else
#define _SHMEMX_TARGET_2(CTX, VALUE) ((void)(CTX), shmemx_pcntr_get_completed_target(VALUE))
#define _SHMEMX_THIRD(A, B, C, ...) C
#define shmemx_pcntr_get_completed_target(...)                                                                         \
  _SHMEMX_THIRD(__VA_ARGS__, _SHMEMX_TARGET_2, shmemx_pcntr_get_completed_target, )(__VA_ARGS__)
#endif
#if !defined(__cplusplus) && defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L

/** @name The type-generic names of the above in C11: see shmem/generic.h */
/**@{*/
#define shmemx_ibput(...) shmem_ibput(__VA_ARGS__)
#define shmemx_ibget(...) shmem_ibget(__VA_ARGS__)
#define shmemx_sum_inscan(...) shmem_sum_inscan(__VA_ARGS__)
#define shmemx_sum_exscan(...) shmem_sum_exscan(__VA_ARGS__)
#define shmemx_signal_add(...)                                                                                         \
  _Generic((_SHMEM_FIRST(__VA_ARGS__)), shmem_ctx_t: shmemx_ctx_signal_add, default: shmemx_signal_add)(__VA_ARGS__)
#define shmemx_signal_set(...)                                                                                         \
  _Generic((_SHMEM_FIRST(__VA_ARGS__)), shmem_ctx_t: shmemx_ctx_signal_set, default: shmemx_signal_set)(__VA_ARGS__)
/**@}*/

#endif

#ifdef __cplusplus
/** The overloads of the above in C++: see shmem/overload.h. */
extern "C++" {
template <typename... Args> static inline void shmemx_ibput(Args... args) { shmem_ibput(args...); }
template <typename... Args> static inline void shmemx_ibget(Args... args) { shmem_ibget(args...); }
static inline void shmemx_pcntr_get_completed_target(shmem_ctx_t, uint64_t *cntr_value) {
  shmemx_pcntr_get_completed_target(cntr_value);
}
static inline void shmemx_signal_add(shmem_ctx_t ctx, uint64_t *sig_addr, uint64_t signal, int pe) {
  shmemx_ctx_signal_add(ctx, sig_addr, signal, pe);
}
static inline void shmemx_signal_set(shmem_ctx_t ctx, uint64_t *sig_addr, uint64_t signal, int pe) {
  shmemx_ctx_signal_set(ctx, sig_addr, signal, pe);
}
} /* extern "C++" */
#endif

#endif
