/* shmem/collectives.h - what the files of SHMEM's collectives on windows share. */
#ifndef GA_PLANE_SHMEM_COLL_H
#define GA_PLANE_SHMEM_COLL_H

#include "group.h"

/* A cell's description of its collective: the routine, and 32 bits that must be the same on all ranks. Between them are 24 bits of a hash of all
 * earlier collectives: the root of a broadcast receives nothing, so a rank that took another one for the root finds out here. */
#define GA_COLL(routine, detail) ((uint64_t)GA_SHMEM_CALL_##routine << 56 | (uint32_t)(detail))
#define GA_COLL_PAST 0xffffffu

/* A collective under way. */
struct ga_coll {
	struct ga_group group;
	uint64_t seq;
	struct ga_cell *cell; /* this rank's */
};

/* Begins a collective that is about bytes, with its memory in the cell. False, and nothing begun, if that is not symmetric. */
bool ga_coll_begin(struct ga_coll *c, uint64_t what, const void *source, size_t source_bytes, const void *dest, size_t dest_bytes, size_t bytes);

/* Notes the call, for others to see; answers what the number of all before it was. For calls that have nothing to do: true. */
uint64_t ga_coll_note(const struct ga_coll *c, uint64_t what, size_t bytes);
bool ga_coll_nothing(const struct ga_coll *c, uint64_t what);

/* ga_group_await, and ends the job if that rank makes another call. */
const struct ga_cell *ga_coll_await(const struct ga_coll *c, int i);

/* So few bytes that they travel in cells. */
bool ga_coll_eager(size_t bytes);

/* Elements that are so many bytes apart; shmem/strided.c. */
void ga_shmem_copy_strided(char *to, const char *from, size_t to_step, size_t from_step, size_t block, size_t n);

#endif
