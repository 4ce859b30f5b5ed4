/**
 * @file shmem/constants.h
 * The constants of OpenSHMEM. All are macros, so that programs can test them with #ifdef; the integers are usable in #if.
 *
 * Part of shmem.h; a program includes that.
 */
#ifndef _SHMEM_CONSTANTS_H
#define _SHMEM_CONSTANTS_H

#include "types.h"

/** @name Version and vendor. Spec: OpenSHMEM 1.6, "Library Constants" */
/**@{*/
#define SHMEM_MAJOR_VERSION 1 /**< major version of the specification */
#define SHMEM_MINOR_VERSION 6 /**< minor version of the specification */
#define SHMEM_MAX_NAME_LEN 256 /**< room for the vendor string and its terminator */
#define SHMEM_VENDOR_STRING "gasnetgo" /**< what shmem_info_get_name writes */
/**@}*/

/**
 * @name What Sandia OpenSHMEM's headers define too
 * Clients such as shmem4py recognise a library by its macros. These two tell them that it has all of OpenSHMEM 1.5; otherwise they would define
 * routines themselves that they believe to be missing.
 */
/**@{*/
#define SHMEM_DEF_H
#define SHMEM_FUNCTION_ATTRIBUTES
/**@}*/

/** @name Thread levels, in ascending order. Spec: OpenSHMEM 1.6, "Thread Support" */
/**@{*/
#define SHMEM_THREAD_SINGLE 0 /**< the program has one thread */
#define SHMEM_THREAD_FUNNELED 1 /**< only the thread that initialised calls the library */
#define SHMEM_THREAD_SERIALIZED 2 /**< threads call the library one at a time */
#define SHMEM_THREAD_MULTIPLE 3 /**< threads call the library as they like */
/**@}*/

/** @name Comparisons of the wait and test routines. Spec: OpenSHMEM 1.6, "Point-To-Point Synchronization Routines" */
/**@{*/
#define SHMEM_CMP_EQ 0 /**< equal */
#define SHMEM_CMP_NE 1 /**< not equal */
#define SHMEM_CMP_GT 2 /**< greater than */
#define SHMEM_CMP_GE 3 /**< greater than or equal */
#define SHMEM_CMP_LT 4 /**< less than */
#define SHMEM_CMP_LE 5 /**< less than or equal */
/**@}*/

/** @name Signal operators. Spec: OpenSHMEM 1.6, "Signaling Operations" */
/**@{*/
#define SHMEM_SIGNAL_SET 0 /**< the signal word becomes the value */
#define SHMEM_SIGNAL_ADD 1 /**< the value is added to the signal word */
/**@}*/

/** @name Hints for shmem_malloc_with_hints, to be combined with |. Spec: OpenSHMEM 1.6, "Memory Management Routines" */
/**@{*/
#define SHMEM_MALLOC_ATOMICS_REMOTE 1L /**< the block is a target of atomics */
#define SHMEM_MALLOC_SIGNAL_REMOTE 2L /**< the block holds signal words */
/**@}*/

/** @name Contexts: options (to be combined with |) and handles usable in static initialisers.
 * Spec: OpenSHMEM 1.6, "Communication Management Routines" */
/**@{*/
#define SHMEM_CTX_SERIALIZED 1L /**< never used by two threads at once */
#define SHMEM_CTX_PRIVATE 2L /**< used by the thread that made it only */
#define SHMEM_CTX_NOSTORE 4L /**< fence and quiet need not order plain stores */
#define SHMEM_CTX_SESSION_BATCH 1L /**< session option: operations may be sent in batches */
#define SHMEM_CTX_SESSION_TOTAL_OPS 1L /**< session mask: total_ops counts */
#define SHMEM_CTX_DEFAULT ((shmem_ctx_t)0L) /**< the context of every routine that names none */
#define SHMEM_CTX_INVALID ((shmem_ctx_t)(-1L)) /**< no context */
/**@}*/

/** @name Teams: configuration mask and handles usable in static initialisers. Spec: OpenSHMEM 1.6, "Team Management Routines" */
/**@{*/
#define SHMEM_TEAM_NUM_CONTEXTS 1L /**< configuration mask: num_contexts counts */
#define SHMEM_TEAM_INVALID ((shmem_team_t)0L) /**< no team */
#define SHMEM_TEAM_WORLD ((shmem_team_t)1L) /**< all PEs of the job */
#define SHMEM_TEAM_SHARED ((shmem_team_t)2L) /**< the PEs whose heaps this one can load and store directly */
/**@}*/

/** @name Work arrays of the active-set collectives (deprecated), in elements. Spec: OpenSHMEM 1.6, "Library Constants" */
/**@{*/
#define SHMEM_SYNC_VALUE 0L /**< what a pSync array is filled with */
#define SHMEM_SYNC_SIZE 8 /**< long enough for every collective */
#define SHMEM_BARRIER_SYNC_SIZE 8
#define SHMEM_BCAST_SYNC_SIZE 8
#define SHMEM_COLLECT_SYNC_SIZE 8
#define SHMEM_REDUCE_SYNC_SIZE 8
#define SHMEM_ALLTOALL_SYNC_SIZE 8
#define SHMEM_ALLTOALLS_SYNC_SIZE 8
#define SHMEM_REDUCE_MIN_WRKDATA_SIZE 16 /**< smallest pWrk array of a reduction */
/**@}*/

/** @name Names of OpenSHMEM 1.0 to 1.2 (deprecated). Spec: OpenSHMEM 1.6, annex on deprecated API */
/**@{*/
#define _SHMEM_MAJOR_VERSION SHMEM_MAJOR_VERSION
#define _SHMEM_MINOR_VERSION SHMEM_MINOR_VERSION
#define _SHMEM_MAX_NAME_LEN SHMEM_MAX_NAME_LEN
#define _SHMEM_VENDOR_STRING SHMEM_VENDOR_STRING
#define _SHMEM_CMP_EQ SHMEM_CMP_EQ
#define _SHMEM_CMP_NE SHMEM_CMP_NE
#define _SHMEM_CMP_GT SHMEM_CMP_GT
#define _SHMEM_CMP_GE SHMEM_CMP_GE
#define _SHMEM_CMP_LT SHMEM_CMP_LT
#define _SHMEM_CMP_LE SHMEM_CMP_LE
#define _SHMEM_SYNC_VALUE SHMEM_SYNC_VALUE
#define _SHMEM_BARRIER_SYNC_SIZE SHMEM_BARRIER_SYNC_SIZE
#define _SHMEM_BCAST_SYNC_SIZE SHMEM_BCAST_SYNC_SIZE
#define _SHMEM_COLLECT_SYNC_SIZE SHMEM_COLLECT_SYNC_SIZE
#define _SHMEM_REDUCE_SYNC_SIZE SHMEM_REDUCE_SYNC_SIZE
#define _SHMEM_REDUCE_MIN_WRKDATA_SIZE SHMEM_REDUCE_MIN_WRKDATA_SIZE
/**@}*/

#endif
