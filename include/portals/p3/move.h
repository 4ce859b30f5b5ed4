/**
 * @file portals/p3/move.h
 * Moving data.
 *
 * Part of portals/portals3.h; a program includes that.
 *
 * No function waits for the target, only for space on the way there; events of the descriptor report the progress. The target process
 * makes no call: its match lists decide. A request to a wrong entry of its tables is dropped there; the call does not fail. Between two
 * processes requests of all kinds arrive in the order in which they were issued. A process may send to itself.
 *
 * Functions return PTL_OK, PTL_MD_INVALID (also of one that is used up), PTL_MD_ILLEGAL (outside of the descriptor) and
 * PTL_PROCESS_INVALID (no process of the job can be the target; a request to one that could be and is not there is dropped).
 *
 * Arguments that several have:
 *
 *     target         the process, without wildcards
 *     pt             entry of its portal table
 *     ac             entry of its access control table: 0 where it was never set up
 *     mbits          match bits
 *     remote_offset  where in the descriptor of the target; without meaning if that has not PTL_MD_MANAGE_REMOTE
 *     hdr_data       8 bytes for the event of the target
 */
#ifndef _PORTALS_P3_MOVE_H
#define _PORTALS_P3_MOVE_H

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__) || defined(__clang__)
#pragma GCC visibility push(default)
#endif

/**
 * Send all of a descriptor's memory. Events here: SEND, and ACK if it is asked for; at the target: PUT. SEND_END is in the queue
 * before ACK.
 *
 * @param ack PTL_ACK_REQ: the target is to acknowledge, which makes a PTL_EVENT_ACK unless it has PTL_MD_ACK_DISABLE or drops the
 *            request
 *
 * Spec: Portals 3.3, "PtlPut"
 */
int PtlPut(ptl_handle_md_t md, ptl_ack_req_t ack, ptl_process_id_t target, ptl_pt_index_t pt, ptl_ac_index_t ac, ptl_match_bits_t mbits,
           ptl_size_t remote_offset, ptl_hdr_data_t hdr_data);

/**
 * PtlPut of a part of the memory: length bytes from local_offset on.
 *
 * Spec: Portals 3.3, "PtlPutRegion"
 */
int PtlPutRegion(ptl_handle_md_t md, ptl_size_t local_offset, ptl_size_t length, ptl_ack_req_t ack, ptl_process_id_t target,
                 ptl_pt_index_t pt, ptl_ac_index_t ac, ptl_match_bits_t mbits, ptl_size_t remote_offset, ptl_hdr_data_t hdr_data);

/**
 * Fetch as many bytes as a descriptor has, to its memory. Events here: SEND, as in Cray's library, then REPLY; both count against
 * the threshold. At the target: GET.
 *
 * Spec: Portals 3.3, "PtlGet"
 */
int PtlGet(ptl_handle_md_t md, ptl_process_id_t target, ptl_pt_index_t pt, ptl_ac_index_t ac, ptl_match_bits_t mbits,
           ptl_size_t remote_offset);

/**
 * PtlGet of length bytes, to local_offset on.
 *
 * Spec: Portals 3.3, "PtlGetRegion"
 */
int PtlGetRegion(ptl_handle_md_t md, ptl_size_t local_offset, ptl_size_t length, ptl_process_id_t target, ptl_pt_index_t pt,
                 ptl_ac_index_t ac, ptl_match_bits_t mbits, ptl_size_t remote_offset);

/**
 * Exchange all of a descriptor's memory with the target, atomically with respect to other exchanges there. Events here: SEND of
 * put_md, REPLY of get_md; at the target: GETPUT.
 *
 * @param get_md where the old bytes go
 * @param put_md where the new bytes come from; no more than max_getput_md, and no more than get_md has room for
 *
 * Spec: Portals 3.3, "PtlGetPut"
 */
int PtlGetPut(ptl_handle_md_t get_md, ptl_handle_md_t put_md, ptl_process_id_t target, ptl_pt_index_t pt, ptl_ac_index_t ac,
              ptl_match_bits_t mbits, ptl_size_t remote_offset, ptl_hdr_data_t hdr_data);

/**
 * PtlGetPut of length bytes, from put_off on, to get_off on.
 *
 * An extension of Cray's library.
 */
int PtlGetPutRegion(ptl_handle_md_t get_md, ptl_size_t get_off, ptl_handle_md_t put_md, ptl_size_t put_off, ptl_size_t length,
                    ptl_process_id_t target, ptl_pt_index_t pt, ptl_ac_index_t ac, ptl_match_bits_t mbits, ptl_size_t remote_offset,
                    ptl_hdr_data_t hdr_data);

/**
 * PtlGet under another name: in Cray's library the direct path between two processes of one node.
 *
 * An extension of Cray's library.
 */
int PtlMDMDCopy(ptl_handle_md_t md, ptl_process_id_t target, ptl_pt_index_t pt, ptl_ac_index_t ac, ptl_match_bits_t mbits,
                ptl_size_t remote_offset);

#if defined(__GNUC__) || defined(__clang__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
