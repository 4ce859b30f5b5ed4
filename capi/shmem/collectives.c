/* shmem/collectives.c - SHMEM's data-moving collectives, over shared memory. group.h describes the communication in a group.
 *
 * Small data travels in the cells: then a rank is done when it has received from all, and may reuse its memory. Larger data is read by its
 * receivers from its source, once the owner has arrived, and all ranks stay until all have read. No rank writes to another rank's memory, so a
 * rank that still uses the result of its last call is safe. */
#include "plane.h"

#include "group.h"
#include "collectives.h"
#include "live.h"

#define PIECE (64u << 10) /* bytes after which a broadcast tells those below in the tree */

/* Decode a cell's collective: its kind. */
static unsigned kind_of(const struct ga_cell *c) { return (unsigned)(c->what >> 56); }
static unsigned past_of(const struct ga_cell *c) { return (unsigned)(c->what >> 32) & GA_COLL_PAST; }

/* Ends the job over a rank that makes another call. */
static _Noreturn void differs(const struct ga_coll *c, int i, const struct ga_cell *theirs)
{
	const struct ga_cell *mine = c->cell;
	const unsigned kind = kind_of(mine);
	const uint32_t pe = ga_member(&c->group, i);

	if (past_of(mine) != past_of(theirs))
		ga_fatal(1,
		         "%s: PE %u has made other calls of collective routines before, or with other arguments (PE_root, lengths); all PEs "
		         "must make the same calls",
		         ga_call_name(kind), pe);
	if (kind != kind_of(theirs))
		ga_fatal(1, "%s: PE %u is in %s; all PEs of a team must make the same calls", ga_call_name(kind), pe, ga_call_name(kind_of(theirs)));
	if (mine->what != theirs->what)
		ga_fatal(1, "%s: %s is not that of PE %u; all PEs must make the same call", ga_call_name(kind),
		         kind == GA_SHMEM_CALL_BROADCAST    ? "PE_root"
		         : kind == GA_SHMEM_CALL_ALL_TO_ALL ? "the size of an element"
		                                            : "the operation or the type",
		         pe);
	ga_fatal(1, "%s: %llu bytes here, %llu at PE %u; all PEs must make the same call", ga_call_name(kind), (unsigned long long)mine->bytes,
	         (unsigned long long)theirs->bytes, pe);
}

const struct ga_cell *ga_coll_await(const struct ga_coll *c, int i)
{
	const struct ga_cell *theirs = ga_group_await(&c->group, i, c->seq);

	if (GA_UNLIKELY(theirs->what != c->cell->what || (theirs->bytes != c->cell->bytes && c->cell->what >> 56 != GA_SHMEM_CALL_COLLECT)))
		differs(c, i, theirs);
	return theirs;
}

uint64_t ga_coll_note(const struct ga_coll *c, uint64_t what, size_t bytes)
{
	const unsigned kind = (unsigned)(what >> 56);
	return ga_group_record(&c->group, kind, (uint32_t)what, kind == GA_SHMEM_CALL_COLLECT ? 0 : bytes);
}

bool ga_coll_nothing(const struct ga_coll *c, uint64_t what)
{
	ga_coll_note(c, what, 0);
	return true;
}

/* Begins a collective of bytes at source and dest; false if these are no symmetric memory of that length. */
bool ga_coll_begin(struct ga_coll *c, uint64_t what, const void *source, size_t source_bytes, const void *dest, size_t dest_bytes, size_t bytes)
{
	char *from = NULL, *to = NULL;

	if (source_bytes && !(from = ga_translate(source, source_bytes, ga_plane.local_rank, GA_READS)))
		return false;
	if (dest_bytes && !(to = ga_translate(dest, dest_bytes, ga_plane.local_rank, GA_WRITES)))
		return false;
	const uint64_t past = ga_coll_note(c, what, bytes);
	c->seq = ga_group_begin(&c->group, &c->cell);
	c->cell->what = what | (past & GA_COLL_PAST) << 32;
	c->cell->bytes = bytes;
	c->cell->source = from;
	c->cell->dest = to;
	return true;
}

bool ga_coll_eager(size_t bytes) { return bytes <= GA_EAGER && (ga_tuning.size_crossover == 0 || bytes <= ga_tuning.size_crossover); }

bool ga_shmem_plane_sync(uintptr_t team, int start, int logstride, int pes, bool quiet)
{
	struct ga_group g;
	(void)quiet; /* everything is complete already */

	if (!ga_group_of(team, start, logstride, pes, &g))
		return false;
	ga_group_record(&g, GA_SHMEM_CALL_SYNC, 0, 0);
	ga_group_sync(&g);
	return true;
}

static int children_of(const struct ga_group *g, size_t bytes)
{
	uint32_t how = ga_tuning.broadcast;

	if (how == GA_ALGORITHM_AUTO)
		how = ga_oversubscribed || bytes <= PIECE || (uint32_t)g->size <= ga_tuning.crossover ? GA_ALGORITHM_LINEAR : GA_ALGORITHM_TREE;
	return how == GA_ALGORITHM_TREE ? (int)ga_tuning.radix : g->size - 1;
}

/* Down a tree of which each rank reads from the one above as that one gets it. With as many branches as there are ranks all read from the root. */
static void pass_down(struct ga_coll *c, char *dest, const char *source, size_t bytes, int root, bool to_root)
{
	const struct ga_group *g = &c->group;
	const int radix = children_of(g, bytes), place = (g->me - root + g->size) % g->size;
	const int first = place * radix + 1;
	struct ga_slot *mine = ga_slot(g, g->me);

	if (place == 0) {
		c->cell->have = bytes;
		ga_group_publish(g, c->cell, c->seq);
		if (to_root && dest != source)
			memmove(dest, source, bytes);
	} else {
		const int above = ((place - 1) / radix + root) % g->size;
		const struct ga_cell *from;
		struct ga_slot *theirs = ga_slot(g, above);
		struct ga_wait w = {0};

		c->cell->source = c->cell->dest;
		c->cell->have = 0;
		if (first < g->size)
			ga_group_publish(g, c->cell, c->seq);
		from = ga_coll_await(c, above);
		for (size_t done = 0; done < bytes;) {
			size_t have = __atomic_load_n(&from->have, __ATOMIC_ACQUIRE);
			if (have == done) {
				ga_wait_step(&w);
				ga_group_check(&w, g, above);
				continue;
			}
			w = (struct ga_wait){0};
			if (first < g->size && have - done > PIECE)
				have = done + PIECE;
			memcpy(dest + done, from->source + done, have - done);
			done = have;
			__atomic_store_n(&c->cell->have, done, __ATOMIC_RELEASE);
			for (int k = first; k < first + radix && k < g->size; k++)
				ga_notify(ga_local(ga_member(g, (k + root) % g->size)));
		}
		__atomic_fetch_add(&theirs->returned, 1, __ATOMIC_RELEASE);
		ga_notify(ga_local(ga_member(g, above)));
	}
	if (first < g->size) {
		struct ga_wait w = {0};
		const int last = first + radix < g->size ? first + radix : g->size;

		mine->lent += (uint64_t)(last - first);
		while (__atomic_load_n(&mine->returned, __ATOMIC_ACQUIRE) < mine->lent) {
			ga_wait_step(&w);
			ga_group_check(&w, g, -1);
		}
	}
}

bool ga_shmem_plane_broadcast(uintptr_t team, int start, int logstride, int pes, void *dest, const void *source, size_t nelems, size_t elem, int root)
{
	const size_t bytes = ga_bytes(nelems, elem);
	const bool to_root = team != GA_ACTIVE_SET;
	struct ga_coll c;

	if (!ga_group_of(team, start, logstride, pes, &c.group) || root < 0 || root >= c.group.size)
		return false;
	if (bytes == 0)
		return ga_coll_nothing(&c, GA_COLL(BROADCAST, root));
	if (!ga_coll_begin(&c, GA_COLL(BROADCAST, root), source, bytes, dest, c.group.me != root || to_root ? bytes : 0, bytes))
		return false;
	if (ga_coll_eager(bytes) && c.group.size > 1)
		ga_shmem_note_unseen(&c.group);
	if (!ga_coll_eager(bytes)) {
		pass_down(&c, dest, source, bytes, root, to_root);
	} else if (c.group.me == root) {
		memcpy(ga_payload(c.cell, bytes), source, bytes);
		ga_group_publish(&c.group, c.cell, c.seq);
		if (to_root && dest != source)
			memmove(dest, source, bytes);
	} else {
		memcpy(dest, ga_payload_of(ga_coll_await(&c, root), bytes), bytes);
	}
	return true;
}

bool ga_shmem_plane_fcollect(uintptr_t team, int start, int logstride, int pes, void *dest, const void *source, size_t nelems, size_t elem)
{
	const size_t bytes = ga_bytes(nelems, elem);
	struct ga_coll c;

	if (!ga_group_of(team, start, logstride, pes, &c.group))
		return false;
	if (bytes == 0)
		return ga_coll_nothing(&c, GA_COLL(FCOLLECT, 0));
	if (!ga_coll_begin(&c, GA_COLL(FCOLLECT, 0), source, bytes, dest, ga_bytes(bytes, (size_t)c.group.size), bytes))
		return false;
	const bool eager = ga_coll_eager(bytes);
	const int n = c.group.size, me = c.group.me;
	if (eager)
		memcpy(ga_payload(c.cell, bytes), source, bytes);
	ga_group_publish_and_await(&c.group, c.cell, c.seq);
	for (int k = 0; k < n; k++) { /* each begins at itself, so that not all read from one */
		const int i = me + k < n ? me + k : me + k - n;
		const struct ga_cell *from = ga_coll_await(&c, i);
		memmove((char *)dest + (size_t)i * bytes, eager ? (const char *)ga_payload_of(from, bytes) : from->source, bytes);
	}
	if (!eager)
		ga_group_sync(&c.group);
	return true;
}

bool ga_shmem_plane_collect(uintptr_t team, int start, int logstride, int pes, void *dest, const void *source, size_t nelems, size_t elem)
{
	const size_t bytes = ga_bytes(nelems, elem);
	size_t total = 0, most = 0;
	struct ga_coll c;

	if (!ga_group_of(team, start, logstride, pes, &c.group) || !ga_coll_begin(&c, GA_COLL(COLLECT, 0), source, bytes, NULL, 0, bytes))
		return false;
	if (ga_coll_eager(bytes))
		memcpy(ga_payload(c.cell, bytes), source, bytes);
	ga_group_publish_and_await(&c.group, c.cell, c.seq);
	for (int i = 0; i < c.group.size; i++) {
		const size_t theirs = ga_coll_await(&c, i)->bytes;
		most = theirs > most ? theirs : most;
		total += theirs;
	}
	if (total > 0 && !ga_translate(dest, total, ga_plane.local_rank, GA_WRITES))
		ga_fatal(1, "shmem_collect: dest = %p: the %zu bytes of all PEs do not lie in symmetric memory from there on", dest, total);
	total = 0;
	for (int i = 0; i < c.group.size; i++) {
		const struct ga_cell *from = ga_coll_await(&c, i);
		if (from->bytes > 0)
			memmove((char *)dest + total, ga_coll_eager(from->bytes) ? (const char *)ga_payload_of(from, from->bytes) : from->source,
			        from->bytes);
		total += from->bytes;
	}
	if (!ga_coll_eager(most))
		ga_group_sync(&c.group);
	return true;
}

/* nelems elements that are strides apart. */
static void copy_elements(char *to, const char *from, size_t to_step, size_t from_step, size_t elem, size_t nelems)
{
	if (to_step == elem && from_step == elem)
		memmove(to, from, nelems * elem);
	else
		ga_shmem_copy_strided(to, from, to_step, from_step, elem, nelems);
}

bool ga_shmem_plane_alltoall(uintptr_t team, int start, int logstride, int pes, void *dest, const void *source, ptrdiff_t dst, ptrdiff_t sst,
                             size_t nelems, size_t elem)
{
	const size_t block = ga_bytes(nelems, elem);
	size_t in, out, total;
	struct ga_coll c;

	if (!ga_group_of(team, start, logstride, pes, &c.group) || dst < 1 || sst < 1)
		return false;
	if (block == 0)
		return ga_coll_nothing(&c, GA_COLL(ALL_TO_ALL, (uint64_t)elem));
	const int n = c.group.size, me = c.group.me;
	const size_t to_step = ga_bytes((size_t)dst, elem), from_step = ga_bytes((size_t)sst, elem);
	/* The last element of the last block is where an array ends. */
	if (__builtin_mul_overflow(nelems * (size_t)n - 1, to_step, &in) || __builtin_mul_overflow(nelems * (size_t)n - 1, from_step, &out) ||
	    __builtin_mul_overflow(block, (size_t)n, &total) || in > SIZE_MAX - elem || out > SIZE_MAX - elem)
		return false;
	if (!ga_coll_begin(&c, GA_COLL(ALL_TO_ALL, (uint64_t)elem), source, out + elem, dest, in + elem, block))
		return false;
	const bool packed = ga_coll_eager(total);
	if (packed)
		copy_elements((char *)ga_payload(c.cell, total), source, elem, from_step, elem, nelems * (size_t)n);
	ga_group_publish_and_await(&c.group, c.cell, c.seq);
	for (int k = 0; k < n; k++) {
		const int i = me + k < n ? me + k : me + k - n;
		const struct ga_cell *from = ga_coll_await(&c, i);
		char *to = (char *)dest + (size_t)i * nelems * to_step;
		if (packed)
			copy_elements(to, (const char *)ga_payload_of(from, total) + (size_t)me * block, to_step, elem, elem, nelems);
		else
			copy_elements(to, from->source + (size_t)me * nelems * from_step, to_step, from_step, elem, nelems);
	}
	if (!packed)
		ga_group_sync(&c.group);
	return true;
}
