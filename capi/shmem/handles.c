/* shmem/handles.c - changes of the tables of contexts and teams, and the masked swap. */
#include "plane.h"

void ga_shmem_set_handle(bool team, uint32_t place, uintptr_t handle, int start, int stride, int size, int me)
{
	struct ga_handle *g = team ? &ga_shmem_teams[place] : &ga_shmem_contexts[place];

	__atomic_store_n(&g->handle, 0, __ATOMIC_RELEASE);
	if (!team)
		ga_shmem_count_afresh(place);
	g->start = start;
	g->stride = stride;
	g->size = (uint32_t)size;
	g->me = me;
	__atomic_store_n(&g->handle, handle, __ATOMIC_RELEASE);
}

#define MASKED_SWAP(T)                                                                                                                           \
	do {                                                                                                                                     \
		T *word = (T *)(void *)at, old = __atomic_load_n(word, __ATOMIC_ACQUIRE);                                                        \
		while (!__atomic_compare_exchange_n(word, &old, (T)((old & ~mask) | (value & mask)), false, __ATOMIC_SEQ_CST, __ATOMIC_ACQUIRE)) \
			;                                                                                                                        \
		*out = old;                                                                                                                      \
	} while (0)

bool ga_shmem_plane_mswap(void *target, int type, uint64_t mask, uint64_t value, int pe, uint64_t *out)
{
	const size_t width = ga_shmem_type_bytes(type);
	const uint32_t local = ga_shmem_local(0, pe);
	char *at;

	*out = 0;
	if (local == GA_NO_RANK || ((uintptr_t)target & (width - 1)) || !(at = ga_translate(target, width, local, GA_WRITES)))
		return false;
	switch (width) {
	case 2: MASKED_SWAP(uint16_t); break;
	case 4: MASKED_SWAP(uint32_t); break;
	case 8: MASKED_SWAP(uint64_t); break;
	default: return false;
	}
	ga_shmem_fetched(0);
	ga_notify_data(ga_local(local));
	return true;
}
