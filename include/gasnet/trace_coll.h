/**
 * @file gasnet/trace_coll.h
 * Collectives of a program that is compiled with GASNET_TRACE or GASNET_STATS: kind W, the team's barriers B.
 */
#ifndef GASNET_TRACE_COLL_H
#define GASNET_TRACE_COLL_H

#if defined(GASNET_TRACE) || defined(GASNET_STATS)

#define GASNETI_COLL static inline __attribute__((__unused__))
#define GASNETI_COLL_PLACE const char *file, unsigned int line

/* A collective in its two forms: bytes and root are expressions of its parameters. */
#define GASNETI_TRACED_COLL(call, name, root, bytes, parameters, arguments)                                                    \
  GASNETI_COLL void gasneti_traced_coll_##call parameters                                                                      \
  {                                                                                                                            \
    gasneti_trace_at(file, line);                                                                                              \
    gasneti_trace_coll("COLL_" name, (const void *)team, root, bytes, flags);                                                  \
    gasnet_coll_##call arguments;                                                                                              \
  }                                                                                                                            \
  GASNETI_COLL gasnet_coll_handle_t gasneti_traced_coll_##call##_nb parameters                                                 \
  {                                                                                                                            \
    gasneti_trace_at(file, line);                                                                                              \
    gasneti_trace_coll("COLL_" name "_NB", (const void *)team, root, bytes, flags);                                            \
    return gasnet_coll_##call##_nb arguments;                                                                                  \
  }

GASNETI_TRACED_COLL(broadcast, "BROADCAST", (int)srcimage, nbytes,
                    (GASNETI_COLL_PLACE, gasnet_team_handle_t team, void *dst, gasnet_image_t srcimage, void *src, size_t nbytes, int flags),
                    (team, dst, srcimage, src, nbytes, flags))
GASNETI_TRACED_COLL(scatter, "SCATTER", (int)srcimage, nbytes,
                    (GASNETI_COLL_PLACE, gasnet_team_handle_t team, void *dst, gasnet_image_t srcimage, void *src, size_t nbytes, int flags),
                    (team, dst, srcimage, src, nbytes, flags))
GASNETI_TRACED_COLL(gather, "GATHER", (int)dstimage, nbytes,
                    (GASNETI_COLL_PLACE, gasnet_team_handle_t team, gasnet_image_t dstimage, void *dst, void *src, size_t nbytes, int flags),
                    (team, dstimage, dst, src, nbytes, flags))
GASNETI_TRACED_COLL(gather_all, "GATHER_ALL", -1, nbytes,
                    (GASNETI_COLL_PLACE, gasnet_team_handle_t team, void *dst, void *src, size_t nbytes, int flags),
                    (team, dst, src, nbytes, flags))
GASNETI_TRACED_COLL(exchange, "EXCHANGE", -1, nbytes,
                    (GASNETI_COLL_PLACE, gasnet_team_handle_t team, void *dst, void *src, size_t nbytes, int flags),
                    (team, dst, src, nbytes, flags))
GASNETI_TRACED_COLL(reduce, "REDUCE", (int)dstimage, elem_size * elem_count,
                    (GASNETI_COLL_PLACE, gasnet_team_handle_t team, gasnet_image_t dstimage, void *dst, void *src, size_t src_blksz, size_t src_offset, size_t elem_size,
                     size_t elem_count, gasnet_coll_fn_handle_t func, int func_arg, int flags),
                    (team, dstimage, dst, src, src_blksz, src_offset, elem_size, elem_count, func, func_arg, flags))
GASNETI_TRACED_COLL(broadcastM, "BROADCASTM", (int)srcimage, nbytes,
                    (GASNETI_COLL_PLACE, gasnet_team_handle_t team, void *const dstlist[], gasnet_image_t srcimage, void *src, size_t nbytes, int flags),
                    (team, dstlist, srcimage, src, nbytes, flags))
GASNETI_TRACED_COLL(scatterM, "SCATTERM", (int)srcimage, nbytes,
                    (GASNETI_COLL_PLACE, gasnet_team_handle_t team, void *const dstlist[], gasnet_image_t srcimage, void *src, size_t nbytes, int flags),
                    (team, dstlist, srcimage, src, nbytes, flags))
GASNETI_TRACED_COLL(gatherM, "GATHERM", (int)dstimage, nbytes,
                    (GASNETI_COLL_PLACE, gasnet_team_handle_t team, gasnet_image_t dstimage, void *dst, void *const srclist[], size_t nbytes, int flags),
                    (team, dstimage, dst, srclist, nbytes, flags))
GASNETI_TRACED_COLL(gather_allM, "GATHER_ALLM", -1, nbytes,
                    (GASNETI_COLL_PLACE, gasnet_team_handle_t team, void *const dstlist[], void *const srclist[], size_t nbytes, int flags),
                    (team, dstlist, srclist, nbytes, flags))
GASNETI_TRACED_COLL(exchangeM, "EXCHANGEM", -1, nbytes,
                    (GASNETI_COLL_PLACE, gasnet_team_handle_t team, void *const dstlist[], void *const srclist[], size_t nbytes, int flags),
                    (team, dstlist, srclist, nbytes, flags))
GASNETI_TRACED_COLL(reduceM, "REDUCEM", (int)dstimage, elem_size * elem_count,
                    (GASNETI_COLL_PLACE, gasnet_team_handle_t team, gasnet_image_t dstimage, void *dst, void *const srclist[], size_t src_blksz, size_t src_offset, size_t elem_size,
                     size_t elem_count, gasnet_coll_fn_handle_t func, int func_arg, int flags),
                    (team, dstimage, dst, srclist, src_blksz, src_offset, elem_size, elem_count, func, func_arg, flags))
GASNETI_TRACED_COLL(scan, "SCAN", -1, elem_size * elem_count,
                    (GASNETI_COLL_PLACE, gasnet_team_handle_t team, void *dst, size_t dst_blksz, size_t dst_offset, void *src, size_t src_blksz, size_t src_offset,
                     size_t elem_size, size_t elem_count, gasnet_coll_fn_handle_t func, int func_arg, int flags),
                    (team, dst, dst_blksz, dst_offset, src, src_blksz, src_offset, elem_size, elem_count, func, func_arg, flags))
GASNETI_TRACED_COLL(scanM, "SCANM", -1, elem_size * elem_count,
                    (GASNETI_COLL_PLACE, gasnet_team_handle_t team, void *const dstlist[], size_t dst_blksz, size_t dst_offset, void *const srclist[], size_t src_blksz,
                     size_t src_offset, size_t elem_size, size_t elem_count, gasnet_coll_fn_handle_t func, int func_arg, int flags),
                    (team, dstlist, dst_blksz, dst_offset, srclist, src_blksz, src_offset, elem_size, elem_count, func, func_arg, flags))

#define GASNETI_COLL_WAIT(call, name, parameters, arguments)                                                                   \
  GASNETI_COLL void gasneti_traced_coll_##call parameters                                                                      \
  {                                                                                                                            \
    const gasnett_tick_t begun = gasnett_ticks_now();                                                                          \
    gasnet_coll_##call arguments;                                                                                              \
    gasneti_trace_at(file, line);                                                                                              \
    gasneti_trace_took('W', name, "waittime", begun);                                                                          \
  }
#define GASNETI_COLL_TRY(call, name, parameters, arguments)                                                                    \
  GASNETI_COLL int gasneti_traced_coll_##call parameters                                                                       \
  {                                                                                                                            \
    const int rc = gasnet_coll_##call arguments;                                                                               \
    gasneti_trace_at(file, line);                                                                                              \
    gasneti_trace_value('W', name, "success", rc != GASNET_ERR_NOT_READY);                                                     \
    return rc;                                                                                                                 \
  }
#define GASNETI_COLL_ONE (GASNETI_COLL_PLACE, gasnet_coll_handle_t handle)
#define GASNETI_COLL_MANY (GASNETI_COLL_PLACE, gasnet_coll_handle_t * handles, size_t n)

GASNETI_COLL_WAIT(wait_sync, "COLL_WAIT_SYNC", GASNETI_COLL_ONE, (handle))
GASNETI_COLL_WAIT(wait_sync_some, "COLL_WAIT_SYNC_SOME", GASNETI_COLL_MANY, (handles, n))
GASNETI_COLL_WAIT(wait_sync_all, "COLL_WAIT_SYNC_ALL", GASNETI_COLL_MANY, (handles, n))
GASNETI_COLL_TRY(try_sync, "COLL_TRY_SYNC", GASNETI_COLL_ONE, (handle))
GASNETI_COLL_TRY(try_sync_some, "COLL_TRY_SYNC_SOME", GASNETI_COLL_MANY, (handles, n))
GASNETI_COLL_TRY(try_sync_all, "COLL_TRY_SYNC_ALL", GASNETI_COLL_MANY, (handles, n))

GASNETI_COLL void gasneti_traced_coll_barrier_notify(GASNETI_COLL_PLACE, gasnet_team_handle_t team, int id, int flags)
{
  gasneti_trace_at(file, line);
  gasneti_trace_barrier("COLL_BARRIER_NOTIFY", id, flags);
  gasnet_coll_barrier_notify(team, id, flags);
}
#define GASNETI_COLL_PHASE(call, name)                                                                                         \
  GASNETI_COLL int gasneti_traced_coll_##call(GASNETI_COLL_PLACE, gasnet_team_handle_t team, int id, int flags)               \
  {                                                                                                                            \
    const gasnett_tick_t begun = gasnett_ticks_now();                                                                          \
    const int rc = gasnet_coll_##call(team, id, flags);                                                                        \
    gasneti_trace_at(file, line);                                                                                              \
    gasneti_trace_took('B', name, "waittime", begun);                                                                          \
    return rc;                                                                                                                 \
  }
GASNETI_COLL_PHASE(barrier_wait, "COLL_BARRIER_WAIT")
GASNETI_COLL_PHASE(barrier_try, "COLL_BARRIER_TRY")
GASNETI_COLL_PHASE(barrier, "COLL_BARRIER")

#define gasnet_coll_broadcast(...) gasneti_traced_coll_broadcast(__FILE__, __LINE__, __VA_ARGS__)
#define gasnet_coll_scatter(...) gasneti_traced_coll_scatter(__FILE__, __LINE__, __VA_ARGS__)
#define gasnet_coll_gather(...) gasneti_traced_coll_gather(__FILE__, __LINE__, __VA_ARGS__)
#define gasnet_coll_gather_all(...) gasneti_traced_coll_gather_all(__FILE__, __LINE__, __VA_ARGS__)
#define gasnet_coll_exchange(...) gasneti_traced_coll_exchange(__FILE__, __LINE__, __VA_ARGS__)
#define gasnet_coll_reduce(...) gasneti_traced_coll_reduce(__FILE__, __LINE__, __VA_ARGS__)
#define gasnet_coll_scan(...) gasneti_traced_coll_scan(__FILE__, __LINE__, __VA_ARGS__)
#define gasnet_coll_broadcastM(...) gasneti_traced_coll_broadcastM(__FILE__, __LINE__, __VA_ARGS__)
#define gasnet_coll_scatterM(...) gasneti_traced_coll_scatterM(__FILE__, __LINE__, __VA_ARGS__)
#define gasnet_coll_gatherM(...) gasneti_traced_coll_gatherM(__FILE__, __LINE__, __VA_ARGS__)
#define gasnet_coll_gather_allM(...) gasneti_traced_coll_gather_allM(__FILE__, __LINE__, __VA_ARGS__)
#define gasnet_coll_exchangeM(...) gasneti_traced_coll_exchangeM(__FILE__, __LINE__, __VA_ARGS__)
#define gasnet_coll_reduceM(...) gasneti_traced_coll_reduceM(__FILE__, __LINE__, __VA_ARGS__)
#define gasnet_coll_scanM(...) gasneti_traced_coll_scanM(__FILE__, __LINE__, __VA_ARGS__)
#define gasnet_coll_broadcast_nb(...) gasneti_traced_coll_broadcast_nb(__FILE__, __LINE__, __VA_ARGS__)
#define gasnet_coll_scatter_nb(...) gasneti_traced_coll_scatter_nb(__FILE__, __LINE__, __VA_ARGS__)
#define gasnet_coll_gather_nb(...) gasneti_traced_coll_gather_nb(__FILE__, __LINE__, __VA_ARGS__)
#define gasnet_coll_gather_all_nb(...) gasneti_traced_coll_gather_all_nb(__FILE__, __LINE__, __VA_ARGS__)
#define gasnet_coll_exchange_nb(...) gasneti_traced_coll_exchange_nb(__FILE__, __LINE__, __VA_ARGS__)
#define gasnet_coll_reduce_nb(...) gasneti_traced_coll_reduce_nb(__FILE__, __LINE__, __VA_ARGS__)
#define gasnet_coll_scan_nb(...) gasneti_traced_coll_scan_nb(__FILE__, __LINE__, __VA_ARGS__)
#define gasnet_coll_broadcastM_nb(...) gasneti_traced_coll_broadcastM_nb(__FILE__, __LINE__, __VA_ARGS__)
#define gasnet_coll_scatterM_nb(...) gasneti_traced_coll_scatterM_nb(__FILE__, __LINE__, __VA_ARGS__)
#define gasnet_coll_gatherM_nb(...) gasneti_traced_coll_gatherM_nb(__FILE__, __LINE__, __VA_ARGS__)
#define gasnet_coll_gather_allM_nb(...) gasneti_traced_coll_gather_allM_nb(__FILE__, __LINE__, __VA_ARGS__)
#define gasnet_coll_exchangeM_nb(...) gasneti_traced_coll_exchangeM_nb(__FILE__, __LINE__, __VA_ARGS__)
#define gasnet_coll_reduceM_nb(...) gasneti_traced_coll_reduceM_nb(__FILE__, __LINE__, __VA_ARGS__)
#define gasnet_coll_scanM_nb(...) gasneti_traced_coll_scanM_nb(__FILE__, __LINE__, __VA_ARGS__)
#define gasnet_coll_wait_sync(...) gasneti_traced_coll_wait_sync(__FILE__, __LINE__, __VA_ARGS__)
#define gasnet_coll_wait_sync_some(...) gasneti_traced_coll_wait_sync_some(__FILE__, __LINE__, __VA_ARGS__)
#define gasnet_coll_wait_sync_all(...) gasneti_traced_coll_wait_sync_all(__FILE__, __LINE__, __VA_ARGS__)
#define gasnet_coll_try_sync(...) gasneti_traced_coll_try_sync(__FILE__, __LINE__, __VA_ARGS__)
#define gasnet_coll_try_sync_some(...) gasneti_traced_coll_try_sync_some(__FILE__, __LINE__, __VA_ARGS__)
#define gasnet_coll_try_sync_all(...) gasneti_traced_coll_try_sync_all(__FILE__, __LINE__, __VA_ARGS__)
#define gasnet_coll_barrier_notify(...) gasneti_traced_coll_barrier_notify(__FILE__, __LINE__, __VA_ARGS__)
#define gasnet_coll_barrier_wait(...) gasneti_traced_coll_barrier_wait(__FILE__, __LINE__, __VA_ARGS__)
#define gasnet_coll_barrier_try(...) gasneti_traced_coll_barrier_try(__FILE__, __LINE__, __VA_ARGS__)
#define gasnet_coll_barrier(...) gasneti_traced_coll_barrier(__FILE__, __LINE__, __VA_ARGS__)

#endif

#endif
