/* gasnet/coll/lock.c - the lock of a node, and memory. */
#include "engine.h"

#include <sched.h>
#include <stdlib.h>

void ga_coll_lock(struct ga_coll_node *n)
{
	uint32_t tries = 0;

	if (!ga_gasnet.threads)
		return;
	while (GA_UNLIKELY(__atomic_exchange_n(&n->lock, 1, __ATOMIC_ACQUIRE)))
		while (__atomic_load_n(&n->lock, __ATOMIC_RELAXED))
			if (tries++ < 100 && !ga_gasnet.block)
				ga_relax();
			else
				sched_yield();
}

void ga_coll_no_memory(const char *fn) { ga_fatal(1, "%s: no memory for a collective", fn); }

void *ga_coll_list(const char *fn, size_t entries, size_t bytes)
{
	void *memory = calloc(entries ? entries : 1, bytes);

	if (!memory)
		ga_coll_no_memory(fn);
	return memory;
}
