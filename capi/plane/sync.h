/* plane/sync.h - how ranks that share memory wait for all of each other: the barrier of the job (barrier.c) and the syncs of groups (shmem/group.c).
 *
 * A sync has a number, its epoch, which all participants count alike. The functions are inlined, so that a party is never in memory: a sync of two ranks takes
 * some 50 ns. */
#ifndef GA_SYNC_H
#define GA_SYNC_H

#include <limits.h>
#include <sched.h>

#include "plane.h"
#include "wait.h"

#define GA_SYNC_YIELDS 16           /* of a rank, before it sleeps, when ranks outnumber cores */
#define GA_SYNC_SLEEP_NS 100000000u /* between two checks whether the others can still come */

/* Participants 0 to size - 1, of which this rank is number me. Each has GA_BARRIER_ROUNDS words that others raise. */
struct ga_party {
	uint32_t me, size;
	uint32_t first, step; /* participant i is local rank first + i * step */
	char *words;          /* of participant 0 */
	size_t apart;         /* bytes from the words of participant i to those of i + 1 */

	/* Called now and then in a long wait for participant `from` (-1: for all of them): ends the job if it can never arrive. */
	void (*check)(const void *of, int from, uint32_t epoch);
	const void *of;
};

GA_INLINE struct ga_word *ga_sync_word(const struct ga_party *p, uint32_t i, uint32_t k)
{
	return (struct ga_word *)(void *)(p->words + i * p->apart) + k;
}

/* Raises word k of participant `to`, and wakes it. */
GA_INLINE void ga_sync_notify(const struct ga_party *p, uint32_t to, uint32_t k, uint32_t epoch)
{
	__atomic_store_n(&ga_sync_word(p, to, k)->v, epoch, __ATOMIC_RELEASE);
	ga_notify(ga_local(p->first + to * p->step));
}

/* Waits until this rank's word k is raised, which is up to participant `from`. */
GA_INLINE void ga_sync_await(const struct ga_party *p, uint32_t from, uint32_t k, uint32_t epoch)
{
	const uint32_t *const word = &ga_sync_word(p, p->me, k)->v;
	struct ga_wait w = {.wants = GA_WANTS_NO_DATA};

	while ((int32_t)(__atomic_load_n(word, __ATOMIC_ACQUIRE) - epoch) < 0) {
		ga_wait_step(&w);
		if (GA_UNLIKELY(w.naps > 8 && w.armed && w.naps % 4 == 1))
			p->check(p->of, (int)from, epoch);
	}
}

/* Dissemination: in round k, notify the participant 2^k ahead and wait for the one 2^k behind. One transfer of a line in each round. */
GA_INLINE void ga_sync_dissemination(const struct ga_party *p, uint32_t epoch)
{
	const uint32_t me = p->me, size = p->size;

	for (uint32_t round = 0, step = 1; step < size; round++, step *= 2) {
		ga_sync_notify(p, me + step < size ? me + step : me + step - size, round, epoch);
		ga_sync_await(p, me >= step ? me - step : me - step + size, round, epoch);
	}
}

/* Up a tree and down again: children report in words of their own, the parent releases in the last one. */
GA_INLINE void ga_sync_tree(const struct ga_party *p, uint32_t radix, uint32_t epoch)
{
	const uint32_t first = p->me * radix + 1, release = GA_BARRIER_ROUNDS - 1;

	for (uint32_t k = 0; k < radix && first + k < p->size; k++)
		ga_sync_await(p, first + k, k, epoch);
	if (p->me > 0) {
		const uint32_t parent = (p->me - 1) / radix;
		ga_sync_notify(p, parent, (p->me - 1) % radix, epoch);
		ga_sync_await(p, parent, release, epoch);
	}
	for (uint32_t k = 0; k < radix && first + k < p->size; k++)
		ga_sync_notify(p, first + k, release, epoch);
}

/* One counter of arrivals, and one word on which all sleep: the fewest context switches when ranks outnumber cores. */
GA_INLINE void ga_sync_counting(const struct ga_party *p, struct ga_word *count, struct ga_word *gen, struct ga_word *sleepers, uint32_t epoch)
{
	struct ga_wait w = {0};
	uint32_t seen;

	if (__atomic_add_fetch(&count->v, 1, __ATOMIC_ACQ_REL) == p->size * epoch) {
		__atomic_store_n(&gen->v, epoch, __ATOMIC_SEQ_CST);
		if (__atomic_load_n(&sleepers->v, __ATOMIC_SEQ_CST))
			ga_futex_wake(&gen->v, INT_MAX);
		return;
	}
	for (uint32_t i = 0; ga_oversubscribed ? i < GA_SYNC_YIELDS : ga_wait_spin(&w); i++) {
		if ((int32_t)(__atomic_load_n(&gen->v, __ATOMIC_ACQUIRE) - epoch) >= 0)
			return;
		if (ga_oversubscribed)
			sched_yield();
	}
	__atomic_fetch_add(&sleepers->v, 1, __ATOMIC_SEQ_CST);
	while ((int32_t)((seen = __atomic_load_n(&gen->v, __ATOMIC_SEQ_CST)) - epoch) < 0)
		if (!ga_futex_wait(&gen->v, seen, GA_SYNC_SLEEP_NS))
			p->check(p->of, -1, epoch);
	__atomic_fetch_sub(&sleepers->v, 1, __ATOMIC_RELAXED);
}

#undef GA_INLINE

#endif
