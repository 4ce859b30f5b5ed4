/* shmem/lock.c - SHMEM's locks: the queue that shmem/lock.go describes, step by step, on the same two words. Ranks that use the two meet in one
 * queue. */
#include "plane.h"
#include "../runtime/signals.h"

enum { QUEUED = 1u << 31, HELD = 1u << 30, BEHIND = HELD - 1 };

struct lock_words {
	uint32_t tail; /* PE 0: last in the queue, rank + 1 */
	uint32_t own;  /* each PE: its own state and the PE behind it in the queue */
};

static struct lock_words *lock_on(const long *lock, uint32_t pe)
{
	return (struct lock_words *)(void *)ga_translate(lock, sizeof(struct lock_words), pe, GA_WRITES);
}

static bool lock_set(long *lock, struct lock_words *mine)
{
	const uint32_t me = ga_plane.rank + 1;
	uint32_t before, own = 0;
	struct ga_wait w = {0};

	if (!__atomic_compare_exchange_n(&mine->own, &own, HELD, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
		return false;
	before = __atomic_exchange_n(&lock_on(lock, 0)->tail, me, __ATOMIC_ACQ_REL);
	if (before == 0)
		return true;
	if (before > ga_plane.size || before == me)
		ga_fatal(1, "shmem_set_lock: lock = %p: the program has written over it: its tail names PE %d", (void *)lock, (int)before - 1);
	__atomic_fetch_xor(&mine->own, HELD | QUEUED, __ATOMIC_RELAXED);
	__atomic_fetch_or(&lock_on(lock, before - 1)->own, me, __ATOMIC_RELEASE);
	ga_notify(ga_local(before - 1));
	ga_waits_for(lock, GA_WAITS_LOCK, 0, 0);
	while (!(__atomic_load_n(&mine->own, __ATOMIC_ACQUIRE) & HELD))
		ga_wait_step(&w);
	return true;
}

static bool lock_test(long *lock, struct lock_words *mine, int *out)
{
	const uint32_t me = ga_plane.rank + 1;
	const uint32_t own = __atomic_load_n(&mine->own, __ATOMIC_RELAXED);
	uint32_t *tail = &lock_on(lock, 0)->tail, free_tail = 0;

	*out = 1;
	if (own != 0)
		return (own & ~BEHIND) == HELD || (own & ~BEHIND) == QUEUED;
	if (__atomic_load_n(tail, __ATOMIC_RELAXED) != 0 ||
	    !__atomic_compare_exchange_n(tail, &free_tail, me, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
		return true;
	__atomic_fetch_or(&mine->own, HELD, __ATOMIC_RELAXED);
	*out = 0;
	return true;
}

static bool lock_clear(long *lock, struct lock_words *mine)
{
	const uint32_t me = ga_plane.rank + 1;
	uint32_t own = __atomic_load_n(&mine->own, __ATOMIC_ACQUIRE), tail = me;
	struct ga_wait w = {0};

	if (!(own & HELD))
		return false;
	__atomic_thread_fence(__ATOMIC_SEQ_CST); /* quiet */
	if (!(own & BEHIND)) {
		if (__atomic_compare_exchange_n(&lock_on(lock, 0)->tail, &tail, 0, false, __ATOMIC_RELEASE, __ATOMIC_RELAXED)) {
			__atomic_store_n(&mine->own, 0, __ATOMIC_RELAXED);
			return true;
		}
		if (tail == 0 || tail > ga_plane.size)
			ga_fatal(1, "shmem_clear_lock: lock = %p: the program has written over it: its tail names PE %d while this PE holds it",
			         (void *)lock, (int)tail - 1);
		while (!((own = __atomic_load_n(&mine->own, __ATOMIC_ACQUIRE)) & BEHIND))
			ga_wait_step(&w);
	}
	own &= BEHIND;
	if (own > ga_plane.size || own == me)
		ga_fatal(1, "shmem_clear_lock: lock = %p: the program has written over it: it names PE %d as the next", (void *)lock, (int)own - 1);
	__atomic_store_n(&mine->own, 0, __ATOMIC_RELAXED);
	__atomic_fetch_xor(&lock_on(lock, own - 1)->own, HELD | QUEUED, __ATOMIC_RELEASE);
	ga_notify(ga_local(own - 1));
	return true;
}

/* Locks of 4 bytes, Fortran's, are left to Go. */
bool ga_shmem_plane_lock(int op, void *lock, size_t bytes, int *out)
{
	struct lock_words *mine;

	*out = 0;
	if (ga_plane.shmem_pes == 0 || bytes != sizeof *mine || ((uintptr_t)lock & (sizeof *mine - 1)) || !(mine = lock_on(lock, ga_plane.rank)))
		return false;
	switch (op) {
	case GA_SHMEM_LOCK_SET: return lock_set(lock, mine);
	case GA_SHMEM_LOCK_CLEAR: return lock_clear(lock, mine);
	case GA_SHMEM_LOCK_TEST: return lock_test(lock, mine, out);
	default: return false;
	}
}
