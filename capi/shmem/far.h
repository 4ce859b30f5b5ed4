/* shmem/far.h - ranks of other hosts, as the plane knows them: their operations are declined and go through Go.
 *
 * What stays on this host is complete when its call returns, so a fence, a quiet or a barrier needs Go only after an operation that has left it. Go counts those of the
 * default context (shmem/transport/mixed). */
#ifndef GA_PLANE_SHMEM_FAR_H
#define GA_PLANE_SHMEM_FAR_H

#include "../plane/plane.h"

extern struct ga_shmem_far {
	uint64_t begun;    /* Go: operations of the default context that have left this host, and may not be complete when their calls return */
	uint64_t complete; /* so many of them are complete */
	uint32_t *entered; /* in this rank's memory: barriers of all ranks that it has entered, which other hosts read; NULL on one host */
	bool collective;   /* a collective routine has gone through Go since the last of those */
} ga_shmem_far;

/* Whether operations of a context may be under way to other hosts. */
static inline bool ga_shmem_far_open(uintptr_t ctx)
{
	return GA_UNLIKELY(ga_plane.shmem_pes == 0) &&
	       (ctx != 0 || __atomic_load_n(&ga_shmem_far.begun, __ATOMIC_RELAXED) != __atomic_load_n(&ga_shmem_far.complete, __ATOMIC_RELAXED));
}

/* Has Go complete those of the default context. Declines other contexts. */
bool ga_shmem_far_quiet(uintptr_t ctx);

/* shmem_sync_all in a job of several hosts: of a rank that is not the first of its host. Declines that one, which goes to the network. */
bool ga_shmem_far_sync(void);

#endif
