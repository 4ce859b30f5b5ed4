/* heap.c - the heap of a rank: pieces of memory for one program on one thread. The ranks share the C library with each other and with everything
 * beside them, and would share its heap; so where memory is would depend on all of them, and with it what a program prints, sorts by address, or
 * pins page by page. Here it depends on the calls of one program.
 *
 * Memory is divided into pieces, each with a word in front that has its size, and a free one has its size at its end, too, so that neighbours find each
 * other and join when they are freed. Free pieces are in lists by size: of 16 bytes up to 1 KiB, then of a quarter of a power of 2. Small pieces
 * go to short lists of their own first, from which the next request of that size takes them. Behind the last piece is the rest, which was not in use
 * yet or is free again. The first memory follows the program's variables, in pages that the rank has anyway; then comes the rank's part of the area for heaps, then
 * mappings. Large pieces are mappings, too: those above a size that grows when one is freed, so that a program that allocates and
 * frees the same again and again does not map each time. */
#include "heap.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>

static int list_of(uint64_t size)
{
	const int power = 63 - __builtin_clzll(size);

	return size < SMALL ? (int)(size / UNIT) : SMALL_LISTS + (power - 10) * PARTS + (int)(size >> (power - 2) & (PARTS - 1));
}

static void put(struct ga_sim_heap *h, struct piece *p)
{
	const int i = list_of(size_of(p));

	p->prev = NULL;
	p->next = h->lists[i];
	if (p->next)
		p->next->prev = p;
	h->lists[i] = p;
	h->some[i / 64] |= 1ull << i % 64;
}

static void take(struct ga_sim_heap *h, struct piece *p)
{
	const int i = list_of(size_of(p));

	if (p->next)
		p->next->prev = p->prev;
	if (p->prev)
		p->prev->next = p->next;
	else if (!(h->lists[i] = p->next))
		h->some[i / 64] &= ~(1ull << i % 64);
}

/* A free piece, whose neighbours are in use. */
static void make_free(struct ga_sim_heap *h, struct piece *p, uint64_t size)
{
	p->head = h->owner | size | BEFORE_IN_USE;
	at(p, size)->before = size;
	at(p, size)->head &= ~(uint64_t)BEFORE_IN_USE;
	put(h, p);
}

/* A free piece of at least this size, which stays in its list; NULL: there is none. */
static struct piece *find(const struct ga_sim_heap *h, uint64_t size)
{
	int i = list_of(size), looks = LOOKS;
	uint64_t some;

	if (i >= SMALL_LISTS) { /* in its own list there are smaller ones, too */
		for (struct piece *p = h->lists[i]; p && looks-- > 0; p = p->next)
			if (size_of(p) >= size)
				return p;
		i++;
	}
	some = i < LISTS ? h->some[i / 64] & -(1ull << i % 64) : 0;
	for (int k = i / 64; k < (int)COUNT(h->some); some = ++k < (int)COUNT(h->some) ? h->some[k] : 0)
		if (some)
			return h->lists[k * 64 + __builtin_ctzll(some)];
	return NULL;
}

static void begin_at(struct ga_sim_heap *h, char *from, char *to)
{
	h->begin = h->touched = from;
	h->rest = (struct piece *)(((uintptr_t)from + UNIT - 1) & -(uintptr_t)UNIT);
	h->end = (char *)((uintptr_t)(to - HEAD) & -(uintptr_t)UNIT);
}

/* The rest becomes a piece like others, in front of one that is never free. */
static void leave(struct ga_sim_heap *h)
{
	const uint64_t left = h->end - (char *)h->rest;
	struct piece *p = h->rest, *last = left < SMALLEST ? p : (struct piece *)h->end;

	last->head = h->owner | IN_USE | BEFORE_IN_USE;
	if (last != p)
		make_free(h, p, left);
}

/* The first request. Until then the heap is zero: ranks that allocate nothing should touch nothing. */
void ga_sim_heap_start(struct ga_sim_heap *h)
{
	h->rank = ga_sim_now;
	h->owner = (uint64_t)h->rank->number << OWNER_SHIFT;
	h->large = LARGE_FIRST;
	begin_at(h, (char *)(h + 1), h->rank->heap_end);
}

/* Has the rest be of this size at least. */
static bool more(struct ga_sim_heap *h, uint64_t size)
{
	struct ga_sim_rank *r = h->rank;
	uint64_t bytes = 0;
	char *from = NULL;

	if (!h->in_part) {
		h->in_part = true;
		from = ga_sim_heap_part(r, &bytes);
	}
	if (bytes < size + SMALLEST + HEAD) {
		bytes = (size + SMALLEST + HEAD + SEGMENT - 1) & -SEGMENT;
		from = ga_sim_map_inside(r, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
		if (from == MAP_FAILED) {
			errno = ENOMEM;
			return false;
		}
	}
	leave(h);
	begin_at(h, from, from + bytes);
	return true;
}

static struct piece *from_rest(struct ga_sim_heap *h, uint64_t size)
{
	struct piece *p;

	if ((uint64_t)(h->end - (char *)h->rest) < size && !more(h, size))
		return NULL;
	p = h->rest;
	h->rest = at(p, size);
	if (h->touched < (char *)h->rest + HEAD)
		h->touched = (char *)h->rest + HEAD;
	p->head = h->owner | size | IN_USE | BEFORE_IN_USE;
	return p;
}

struct piece *ga_sim_heap_get(struct ga_sim_heap *h, uint64_t size)
{
	struct piece *p = find(h, size);

	if (!p)
		return from_rest(h, size);
	take(h, p);
	p->head |= IN_USE;
	at(p, size_of(p))->head |= BEFORE_IN_USE;
	ga_sim_heap_cut(h, p, size);
	return p;
}

struct piece *ga_sim_heap_map(struct ga_sim_heap *h, uint64_t align, size_t n)
{
	const uint64_t bytes = (n + align + HEAD + PAGE - 1) & -PAGE;
	struct piece *p;
	uint64_t skip;
	char *m;

	if (bytes >= SIZE || (m = ga_sim_map_inside(h->rank, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)) == MAP_FAILED) {
		errno = ENOMEM;
		return NULL;
	}
	skip = (((uintptr_t)m + HEAD + align - 1) & -align) - HEAD - (uintptr_t)m;
	p = (struct piece *)(m + skip);
	p->before = skip;
	p->head = h->owner | (bytes - skip) | IN_USE | MAPPED;
	return p;
}

/* Pages that a program has freed, at the end, go back to the system. */
static void trim(struct ga_sim_heap *h)
{
	char *const from = (char *)(((uintptr_t)h->rest + HEAD + PAGE - 1) & -(uintptr_t)PAGE);
	char *const to = (char *)(((uintptr_t)h->touched + PAGE - 1) & -(uintptr_t)PAGE);

	if (from < to && madvise(from, to - from, MADV_DONTNEED) == 0)
		h->touched = from;
}

void ga_sim_heap_release(struct ga_sim_heap *h, struct piece *p)
{
	uint64_t size = size_of(p);
	struct piece *next = at(p, size);

	p->head &= ~(uint64_t)IN_USE;
	if (!(p->head & BEFORE_IN_USE)) {
		size += p->before;
		p = (struct piece *)((char *)p - p->before);
		take(h, p);
	}
	if (next == h->rest) {
		h->rest = p;
		if ((uint64_t)(h->touched - (char *)p) > 2 * h->large)
			trim(h);
		return;
	}
	if (!(next->head & IN_USE)) {
		take(h, next);
		size += size_of(next);
	}
	make_free(h, p, size);
}

void ga_sim_heap_cut(struct ga_sim_heap *h, struct piece *p, uint64_t size)
{
	const uint64_t more = size_of(p) - size;

	if (more < SMALLEST)
		return;
	p->head -= more;
	at(p, size)->head = h->owner | more | IN_USE | BEFORE_IN_USE;
	ga_sim_heap_release(h, at(p, size));
}

void ga_sim_heap_unmap(struct ga_sim_heap *h, struct piece *p)
{
	const uint64_t size = size_of(p);

	if (size >= h->large && size < LARGE_MOST)
		h->large = size + 1;
	ga_sim_unmap(h->rank, (char *)p - p->before, size + p->before);
}

bool ga_sim_heap_grow(struct ga_sim_heap *h, struct piece *p, uint64_t size)
{
	const uint64_t now = size_of(p), more = size - now;
	struct piece *next = at(p, now);

	if (next == h->rest) {
		if ((uint64_t)(h->end - (char *)next) < more)
			return false;
		h->rest = at(p, size);
		if (h->touched < (char *)h->rest + HEAD)
			h->touched = (char *)h->rest + HEAD;
		p->head += more;
		return true;
	}
	if (next->head & IN_USE || size_of(next) < more)
		return false;
	take(h, next);
	p->head += size_of(next);
	at(p, size_of(p))->head |= BEFORE_IN_USE;
	ga_sim_heap_cut(h, p, size);
	return true;
}

struct piece *ga_sim_heap_remap(struct ga_sim_heap *h, struct piece *p, size_t n)
{
	const uint64_t skip = p->before, bytes = (skip + HEAD + n + PAGE - 1) & -PAGE;
	char *to = ga_sim_remap(h->rank, (char *)p - skip, skip + size_of(p), bytes, true);

	if (to == MAP_FAILED)
		return NULL;
	p = (struct piece *)(to + skip);
	p->head = h->owner | (bytes - skip) | IN_USE | MAPPED;
	return p;
}
