/* allocator.h - what simhost and the library know of each other for malloc and its like. simhost has the functions that every library of the process
 * calls, the C library included; the ranks' heaps are the library's. */
#ifndef GA_SIM_ALLOCATOR_H
#define GA_SIM_ALLOCATOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct gasnetgo_sim_allocator {
	void *owner;         /* the thread pointer of the thread on which a rank with a heap runs; NULL: none does */
	uintptr_t at, bytes; /* where all heaps are, once there is one */
	bool preloaded;      /* the user has brought an allocator, which serves the ranks, too. simhost's, set before its main */

	/* Those of the rank that runs, and of whichever rank has the memory. */
	void *(*allocate)(size_t n);
	void *(*zeroed)(size_t n);                /* the same, filled with zeros */
	void *(*aligned)(size_t align, size_t n); /* a power of 2 */
	void *(*resize)(void *, size_t n);
	void (*release)(void *);
	size_t (*usable)(const void *);
};

#endif
