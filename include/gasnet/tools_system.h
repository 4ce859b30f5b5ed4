/**
 * @file gasnet/tools_system.h
 * Information about the host, and helpers for memory and streams.
 */
#ifndef GASNET_TOOLS_SYSTEM_H
#define GASNET_TOOLS_SYSTEM_H

#include <stddef.h>
#include <stdint.h>

#include "annotate.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/** Processors of this host that are in use; 1 for a simulated rank. */
int gasnett_cpu_count(void);

/** The name of this host. Static, valid until the next call; not to be freed. */
const char *gasnett_gethostname(void);

/** The file of this program, with its path; "" if that is unknown. Static; not to be freed. */
const char *gasnett_exe_name(void);

/** Bytes of memory of this host. If that is unknown: 0, or on request the program ends. */
uint64_t gasnett_getPhysMemSz(int failureIsFatal);

/** Nonzero if the low byte of an integer comes first. */
int gasnett_isLittleEndian(void);

/** Bind the calling thread to one of the processors that it may use: rank modulo their number. Nonzero: that is not allowed, and nothing happens. */
int gasnett_set_affinity(int rank);

/** Flush what the program has printed, down to the files. */
void gasnett_flush_streams(void);

/** Flush and close standard input, output and error. */
void gasnett_close_streams(void);

/** Raise a limit of this process (RLIMIT_...) as far as is allowed; name is for messages. Nonzero on success. */
int gasnett_maximize_rlimit(int res, const char *lim_desc);

/** The same for memory, data, stack, files and processes. Nonzero if all could be raised. */
int gasnett_maximize_rlimits(void);

/** size bytes of zero, in whole pages; never NULL: the program ends if there is no memory. Returned to the system with munmap. */
void *gasnett_mmap(uintptr_t size);

/** Memory that begins at a multiple of alignment, a power of two; never NULL. To be returned with gasnett_free_aligned. */
void *gasnett_malloc_aligned(size_t alignment, size_t size);
void gasnett_free_aligned(void *ptr);

/** A number that depends on every byte of a block and its place: 64-bit h = rotate(h, 8) ^ byte, from 0. */
uint64_t gasnett_checksum(const void *p, int nbytes);

/** How many of len bytes are zero; gasnett_count0s_copy copies them to dst as well, which must not overlap. Any alignment. */
size_t gasnett_count0s(const void *src, size_t len);
size_t gasnett_count0s_copy(void *GASNETT_RESTRICT dst, const void *GASNETT_RESTRICT src, size_t len);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

/** How many bytes of a word are zero. */
GASNETT_INLINE(gasnett_count0s_uint64_t)
int gasnett_count0s_uint64_t(uint64_t x)
{
  const uint64_t low7 = UINT64_C(0x7F7F7F7F7F7F7F7F);
  /* The top bit of each byte is set now unless the byte is zero. */
  x = ((x & low7) + low7) | x;
  return 8 - __builtin_popcountll(x & ~low7);
}
GASNETT_INLINE(gasnett_count0s_uint32_t)
int gasnett_count0s_uint32_t(uint32_t x) { return gasnett_count0s_uint64_t(x) - 4; }
GASNETT_INLINE(gasnett_count0s_uintptr_t)
int gasnett_count0s_uintptr_t(uintptr_t x) { return gasnett_count0s_uint64_t(x); }

#endif
