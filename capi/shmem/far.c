/* shmem/far.c - quiet and barriers in jobs of several hosts. */
#include "plane.h"

#include "far.h"

struct ga_shmem_far ga_shmem_far;

bool ga_shmem_far_quiet(uintptr_t ctx)
{
	const uint64_t begun = __atomic_load_n(&ga_shmem_far.begun, __ATOMIC_RELAXED);
	uint64_t complete = __atomic_load_n(&ga_shmem_far.complete, __ATOMIC_RELAXED);
	struct ga_shmem_quiet f = {.head = {GA_OP_SHMEM_QUIET, sizeof f, "shmem_quiet"}};

	if (ctx != 0)
		return false;
	ga_call(&f.head);
	while (complete < begun && !__atomic_compare_exchange_n(&ga_shmem_far.complete, &complete, begun, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
		;
	return true;
}

bool ga_shmem_far_sync(void)
{
	const bool compares = ga_shmem_far.collective;

	ga_shmem_far.collective = false;
	if (!ga_shmem_far.entered || ga_plane.local_rank == 0 || compares)
		return false;
	__atomic_add_fetch(ga_shmem_far.entered, 1, __ATOMIC_RELEASE);
	ga_barrier(); /* all of this host are here */
	ga_barrier(); /* the first of them has met those of other hosts */
	__asm__ __volatile__("");
	return true;
}
