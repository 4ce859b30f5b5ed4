/**
 * @file portals/pmi.h
 * The part of Cray's process manager interface (PMI) that Portals clients use.
 *
 * It is in this folder and not in the include path itself: programs would take a pmi.h there for a whole PMI, with its key-value
 * space. A program that includes it as <pmi.h> adds this folder with -I. No known client does: those that call PMI declare
 * nothing, or have their own declarations.
 *
 * An MPI library may have functions of these names for its own use. Where another library of the process has one, ours forwards the
 * call to it, except PMI_CNOS_Get_nidpid_map and PMI_Get_nid, which are always ours and need no PMI_Init.
 */
#ifndef _PORTALS_PMI_H
#define _PORTALS_PMI_H

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__) || defined(__clang__)
#pragma GCC visibility push(default)
#endif

#ifndef PMI_SUCCESS
#define PMI_SUCCESS 0 /**< done */
#define PMI_FAIL (-1) /**< there is no job to take part in */
#define PMI_ERR_INVALID_ARG 3 /**< NULL, or no such rank */
#endif

/** Start PMI; *spawned is set to 0. PMI_SUCCESS, PMI_FAIL. */
int PMI_Init(int *spawned);

/** Set *initialized to 1 after PMI_Init, else to 0. PMI_SUCCESS. */
int PMI_Initialized(int *initialized);

/** End PMI. PMI_SUCCESS. */
int PMI_Finalize(void);

/** Set *rank to the number of this process, from 0. PMI_SUCCESS, PMI_FAIL. */
int PMI_Get_rank(int *rank);

/** Set *size to the number of processes. PMI_SUCCESS, PMI_FAIL. */
int PMI_Get_size(int *size);

/** A barrier of all processes of the job. PMI_SUCCESS, PMI_FAIL. */
int PMI_Barrier(void);

/** Set *map to cnos_get_nidpid_map's array of ptl_process_id_t, by rank. PMI_SUCCESS, PMI_FAIL. */
int PMI_CNOS_Get_nidpid_map(void **map);

/** Set *nid to the node of a process. PMI_SUCCESS, PMI_FAIL, PMI_ERR_INVALID_ARG. */
int PMI_Get_nid(int rank, int *nid);

#if defined(__GNUC__) || defined(__clang__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
