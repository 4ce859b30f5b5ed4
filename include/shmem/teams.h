/**
 * @file shmem/teams.h
 * Teams: ordered sets of PEs, numbered from 0 in each of them.
 *
 * Part of shmem.h; a program includes that. SHMEM_TEAM_WORLD has all PEs, SHMEM_TEAM_SHARED those whose symmetric heaps this one can load
 * and store directly. Other teams are made of the members of one, by its members together, and belong to the program until it destroys
 * them or finalizes. A PE can be a member of 320 teams at a time, or SHMEM_TEAMS_MAX. A handle that names no team (but SHMEM_TEAM_INVALID, where that is
 * legal) ends the job with one line.
 */
#ifndef _SHMEM_TEAMS_H
#define _SHMEM_TEAMS_H

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__) || defined(__clang__)
#pragma GCC visibility push(default)
#endif

/** The number of this PE in team, or -1 for SHMEM_TEAM_INVALID. Spec: OpenSHMEM 1.6, "Team Management Routines" */
int shmem_team_my_pe(shmem_team_t team);

/** How many PEs team has, or -1 for SHMEM_TEAM_INVALID. Spec: OpenSHMEM 1.6, "Team Management Routines" */
int shmem_team_n_pes(shmem_team_t team);

/**
 * The number in dest_team of PE src_pe of src_team.
 *
 * @return the number, or -1 if there is no such PE in one of them, or one is SHMEM_TEAM_INVALID
 *
 * Spec: OpenSHMEM 1.6, "Team Management Routines"
 */
int shmem_team_translate_pe(shmem_team_t src_team, int src_pe, shmem_team_t dest_team);

/**
 * Write those fields of team's configuration that config_mask names to *config, which may be NULL if it names none.
 *
 * @return 0, or another value for SHMEM_TEAM_INVALID
 *
 * Spec: OpenSHMEM 1.6, "Team Management Routines"
 */
int shmem_team_get_config(shmem_team_t team, long config_mask, shmem_team_config_t *config);

/**
 * Make a team of PEs start, start + stride, .., start + (size - 1) * stride of parent_team, in this order; stride may be negative, and 0 if
 * size is 1. Collective: every PE of parent_team calls it, with the same arguments, and it blocks until all have. The new team can be used at once.
 * As with Sandia's library PEs may ask for different teams in one call, such as each for one of its own, if all members of each ask for it.
 *
 * @param config       may be NULL if config_mask is 0; num_contexts is a hint
 * @param config_mask  which fields of *config count: 0 or SHMEM_TEAM_NUM_CONTEXTS
 * @param new_team     gets the team, or SHMEM_TEAM_INVALID on a PE that is not in it
 * @return 0; or another value, and SHMEM_TEAM_INVALID on all PEs: parent_team is SHMEM_TEAM_INVALID, a PE of the new team would not be in
 *         parent_team, num_contexts is negative, members of a team pass different arguments, or a member has too many teams
 *
 * Spec: OpenSHMEM 1.6, "Team Management Routines"
 */
int shmem_team_split_strided(shmem_team_t parent_team, int start, int stride, int size, const shmem_team_config_t *config, long config_mask,
                             shmem_team_t *new_team);

/**
 * Lay the PEs of parent_team out in rows of xrange, the last of which may be shorter; make a team of each row (x axis) and of each column
 * (y axis). Collective as shmem_team_split_strided.
 *
 * @param xrange      at least 1; more than parent_team has PEs means as many
 * @param xaxis_team  gets this PE's row, in which it has number pe % xrange
 * @param yaxis_team  gets this PE's column, in which it has number pe / xrange
 * @return as shmem_team_split_strided
 *
 * Spec: OpenSHMEM 1.6, "Team Management Routines"
 */
int shmem_team_split_2d(shmem_team_t parent_team, int xrange, const shmem_team_config_t *xaxis_config, long xaxis_mask, shmem_team_t *xaxis_team,
                        const shmem_team_config_t *yaxis_config, long yaxis_mask, shmem_team_t *yaxis_team);

/**
 * End team. Collective over team, and blocks until all its PEs have called it. Contexts that were made on it and can be shared end with
 * it. Nothing happens for SHMEM_TEAM_INVALID; the predefined teams cannot be destroyed, which ends the job.
 *
 * Spec: OpenSHMEM 1.6, "Team Management Routines"
 */
void shmem_team_destroy(shmem_team_t team);

/**
 * The address at which this PE can load and store the symmetric object dest of PE pe of team directly: see shmem_ptr.
 *
 * @return an address that stays valid until the object is freed, or NULL if there is none, or team is SHMEM_TEAM_INVALID
 *
 * Spec: OpenSHMEM 1.6, "Library Setup, Exit, and Query Routines"
 */
void *shmem_team_ptr(shmem_team_t team, const void *dest, int pe);

#if defined(__GNUC__) || defined(__clang__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
