/* armci/collective.c - collective operations. A member has a word for each round of a sync, and two rooms for data, which operations use in turn: when a member
 * fills a room again, all have passed the sync of the operation after the one that they read it in. */
#include "collective.h"

#define ROOM ((size_t)(GA_ARMCI_PART - GA_ARMCI_WORDS) / 2)

static inline char *part(const struct ga_armci_group *g, uint32_t member) { return g->block + (size_t)member * GA_ARMCI_PART; }
static inline struct ga_word *word(const struct ga_armci_group *g, uint32_t member, uint32_t round)
{
	return (struct ga_word *)(void *)part(g, member) + round;
}
static inline char *room(const struct ga_armci_group *g, uint32_t member) { return part(g, member) + GA_ARMCI_WORDS + (g->turn & 1) * ROOM; }

void ga_armci_sync(struct ga_armci_group *g)
{
	const uint32_t me = (uint32_t)g->me, size = g->size, epoch = ++g->epoch;

	for (uint32_t round = 0, step = 1; step < size; round++, step *= 2) {
		const uint32_t to = me + step < size ? me + step : me + step - size, from = me >= step ? me - step : me - step + size;
		__atomic_store_n(&word(g, to, round)->v, epoch, __ATOMIC_RELEASE);
		ga_notify(ga_local(g->ranks[to]));
		const uint32_t *mine = &word(g, me, round)->v;
		struct ga_wait w = {.wants = GA_WANTS_NO_DATA};
		while ((int32_t)(__atomic_load_n(mine, __ATOMIC_ACQUIRE) - epoch) < 0) {
			ga_wait_step(&w);
			ga_armci_check(&w, g->ranks[from]);
		}
	}
}

void ga_armci_broadcast(struct ga_armci_group *g, void *buffer, size_t bytes, uint32_t root)
{
	if (g->size == 1)
		return;
	for (size_t at = 0; at < bytes; at += ROOM) {
		const size_t n = bytes - at < ROOM ? bytes - at : ROOM;
		if ((uint32_t)g->me == root)
			memcpy(room(g, root), (char *)buffer + at, n);
		ga_armci_sync(g);
		if ((uint32_t)g->me != root)
			memcpy((char *)buffer + at, room(g, root), n);
		g->turn++;
	}
}

/* All members combine all data, in the order of members. */
static void reduce_all(struct ga_armci_group *g, char *x, size_t n, const struct ga_armci_combiner *c)
{
	memcpy(room(g, (uint32_t)g->me), x, n * c->size);
	ga_armci_sync(g);
	memcpy(x, room(g, 0), n * c->size);
	for (uint32_t i = 1; i < g->size; i++)
		c->combine(x, room(g, i), n);
	g->turn++;
}

/* Each member combines a slice of the data, for all. */
static void reduce_slices(struct ga_armci_group *g, char *x, size_t n, const struct ga_armci_combiner *c)
{
	const uint32_t me = (uint32_t)g->me, size = g->size;
	const size_t first = n * me / size, count = n * (me + 1) / size - first;
	char *own = room(g, me);

	memcpy(own, x, n * c->size);
	ga_armci_sync(g);
	memcpy(x + first * c->size, room(g, 0) + first * c->size, count * c->size);
	for (uint32_t i = 1; i < size; i++)
		c->combine(x + first * c->size, room(g, i) + first * c->size, count);
	memcpy(own + first * c->size, x + first * c->size, count * c->size);
	ga_armci_sync(g);
	for (uint32_t i = 0; i < size; i++) {
		const size_t from = n * i / size, to = n * (i + 1) / size;
		memcpy(x + from * c->size, room(g, i) + from * c->size, (to - from) * c->size);
	}
	g->turn++;
}

#define GA_ALL_COMBINE 512 /* bytes up to which every member combines everything */

void ga_armci_reduce(struct ga_armci_group *g, void *x, size_t n, const struct ga_armci_combiner *c)
{
	const size_t most = ROOM / c->size;

	if (c->prepare)
		c->prepare(x, n);
	if (g->size == 1)
		return;
	for (size_t at = 0; at < n; at += most) {
		const size_t k = n - at < most ? n - at : most;
		char *here = (char *)x + at * c->size;
		if (k * c->size * g->size <= GA_ALL_COMBINE * 4 || k * c->size <= GA_ALL_COMBINE / 4)
			reduce_all(g, here, k, c);
		else
			reduce_slices(g, here, k, c);
	}
}
