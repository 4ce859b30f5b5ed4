/* shmem/lock.c - SHMEM's locks: the queue that shmem/lock.go describes, step by step, on the same two words, whose width is 4 bytes in a long and 2 in Fortran's INTEGER. Ranks
 * that use the two implementations meet in one queue. */
#include "plane.h"
#include "../runtime/signals.h"

struct lock {
	const void *at; /* what the caller gave */
	char *mine;     /* its lock */
	uint32_t width; /* bytes of a word */
};

/* Bits of a PE's own word. */
static inline uint32_t held(struct lock l) { return 1u << (8 * l.width - 2); }
static inline uint32_t queued(struct lock l) { return 2 * held(l); }
static inline uint32_t behind(struct lock l) { return held(l) - 1; } /* also the most PEs that such a lock serves */

/* On PE 0: the last in the queue, rank + 1. */
static inline char *tail_of(struct lock l) { return ga_translate(l.at, 2 * l.width, 0, GA_WRITES); }

/* On each PE: its own state and the PE behind it in the queue. */
static inline char *own_of(struct lock l, uint32_t pe) { return ga_translate(l.at, 2 * l.width, pe, GA_WRITES) + l.width; }
static inline char *own_here(struct lock l) { return l.mine + l.width; }

/* An atomic operation on a word, which answers what was there. */
#define WORD(l, op, word, ...) ((l).width == 2 ? op((uint16_t *)(void *)(word), __VA_ARGS__) : op((uint32_t *)(void *)(word), __VA_ARGS__))

/* Compares and swaps; found is what the caller expects, and then what was there. */
static inline bool word_cas(struct lock l, char *word, uint32_t *found, uint32_t to)
{
	uint16_t narrow = (uint16_t)*found;
	bool swapped;

	if (l.width != 2)
		return __atomic_compare_exchange_n((uint32_t *)(void *)word, found, to, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
	swapped = __atomic_compare_exchange_n((uint16_t *)(void *)word, &narrow, (uint16_t)to, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
	*found = narrow;
	return swapped;
}

static inline void clear_own(struct lock l)
{
	if (l.width == 2)
		__atomic_store_n((uint16_t *)(void *)own_here(l), 0, __ATOMIC_RELAXED);
	else
		__atomic_store_n((uint32_t *)(void *)own_here(l), 0, __ATOMIC_RELAXED);
}

static bool lock_set(struct lock l)
{
	const uint32_t me = ga_plane.rank + 1;
	uint32_t before, own = 0;
	struct ga_wait w = {0};

	if (!word_cas(l, own_here(l), &own, held(l)))
		return false;
	before = WORD(l, __atomic_exchange_n, tail_of(l), me, __ATOMIC_ACQ_REL);
	if (before == 0)
		return true;
	if (before > ga_plane.size || before == me)
		ga_fatal(1, "shmem_set_lock: lock = %p: the program has written over it: its tail names PE %d", l.at, (int)before - 1);
	WORD(l, __atomic_fetch_xor, own_here(l), held(l) | queued(l), __ATOMIC_RELAXED);
	WORD(l, __atomic_fetch_or, own_of(l, before - 1), me, __ATOMIC_RELEASE);
	ga_notify(ga_local(before - 1));
	ga_waits_for(l.at, GA_WAITS_LOCK, 0, 0);
	while (!(WORD(l, __atomic_load_n, own_here(l), __ATOMIC_ACQUIRE) & held(l)))
		ga_wait_step(&w);
	return true;
}

static bool lock_test(struct lock l, int *out)
{
	const uint32_t own = WORD(l, __atomic_load_n, own_here(l), __ATOMIC_RELAXED);
	char *tail = tail_of(l);
	uint32_t free_tail = 0;

	*out = 1;
	if (own != 0)
		return (own & ~behind(l)) == held(l) || (own & ~behind(l)) == queued(l);
	if (WORD(l, __atomic_load_n, tail, __ATOMIC_RELAXED) != 0 || !word_cas(l, tail, &free_tail, ga_plane.rank + 1))
		return true;
	WORD(l, __atomic_fetch_or, own_here(l), held(l), __ATOMIC_RELAXED);
	*out = 0;
	return true;
}

static bool lock_clear(struct lock l)
{
	const uint32_t me = ga_plane.rank + 1;
	uint32_t own = WORD(l, __atomic_load_n, own_here(l), __ATOMIC_ACQUIRE), tail = me;
	struct ga_wait w = {0};

	if (!(own & held(l)))
		return false;
	__atomic_thread_fence(__ATOMIC_SEQ_CST); /* quiet */
	if (!(own & behind(l))) {
		if (word_cas(l, tail_of(l), &tail, 0)) {
			clear_own(l);
			return true;
		}
		if (tail == 0 || tail > ga_plane.size)
			ga_fatal(1, "shmem_clear_lock: lock = %p: the program has written over it: its tail names PE %d while this PE holds it", l.at,
			         (int)tail - 1);
		while (!((own = WORD(l, __atomic_load_n, own_here(l), __ATOMIC_ACQUIRE)) & behind(l)))
			ga_wait_step(&w);
	}
	own &= behind(l);
	if (own > ga_plane.size || own == me)
		ga_fatal(1, "shmem_clear_lock: lock = %p: the program has written over it: it names PE %d as the next", l.at, (int)own - 1);
	clear_own(l);
	WORD(l, __atomic_fetch_xor, own_of(l, own - 1), held(l) | queued(l), __ATOMIC_RELEASE);
	ga_notify(ga_local(own - 1));
	return true;
}

bool ga_shmem_plane_lock(int op, void *lock, size_t bytes, int *out)
{
	struct lock l = {.at = lock, .width = (uint32_t)bytes / 2};

	*out = 0;
	if (ga_plane.shmem_pes == 0 || ga_plane.shmem_pes > behind(l) || ((uintptr_t)lock & (bytes - 1)) ||
	    !(l.mine = ga_translate(lock, bytes, ga_plane.rank, GA_WRITES)))
		return false;
	switch (op) {
	case GA_SHMEM_LOCK_SET: return lock_set(l);
	case GA_SHMEM_LOCK_CLEAR: return lock_clear(l);
	case GA_SHMEM_LOCK_TEST: return lock_test(l, out);
	default: return false;
	}
}
