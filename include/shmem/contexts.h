/**
 * @file shmem/contexts.h
 * Communication contexts: creation and destruction, ordering, completion, and sessions.
 *
 * Part of shmem.h; a program includes that. shmem_fence and shmem_quiet on one context say nothing about operations on another. PEs in a
 * context's operations are numbered as in its team. A PE can have 65,534 contexts at a time. Threads may use different contexts at the same
 * time, and (if it is not private or serialized) the same one. A handle that names no context, but SHMEM_CTX_INVALID where that is legal,
 * ends the job with one line. The operations themselves are in shmem/rma_ctx.h, shmem/amo_ctx.h and shmem/signals.h.
 */
#ifndef _SHMEM_CONTEXTS_H
#define _SHMEM_CONTEXTS_H

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__) || defined(__clang__)
#pragma GCC visibility push(default)
#endif

/**
 * Make a context on all PEs. Not collective; does not block.
 *
 * @param options  0, or SHMEM_CTX_SERIALIZED, SHMEM_CTX_PRIVATE and SHMEM_CTX_NOSTORE combined with |; the program must keep to each
 * @param ctx      gets the context, which is the program's until it destroys it or finalizes
 * @return 0; or another value, and SHMEM_CTX_INVALID, if there are too many contexts or options has other bits
 *
 * Spec: OpenSHMEM 1.6, "Communication Management Routines"
 */
int shmem_ctx_create(long options, shmem_ctx_t *ctx);

/**
 * Make a context on the PEs of team, as shmem_ctx_create.
 *
 * @return as shmem_ctx_create; another value for SHMEM_TEAM_INVALID too
 *
 * Spec: OpenSHMEM 1.6, "Communication Management Routines"
 */
int shmem_team_create_ctx(shmem_team_t team, long options, shmem_ctx_t *ctx);

/**
 * Complete what was begun on ctx (shmem_ctx_quiet) and end it. Blocks. Nothing happens for SHMEM_CTX_INVALID; the default context cannot be
 * destroyed, which ends the job.
 *
 * Spec: OpenSHMEM 1.6, "Communication Management Routines"
 */
void shmem_ctx_destroy(shmem_ctx_t ctx);

/**
 * The team that ctx was made on; SHMEM_TEAM_WORLD for the default context.
 *
 * @return 0; or another value, and SHMEM_TEAM_INVALID, for SHMEM_CTX_INVALID
 *
 * Spec: OpenSHMEM 1.6, "Communication Management Routines"
 */
int shmem_ctx_get_team(shmem_ctx_t ctx, shmem_team_t *team);

/**
 * Begin a session: a hint about the next operations on ctx. It changes no rule, and the library does not use it yet. Nothing happens
 * for SHMEM_CTX_INVALID.
 *
 * @param options      0 or SHMEM_CTX_SESSION_BATCH
 * @param config       may be NULL if config_mask is 0
 * @param config_mask  which fields of *config count: 0 or SHMEM_CTX_SESSION_TOTAL_OPS
 *
 * Spec: OpenSHMEM 1.6, "Communication Management Routines"
 */
void shmem_ctx_session_start(shmem_ctx_t ctx, long options, const shmem_ctx_session_config_t *config, long config_mask);

/** End the session that shmem_ctx_session_start began, if any. Spec: OpenSHMEM 1.6, "Communication Management Routines" */
void shmem_ctx_session_stop(shmem_ctx_t ctx);

/**
 * shmem_fence on ctx: order puts, atomics and (without SHMEM_CTX_NOSTORE) stores to each PE. Nothing happens for SHMEM_CTX_INVALID.
 *
 * Spec: OpenSHMEM 1.6, "Memory Ordering Routines"
 */
void shmem_ctx_fence(shmem_ctx_t ctx);

/**
 * shmem_quiet on ctx: block until all operations of this PE on ctx are complete. Nothing happens for SHMEM_CTX_INVALID.
 *
 * Spec: OpenSHMEM 1.6, "Memory Ordering Routines"
 */
void shmem_ctx_quiet(shmem_ctx_t ctx);

/**
 * shmem_ctx_quiet for the operations towards npes PEs of the context's team only; it may complete others as well.
 *
 * Spec: OpenSHMEM 1.6, "Memory Ordering Routines"
 */
void shmem_ctx_pe_quiet(shmem_ctx_t ctx, const int *target_pes, size_t npes);

#if defined(__GNUC__) || defined(__clang__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
