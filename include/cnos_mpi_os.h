/**
 * @file cnos_mpi_os.h
 * Ranks and process ids of a job, as on compute nodes of the XT. (catamount/cnos_mpi_os.h is the same.)
 *
 * All functions may be called at any time, before PtlInit too.
 */
#ifndef _CNOS_MPI_OS_H
#define _CNOS_MPI_OS_H

#include "portals/portals3.h"

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__) || defined(__clang__)
#pragma GCC visibility push(default)
#endif

/** An entry of the map of ranks. */
typedef ptl_process_id_t cnos_nidpid_map_t;

#define CNOS_LAUNCHER_YOD 1 /**< cnos_launcher under Catamount's launcher, which does not exist here */

/** The number of this process in the job, from 0; -1 where there is no job to take part in. */
int cnos_get_rank(void);

/** How many processes the job has; -1 where there is no job to take part in. */
int cnos_get_size(void);

/** The same as cnos_get_size. */
int cnos_get_n_pes_in_app(void);

/**
 * The ids of the processes of the job, by rank.
 *
 * @param map is set to an array with one entry per process. The library owns it and never frees it; the caller must not write to it. May be NULL
 * @return the number of processes; -1 where there is no job to take part in
 */
int cnos_get_nidpid_map(cnos_nidpid_map_t **map);

/** A barrier of all processes of the job. 0, or nonzero if it is impossible. */
int cnos_barrier(void);

/** Prepare for cnos_barrier; does nothing. */
void cnos_barrier_init(ptl_handle_ni_t ni);

/** Register this process with the job; PtlNIInit has done so already. 0, or nonzero where there is no job to take part in. */
int cnos_register_ptlid(ptl_process_id_t id);

/** Announce to the launcher that the process ends, without an error if clean_exit is 1. Does nothing: the launcher reads the exit status. */
void cnos_pm_barrier(int clean_exit);

/** What started the job: never CNOS_LAUNCHER_YOD. */
int cnos_launcher(void);

#if defined(__GNUC__) || defined(__clang__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
