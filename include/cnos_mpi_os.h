/**
 * @file cnos_mpi_os.h
 * Who the processes of a job are, as compute nodes of the XT told it. (catamount/cnos_mpi_os.h is the same.)
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
 * Who the processes of the job are, by rank.
 *
 * @param map is set to an array of that many entries, which stays, belongs to the library and must not be written; may be NULL
 * @return the number of processes; -1 where there is no job to take part in
 */
int cnos_get_nidpid_map(cnos_nidpid_map_t **map);

/** Wait until all processes of the job are here. 0, or nonzero if that cannot be. */
int cnos_barrier(void);

/** Prepare for cnos_barrier; does nothing. */
void cnos_barrier_init(ptl_handle_ni_t ni);

/** Tell the job who this process is, which it knows by PtlNIInit. 0, or nonzero where there is no job to take part in. */
int cnos_register_ptlid(ptl_process_id_t id);

/** Tell the launcher that the process is about to end, and well if clean_exit is 1; does nothing, since the exit status tells it. */
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
