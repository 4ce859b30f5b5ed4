/* shmem/pcntr.c - answers the counts of a context to a program that asks. */
#include "counters.h"
#include "plane.h"
#include "view.h"

bool ga_shmem_plane_pcntr(uintptr_t ctx, uint64_t *writes, uint64_t *reads, uint64_t *written, uint64_t *read, uint64_t *arrivals)
{
	struct ga_shmem_counts now;

	*writes = *reads = *written = *read = *arrivals = 0;
	if (!ga_shmem_ctx_ok(ctx))
		return false;
	ga_plane.counting = true;
	ga_shmem_direct_show();
	now = ga_shmem_counts_of(ctx);
	*writes = *written = now.writes;
	*reads = *read = now.reads;
	*arrivals = ga_shmem_arrived();
	return true;
}
