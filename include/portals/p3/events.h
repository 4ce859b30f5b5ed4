/**
 * @file portals/p3/events.h
 * Event queues.
 *
 * Part of portals/portals3.h; a program includes that.
 *
 * An event is stored, and then taken once, by the first thread that asks for one. A full queue loses its oldest events, and
 * PTL_EQ_DROPPED reports that once; data is still moved. Threads may wait on different queues at the same time. A wait makes
 * progress by itself: no other thread has to call the library.
 */
#ifndef _PORTALS_P3_EVENTS_H
#define _PORTALS_P3_EVENTS_H

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__) || defined(__clang__)
#pragma GCC visibility push(default)
#endif

/**
 * Make an event queue.
 *
 * @param count   number of events that it can hold, at least; 0 makes no queue and sets *eq to PTL_EQ_NONE
 * @param handler is called with each event as PtlEQGet, PtlEQWait or PtlEQPoll takes it, before that returns;
 *                PTL_EQ_HANDLER_NONE: no handler
 * @param eq      is set to the queue
 * @return PTL_OK, PTL_NI_INVALID, PTL_NO_SPACE
 *
 * Spec: Portals 3.3, "PtlEQAlloc"
 */
int PtlEQAlloc(ptl_handle_ni_t ni, ptl_size_t count, ptl_eq_handler_t handler, ptl_handle_eq_t *eq);

/**
 * Free an event queue. Descriptors that use it continue without events.
 *
 * @return PTL_OK, PTL_EQ_INVALID
 *
 * Spec: Portals 3.3, "PtlEQFree"
 */
int PtlEQFree(ptl_handle_eq_t eq);

/**
 * Take the oldest event, if there is one. Does not wait.
 *
 * @param ev is set to the event, with PTL_OK and PTL_EQ_DROPPED
 * @return PTL_OK, PTL_EQ_EMPTY, PTL_EQ_DROPPED (an event, and one before it was lost), PTL_EQ_INVALID
 *
 * Spec: Portals 3.3, "PtlEQGet"
 */
int PtlEQGet(ptl_handle_eq_t eq, ptl_event_t *ev);

/**
 * Take the oldest event; wait until there is one.
 *
 * @param ev is set to the event, with PTL_OK and PTL_EQ_DROPPED
 * @return PTL_OK, PTL_EQ_DROPPED (an event, and one before it was lost), PTL_EQ_INVALID (also when the queue is freed meanwhile)
 *
 * Spec: Portals 3.3, "PtlEQWait"
 */
int PtlEQWait(ptl_handle_eq_t eq, ptl_event_t *ev);

/**
 * Take the oldest event of several queues; wait until there is one, or until the timeout. So a program sees events in the order in which they were posted,
 * and an early queue in the list does not starve a later one.
 *
 * @param eqs     the queues
 * @param size    how many
 * @param timeout milliseconds; 0: do not wait; PTL_TIME_FOREVER: without end
 * @param ev      is set to the event, with PTL_OK and PTL_EQ_DROPPED
 * @param which   is set to the place in eqs of the queue that it comes from
 * @return PTL_OK, PTL_EQ_EMPTY (none in that time), PTL_EQ_DROPPED (an event, and one before it was lost), PTL_EQ_INVALID
 *
 * Spec: Portals 3.3, "PtlEQPoll"
 */
int PtlEQPoll(ptl_handle_eq_t *eqs, int size, ptl_time_t timeout, ptl_event_t *ev, int *which);

/**
 * Take the oldest event; wait for a second at most until there is one.
 *
 * @return as PtlEQWait, and PTL_EQ_EMPTY
 *
 * An extension of the reference implementation, which leaves open how long it waits.
 */
int PtlEQWait_timeout(ptl_handle_eq_t eq, ptl_event_t *ev);

/**
 * Read the oldest event and leave it in the queue. Does not wait and calls no handler.
 *
 * @return as PtlEQGet
 *
 * An extension of Cray's library.
 */
int PtlEQPeek(ptl_handle_eq_t eq, ptl_event_t *ev);

#if defined(__GNUC__) || defined(__clang__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
