/**
 * @file gasnet/trace_calls.h
 * Calls of a program that is compiled with GASNET_TRACE or GASNET_STATS: each is recorded, then made. The kinds are P (put), G (get), S (synchronisation), B (barrier),
 * L (locks), X (gasnet_AMPoll), I (access regions). Arguments are evaluated once. Messages: trace_messages.h; collectives: trace_coll.h; gasnet_vis.h: trace_vis.h.
 */
#ifndef GASNET_TRACE_CALLS_H
#define GASNET_TRACE_CALLS_H

#include "tools_trace.h"

#if defined(GASNET_TRACE) || defined(GASNET_STATS)

#include "tools_time.h"

#include "trace_coll.h"
#include "trace_messages.h"

#define GASNETI_TRACED static inline __attribute__((__unused__))
#define GASNETI_PLACE const char *file, unsigned int line

/* Its result, if any. */
#define GASNETI_TRACED_PUT(type, answer, call, name)                                                                           \
  GASNETI_TRACED type gasneti_traced_##call(GASNETI_PLACE, gasnet_node_t node, void *dest, void *src, size_t nbytes)          \
  {                                                                                                                            \
    gasneti_trace_at(file, line);                                                                                              \
    gasneti_trace_move('P', name, node, dest, src, nbytes);                                                                    \
    answer gasnet_##call(node, dest, src, nbytes);                                                                             \
  }
#define GASNETI_TRACED_GET(type, answer, call, name)                                                                           \
  GASNETI_TRACED type gasneti_traced_##call(GASNETI_PLACE, void *dest, gasnet_node_t node, void *src, size_t nbytes)          \
  {                                                                                                                            \
    gasneti_trace_at(file, line);                                                                                              \
    gasneti_trace_move('G', name, node, src, dest, nbytes);                                                                    \
    answer gasnet_##call(dest, node, src, nbytes);                                                                             \
  }
#define GASNETI_TRACED_SET(type, answer, call, name)                                                                           \
  GASNETI_TRACED type gasneti_traced_##call(GASNETI_PLACE, gasnet_node_t node, void *dest, int val, size_t nbytes)            \
  {                                                                                                                            \
    gasneti_trace_at(file, line);                                                                                              \
    gasneti_trace_move('P', name, node, dest, NULL, nbytes);                                                                   \
    answer gasnet_##call(node, dest, val, nbytes);                                                                             \
  }
#define GASNETI_TRACED_PUT_VAL(type, answer, call, name)                                                                       \
  GASNETI_TRACED type gasneti_traced_##call(GASNETI_PLACE, gasnet_node_t node, void *dest, gasnet_register_value_t value,     \
                                            size_t nbytes)                                                                     \
  {                                                                                                                            \
    gasneti_trace_at(file, line);                                                                                              \
    gasneti_trace_move('P', name, node, dest, NULL, nbytes);                                                                   \
    answer gasnet_##call(node, dest, value, nbytes);                                                                           \
  }
#define GASNETI_TRACED_GET_VAL(type, call, name)                                                                               \
  GASNETI_TRACED type gasneti_traced_##call(GASNETI_PLACE, gasnet_node_t node, void *src, size_t nbytes)                      \
  {                                                                                                                            \
    gasneti_trace_at(file, line);                                                                                              \
    gasneti_trace_move('G', name, node, src, NULL, nbytes);                                                                    \
    return gasnet_##call(node, src, nbytes);                                                                                   \
  }

#define GASNETI_NONE /* no return */

GASNETI_TRACED_PUT(void, GASNETI_NONE, put, "PUT")
GASNETI_TRACED_PUT(void, GASNETI_NONE, put_bulk, "PUT_BULK")
GASNETI_TRACED_PUT(gasnet_handle_t, return, put_nb, "PUT_NB")
GASNETI_TRACED_PUT(gasnet_handle_t, return, put_nb_bulk, "PUT_NB_BULK")
GASNETI_TRACED_PUT(void, GASNETI_NONE, put_nbi, "PUT_NBI")
GASNETI_TRACED_PUT(void, GASNETI_NONE, put_nbi_bulk, "PUT_NBI_BULK")
GASNETI_TRACED_GET(void, GASNETI_NONE, get, "GET")
GASNETI_TRACED_GET(void, GASNETI_NONE, get_bulk, "GET_BULK")
GASNETI_TRACED_GET(gasnet_handle_t, return, get_nb, "GET_NB")
GASNETI_TRACED_GET(gasnet_handle_t, return, get_nb_bulk, "GET_NB_BULK")
GASNETI_TRACED_GET(void, GASNETI_NONE, get_nbi, "GET_NBI")
GASNETI_TRACED_GET(void, GASNETI_NONE, get_nbi_bulk, "GET_NBI_BULK")
GASNETI_TRACED_SET(void, GASNETI_NONE, memset, "MEMSET")
GASNETI_TRACED_SET(gasnet_handle_t, return, memset_nb, "MEMSET_NB")
GASNETI_TRACED_SET(void, GASNETI_NONE, memset_nbi, "MEMSET_NBI")
GASNETI_TRACED_PUT_VAL(void, GASNETI_NONE, put_val, "PUT_VAL")
GASNETI_TRACED_PUT_VAL(gasnet_handle_t, return, put_nb_val, "PUT_NB_VAL")
GASNETI_TRACED_PUT_VAL(void, GASNETI_NONE, put_nbi_val, "PUT_NBI_VAL")
GASNETI_TRACED_GET_VAL(gasnet_register_value_t, get_val, "GET_VAL")
GASNETI_TRACED_GET_VAL(gasnet_valget_handle_t, get_nb_val, "GET_NB_VAL")

/* A blocking call records its duration; a try records whether it succeeded. */
#define GASNETI_TRACED_WAIT(call, name, kind, desc, type, answer, parameters, arguments)                                       \
  GASNETI_TRACED type gasneti_traced_##call parameters                                                                         \
  {                                                                                                                            \
    const gasnett_tick_t begun = gasnett_ticks_now();                                                                          \
    answer gasnet_##call arguments;                                                                                            \
    gasneti_trace_at(file, line);                                                                                              \
    gasneti_trace_took(kind, name, desc, begun);                                                                               \
    GASNETI_RETURN_##type                                                                                                      \
  }
#define GASNETI_RETURN_void
#define GASNETI_RETURN_int return rc;
#define GASNETI_TRACED_TRY(call, name, kind, parameters, arguments)                                                            \
  GASNETI_TRACED int gasneti_traced_##call parameters                                                                          \
  {                                                                                                                            \
    const int rc = gasnet_##call arguments;                                                                                    \
    gasneti_trace_at(file, line);                                                                                              \
    gasneti_trace_value(kind, name, "success", rc != GASNET_ERR_NOT_READY);                                                    \
    return rc;                                                                                                                 \
  }

#define GASNETI_ONE (GASNETI_PLACE, gasnet_handle_t handle)
#define GASNETI_MANY (GASNETI_PLACE, gasnet_handle_t *handles, size_t n)
#define GASNETI_WAIT_S(call, name, parameters, arguments)                                                                      \
  GASNETI_TRACED_WAIT(call, name, 'S', "waittime", void, GASNETI_NONE, parameters, arguments)

GASNETI_WAIT_S(wait_syncnb, "WAIT_SYNCNB", GASNETI_ONE, (handle))
GASNETI_WAIT_S(wait_syncnb_all, "WAIT_SYNCNB_ALL", GASNETI_MANY, (handles, n))
GASNETI_WAIT_S(wait_syncnb_some, "WAIT_SYNCNB_SOME", GASNETI_MANY, (handles, n))
GASNETI_WAIT_S(wait_syncnbi_gets, "WAIT_SYNCNBI_GETS", (GASNETI_PLACE), ())
GASNETI_WAIT_S(wait_syncnbi_puts, "WAIT_SYNCNBI_PUTS", (GASNETI_PLACE), ())
GASNETI_WAIT_S(wait_syncnbi_all, "WAIT_SYNCNBI_ALL", (GASNETI_PLACE), ())
GASNETI_TRACED_TRY(try_syncnb, "TEST_SYNCNB", 'S', GASNETI_ONE, (handle))
GASNETI_TRACED_TRY(try_syncnb_all, "TEST_SYNCNB_ALL", 'S', GASNETI_MANY, (handles, n))
GASNETI_TRACED_TRY(try_syncnb_some, "TEST_SYNCNB_SOME", 'S', GASNETI_MANY, (handles, n))
GASNETI_TRACED_TRY(try_syncnbi_gets, "TEST_SYNCNBI_GETS", 'S', (GASNETI_PLACE), ())
GASNETI_TRACED_TRY(try_syncnbi_puts, "TEST_SYNCNBI_PUTS", 'S', (GASNETI_PLACE), ())
GASNETI_TRACED_TRY(try_syncnbi_all, "TEST_SYNCNBI_ALL", 'S', (GASNETI_PLACE), ())

GASNETI_TRACED gasnet_register_value_t gasneti_traced_wait_syncnb_valget(GASNETI_PLACE, gasnet_valget_handle_t handle)
{
  const gasnett_tick_t begun = gasnett_ticks_now();
  const gasnet_register_value_t value = gasnet_wait_syncnb_valget(handle);

  gasneti_trace_at(file, line);
  gasneti_trace_took('S', "WAIT_SYNCNB_VALGET", "waittime", begun);
  return value;
}

GASNETI_TRACED gasnet_handle_t gasneti_traced_end_nbi_accessregion(GASNETI_PLACE)
{
  gasneti_trace_at(file, line);
  gasneti_trace_count('I', "END_NBI_ACCESSREGION");
  return gasnet_end_nbi_accessregion();
}

#define GASNETI_PHASE (GASNETI_PLACE, int id, int flags)
GASNETI_TRACED void gasneti_traced_barrier_notify GASNETI_PHASE
{
  gasneti_trace_at(file, line);
  gasneti_trace_barrier("BARRIER_NOTIFY", id, flags);
  gasnet_barrier_notify(id, flags);
}
GASNETI_TRACED_WAIT(barrier_wait, "BARRIER_WAIT", 'B', "waittime", int, const int rc =, GASNETI_PHASE, (id, flags))
GASNETI_TRACED_WAIT(barrier, "BARRIER", 'B', "single-phase barrier time", int, const int rc =, GASNETI_PHASE, (id, flags))
GASNETI_TRACED_TRY(barrier_try, "BARRIER_TRY", 'B', GASNETI_PHASE, (id, flags))

#define GASNETI_LOCK (GASNETI_PLACE, gasnet_hsl_t * hsl)
GASNETI_TRACED_WAIT(hsl_lock, "HSL_LOCK", 'L', "waittime", void, GASNETI_NONE, GASNETI_LOCK, (hsl))
GASNETI_TRACED_TRY(hsl_trylock, "HSL_TRYLOCK", 'L', GASNETI_LOCK, (hsl))
GASNETI_TRACED void gasneti_traced_hsl_unlock GASNETI_LOCK
{
  gasneti_trace_at(file, line);
  gasneti_trace_count('L', "HSL_UNLOCK");
  gasnet_hsl_unlock(hsl);
}

GASNETI_TRACED int gasneti_traced_AMPoll(GASNETI_PLACE)
{
  gasneti_trace_at(file, line);
  gasneti_trace_count('X', "AMPOLL");
  return gasnet_AMPoll();
}

#define gasnet_put(...) gasneti_traced_put(__FILE__, __LINE__, __VA_ARGS__)
#define gasnet_put_bulk(...) gasneti_traced_put_bulk(__FILE__, __LINE__, __VA_ARGS__)
#define gasnet_put_nb(...) gasneti_traced_put_nb(__FILE__, __LINE__, __VA_ARGS__)
#define gasnet_put_nb_bulk(...) gasneti_traced_put_nb_bulk(__FILE__, __LINE__, __VA_ARGS__)
#define gasnet_put_nbi(...) gasneti_traced_put_nbi(__FILE__, __LINE__, __VA_ARGS__)
#define gasnet_put_nbi_bulk(...) gasneti_traced_put_nbi_bulk(__FILE__, __LINE__, __VA_ARGS__)
#define gasnet_get(...) gasneti_traced_get(__FILE__, __LINE__, __VA_ARGS__)
#define gasnet_get_bulk(...) gasneti_traced_get_bulk(__FILE__, __LINE__, __VA_ARGS__)
#define gasnet_get_nb(...) gasneti_traced_get_nb(__FILE__, __LINE__, __VA_ARGS__)
#define gasnet_get_nb_bulk(...) gasneti_traced_get_nb_bulk(__FILE__, __LINE__, __VA_ARGS__)
#define gasnet_get_nbi(...) gasneti_traced_get_nbi(__FILE__, __LINE__, __VA_ARGS__)
#define gasnet_get_nbi_bulk(...) gasneti_traced_get_nbi_bulk(__FILE__, __LINE__, __VA_ARGS__)
#define gasnet_memset(...) gasneti_traced_memset(__FILE__, __LINE__, __VA_ARGS__)
#define gasnet_memset_nb(...) gasneti_traced_memset_nb(__FILE__, __LINE__, __VA_ARGS__)
#define gasnet_memset_nbi(...) gasneti_traced_memset_nbi(__FILE__, __LINE__, __VA_ARGS__)
#define gasnet_put_val(...) gasneti_traced_put_val(__FILE__, __LINE__, __VA_ARGS__)
#define gasnet_put_nb_val(...) gasneti_traced_put_nb_val(__FILE__, __LINE__, __VA_ARGS__)
#define gasnet_put_nbi_val(...) gasneti_traced_put_nbi_val(__FILE__, __LINE__, __VA_ARGS__)
#define gasnet_get_val(...) gasneti_traced_get_val(__FILE__, __LINE__, __VA_ARGS__)
#define gasnet_get_nb_val(...) gasneti_traced_get_nb_val(__FILE__, __LINE__, __VA_ARGS__)
#define gasnet_wait_syncnb(...) gasneti_traced_wait_syncnb(__FILE__, __LINE__, __VA_ARGS__)
#define gasnet_wait_syncnb_all(...) gasneti_traced_wait_syncnb_all(__FILE__, __LINE__, __VA_ARGS__)
#define gasnet_wait_syncnb_some(...) gasneti_traced_wait_syncnb_some(__FILE__, __LINE__, __VA_ARGS__)
#define gasnet_try_syncnb(...) gasneti_traced_try_syncnb(__FILE__, __LINE__, __VA_ARGS__)
#define gasnet_try_syncnb_all(...) gasneti_traced_try_syncnb_all(__FILE__, __LINE__, __VA_ARGS__)
#define gasnet_try_syncnb_some(...) gasneti_traced_try_syncnb_some(__FILE__, __LINE__, __VA_ARGS__)
#define gasnet_wait_syncnb_valget(...) gasneti_traced_wait_syncnb_valget(__FILE__, __LINE__, __VA_ARGS__)
#define gasnet_barrier_notify(...) gasneti_traced_barrier_notify(__FILE__, __LINE__, __VA_ARGS__)
#define gasnet_barrier_wait(...) gasneti_traced_barrier_wait(__FILE__, __LINE__, __VA_ARGS__)
#define gasnet_barrier(...) gasneti_traced_barrier(__FILE__, __LINE__, __VA_ARGS__)
#define gasnet_barrier_try(...) gasneti_traced_barrier_try(__FILE__, __LINE__, __VA_ARGS__)
#define gasnet_hsl_lock(...) gasneti_traced_hsl_lock(__FILE__, __LINE__, __VA_ARGS__)
#define gasnet_hsl_trylock(...) gasneti_traced_hsl_trylock(__FILE__, __LINE__, __VA_ARGS__)
#define gasnet_hsl_unlock(...) gasneti_traced_hsl_unlock(__FILE__, __LINE__, __VA_ARGS__)
#define gasnet_wait_syncnbi_gets() gasneti_traced_wait_syncnbi_gets(__FILE__, __LINE__)
#define gasnet_wait_syncnbi_puts() gasneti_traced_wait_syncnbi_puts(__FILE__, __LINE__)
#define gasnet_wait_syncnbi_all() gasneti_traced_wait_syncnbi_all(__FILE__, __LINE__)
#define gasnet_try_syncnbi_gets() gasneti_traced_try_syncnbi_gets(__FILE__, __LINE__)
#define gasnet_try_syncnbi_puts() gasneti_traced_try_syncnbi_puts(__FILE__, __LINE__)
#define gasnet_try_syncnbi_all() gasneti_traced_try_syncnbi_all(__FILE__, __LINE__)
#define gasnet_end_nbi_accessregion() gasneti_traced_end_nbi_accessregion(__FILE__, __LINE__)
#define gasnet_AMPoll() gasneti_traced_AMPoll(__FILE__, __LINE__)

#endif

#endif
