/**
 * @file portals/p3/match.h
 * Match entries and the lists of them that the portal table has.
 *
 * Part of portals/portals3.h; a program includes that.
 *
 * A request fits a match entry if its initiator is match_id, with wildcards, and its bits agree with match_bits wherever ignore_bits
 * are 0. Lists are searched from the head. An entry is passed over while it has no descriptor, when its descriptor is used up, and
 * when that does not accept the request (wrong operation, or too long without PTL_MD_TRUNCATE). A request that no entry
 * accepts is dropped: the initiator of a put gets no event for it, and a get never completes.
 */
#ifndef _PORTALS_P3_MATCH_H
#define _PORTALS_P3_MATCH_H

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__) || defined(__clang__)
#pragma GCC visibility push(default)
#endif

/**
 * Make a match entry at an end of a list. It fits nothing until a descriptor is attached to it.
 *
 * @param pt          entry of the portal table
 * @param match_id    the initiator; PTL_NID_ANY and PTL_PID_ANY fit all
 * @param match_bits  what the request's bits must be,
 * @param ignore_bits except where these are 1
 * @param unlink      PTL_UNLINK: the entry is removed with its descriptor. PTL_RETAIN: it stays, and another descriptor may be attached
 * @param pos         PTL_INS_BEFORE: the head of the list, PTL_INS_AFTER: its end
 * @param me          is set to the match entry
 * @return PTL_OK, PTL_NI_INVALID, PTL_PT_INDEX_INVALID, PTL_NO_SPACE, PTL_ME_LIST_TOO_LONG
 *
 * Spec: Portals 3.3, "PtlMEAttach"
 */
int PtlMEAttach(ptl_handle_ni_t ni, ptl_pt_index_t pt, ptl_process_id_t match_id, ptl_match_bits_t match_bits, ptl_match_bits_t ignore_bits,
                ptl_unlink_t unlink, ptl_ins_pos_t pos, ptl_handle_me_t *me);

/**
 * PtlMEAttach to the first entry of the portal table whose list is empty.
 *
 * @param pt is set to that entry
 * @return PTL_OK, PTL_NI_INVALID, PTL_PT_FULL (there is none), PTL_NO_SPACE
 *
 * Spec: Portals 3.3, "PtlMEAttachAny"
 */
int PtlMEAttachAny(ptl_handle_ni_t ni, ptl_pt_index_t *pt, ptl_process_id_t match_id, ptl_match_bits_t match_bits,
                   ptl_match_bits_t ignore_bits, ptl_unlink_t unlink, ptl_handle_me_t *me);

/**
 * PtlMEAttach beside another match entry, in its list.
 *
 * @param base the other
 * @param pos  PTL_INS_BEFORE: just before it, PTL_INS_AFTER: just after it
 * @return PTL_OK, PTL_ME_INVALID (base), PTL_NO_SPACE, PTL_ME_LIST_TOO_LONG
 *
 * Spec: Portals 3.3, "PtlMEInsert"
 */
int PtlMEInsert(ptl_handle_me_t base, ptl_process_id_t match_id, ptl_match_bits_t match_bits, ptl_match_bits_t ignore_bits,
                ptl_unlink_t unlink, ptl_ins_pos_t pos, ptl_handle_me_t *me);

/**
 * Remove a match entry and its descriptor. Waits until data that is being moved for the descriptor has been moved.
 *
 * @return PTL_OK, PTL_ME_INVALID, PTL_ME_IN_USE (a get of the descriptor has not been answered yet; nothing is removed)
 *
 * Spec: Portals 3.3, "PtlMEUnlink"
 */
int PtlMEUnlink(ptl_handle_me_t me);

#if defined(__GNUC__) || defined(__clang__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
