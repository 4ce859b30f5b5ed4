/**
 * @file portals/p3/constants.h
 * Wildcards, options of memory descriptors, networks, registers.
 *
 * Part of portals/portals3.h; a program includes that. All are macros, so that programs can test them with #ifdef; all but NULL are
 * usable in #if. (PTL_RETAIN, PTL_INS_BEFORE, PTL_ACK_REQ, PTL_EVENT_PUT_END and their like are enumerators, in types.h.)
 */
#ifndef _PORTALS_P3_CONSTANTS_H
#define _PORTALS_P3_CONSTANTS_H

#include <stddef.h>

/** @name Handles that name nothing. Spec: Portals 3.3, "Handles" */
/**@{*/
#define PTL_INVALID_HANDLE 0xffffffffu /**< no object at all */
#define PTL_HANDLE_NONE 0x7fffffffu /**< no object, either */
#define PTL_EQ_NONE 0xbfffffffu /**< no event queue: legal where a queue may be left out */
/**@}*/

/** @name Wildcards. Spec: Portals 3.3, "Constants" */
/**@{*/
#define PTL_NID_ANY 0xffffffffu /**< every node */
#define PTL_PID_ANY 0xffffffffu /**< every process; for PtlNIInit: the library's choice. 0xffff, as some clients have it, means the same */
#define PTL_UID_ANY 0xffffffffu /**< every user */
#define PTL_JID_ANY 0xffffffffu /**< every job */
#define PTL_PT_INDEX_ANY 0xffffffffu /**< every entry of the portal table */
/**@}*/

#define PTL_JID_NONE 0 /**< the job of a process that is in none */
#define PTL_MD_THRESH_INF (-1) /**< threshold of a descriptor that is never used up */
#define PTL_TIME_FOREVER 0xffffffffu /**< PtlEQPoll waits until there is an event */
#define PTL_EQ_HANDLER_NONE NULL /**< PtlEQAlloc without a handler. Exactly so: clients define it again */
#define PTL_NO_ACK_REQ PTL_NOACK_REQ /**< the specification's spelling. A macro: clients define it again */

/** @name Options of memory descriptors, to be combined with |. Spec: Portals 3.3, "Memory Descriptors" */
/**@{*/
#define PTL_MD_OP_PUT 0x1 /**< answers puts */
#define PTL_MD_OP_GET 0x2 /**< answers gets; both: getputs too */
#define PTL_MD_MANAGE_REMOTE 0x4 /**< the initiator's offset counts; else each operation goes behind the one before */
#define PTL_MD_TRUNCATE 0x8 /**< a request that is too long is cut, to 0 bytes if need be; else it is not accepted */
#define PTL_MD_ACK_DISABLE 0x10 /**< no acknowledgements, even if they are asked for */
#define PTL_MD_IOVEC 0x20 /**< start is an array of ptl_md_iovec_t and length its entries */
#define PTL_MD_MAX_SIZE 0x40 /**< max_size counts; not together with PTL_MD_MANAGE_REMOTE, which goes first */
#define PTL_MD_EVENT_START_DISABLE 0x80 /**< no START events */
#define PTL_MD_EVENT_END_DISABLE 0x100 /**< no END events; acknowledgements are still reported */
/**@}*/

/** @name Options of Cray's library */
/**@{*/
#define PTL_MD_EVENT_AUTO_UNLINK_ENABLE 0x200 /**< PTL_EVENT_UNLINK when the descriptor is used up and goes */
#define PTL_MD_EVENT_MANUAL_UNLINK_ENABLE 0x400 /**< PTL_EVENT_UNLINK after PtlMDUnlink */
#define PTL_MD_FLAG_AUTO_UNLINK 0x800 /**< accepted and without effect */
/**@}*/

/**
 * @name Networks, for PtlNIInit
 * All of them name the only network that the library has. Cray's library makes an interface from a bridge, the way into the kernel, and
 * the number of a network.
 */
/**@{*/
#ifndef PTL_IFACE_DEFAULT
#define PTL_IFACE_DEFAULT 0 /**< the network that there is */
#endif
#define PTL_IFACE_SS 1 /**< the XT's network */
#define PTL_BRIDGE_UK 1 /**< from user to kernel, under Linux */
#define PTL_BRIDGE_QK 2 /**< from user to kernel, under Catamount */
#define IFACE_FROM_BRIDGE_AND_NALID(bridge, nal) (((bridge) << 16) | (nal)) /**< the interface of both */
#define CRAY_UK_SSNAL IFACE_FROM_BRIDGE_AND_NALID(PTL_BRIDGE_UK, PTL_IFACE_SS)
#define CRAY_QK_NAL IFACE_FROM_BRIDGE_AND_NALID(PTL_BRIDGE_QK, PTL_IFACE_SS)
#define CRAY_USER_NAL IFACE_FROM_BRIDGE_AND_NALID(3, PTL_IFACE_SS)
#define PTL_DEFAULT_BRIDGE PTL_BRIDGE_UK
#define PTL_NALTYPE_UTCP 0xf0f0f000u /**< as the reference implementation calls its network; p3nal_utcp.h has interfaces of it */
#define PTL_NALTYPE_UTCP0 0xf0f0f000u
#define PTL_NALTYPE_UTCP1 0xf0f0f001u
#define PTL_NALTYPE_UTCP2 0xf0f0f002u
#define PTL_NALTYPE_UTCP3 0xf0f0f003u
/**@}*/

/** @name Status registers of an interface, for PtlNIStatus. The specification has the first. Spec: Portals 3.3, "PtlNIStatus" */
/**@{*/
#define PTL_SR_DROP_COUNT 0 /**< messages that found no taker */
#define PTL_SR_DROP_LENGTH 1 /**< their bytes */
#define PTL_SR_RECV_COUNT 2 /**< messages accepted */
#define PTL_SR_RECV_LENGTH 3 /**< their bytes */
#define PTL_SR_SEND_COUNT 4 /**< messages sent */
#define PTL_SR_SEND_LENGTH 5 /**< their bytes */
#define PTL_SR_PTLS_MAX 6 /**< this one and those below are the reference implementation's own: PTL_SR_INDEX_INVALID */
#define PTL_SR_PTLS_CUR 7
#define PTL_SR_MSGS_ALLOC 8
#define PTL_SR_MSGS_FREED 9
#define PTL_SR_MSGS_MAX 10
/**@}*/

/** @name Result of a transfer: ni_fail_type of an event. Spec: Portals 3.3, "Events" */
/**@{*/
#define PTL_NI_OK 0 /**< well */
#define PTL_NI_FAIL 1 /**< not at all: no memory there, or the other process has gone */
#define PTL_NI_DAMAGED 2 /**< the message's CRC is wrong: only on a simulated machine with faults; not in the specification */
/**@}*/

/** @name Masks for PtlNIDebug, under Cray's names; p3api/debug.h has those of the reference implementation */
/**@{*/
#define PTL_DEBUG_ALL 0x0000ffffu /**< all of the library */
#define PTL_DEBUG_NI_ALL 0xffff0000u /**< all of the interface */
/**@}*/

#endif
