/* malloc.c - malloc and its like in the process of a simulated job: a rank's program has a heap of its own, also for what libraries allocate for
 * it, so that its addresses depend on nothing outside of it. What runs beside the ranks has the C library's heap, or that of an allocator that the user preloads. */
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "../allocator.h"

#define SHOWN __attribute__((visibility("default")))

SHOWN extern struct gasnetgo_sim_allocator gasnetgo_sim_allocator;
struct gasnetgo_sim_allocator gasnetgo_sim_allocator;

extern void *__libc_malloc(size_t) __attribute__((weak));

/* The functions that would have been called without this file. */
static struct {
	void *(*malloc)(size_t);
	void *(*calloc)(size_t, size_t);
	void *(*realloc)(void *, size_t);
	void (*free)(void *);
	void *(*memalign)(size_t, size_t);
	size_t (*usable)(void *);
} next;

/* The dynamic loader calls them when it has loaded everything, and before any constructor. */
static __attribute__((noinline, cold)) void find(void)
{
	*(void **)&next.calloc = dlsym(RTLD_NEXT, "calloc");
	*(void **)&next.realloc = dlsym(RTLD_NEXT, "realloc");
	*(void **)&next.free = dlsym(RTLD_NEXT, "free");
	*(void **)&next.memalign = dlsym(RTLD_NEXT, "memalign");
	if (!next.memalign)
		*(void **)&next.memalign = dlsym(RTLD_NEXT, "aligned_alloc");
	*(void **)&next.usable = dlsym(RTLD_NEXT, "malloc_usable_size");
	*(void **)&next.malloc = dlsym(RTLD_NEXT, "malloc");
	gasnetgo_sim_allocator.preloaded = !__libc_malloc || next.malloc != __libc_malloc;
}

#define FIND()                                 \
	if (__builtin_expect(!next.malloc, 0)) \
	find()

static inline bool rank_runs(void) { return gasnetgo_sim_allocator.owner == __builtin_thread_pointer(); }

static inline bool of_rank(const void *p) { return (uintptr_t)p - gasnetgo_sim_allocator.at < gasnetgo_sim_allocator.bytes; }

SHOWN void *malloc(size_t n)
{
	if (rank_runs())
		return gasnetgo_sim_allocator.allocate(n);
	FIND();
	return next.malloc(n);
}

SHOWN void free(void *p)
{
	if (of_rank(p)) {
		gasnetgo_sim_allocator.release(p);
		return;
	}
	FIND();
	next.free(p);
}

SHOWN void *calloc(size_t n, size_t each)
{
	size_t bytes;

	if (!rank_runs()) {
		FIND();
		return next.calloc(n, each);
	}
	if (__builtin_mul_overflow(n, each, &bytes)) {
		errno = ENOMEM;
		return NULL;
	}
	return gasnetgo_sim_allocator.zeroed(bytes);
}

SHOWN void *realloc(void *p, size_t n)
{
	if (of_rank(p) || (!p && rank_runs()))
		return gasnetgo_sim_allocator.resize(p, n);
	FIND();
	return next.realloc(p, n);
}

SHOWN void *memalign(size_t align, size_t n)
{
	size_t power = 16;

	if (!rank_runs()) {
		FIND();
		return next.memalign(align, n);
	}
	while (power < align && power)
		power *= 2;
	if (!power) {
		errno = EINVAL;
		return NULL;
	}
	return gasnetgo_sim_allocator.aligned(power, n);
}

SHOWN void *aligned_alloc(size_t align, size_t n)
{
	if (align == 0 || (align & (align - 1))) {
		errno = EINVAL;
		return NULL;
	}
	return memalign(align, n);
}

SHOWN int posix_memalign(void **p, size_t align, size_t n)
{
	const int before = errno;
	void *got;

	if (align < sizeof(void *) || (align & (align - 1)))
		return EINVAL;
	got = memalign(align, n);
	errno = before;
	if (!got)
		return ENOMEM;
	*p = got;
	return 0;
}

SHOWN void *valloc(size_t n) { return memalign(sysconf(_SC_PAGESIZE), n); }

SHOWN void *pvalloc(size_t n)
{
	const size_t page = sysconf(_SC_PAGESIZE);

	return memalign(page, n > SIZE_MAX - page ? n : (n + page - 1) & -page);
}

SHOWN size_t malloc_usable_size(void *p)
{
	if (of_rank(p))
		return gasnetgo_sim_allocator.usable(p);
	FIND();
	return next.usable ? next.usable(p) : 0;
}
