/* heap.c - the heap of a rank: malloc and its like for one program on one thread. The ranks share the C library with each other and with everything
 * beside them, and would share its heap; so where memory is would depend on all of them, and with it what a program prints, sorts by address, or
 * pins page by page. Here it depends on the calls of one program.
 *
 * Memory is divided into pieces, each with a word in front that has its size, and a free one has its size at its end, too, so that neighbours find each
 * other and join when they are freed. Free pieces are in lists by size: of 16 bytes up to 1 KiB, then of a quarter of a power of 2. Small pieces
 * go to short lists of their own first, from which the next request of that size takes them. Behind the last piece is the rest, which was not in use
 * yet or is free again. The first memory follows the program's variables, in pages that the rank has anyway; then comes the rank's part of the area for heaps, then
 * mappings. Large pieces are mappings, too: those above a size that grows when one is freed, so that a program that allocates and
 * frees the same again and again does not map each time. */
#include "rank.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "allocator.h"

struct piece {
	uint64_t before; /* the size of the piece before this one, if that is free; otherwise it belongs to that piece. Of a mapping: where in it this is */
	uint64_t head;
	struct piece *next, *prev; /* in a list; what the program gets begins here */
};

/* A head. */
enum { IN_USE = 1, BEFORE_IN_USE = 2, MAPPED = 4, KEPT = 8, FLAGS = 15, OWNER_SHIFT = 40 };
#define SIZE (((uint64_t)1 << OWNER_SHIFT) - 1 - FLAGS)

enum { UNIT = 16, HEAD = 16, SMALLEST = 32, SMALL = 1024, SMALL_LISTS = SMALL / UNIT, PARTS = 4, LISTS = SMALL_LISTS + (OWNER_SHIFT - 10) * PARTS };
enum { LOOKS = 32, TINY = 128, TINY_KEPT = 512 << 10, KEEPS = 24 }; /* how many pieces are looked at; bytes and numbers of those kept of one size */
#define LARGE_FIRST ((uint64_t)1 << 20)
#define LARGE_MOST ((uint64_t)32 << 20)
#define SEGMENT ((uint64_t)64 << 20)

struct ga_sim_heap {
	struct piece *rest;  /* which begins here */
	char *begin, *end;   /* of the memory that has the rest; end leaves room for a head */
	char *touched;       /* behind this it is zero */
	uint64_t large;      /* from this size on pieces are mappings */
	uint64_t owner;      /* the rank's number, as in a head */
	struct ga_sim_rank *rank;
	bool in_part;        /* the rank's part of the area has been used */
	uint64_t some[(LISTS + 63) / 64]; /* a bit for each list that is not empty */
	struct piece *kept[SMALL_LISTS + 1];
	uint16_t keeps[SMALL_LISTS + 1];
	struct piece *lists[LISTS];
};

static struct gasnetgo_sim_allocator *allocator; /* simhost's; NULL: this process has another executable, and no heaps */
static void *thread;                             /* the thread pointer of the ranks' */

static inline uint64_t size_of(const struct piece *p) { return p->head & SIZE; }
static inline struct piece *at(const struct piece *p, uint64_t bytes) { return (struct piece *)((char *)p + bytes); }
static inline void *given(const struct piece *p) { return (void *)&p->next; }
static inline struct piece *piece_of(const void *memory) { return (struct piece *)((char *)memory - HEAD); }

/* What the program may use of a piece: up to the head of the next one. */
static inline uint64_t room(const struct piece *p) { return size_of(p) - (p->head & MAPPED ? HEAD : HEAD - sizeof p->before); }

static inline uint64_t size_for(size_t n) { return n <= SMALLEST - 8 ? SMALLEST : (n + 8 + UNIT - 1) & -(uint64_t)UNIT; }

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
static __attribute__((noinline)) void start(struct ga_sim_heap *h)
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

/* A piece in use gives back what is beyond size. */
static void cut(struct ga_sim_heap *h, struct piece *p, uint64_t size);

static struct piece *get(struct ga_sim_heap *h, uint64_t size)
{
	struct piece *p = find(h, size);

	if (!p)
		return from_rest(h, size);
	take(h, p);
	p->head |= IN_USE;
	at(p, size_of(p))->head |= BEFORE_IN_USE;
	cut(h, p, size);
	return p;
}

/* A mapping with n bytes for the program, aligned. */
static struct piece *map(struct ga_sim_heap *h, uint64_t align, size_t n)
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

static struct piece *allocate(struct ga_sim_heap *h, size_t n)
{
	uint64_t size;

	if (__builtin_expect(n >= SIZE - SEGMENT, 0)) {
		errno = ENOMEM;
		return NULL;
	}
	if (__builtin_expect(!h->begin, 0))
		start(h);
	size = size_for(n);
	if (size <= SMALL) {
		const int i = (int)(size / UNIT);
		struct piece *p = h->kept[i];

		if (p) {
			h->kept[i] = p->next;
			h->keeps[i]--;
			p->head &= ~(uint64_t)KEPT;
			return p;
		}
	} else if (size >= h->large) {
		return map(h, UNIT, n);
	}
	return get(h, size);
}

/* Pages that a program has freed, at the end, go back to the system. */
static void trim(struct ga_sim_heap *h)
{
	char *const from = (char *)(((uintptr_t)h->rest + HEAD + PAGE - 1) & -(uintptr_t)PAGE);
	char *const to = (char *)(((uintptr_t)h->touched + PAGE - 1) & -(uintptr_t)PAGE);

	if (from < to && madvise(from, to - from, MADV_DONTNEED) == 0)
		h->touched = from;
}

static void release(struct ga_sim_heap *h, struct piece *p)
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

static void cut(struct ga_sim_heap *h, struct piece *p, uint64_t size)
{
	const uint64_t more = size_of(p) - size;

	if (more < SMALLEST)
		return;
	p->head -= more;
	at(p, size)->head = h->owner | more | IN_USE | BEFORE_IN_USE;
	release(h, at(p, size));
}

static _Noreturn void wrong(const char *fn, const char *what)
{
	char line[100];
	const int n = snprintf(line, sizeof line, "%s: %s\n", fn, what);

	(void)!write(2, line, n);
	((void (*)(void))ga_sim_name("abort", true))();
	__builtin_trap();
}

/* The heap of memory that a program gives back. */
static struct ga_sim_heap *heap_of(const struct piece *p, const char *fn)
{
	const uint64_t owner = p->head >> OWNER_SHIFT;
	const struct ga_sim_rank *r = ga_sim_now;

	if (!r || (uint64_t)r->number != owner)
		r = ga_sim_numbered(owner);
	if ((uintptr_t)p % UNIT || !r || !r->heap || !(p->head & IN_USE))
		wrong(fn, "this is no memory of malloc, or it has been freed");
	if (p->head & KEPT)
		wrong(fn, "this memory has been freed before");
	return r->heap;
}

static void *heap_allocate(size_t n)
{
	struct piece *p = allocate(ga_sim_now->heap, n);

	return p ? given(p) : NULL;
}

static void *heap_zeroed(size_t n)
{
	struct ga_sim_heap *h = ga_sim_now->heap;
	const char *begin = h->begin, *touched = h->touched;
	struct piece *p = allocate(h, n);
	char *memory = p ? given(p) : NULL;
	uint64_t bytes;

	if (!p || p->head & MAPPED)
		return memory;
	bytes = room(p);
	if (h->begin != begin)
		begin = touched = h->begin;
	if (memory >= begin && memory < h->end) /* only what was in use before */
		bytes = touched <= memory ? 0 : (uint64_t)(touched - memory) < bytes ? (uint64_t)(touched - memory) : bytes;
	return memset(memory, 0, bytes);
}

static void *heap_aligned(size_t align, size_t n)
{
	struct ga_sim_heap *h = ga_sim_now->heap;
	struct piece *p, *q;
	uint64_t size, skip;

	if (align <= UNIT)
		return heap_allocate(n);
	if (n >= SIZE - SEGMENT || align >= SIZE - SEGMENT - n) {
		errno = ENOMEM;
		return NULL;
	}
	if (!h->begin)
		start(h);
	size = size_for(n);
	if (size + align >= h->large)
		return (p = map(h, align, n)) ? given(p) : NULL;
	p = get(h, size + align + SMALLEST);
	if (!p)
		return NULL;
	q = piece_of((void *)(((uintptr_t)given(p) + align - 1) & -align));
	skip = (char *)q - (char *)p;
	if (skip && skip < SMALLEST) {
		q = at(q, align);
		skip += align;
	}
	if (skip) {
		q->head = h->owner | (size_of(p) - skip) | IN_USE | BEFORE_IN_USE;
		p->head -= size_of(p) - skip;
		release(h, p);
	}
	cut(h, q, size);
	return given(q);
}

static void unmap(struct ga_sim_heap *h, struct piece *p)
{
	const uint64_t size = size_of(p);

	if (size >= h->large && size < LARGE_MOST)
		h->large = size + 1;
	ga_sim_unmap(h->rank, (char *)p - p->before, size + p->before);
}

static void heap_release(void *memory)
{
	struct piece *p = piece_of(memory);
	struct ga_sim_heap *h;
	const int error = errno;
	uint64_t size;

	if (__builtin_expect(__builtin_thread_pointer() != thread, 0))
		return; /* another thread, to which the C library has passed it on: it stays */
	h = heap_of(p, "free");
	size = size_of(p);
	if (p->head & MAPPED) {
		unmap(h, p);
		errno = error;
	} else if (size <= SMALL && h->keeps[size / UNIT] < (size <= TINY ? TINY_KEPT / size : KEEPS)) {
		p->head |= KEPT;
		p->next = h->kept[size / UNIT];
		h->kept[size / UNIT] = p;
		h->keeps[size / UNIT]++;
	} else {
		release(h, p);
	}
}

/* Makes a piece longer where it is. */
static bool grow(struct ga_sim_heap *h, struct piece *p, uint64_t size)
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
	cut(h, p, size);
	return true;
}

/* The same for a mapping, which may move. */
static struct piece *remap(struct ga_sim_heap *h, struct piece *p, size_t n)
{
	const uint64_t skip = p->before, bytes = (skip + HEAD + n + PAGE - 1) & -PAGE;
	char *to = ga_sim_remap(h->rank, (char *)p - skip, skip + size_of(p), bytes, true);

	if (to == MAP_FAILED)
		return NULL;
	p = (struct piece *)(to + skip);
	p->head = h->owner | (bytes - skip) | IN_USE | MAPPED;
	return p;
}

static void *heap_resize(void *memory, size_t n)
{
	struct piece *p = memory ? piece_of(memory) : NULL;
	struct ga_sim_heap *h;
	uint64_t size, now;
	void *to;

	if (!p)
		return heap_allocate(n);
	h = heap_of(p, "realloc");
	if (n == 0) {
		heap_release(memory);
		return NULL;
	}
	if (n >= SIZE - SEGMENT) {
		errno = ENOMEM;
		return NULL;
	}
	size = size_for(n);
	now = size_of(p);
	if (p->head & MAPPED) {
		if (n + HEAD <= now && n + HEAD > now / 2)
			return memory;
		if (size >= h->large && (p = remap(h, p, n)))
			return given(p);
	} else if (size <= now) {
		cut(h, p, size);
		return memory;
	} else if (grow(h, p, size)) {
		return memory;
	}
	p = allocate(h, n);
	if (!p)
		return NULL;
	to = given(p);
	now = room(piece_of(memory));
	memcpy(to, memory, n < now ? n : now);
	heap_release(memory);
	return to;
}

static size_t heap_usable(const void *memory) { return room(piece_of(memory)); }

void ga_sim_heap_setup(void)
{
	void *const self = dlopen(NULL, RTLD_NOW);

	allocator = self ? dlsym(self, "gasnetgo_sim_allocator") : NULL;
	if (!allocator || allocator->preloaded) {
		allocator = NULL;
		return;
	}
	allocator->allocate = heap_allocate;
	allocator->zeroed = heap_zeroed;
	allocator->aligned = heap_aligned;
	allocator->resize = heap_resize;
	allocator->release = heap_release;
	allocator->usable = heap_usable;
	allocator->at = HEAPS_AT;
	allocator->bytes = AREAS;
}

/* Everything in the heap begins as zero, as its memory does. */
void ga_sim_heap_new(struct ga_sim_rank *r, char *from, char *to)
{
	struct ga_sim_heap *h = (struct ga_sim_heap *)(((uintptr_t)from + 63) & -(uintptr_t)64);

	if (!allocator || (uintptr_t)to - RANKS_AT >= HEAPS_AT + AREAS - RANKS_AT || to - (char *)h < (ptrdiff_t)sizeof *h + 2 * SMALLEST)
		return;
	r->heap = h;
	r->heap_end = to;
}

void ga_sim_heap_enter(const struct ga_sim_rank *r, void *top)
{
	if (!allocator || !r->heap)
		return;
	thread = top;
	allocator->owner = top;
}

void ga_sim_heap_leave(void)
{
	if (allocator)
		allocator->owner = NULL;
}
