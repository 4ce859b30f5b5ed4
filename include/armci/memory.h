/**
 * @file armci/memory.h
 * Memory that other processes reach.
 */
#ifndef ARMCI_MEMORY_H
#define ARMCI_MEMORY_H

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__) || defined(__clang__)
#pragma GCC visibility push(default)
#endif

/**
 * Allocate memory on every process, collectively. Each may want another size, 0 included.
 *
 * @param ptr_arr an element for each process, set to the address of its memory; NULL for a process that wants none
 * @param bytes   what this process wants
 * @return 0; a lack of memory ends the job
 */
int ARMCI_Malloc(void *ptr_arr[], armci_size_t bytes);

/** Free memory of ARMCI_Malloc. Local; ptr is the address of the caller's own part, or NULL. 0 if that was memory, else 1. */
int ARMCI_Free(void *ptr);

/** ARMCI_Malloc by the members of a group only: ptr_arr has an element for each member. Transfers take the numbers of processes among all. */
int ARMCI_Malloc_group(void *ptr_arr[], armci_size_t bytes, ARMCI_Group *group);

/** Free memory of ARMCI_Malloc_group. Local. */
int ARMCI_Free_group(void *ptr, ARMCI_Group *group);

/** Allocate memory of this process alone. It is no faster than other memory. NULL if bytes is 0. */
void *ARMCI_Malloc_local(armci_size_t bytes);

/** Free memory of ARMCI_Malloc_local, or NULL. */
int ARMCI_Free_local(void *ptr);

/** @name The same with a device, which is ignored */
/**@{*/
int ARMCI_Malloc_memdev(void *ptr_arr[], armci_size_t bytes, const char *device);
int ARMCI_Malloc_group_memdev(void *ptr_arr[], armci_size_t bytes, ARMCI_Group *group, const char *device);
int ARMCI_Free_memdev(void *ptr);
/**@}*/

/** @name Segments that one process makes, and whose description it sends to others */
/**@{*/
/** Allocate bytes, more than 0, and describe them. memflg is 0. */
void ARMCI_Memget(size_t bytes, armci_meminfo_t *meminfo, int memflg);
/** The address of byte `offset` of a segment, for transfers to process meminfo->cpid. */
void *ARMCI_Memat(armci_meminfo_t *meminfo, long offset);
/** Stop using a segment of another process: nothing. */
void ARMCI_Memdt(armci_meminfo_t *meminfo, long offset);
/** Free a segment; by its creator. */
void ARMCI_Memctl(armci_meminfo_t *meminfo);
/**@}*/

/** Whether processes reach each other's memory by loads and stores at the addresses of ARMCI_Malloc: 1 or 0. */
int ARMCI_Uses_shm(void);
int ARMCI_Uses_shm_grp(ARMCI_Group *group);
int ARMCI_Uses_shm_group(void);

/** The most memory to share. Ignored: memory is only used when it is touched. */
void ARMCI_Set_shm_limit(unsigned long shmemlimit);

/** Access own memory that others may write to: between these calls, or anywhere. */
void ARMCI_Access_begin(void *ptr);
void ARMCI_Access_end(void *ptr);
#if defined(__GNUC__) || defined(__clang__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
