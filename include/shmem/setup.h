/**
 * @file shmem/setup.h
 * Starting and ending the library, and queries about the PE and its memory.
 *
 * Part of shmem.h; a program includes that. A wrong call (a PE that does not exist, a call before shmem_init) ends the job with one
 * line that names rank, function, argument and value, unless the function's description says otherwise.
 */
#ifndef _SHMEM_SETUP_H
#define _SHMEM_SETUP_H

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__) || defined(__clang__)
#pragma GCC visibility push(default)
#endif

/**
 * Start the library. Collective; returns when all PEs have called it. May be called again: every call is paired with a
 * shmem_finalize, and a start after the last finalize is legal.
 *
 * Spec: OpenSHMEM 1.6, "Library Setup, Exit, and Query Routines"
 */
void shmem_init(void);

/**
 * Start the library and ask for a thread level.
 *
 * @param requested one of SHMEM_THREAD_SINGLE to SHMEM_THREAD_MULTIPLE
 * @param provided  is set to the level that is in force, which a nested start does not change
 * @return 0, or nonzero if the library could not be started (gasnetgo_error says why)
 *
 * Spec: OpenSHMEM 1.6, "Thread Support"
 */
int shmem_init_thread(int requested, int *provided);

/**
 * End the library. Collective. Every call but the last is only a barrier; the last completes all communication, releases the
 * symmetric heap and leaves the library uninitialised. Globals keep what peers wrote to them.
 *
 * Spec: OpenSHMEM 1.6, "Library Setup, Exit, and Query Routines"
 */
void shmem_finalize(void);

/**
 * End the job from one PE, whatever the others are doing. The launcher's status becomes status. This PE ends as by exit(status): exit handlers,
 * destructors, buffered output of C, C++ and Fortran. PEs that wait do the same if they can be interrupted there; the others' output is flushed.
 *
 * Spec: OpenSHMEM 1.6, "Library Setup, Exit, and Query Routines"
 */
void shmem_global_exit(int status) _SHMEM_NORETURN;

/**
 * Set *initialized to 1 between shmem_init and the last shmem_finalize, else to 0. Legal at any time.
 *
 * Spec: OpenSHMEM 1.6, "Library Setup, Exit, and Query Routines"
 */
void shmem_query_initialized(int *initialized);

/**
 * Set *provided to the thread level in force. Legal at any time.
 *
 * Spec: OpenSHMEM 1.6, "Thread Support"
 */
void shmem_query_thread(int *provided);

/** The number of this PE, from 0. Spec: OpenSHMEM 1.6, "Library Setup, Exit, and Query Routines" */
int shmem_my_pe(void);

/** How many PEs the job has. Spec: OpenSHMEM 1.6, "Library Setup, Exit, and Query Routines" */
int shmem_n_pes(void);

/** 1 if pe exists and can be reached, else 0; any number is legal.
 * Spec: OpenSHMEM 1.6, "Library Setup, Exit, and Query Routines" */
int shmem_pe_accessible(int pe);

/**
 * 1 if addr is in symmetric memory (the heap, or the program's globals and statics) and pe exists, else 0; any values are legal.
 *
 * Spec: OpenSHMEM 1.6, "Library Setup, Exit, and Query Routines"
 */
int shmem_addr_accessible(const void *addr, int pe);

/**
 * The address at which this PE can load and store the symmetric object dest of PE pe directly.
 *
 * @return an address that stays valid until the object is freed, or NULL if there is none
 *
 * Spec: OpenSHMEM 1.6, "Library Setup, Exit, and Query Routines"
 */
void *shmem_ptr(const void *dest, int pe);

/**
 * Write SHMEM_VENDOR_STRING to name, which has room for SHMEM_MAX_NAME_LEN bytes. Legal at any time.
 *
 * Spec: OpenSHMEM 1.6, "Library Setup, Exit, and Query Routines"
 */
void shmem_info_get_name(char *name);

/** Set *major and *minor to the version of the specification. Legal at any time.
 * Spec: OpenSHMEM 1.6, "Library Setup, Exit, and Query Routines" */
void shmem_info_get_version(int *major, int *minor);

/**
 * Set the level of a profiling tool that replaces this function; does nothing by itself, at any time.
 *
 * @param level 0 off, 1 on, 2 on with flushed buffers, above: as the tool says
 *
 * Spec: OpenSHMEM 1.6, "OpenSHMEM Profiling Interface"
 */
void shmem_pcontrol(int level, ...);

#if defined(__GNUC__) || defined(__clang__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
