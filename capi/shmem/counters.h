/* shmem/counters.h - how many operations a program has issued on a context, for programs that ask.
 *
 * Counting costs an atomic addition here and one at the target, so it is done only where a loaded object refers to a function that answers the counts, or
 * one has been called. */
#ifndef GA_PLANE_SHMEM_COUNTERS_H
#define GA_PLANE_SHMEM_COUNTERS_H

#include "../plane/plane.h"

/* Of a context. */
struct ga_shmem_counts {
	_Alignas(16) uint64_t writes, reads;
};

struct ga_shmem_counts ga_shmem_counts_of(uintptr_t ctx);

/* Writes of all ranks to this one. */
uint64_t ga_shmem_arrived(void);

/* A write to a rank, or a read of one's memory, on a context. */
void ga_shmem_count_write(uintptr_t ctx, uint32_t rank);
void ga_shmem_count_read(uintptr_t ctx);

static inline void ga_shmem_wrote(uintptr_t ctx, uint32_t rank)
{
	if (GA_UNLIKELY(ga_plane.counting))
		ga_shmem_count_write(ctx, rank);
}

static inline void ga_shmem_fetched(uintptr_t ctx)
{
	if (GA_UNLIKELY(ga_plane.counting))
		ga_shmem_count_read(ctx);
}

/* Resets the counters of a context's table entry. */
void ga_shmem_count_afresh(uint32_t place);

/* Whether some object of this process that is loaded already refers to a function of the counters. */
bool ga_shmem_counters_wanted(void);

#endif
