/**
 * @file p3rt/p3rt.h
 * Ranks and ids as the reference implementation tells them. There a process may be told who it is; here the launcher has said so, and what a program
 * sets must agree.
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

/** Say who this process is: its rank and the size of the job, or -1 for either to take the launcher's. PTL_OK; PTL_FAIL (not so, or no job). */
int PtlSetRank(ptl_handle_ni_t ni, unsigned int rank, unsigned int group_size);

/** Set *rank and *group_size to the rank of this process and the size of the job. PTL_OK, PTL_SEGV, PTL_FAIL (no job). */
int PtlGetRank(ptl_handle_ni_t ni, unsigned int *rank, unsigned int *group_size);

/** Set *id to the identity of a rank: its entry in cnos_get_nidpid_map. PTL_OK, PTL_SEGV, PTL_FAIL (no such rank, or no job). */
int PtlGetRankId(ptl_handle_ni_t ni, unsigned int rank, ptl_process_id_t *id);

/** Say the nids of all ranks. PTL_OK; PTL_SEGV; PTL_FAIL (another size, or other nids than they have). */
int PtlSetNIDMap(ptl_handle_ni_t ni, ptl_nid_t *map, unsigned int group_size);

/** Say the pids of all ranks; without effect, since each says its own in PtlNIInit. PTL_OK; PTL_SEGV; PTL_FAIL (another size). */
int PtlSetPIDMap(ptl_handle_ni_t ni, ptl_pid_t *map, unsigned int group_size);

/** Fill map with the nids of all ranks; group_size is the size of the job. PTL_OK; PTL_SEGV; PTL_FAIL (another size). */
int PtlGetNIDMap(ptl_handle_ni_t ni, ptl_nid_t *map, unsigned int group_size);

/** Fill map with the pids of all ranks; group_size is the size of the job. PTL_OK; PTL_SEGV; PTL_FAIL (another size). */
int PtlGetPIDMap(ptl_handle_ni_t ni, ptl_pid_t *map, unsigned int group_size);

/** Say the job that this process is in: PTL_JID_NONE, which all are in. PTL_OK; PTL_FAIL (another). */
int PtlSetJID(ptl_handle_ni_t ni, ptl_jid_t jid);

#if defined(__GNUC__) || defined(__clang__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
