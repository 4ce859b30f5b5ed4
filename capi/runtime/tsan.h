/* runtime/tsan.h - tells ThreadSanitizer of the library's locks, if the program has the sanitizer. It does not see them by itself, because the library is
 * not compiled with it. */
#ifndef GA_TSAN_H
#define GA_TSAN_H

#include "edge.h"

extern void __tsan_acquire(void *lock) __attribute__((weak));
extern void __tsan_release(void *lock) __attribute__((weak));

/* Behind the acquisition of a lock. */
static inline void ga_tsan_acquired(void *lock)
{
	if (GA_UNLIKELY(__tsan_acquire))
		__tsan_acquire(lock);
}

/* In front of the release of a lock. */
static inline void ga_tsan_releases(void *lock)
{
	if (GA_UNLIKELY(__tsan_release))
		__tsan_release(lock);
}

#endif
