/**
 * @file p3rt/p3rt.h
 * Ranks and ids, in the interface of the reference implementation. There a program may set its own rank; here the launcher sets it, and the values of the
 * program must agree.
 *
 * All functions may be called at any time, before PtlInit and PtlNIInit too, and take any handle for the interface.
 */
#ifndef _P3RT_P3RT_H
#define _P3RT_P3RT_H

#include "../portals/portals3.h"

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__) || defined(__clang__)
#pragma GCC visibility push(default)
#endif

/** Set the rank of this process and the size of the job; -1 takes the launcher's value. PTL_OK; PTL_FAIL (another value than the launcher's, or no job). */
int PtlSetRank(ptl_handle_ni_t ni, unsigned int rank, unsigned int group_size);

/** Set *rank and *group_size to the rank of this process and the size of the job. PTL_OK, PTL_SEGV, PTL_FAIL (no job). */
int PtlGetRank(ptl_handle_ni_t ni, unsigned int *rank, unsigned int *group_size);

/** Set *id to the identity of a rank: its entry in cnos_get_nidpid_map. PTL_OK, PTL_SEGV, PTL_FAIL (no such rank, or no job). */
int PtlGetRankId(ptl_handle_ni_t ni, unsigned int rank, ptl_process_id_t *id);

/** Set the nids of all ranks. PTL_OK; PTL_SEGV; PTL_FAIL (another size, or other nids than they have). */
int PtlSetNIDMap(ptl_handle_ni_t ni, ptl_nid_t *map, unsigned int group_size);

/** Set the pids of all ranks; without effect, since each rank sets its own in PtlNIInit. PTL_OK; PTL_SEGV; PTL_FAIL (another size). */
int PtlSetPIDMap(ptl_handle_ni_t ni, ptl_pid_t *map, unsigned int group_size);

/** Fill map with the nids of all ranks; group_size is the size of the job. PTL_OK; PTL_SEGV; PTL_FAIL (another size). */
int PtlGetNIDMap(ptl_handle_ni_t ni, ptl_nid_t *map, unsigned int group_size);

/** Fill map with the pids of all ranks; group_size is the size of the job. PTL_OK; PTL_SEGV; PTL_FAIL (another size). */
int PtlGetPIDMap(ptl_handle_ni_t ni, ptl_pid_t *map, unsigned int group_size);

/** Set the job id of this process: PTL_JID_NONE, the only one. PTL_OK; PTL_FAIL (another id). */
int PtlSetJID(ptl_handle_ni_t ni, ptl_jid_t jid);

#if defined(__GNUC__) || defined(__clang__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
