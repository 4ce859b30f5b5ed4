/**
 * @file gasnetgo.h
 * What libgasnetgo says about itself and the job, whichever API the program uses.
 *
 * All functions may be called at any time, from any thread, before an API is started and after it has ended.
 */
#ifndef GASNETGO_H
#define GASNETGO_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__) || defined(__clang__)
#pragma GCC visibility push(default)
#endif

/** @name The version this header belongs to */
/**@{*/
#define GASNETGO_VERSION_MAJOR 0
#define GASNETGO_VERSION_MINOR 1
#define GASNETGO_VERSION_PATCH 0
#define GASNETGO_VERSION_STRING "0.1.0"
/**@}*/

/** Set *major, *minor and *patch to the version of the library in use; any of them may be NULL. */
void gasnetgo_version(int *major, int *minor, int *patch);

/** The version of the library in use, as text. Static; not to be freed. */
const char *gasnetgo_version_string(void);

/** The number of this process in the job, from 0. */
int gasnetgo_rank(void);

/** How many processes the job has. */
int gasnetgo_size(void);

/** The world the program runs in: "live". Static; not to be freed. */
const char *gasnetgo_world(void);

/** The launcher of the job, such as "alone" or "gasnetgo run". Static; not to be freed. */
const char *gasnetgo_launcher(void);

/**
 * The text of the last error that a call of this process reported by a code or NULL, such as an exhausted heap.
 *
 * @return the text, valid until this thread calls the function again; empty if there was none; never NULL
 */
const char *gasnetgo_error(void);

/**
 * Copy the text of gasnetgo_error to buf, of len bytes. The copy is truncated if it does not fit, and always ends with a NUL unless
 * len is 0.
 *
 * @return the length of the whole text, without its NUL
 */
size_t gasnetgo_error_text(char *buf, size_t len);

/** @name For shmem/direct.h: puts and gets without a call */
/**@{*/
#define GASNETGO_SHMEM_DIRECT 1u /* the version of the next two */

/** A symmetric segment: [base, base + bytes) in this PE's program; PE 0's part is at first here, and PE n's n * stride further on. */
struct gasnetgo_shmem_segment {
  size_t base, bytes;
  char *first;
  size_t stride;
};

/** What this PE can reach by loads and stores. Empty (pes is 0) while that is nothing. */
struct gasnetgo_shmem_direct {
  size_t pes;
  struct gasnetgo_shmem_segment heap, data;
  const char *doorbells; /**< an unsigned of each PE: bit 1 is set while it sleeps until there is data */
  size_t doorbell_step;  /**< bytes from one to the next */
};

/** The view of this version; empty if the library does not support it. Owned by the library, which may change it in any call. Never NULL. */
const struct gasnetgo_shmem_direct *gasnetgo_shmem_direct_view(unsigned version);

/** Wake a PE that sleeps until there is data. */
void gasnetgo_shmem_ring(int pe);
/**@}*/

#if defined(__GNUC__) || defined(__clang__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
