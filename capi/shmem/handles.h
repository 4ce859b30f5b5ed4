/* shmem/handles.h - the tables of contexts and teams by handle; Go updates them when handles become valid and invalid.
 *
 * The low 16 bits of a handle are an index into a table, whose entry has the whole handle. A reader can see an entry while it changes only if the
 * program destroys a context or team while another of its threads uses it, which is an error in the program. */
#ifndef GA_SHMEM_HANDLES_H
#define GA_SHMEM_HANDLES_H

#include "../plane/plane.h"

#define GA_HANDLE_BITS 16
#define GA_TEAMS 512 /* at least as many as there are ids */

/* PEs start, start + stride and so on. */
struct ga_handle {
	uintptr_t handle; /* 0: nothing here */
	uint32_t size;
	int32_t start, stride;
	int32_t me; /* index of this rank in a team */
};

extern struct ga_handle ga_shmem_contexts[1 << GA_HANDLE_BITS]; /* by number; untouched pages cost nothing */
extern struct ga_handle ga_shmem_teams[GA_TEAMS];               /* by id + 1 */

void ga_shmem_set_handle(bool team, uint32_t place, uintptr_t handle, int start, int stride, int size, int me);

/* The entry of a context that is not the default one, NULL if there is none. Entries last until the end of SHMEM; a forked child has none. */
static inline const struct ga_handle *ga_shmem_ctx(uintptr_t handle)
{
	const struct ga_handle *g = &ga_shmem_contexts[handle & ((1 << GA_HANDLE_BITS) - 1)];
	return GA_LIKELY(g->handle == handle) && GA_LIKELY(ga_plane.shmem_locals != 0) ? g : NULL;
}

/* The entry of a team, NULL for SHMEM_TEAM_INVALID and other invalid handles. */
static inline const struct ga_handle *ga_shmem_team(uintptr_t handle)
{
	const uintptr_t place = handle & ((1 << GA_HANDLE_BITS) - 1);
	const struct ga_handle *g;
	if (GA_UNLIKELY(place >= GA_TEAMS || handle == 0))
		return NULL;
	g = &ga_shmem_teams[place];
	return GA_LIKELY(g->handle == handle) && GA_LIKELY(ga_plane.shmem_locals != 0) ? g : NULL;
}

/* The rank of member pe, GA_NO_RANK if there is none. */
static inline uint32_t ga_handle_rank(const struct ga_handle *g, int pe)
{
	return GA_LIKELY(g != NULL) && GA_LIKELY((uint32_t)pe < g->size) ? (uint32_t)(g->start + pe * g->stride) : GA_NO_RANK;
}

/* Which member a rank is, -1 if none. */
static inline int ga_handle_index(const struct ga_handle *g, uint32_t rank)
{
	int d = (int)rank - g->start;
	if (rank == GA_NO_RANK || d % g->stride != 0)
		return -1;
	d /= g->stride;
	return d >= 0 && (uint32_t)d < g->size ? d : -1;
}

#endif
