/**
 * @file portals/p3/types.h
 * Types: identities, handles, memory descriptors and events.
 *
 * Part of portals/portals3.h; a program includes that.
 */
#ifndef _PORTALS_P3_TYPES_H
#define _PORTALS_P3_TYPES_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** @name Numbers. Spec: Portals 3.3, "Simple Types" */
/**@{*/
typedef uint64_t ptl_size_t; /**< bytes */
typedef uint32_t ptl_pt_index_t; /**< entry of a portal table */
typedef uint32_t ptl_ac_index_t; /**< entry of an access control table */
typedef uint64_t ptl_match_bits_t; /**< what a request and a match entry compare */
typedef uint64_t ptl_hdr_data_t; /**< 8 bytes that travel with a put and appear in the target's event */
typedef uint32_t ptl_interface_t; /**< a network, for PtlNIInit */
typedef uint32_t ptl_nid_t; /**< a node; processes with the same one share its memory */
typedef uint32_t ptl_pid_t; /**< a process of a node */
typedef uint32_t ptl_uid_t; /**< a user */
typedef uint32_t ptl_jid_t; /**< a job */
typedef uint32_t ptl_sr_index_t; /**< a status register of an interface */
typedef uint64_t ptl_sr_value_t; /**< what a status register holds */
typedef uint32_t ptl_time_t; /**< milliseconds */
typedef uint32_t ptl_ni_fail_t; /**< PTL_NI_OK, or why data could not be moved */
typedef uint32_t ptl_seq_t; /**< counts events and operations */
/**@}*/

/**
 * @name Handles
 * Integers that may be copied, compared with == and used in static initialisers. A handle is not used again soon after its object is
 * freed, and objects of different kinds never have the same one, so that a call with a stale handle returns a code.
 * Spec: Portals 3.3, "Handles"
 */
/**@{*/
typedef uint32_t ptl_handle_any_t; /**< any of those below */
typedef ptl_handle_any_t ptl_handle_ni_t; /**< a network interface */
typedef ptl_handle_any_t ptl_handle_eq_t; /**< an event queue */
typedef ptl_handle_any_t ptl_handle_me_t; /**< a match entry */
typedef ptl_handle_any_t ptl_handle_md_t; /**< a memory descriptor */
/**@}*/

/** The identity of a process. Spec: Portals 3.3, "Process Identification" */
typedef struct {
  ptl_nid_t nid; /**< its node */
  ptl_pid_t pid; /**< its number there */
} ptl_process_id_t;

/** The limits of an interface; a table's entries are 0 to its maximum. Spec: Portals 3.3, "Network Interface Limits" */
typedef struct {
  int max_mes; /**< match entries */
  int max_mds; /**< memory descriptors */
  int max_eqs; /**< event queues */
  int max_ac_index; /**< largest index of the access control table */
  int max_pt_index; /**< largest index of the portal table */
  int max_md_iovecs; /**< pieces of memory in one descriptor */
  int max_me_list; /**< match entries in one list */
  int max_getput_md; /**< bytes that one PtlGetPut exchanges */
} ptl_ni_limits_t;

/** Whether an object is unlinked when it is used up. Spec: Portals 3.3, "Match List Entries" */
typedef enum {
  PTL_RETAIN = 0, /**< it stays, and does nothing any more */
  PTL_UNLINK /**< it goes */
} ptl_unlink_t;

/** Where a match entry goes into a list. Spec: Portals 3.3, "Match List Entries" */
typedef enum {
  PTL_INS_BEFORE = 0, /**< before another; to the head of the list */
  PTL_INS_AFTER /**< after another; to the end of the list */
} ptl_ins_pos_t;

/** Whether a put wants an acknowledgement. Spec: Portals 3.3, "Data Movement". PTL_NO_ACK_REQ is a second name. */
typedef enum {
  PTL_ACK_REQ = 0, /**< yes */
  PTL_NOACK_REQ /**< no */
} ptl_ack_req_t;

/** A piece of memory, for descriptors with PTL_MD_IOVEC. Spec: Portals 3.3, "Memory Descriptors" */
typedef struct {
  void *iov_base; /**< where it begins */
  ptl_size_t iov_len; /**< its bytes */
} ptl_md_iovec_t;

/**
 * A memory descriptor. Spec: Portals 3.3, "Memory Descriptors"
 *
 * The memory belongs to the program and must stay mapped until the descriptor is freed and no operation uses it; the library accesses
 * it only to move data. A descriptor that only sends or fetches needs none of the PTL_MD_OP_ options.
 */
typedef struct {
  void *start; /**< where the memory begins; NULL is legal with length 0. With PTL_MD_IOVEC an array of ptl_md_iovec_t */
  ptl_size_t length; /**< bytes; with PTL_MD_IOVEC the entries of that array, which the library copies */
  int threshold; /**< operations until it is used up; 0: inactive from the start; PTL_MD_THRESH_INF: never used up.
                    Counted are: each put and get that it answers; each put, get, reply and acknowledgement of its own */
  ptl_size_t max_size; /**< with PTL_MD_MAX_SIZE: it is used up when fewer bytes than this are left. Else without meaning */
  unsigned int options; /**< PTL_MD_... combined with | */
  void *user_ptr; /**< the program's own, found again in every event */
  ptl_handle_eq_t eq_handle; /**< where its events go, or PTL_EQ_NONE */
} ptl_md_t;

/**
 * The kind of an event. Spec: Portals 3.3, "Events"
 *
 * An operation has a START and an END event at each end that moves data, in this order; between two processes START events at the target
 * come in the order in which the operations were issued.
 */
typedef enum {
  PTL_EVENT_GET_START, /**< target: a get has been accepted */
  PTL_EVENT_GET_END, /**< target: the data of a get has been read */
  PTL_EVENT_PUT_START, /**< target: a put has been accepted */
  PTL_EVENT_PUT_END, /**< target: the data of a put is in memory */
  PTL_EVENT_GETPUT_START, /**< target: a getput has been accepted */
  PTL_EVENT_GETPUT_END, /**< target: the data of a getput has been exchanged */
  PTL_EVENT_REPLY_START, /**< initiator: the answer to a get or getput has arrived */
  PTL_EVENT_REPLY_END, /**< initiator: its data is in memory */
  PTL_EVENT_SEND_START, /**< initiator: the request is being sent */
  PTL_EVENT_SEND_END, /**< initiator: it has been sent and the memory may be used again. Comes for gets too, as on the XT */
  PTL_EVENT_ACK, /**< initiator: the target has accepted a put that asked for an acknowledgement */
  PTL_EVENT_UNLINK /**< the descriptor was used up and is gone; last event of it, with PTL_MD_EVENT_AUTO_UNLINK_ENABLE only */
} ptl_event_kind_t;

/** An event. Spec: Portals 3.3, "Events" */
typedef struct {
  ptl_event_kind_t type; /**< what has happened */
  ptl_process_id_t initiator; /**< at the target: who asked. At the initiator: itself with SEND, the target with REPLY and ACK */
  ptl_uid_t uid; /**< user of the other end */
  ptl_jid_t jid; /**< job of the other end */
  ptl_pt_index_t pt_index; /**< entry of the portal table that the request named */
  ptl_match_bits_t match_bits; /**< of the request; UNLINK: of the operation that used the descriptor up */
  ptl_size_t rlength; /**< bytes that were asked for */
  ptl_size_t mlength; /**< bytes that were moved: fewer when the target truncated */
  ptl_size_t offset; /**< where in this end's descriptor */
  ptl_handle_md_t md_handle; /**< this end's descriptor */
  ptl_md_t md; /**< copy of it, as it was before the operation counted against its threshold */
  ptl_hdr_data_t hdr_data; /**< PUT, GETPUT and SEND: the initiator's 8 bytes. GET: 0 */
  ptl_seq_t link; /**< the same in START and END of one operation */
  ptl_ni_fail_t ni_fail_type; /**< PTL_NI_OK, else the data has not been moved */
  volatile ptl_seq_t sequence; /**< counts the events of the queue */
} ptl_event_t;

/** What PtlEQAlloc takes: called with each event as it is taken from the queue, by the thread that takes it. */
typedef void (*ptl_eq_handler_t)(ptl_event_t *event);

#ifdef __cplusplus
}
#endif

#endif
