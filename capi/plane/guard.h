/* plane/guard.h - AddressSanitizer and the symmetric heap.
 *
 * A program that is compiled with -fsanitize=address carries the sanitizer's runtime, which keeps shadow memory for every address. The library marks what
 * is no block of the symmetric heap as forbidden there, at the addresses where the program sees its own heap. Other mappings of the heap, through which
 * puts of other ranks and the library itself reach it, are not marked. The heap is symmetric, so the marks of the caller's own heap also tell
 * whether an access to another rank's heap is allowed: ga_translate checks that for every operation. */
#ifndef GA_GUARD_H
#define GA_GUARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum ga_access { GA_NO_ACCESS, GA_READS, GA_WRITES };

/* Whether the program carries AddressSanitizer. */
bool ga_guard_works(void);

/* Forbids, or allows, the program to access [at, at+bytes). Only if ga_guard_works. */
void ga_guard_set(uintptr_t at, size_t bytes, bool allow);

/* ga_translate for a heap that is guarded: reports an access to memory that is no block, which by default ends the process. */
char *ga_translate_guarded(const void *addr, size_t bytes, uint32_t local, enum ga_access access);

#endif
