/**
 * @file portals/p3/setup.h
 * Starting and ending the library, the network interface, and the identity of the process.
 *
 * Part of portals/portals3.h; a program includes that.
 */
#ifndef _PORTALS_P3_SETUP_H
#define _PORTALS_P3_SETUP_H

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__) || defined(__clang__)
#pragma GCC visibility push(default)
#endif

/**
 * Start the library. May be called again at any time, by any thread.
 *
 * @param max_interfaces is set to the number of interfaces that a process may open
 * @return PTL_OK
 *
 * Spec: Portals 3.3, "PtlInit"
 */
int PtlInit(int *max_interfaces);

/**
 * End the library and release all of it. Not needed: a process may simply exit.
 *
 * Spec: Portals 3.3, "PtlFini"
 */
void PtlFini(void);

/**
 * Open a network interface. Does not wait for other processes; what they send to it arrives from now on.
 *
 * A second call, from any part of the process, returns the same interface: all libraries of a program share one.
 *
 * @param iface   any of the networks of constants.h
 * @param pid     the number that the process wants to have, or PTL_PID_ANY
 * @param desired the limits that the program would like, or NULL
 * @param actual  is set to the limits that are granted, often larger; may be NULL
 * @param ni      is set to the interface, with PTL_IFACE_DUP too
 * @return PTL_OK, PTL_IFACE_DUP (it was open), PTL_IFACE_INVALID, PTL_PID_INVALID (another process has it, or this one has another),
 *         PTL_FAIL (there is no job to take part in)
 *
 * Spec: Portals 3.3, "PtlNIInit"; PTL_IFACE_DUP as in Cray's library
 */
int PtlNIInit(ptl_interface_t iface, ptl_pid_t pid, ptl_ni_limits_t *desired, ptl_ni_limits_t *actual, ptl_handle_ni_t *ni);

/**
 * Close an interface. If it was opened several times, only the last of as many calls closes it. Waits until data that is being moved has
 * been moved. Then its objects are freed, and arriving requests are dropped.
 *
 * @return PTL_OK, PTL_NI_INVALID
 *
 * Spec: Portals 3.3, "PtlNIFini"
 */
int PtlNIFini(ptl_handle_ni_t ni);

/**
 * Read a status register.
 *
 * @param reg    PTL_SR_DROP_COUNT and its like
 * @param status is set to its value, counted since PtlNIInit
 * @return PTL_OK, PTL_NI_INVALID, PTL_SR_INDEX_INVALID
 *
 * Spec: Portals 3.3, "PtlNIStatus"
 */
int PtlNIStatus(ptl_handle_ni_t ni, ptl_sr_index_t reg, ptl_sr_value_t *status);

/**
 * The distance to a process.
 *
 * @param distance is set to 0 for the caller itself, else to a larger number
 * @return PTL_OK, PTL_NI_INVALID, PTL_PROCESS_INVALID (no process of the job can be that one)
 *
 * Spec: Portals 3.3, "PtlNIDist"
 */
int PtlNIDist(ptl_handle_ni_t ni, ptl_process_id_t process, unsigned long *distance);

/**
 * The interface that an object belongs to.
 *
 * @param handle of an interface, event queue, match entry or memory descriptor
 * @return PTL_OK, PTL_HANDLE_INVALID
 *
 * Spec: Portals 3.3, "PtlNIHandle"
 */
int PtlNIHandle(ptl_handle_any_t handle, ptl_handle_ni_t *ni);

/**
 * Set the debugging mask. It is stored, and has no other effect.
 *
 * @return the previous mask
 *
 * An extension of Cray's library and the reference implementation.
 */
unsigned int PtlNIDebug(ptl_handle_ni_t ni, unsigned int mask);

/** Set *uid to the user of the process. PTL_OK, PTL_NI_INVALID. Spec: Portals 3.3, "PtlGetUid" */
int PtlGetUid(ptl_handle_ni_t ni, ptl_uid_t *uid);

/**
 * Set *id to the identity of the process: the entry of its rank in cnos_get_nidpid_map.
 *
 * @return PTL_OK, PTL_NI_INVALID
 *
 * Spec: Portals 3.3, "PtlGetId"
 */
int PtlGetId(ptl_handle_ni_t ni, ptl_process_id_t *id);

/** Set *jid to the job of the process, or to PTL_JID_NONE. PTL_OK, PTL_NI_INVALID. Spec: Portals 3.3, "PtlGetJid" */
int PtlGetJid(ptl_handle_ni_t ni, ptl_jid_t *jid);

/**
 * Set an entry of the access control table: which initiators may access which entry of the portal table under this index. Initially
 * entry 0 allows every request, and the others allow none. A request that is not allowed is dropped at the target.
 *
 * @param ac       the entry, 0 to max_ac_index
 * @param match_id the initiator; PTL_NID_ANY and PTL_PID_ANY fit all
 * @param uid      its user, or PTL_UID_ANY
 * @param jid      its job, or PTL_JID_ANY
 * @param pt       the entry of the portal table, or PTL_PT_INDEX_ANY
 * @return PTL_OK, PTL_NI_INVALID, PTL_AC_INDEX_INVALID, PTL_PT_INDEX_INVALID
 *
 * Spec: Portals 3.3, "PtlACEntry"; arguments as in the reference implementation
 */
int PtlACEntry(ptl_handle_ni_t ni, ptl_ac_index_t ac, ptl_process_id_t match_id, ptl_uid_t uid, ptl_jid_t jid, ptl_pt_index_t pt);

/* In C, older clients may leave jid out, which then is PTL_JID_ANY. A call with any other number of arguments does not change, nor does one with commas inside
   an argument that is not in parentheses, such as a compound literal, since they are counted as arguments. */
#if !defined(__cplusplus) && (defined(__GNUC__) || (defined(__STDC_VERSION__) && __STDC_VERSION__ >= 199901L))
#define _PTL_AC_SAME(...) PtlACEntry(__VA_ARGS__)
#define _PTL_AC_NO_JID(ni, ac, match_id, uid, pt) PtlACEntry(ni, ac, match_id, uid, PTL_JID_ANY, pt)
#define _PTL_AC_PICK(a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, pick, ...) pick
#define PtlACEntry(...)                                                                                                                        \
  _PTL_AC_PICK(__VA_ARGS__, _PTL_AC_SAME, _PTL_AC_SAME, _PTL_AC_SAME, _PTL_AC_SAME, _PTL_AC_SAME, _PTL_AC_SAME, _PTL_AC_SAME, _PTL_AC_SAME, \
               _PTL_AC_SAME, _PTL_AC_SAME, _PTL_AC_SAME, _PTL_AC_NO_JID, _PTL_AC_SAME, _PTL_AC_SAME, _PTL_AC_SAME, _PTL_AC_SAME, 0)             \
  (__VA_ARGS__)
#endif

/**
 * Make progress, and wait for up to ms milliseconds. The library makes progress by itself, so no program needs this call; it yields the processor once.
 *
 * @return PTL_OK, PTL_NI_INVALID
 *
 * An extension of the reference implementation.
 */
int PtlProgress(ptl_handle_ni_t ni, ptl_time_t ms);

/** Would print the event queues of the interface; prints nothing. PTL_OK, PTL_NI_INVALID. An extension of the reference implementation. */
int PtlNIEqDump(ptl_handle_ni_t ni);

#if defined(__GNUC__) || defined(__clang__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
