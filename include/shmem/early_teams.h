/**
 * @file shmem/early_teams.h
 * Teams and their collectives under the names that they had before OpenSHMEM 1.5, in Sandia OpenSHMEM 1.4 and Cray SHMEM: shmemx_ for shmem_.
 *
 * Part of shmemx.h; a program includes that. They are macros for the routines of shmem/teams.h and shmem/collective.h, so a program cannot find them with
 * dlsym. Never in OpenSHMEM.
 */
#ifndef _SHMEM_EARLY_TEAMS_H
#define _SHMEM_EARLY_TEAMS_H

#include "../shmem.h"

typedef shmem_team_t shmemx_team_t;               /**< shmem_team_t */
typedef shmem_team_config_t shmemx_team_config_t; /**< shmem_team_config_t */

/** @name Predefined teams, and the invalid team */
/**@{*/
#define SHMEMX_TEAM_WORLD SHMEM_TEAM_WORLD
#define SHMEMX_TEAM_SHARED SHMEM_TEAM_SHARED
#define SHMEMX_TEAM_HOST SHMEM_TEAM_SHARED
#define SHMEMX_TEAM_INVALID SHMEM_TEAM_INVALID
#define SHMEMX_TEAM_NULL SHMEM_TEAM_INVALID
#define SHMEMX_TEAM_NUM_CONTEXTS SHMEM_TEAM_NUM_CONTEXTS
#define SHMEMX_CTX_INVALID SHMEM_CTX_INVALID
/**@}*/

/** @name Creation, queries and destruction */
/**@{*/
#define shmemx_team_my_pe shmem_team_my_pe
#define shmemx_team_n_pes shmem_team_n_pes
#define shmemx_team_translate_pe shmem_team_translate_pe
#define shmemx_team_split_2d shmem_team_split_2d
#define shmemx_team_destroy shmem_team_destroy
#define shmemx_team_create_ctx shmem_team_create_ctx
#define shmemx_ctx_get_team shmem_ctx_get_team
/**@}*/

/** @name Syncs: shmemx_sync takes a team, or an active set as shmem_sync does */
/**@{*/
#define shmemx_team_sync shmem_team_sync
#define shmemx_sync_all shmem_sync_all
/**@}*/

/** @name Type-generic collectives: C11 and C++ */
/**@{*/
#define shmemx_collect shmem_collect
#define shmemx_fcollect shmem_fcollect
#define shmemx_alltoall shmem_alltoall
#define shmemx_alltoalls shmem_alltoalls
#define shmemx_and_reduce shmem_and_reduce
#define shmemx_or_reduce shmem_or_reduce
#define shmemx_xor_reduce shmem_xor_reduce
#define shmemx_max_reduce shmem_max_reduce
#define shmemx_min_reduce shmem_min_reduce
#define shmemx_sum_reduce shmem_sum_reduce
#define shmemx_prod_reduce shmem_prod_reduce
/**@}*/

/** @name In bytes */
/**@{*/
#define shmemx_broadcastmem shmem_broadcastmem
#define shmemx_collectmem shmem_collectmem
#define shmemx_fcollectmem shmem_fcollectmem
#define shmemx_alltoallmem shmem_alltoallmem
#define shmemx_alltoallsmem shmem_alltoallsmem
/**@}*/

/** shmem_TYPE_broadcast, collect, fcollect, alltoall and alltoalls. */
#define _SHMEMX_COLLECT(P, NAME, T)                                                                                    \
  static inline int P##NAME##_broadcast(shmem_team_t team, T *dest, const T *source, size_t nelems, int PE_root) {     \
    return shmem_##NAME##_broadcast(team, dest, source, nelems, PE_root);                                              \
  }                                                                                                                    \
  static inline int P##NAME##_alltoalls(shmem_team_t team, T *dest, const T *source, ptrdiff_t dst, ptrdiff_t sst,     \
                                        size_t nelems) {                                                               \
    return shmem_##NAME##_alltoalls(team, dest, source, dst, sst, nelems);                                             \
  }                                                                                                                    \
  _SHMEMX_ON_TEAM(P, NAME, T, _collect)                                                                                \
  _SHMEMX_ON_TEAM(P, NAME, T, _fcollect)                                                                               \
  _SHMEMX_ON_TEAM(P, NAME, T, _alltoall)
#define _SHMEMX_ON_TEAM(P, NAME, T, OP)                                                                                \
  static inline int P##NAME##OP(shmem_team_t team, T *dest, const T *source, size_t n) {                               \
    return shmem_##NAME##OP(team, dest, source, n);                                                                    \
  }

/** shmem_TYPE_OP_reduce. */
#define _SHMEMX_REDUCE_BITS(P, NAME, T)                                                                                \
  _SHMEMX_ON_TEAM(P, NAME, T, _and_reduce)                                                                             \
  _SHMEMX_ON_TEAM(P, NAME, T, _or_reduce)                                                                              \
  _SHMEMX_ON_TEAM(P, NAME, T, _xor_reduce)
#define _SHMEMX_REDUCE_ORDER(P, NAME, T)                                                                               \
  _SHMEMX_ON_TEAM(P, NAME, T, _max_reduce)                                                                             \
  _SHMEMX_ON_TEAM(P, NAME, T, _min_reduce)
#define _SHMEMX_REDUCE_SUM(P, NAME, T)                                                                                 \
  _SHMEMX_ON_TEAM(P, NAME, T, _sum_reduce)                                                                             \
  _SHMEMX_ON_TEAM(P, NAME, T, _prod_reduce)

_SHMEM_RMA_TYPES(_SHMEMX_COLLECT, shmemx_)
_SHMEM_BITS_TYPES(_SHMEMX_REDUCE_BITS, shmemx_)
_SHMEM_RMA_TYPES(_SHMEMX_REDUCE_ORDER, shmemx_)
_SHMEM_SUM_TYPES(_SHMEMX_REDUCE_SUM, shmemx_)

/**
 * shmem_team_split_strided with Sandia's seven arguments; or with Cray's five, which are without a configuration.
 */
#ifdef __cplusplus
extern "C++" {
static inline int shmemx_team_split_strided(shmem_team_t parent_team, int start, int stride, int size,
                                            const shmem_team_config_t *config, long config_mask,
                                            shmem_team_t *new_team) {
  return shmem_team_split_strided(parent_team, start, stride, size, config, config_mask, new_team);
}
static inline int shmemx_team_split_strided(shmem_team_t parent_team, int PE_start, int PE_stride, int PE_size,
                                            shmem_team_t *new_team) {
  return shmem_team_split_strided(parent_team, PE_start, PE_stride, PE_size, NULL, 0, new_team);
}
static inline int shmemx_sync(shmem_team_t team) { return shmem_team_sync(team); }
static inline void shmemx_sync(int PE_start, int logPE_stride, int PE_size, long *pSync) {
  shmem_sync(PE_start, logPE_stride, PE_size, pSync);
}
} /* extern "C++" */
#else
#define _SHMEMX_SPLIT_5(PARENT, START, STRIDE, SIZE, TEAM)                                                             \
  shmem_team_split_strided(PARENT, START, STRIDE, SIZE, NULL, 0, TEAM)
#define _SHMEMX_EIGHTH(A, B, C, D, E, F, G, H, ...) H
#define shmemx_team_split_strided(...)                                                                                 \
  _SHMEMX_EIGHTH(__VA_ARGS__, shmem_team_split_strided, , _SHMEMX_SPLIT_5, , , , )(__VA_ARGS__)
#define shmemx_sync(...) _SHMEMX_EIGHTH(__VA_ARGS__, , , , shmem_sync, , , shmem_team_sync, )(__VA_ARGS__)
#endif

#endif
