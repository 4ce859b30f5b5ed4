/**
 * @file portals/p3/memory.h
 * Memory descriptors.
 *
 * Part of portals/portals3.h; a program includes that.
 *
 * ptl_md_t in types.h defines a descriptor. Making one does not access its memory, which needs no alignment and need not be mapped.
 */
#ifndef _PORTALS_P3_MEMORY_H
#define _PORTALS_P3_MEMORY_H

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__) || defined(__clang__)
#pragma GCC visibility push(default)
#endif

/**
 * Make a memory descriptor and attach it to a match entry that has none: it answers requests from now on.
 *
 * @param md        what it is to be; copied
 * @param unlink_op PTL_UNLINK: it is freed when it is used up and has no operation in flight. PTL_RETAIN: it stays, inactive
 * @param mdh       is set to the descriptor
 * @return PTL_OK, PTL_ME_INVALID, PTL_ME_IN_USE (it has a descriptor), PTL_MD_ILLEGAL, PTL_EQ_INVALID (md.eq_handle), PTL_NO_SPACE
 *
 * Spec: Portals 3.3, "PtlMDAttach"
 */
int PtlMDAttach(ptl_handle_me_t me, ptl_md_t md, ptl_unlink_t unlink_op, ptl_handle_md_t *mdh);

/**
 * Make a memory descriptor of its own, to send from and to fetch into.
 *
 * @return PTL_OK, PTL_NI_INVALID, PTL_MD_ILLEGAL, PTL_EQ_INVALID (md.eq_handle), PTL_NO_SPACE
 *
 * Spec: Portals 3.3, "PtlMDBind"
 */
int PtlMDBind(ptl_handle_ni_t ni, ptl_md_t md, ptl_unlink_t unlink_op, ptl_handle_md_t *mdh);

/**
 * Remove a memory descriptor, and its match entry if that has PTL_UNLINK. Waits until data that is being moved for it has been moved.
 * No PTL_EVENT_UNLINK, unless the descriptor has PTL_MD_EVENT_MANUAL_UNLINK_ENABLE. Events that are in the queue stay there. An
 * acknowledgement that has not come yet is dropped.
 *
 * @return PTL_OK, PTL_MD_INVALID (also of one that went by itself), PTL_MD_IN_USE (a get of it has not been answered yet; nothing is
 *         removed)
 *
 * Spec: Portals 3.3, "PtlMDUnlink"
 */
int PtlMDUnlink(ptl_handle_md_t mdh);

/**
 * Read and change a memory descriptor in one step, in which nothing arrives.
 *
 * @param old_md is set to the descriptor as it is, also when it is not changed; may be NULL
 * @param new_md what it is to become, with a local offset of 0; NULL: it stays
 * @param testq  it is changed only if this event queue is empty; PTL_EQ_NONE: in any case
 * @return PTL_OK, PTL_MD_NO_UPDATE (testq is not empty, or operations are in flight), PTL_MD_INVALID, PTL_MD_ILLEGAL,
 *         PTL_EQ_INVALID, PTL_NO_SPACE
 *
 * Spec: Portals 3.3, "PtlMDUpdate"
 */
int PtlMDUpdate(ptl_handle_md_t mdh, ptl_md_t *old_md, ptl_md_t *new_md, ptl_handle_eq_t testq);

/**
 * PtlMEInsert and PtlMDAttach in one step, in which nothing arrives, and only if an event queue is empty: how to post a receive unless
 * an unexpected message has come.
 *
 * @param base      the match entry beside which the new one goes
 * @param unlink_me as unlink of PtlMEInsert
 * @param unlink_md as unlink_op of PtlMDAttach
 * @param me        is set to the match entry, with PTL_OK only
 * @param mdh       is set to the descriptor, with PTL_OK only
 * @param testq     the event queue that has to be empty, or PTL_EQ_NONE
 * @return PTL_OK, PTL_MD_NO_UPDATE (testq is not empty; nothing has been made), and the codes of both functions
 *
 * An extension of Cray's library and the reference implementation.
 */
int PtlMEMDPost(ptl_handle_ni_t ni, ptl_handle_me_t base, ptl_process_id_t match_id, ptl_match_bits_t match_bits,
                ptl_match_bits_t ignore_bits, ptl_unlink_t unlink_me, ptl_ins_pos_t pos, ptl_md_t md, ptl_unlink_t unlink_md,
                ptl_handle_me_t *me, ptl_handle_md_t *mdh, ptl_handle_eq_t testq);

/**
 * PtlMEAttach and PtlMDAttach in one step.
 *
 * @param me  is set to the match entry
 * @param mdh is set to the descriptor
 * @return PTL_OK, and the codes of both functions
 *
 * An extension of Cray's library.
 */
int PtlMEMDAttach(ptl_handle_ni_t ni, ptl_pt_index_t pt, ptl_process_id_t match_id, ptl_match_bits_t match_bits,
                  ptl_match_bits_t ignore_bits, ptl_unlink_t unlink_me, ptl_ins_pos_t pos, ptl_md_t md, ptl_unlink_t unlink_md,
                  ptl_handle_me_t *me, ptl_handle_md_t *mdh);

#if defined(__GNUC__) || defined(__clang__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
