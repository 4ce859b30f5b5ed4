/**
 * @file portals/p3/codes.h
 * Return codes and their names.
 *
 * Part of portals/portals3.h; a program includes that.
 */
#ifndef _PORTALS_P3_CODES_H
#define _PORTALS_P3_CODES_H

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__) || defined(__clang__)
#pragma GCC visibility push(default)
#endif

/** @name Codes, from 0 and without holes. Spec: Portals 3.3, "Return Codes" */
/**@{*/
#define PTL_OK 0 /**< done */
#define PTL_AC_INDEX_INVALID 1 /**< no such entry of the access control table */
#define PTL_EQ_DROPPED 2 /**< an event, and at least one before it was lost because the queue was full */
#define PTL_EQ_EMPTY 3 /**< no event */
#define PTL_EQ_INVALID 4 /**< no such event queue */
#define PTL_FAIL 5 /**< there is no job to take part in; gasnetgo_error says why */
#define PTL_HANDLE_INVALID 6 /**< a handle of nothing */
#define PTL_IFACE_INVALID 7 /**< no such network */
#define PTL_MD_ILLEGAL 8 /**< a descriptor that cannot be, or memory outside of it */
#define PTL_MD_INVALID 9 /**< no such memory descriptor */
#define PTL_MD_IN_USE 10 /**< operations of the descriptor are in flight */
#define PTL_MD_NO_UPDATE 11 /**< not done, since the event queue was not empty */
#define PTL_ME_INVALID 12 /**< no such match entry */
#define PTL_ME_IN_USE 13 /**< the match entry has a descriptor, or one with operations in flight */
#define PTL_ME_LIST_TOO_LONG 14 /**< the match list is full */
#define PTL_NI_INVALID 15 /**< no such interface */
#define PTL_NO_INIT 16 /**< PtlInit has not been called */
#define PTL_NO_SPACE 17 /**< no memory, or a limit of the interface is reached */
#define PTL_PID_INVALID 18 /**< the process cannot have this number, or has another */
#define PTL_PROCESS_INVALID 19 /**< no such process */
#define PTL_PT_FULL 20 /**< no entry of the portal table is free */
#define PTL_PT_INDEX_INVALID 21 /**< no such entry of the portal table */
#define PTL_SEGV 22 /**< NULL where an address is needed */
#define PTL_SR_INDEX_INVALID 23 /**< no such status register */
#define PTL_UNKNOWN_ERROR 24 /**< none of the others */
/**@}*/

/** @name Codes of Cray's library and its forerunners */
/**@{*/
#define PTL_IFACE_DUP 25 /**< the interface is open already; the handle is valid */
#define PTL_VAL_FAILED 26 /**< never returned: memory is not looked at */
#define PTL_EQ_IN_USE 27 /**< never returned: events of a freed queue are discarded */
#define PTL_NAL_FAILED 28 /**< never returned */
#define PTL_IOV_INVALID 29 /**< never returned */
/**@}*/

#define PTL_MAX_ERRNO 30 /**< how many codes there are */

/**
 * The name of each of the PTL_MAX_ERRNO codes, such as "PTL_OK", in the order of the codes. (The library also has
 * ptl_event_str, which holds the name of each ptl_event_kind_t. A program that wants it declares it: extern const char *ptl_event_str[].)
 *
 * An extension of Cray's library.
 */
extern const char *ptl_err_str[];

/** The name of a code; "PTL_UNKNOWN_ERROR" if there is no such code. Static; not to be freed. As in the reference implementation. */
const char *PtlErrorStr(unsigned int code);

/** The name of a kind of event; "unknown event" if there is no such kind. Static; not to be freed. As in the reference implementation. */
const char *PtlEventKindStr(ptl_event_kind_t kind);

/** The name of an event's ni_fail_type, on any interface. Static; not to be freed. As in the reference implementation. */
const char *PtlNIFailStr(ptl_handle_ni_t ni, ptl_ni_fail_t fail);

#if defined(__GNUC__) || defined(__clang__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
