/* shmem/reduce.c - SHMEM's reductions and scans, over shared memory.
 *
 * Small vectors travel in the cells, and each rank combines all of them itself. For large ones each rank handles one part for all: it reads that
 * part of every source and writes it to every destination, which is as much memory traffic for each as copying its own source once. No other rank
 * reads that part, so a source may be the destination. Both combine in the order of ranks, so all get the same bits, in every run. */
#include "plane.h"

#include "combine.h"
#include "collectives.h"

#define BLOCK 8192            /* bytes that are combined at a time on the stack: they stay in the first cache */
#define LONG_BLOCK (64 << 10) /* in the destination: with many ranks it is longer runs of each one's memory that count */

/* Eager combining costs each rank size * bytes; beyond this, ranks do parts. */
#define ALL_COMBINE_BYTES (32u << 10)

union block {
	_Alignas(64) unsigned char bytes[BLOCK];
	long double align;
};

/* The part of n elements that rank me handles: from, to. Whole cache lines as far as possible, so that no two ranks write to one. */
static void part(size_t n, size_t elem, int size, int me, size_t *from, size_t *to)
{
	const size_t grain = GA_LINE / elem > 0 ? GA_LINE / elem : 1, grains = (n + grain - 1) / grain;
	const size_t each = grains / (size_t)size, more = grains % (size_t)size, i = (size_t)me;

	*from = (each * i + (i < more ? i : more)) * grain;
	*to = (each * (i + 1) + (i + 1 < more ? i + 1 : more)) * grain;
	*from = *from < n ? *from : n;
	*to = *to < n ? *to : n;
}

static void reduce_part(const struct ga_coll *c, int op, int num, size_t n, size_t elem)
{
	const int size = c->group.size, me = c->group.me;
	const char *mine = c->cell->source;
	char *dest = c->cell->dest;
	/* The result grows where it goes here, unless this rank's own source is still to be read there. */
	const bool apart = size > 2 && (dest >= mine + n * elem || mine >= dest + n * elem);
	const size_t most = (apart ? LONG_BLOCK : BLOCK) / elem;
	size_t from, to;
	union block acc;

	part(n, elem, size, me, &from, &to);
	for (size_t at = from, m; at < to; at += m) {
		const size_t off = at * elem;
		void *out = apart ? (void *)(dest + off) : acc.bytes;
		m = to - at < most ? to - at : most;
		if (size == 2) { /* straight to the one, and while that is in the cache to the other */
			const struct ga_cell *zero = ga_coll_await(c, 0), *one = ga_coll_await(c, 1);
			ga_combine(op, num, c->cell->dest + off, zero->source + off, one->source + off, m);
			memcpy((me == 0 ? one : zero)->dest + off, c->cell->dest + off, m * elem);
			continue;
		}
		ga_combine(op, num, out, ga_coll_await(c, 0)->source + off, ga_coll_await(c, 1)->source + off, m);
		for (int i = 2; i < size; i++)
			ga_combine(op, num, out, out, ga_coll_await(c, i)->source + off, m);
		for (int k = 1; k <= size; k++) { /* each begins behind itself, so that not all write to one */
			const int i = me + k < size ? me + k : me + k - size;
			if (i != me || !apart)
				memcpy(ga_coll_await(c, i)->dest + off, out, m * elem);
		}
	}
}

/* Whether each rank reads the data of all others and combines all of it. */
static bool all_combine(uint32_t how, const struct ga_group *g, size_t bytes)
{
	if (how != GA_ALGORITHM_AUTO)
		return how != GA_ALGORITHM_SPLIT && bytes <= GA_EAGER;
	return ga_coll_eager(bytes) && bytes * (size_t)g->size <= ALL_COMBINE_BYTES;
}

bool ga_shmem_plane_reduce(uintptr_t team, int start, int logstride, int pes, int op, int num, void *dest, const void *source, size_t nreduce)
{
	const size_t elem = ga_num_bytes(num), bytes = ga_bytes(nreduce, elem);
	struct ga_coll c;

	if (!ga_group_of(team, start, logstride, pes, &c.group) || !ga_combines(op, num))
		return false;
	if (bytes == 0)
		return ga_coll_nothing(&c, GA_COLL(REDUCE, op << 8 | num));
	if (!ga_coll_begin(&c, GA_COLL(REDUCE, op << 8 | num), source, bytes, dest, bytes, bytes))
		return false;
	const bool eager = all_combine(ga_tuning.reduce, &c.group, bytes);
	if (c.group.size == 1) {
		if (dest != source)
			memmove(dest, source, bytes);
		return true;
	}
	if (eager)
		memcpy(ga_payload(c.cell, bytes), source, bytes);
	ga_group_publish_and_await(&c.group, c.cell, c.seq);
	if (!eager) {
		reduce_part(&c, op, num, nreduce, elem);
		ga_group_sync(&c.group);
		return true;
	}
	ga_combine(op, num, dest, ga_payload_of(ga_coll_await(&c, 0), bytes), ga_payload_of(ga_coll_await(&c, 1), bytes), nreduce);
	for (int i = 2; i < c.group.size; i++)
		ga_combine(op, num, dest, dest, ga_payload_of(ga_coll_await(&c, i), bytes), nreduce);
	return true;
}

/* The running sums of a part, for all ranks: rank i's destination gets the sum of the sources before it, its own included or not. */
static void scan_part(const struct ga_coll *c, bool exclusive, int num, size_t n, size_t elem)
{
	size_t from, to;
	union block sum, next;

	part(n, elem, c->group.size, c->group.me, &from, &to);
	for (size_t at = from, m; at < to; at += m) {
		const size_t off = at * elem;
		m = to - at < BLOCK / elem ? to - at : BLOCK / elem;
		for (int i = 0; i < c->group.size; i++) {
			const struct ga_cell *them = ga_coll_await(c, i);
			if (i == 0)
				memcpy(next.bytes, them->source + off, m * elem);
			else
				ga_combine(GA_SHMEM_REDUCE_SUM, num, next.bytes, sum.bytes, them->source + off, m);
			if (!exclusive)
				memcpy(them->dest + off, next.bytes, m * elem);
			else if (i == 0)
				memset(them->dest + off, 0, m * elem);
			else
				memcpy(them->dest + off, sum.bytes, m * elem);
			memcpy(sum.bytes, next.bytes, m * elem);
		}
	}
}

bool ga_shmem_plane_scan(uintptr_t team, int start, int logstride, int pes, bool exclusive, int num, void *dest, const void *source, size_t nelems)
{
	const size_t elem = ga_num_bytes(num), bytes = ga_bytes(nelems, elem);
	struct ga_coll c;
	int last;

	if (!ga_group_of(team, start, logstride, pes, &c.group) || !ga_combines(GA_SHMEM_REDUCE_SUM, num))
		return false;
	if (bytes == 0)
		return ga_coll_nothing(&c, GA_COLL(SCAN, (unsigned)exclusive << 8 | (unsigned)num));
	if (!ga_coll_begin(&c, GA_COLL(SCAN, (unsigned)exclusive << 8 | (unsigned)num), source, bytes, dest, bytes, bytes))
		return false;
	const bool eager = all_combine(ga_tuning.scan, &c.group, bytes);
	if (eager)
		memcpy(ga_payload(c.cell, bytes), source, bytes);
	ga_group_publish_and_await(&c.group, c.cell, c.seq);
	if (!eager) {
		scan_part(&c, exclusive, num, nelems, elem);
		ga_group_sync(&c.group);
		return true;
	}
	last = exclusive ? c.group.me - 1 : c.group.me;
	if (last < 0)
		memset(dest, 0, bytes);
	else
		memcpy(dest, ga_payload_of(ga_coll_await(&c, 0), bytes), bytes);
	for (int i = 1; i <= last; i++)
		ga_combine(GA_SHMEM_REDUCE_SUM, num, dest, dest, ga_payload_of(ga_coll_await(&c, i), bytes), nelems);
	return true;
}
