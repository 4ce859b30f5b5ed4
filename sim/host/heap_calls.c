/* heap_calls.c - malloc and its like for the rank that runs, over the pieces of heap.c. */
#include "heap.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "allocator.h"

static struct gasnetgo_sim_allocator *allocator; /* simhost's; NULL: this process has another executable, and no heaps */
static void *thread;                             /* the thread pointer of the ranks' */

static struct piece *allocate(struct ga_sim_heap *h, size_t n)
{
	uint64_t size;

	if (__builtin_expect(n >= SIZE - SEGMENT, 0)) {
		errno = ENOMEM;
		return NULL;
	}
	if (__builtin_expect(!h->begin, 0))
		ga_sim_heap_start(h);
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
		return ga_sim_heap_map(h, UNIT, n);
	}
	return ga_sim_heap_get(h, size);
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
		ga_sim_heap_start(h);
	size = size_for(n);
	if (size + align >= h->large)
		return (p = ga_sim_heap_map(h, align, n)) ? given(p) : NULL;
	p = ga_sim_heap_get(h, size + align + SMALLEST);
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
		ga_sim_heap_release(h, p);
	}
	ga_sim_heap_cut(h, q, size);
	return given(q);
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
		ga_sim_heap_unmap(h, p);
		errno = error;
	} else if (size <= SMALL && h->keeps[size / UNIT] < (size <= TINY ? TINY_KEPT / size : KEEPS)) {
		p->head |= KEPT;
		p->next = h->kept[size / UNIT];
		h->kept[size / UNIT] = p;
		h->keeps[size / UNIT]++;
	} else {
		ga_sim_heap_release(h, p);
	}
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
		if (size >= h->large && (p = ga_sim_heap_remap(h, p, n)))
			return given(p);
	} else if (size <= now) {
		ga_sim_heap_cut(h, p, size);
		return memory;
	} else if (ga_sim_heap_grow(h, p, size)) {
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

void *ga_sim_outside_realloc(void *old, size_t n)
{
	void *const owner = allocator ? allocator->owner : NULL;
	void *more;

	ga_sim_heap_leave();
	more = realloc(old, n);
	if (allocator)
		allocator->owner = owner;
	return more;
}

void ga_sim_heap_leave(void)
{
	if (allocator)
		allocator->owner = NULL;
}
