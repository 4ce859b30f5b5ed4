/* area.c - address space for the ranks: each has a part of its own, so that what its program maps is at addresses in which no other rank, no thread and
 * no earlier run has a say.
 *
 *   HEAPS_AT   one mapping, with a part for the heap of each rank
 *   MAPS_AT    a part for what each rank's program maps
 *   RANKS_AT   stacks, text, variables, and behind them the first memory of each heap: map.c, compact.c
 *   COMMON_AT  memory of the library that programs know of: symmetric heaps, segments */
#include "files.h"

#include <errno.h>
#include <stdarg.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { TRIES = 64, MANY = 32 };
#define HUGE_PAGE ((uint64_t)2 << 20)
#define BREAK ((uint64_t)1 << 30) /* what sbrk has to give */

static struct {
	struct ga_sim_rank **all; /* by number */
	int n, most;              /* places; of those, how many have been in use */
	int parts;                /* of each area; a power of 2. 0: they have not been divided yet */
	uint64_t heap_bytes;      /* of a part; 0: there are none */
} ranks;

/* Numbers are used again. */
bool ga_sim_number(struct ga_sim_rank *r)
{
	int number = 0;

	while (number < ranks.n && ranks.all[number])
		number++;
	if (number == ranks.n) {
		const int n = ranks.n ? 2 * ranks.n : 64;
		struct ga_sim_rank **more = realloc(ranks.all, n * sizeof *more);

		if (!more)
			return false;
		memset(more + ranks.n, 0, (n - ranks.n) * sizeof *more);
		ranks.all = more;
		ranks.n = n;
	}
	ranks.all[number] = r;
	r->number = number;
	if (ranks.most <= number)
		ranks.most = number + 1;
	return true;
}

struct ga_sim_rank *ga_sim_numbered(uint64_t number) { return number < (uint64_t)ranks.n ? ranks.all[number] : NULL; }

/* All ranks are there before one runs, in a job. */
static void divide(void)
{
	const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE;
	uint64_t bytes = AREA;

	for (ranks.parts = 1; ranks.parts < ranks.most;)
		ranks.parts *= 2;
	for (; bytes / ranks.parts >= HUGE_PAGE; bytes /= 16) { /* where address space is limited */
		void *at = mmap((void *)HEAPS_AT, bytes, PROT_READ | PROT_WRITE, flags, -1, 0);

		if (at == (void *)HEAPS_AT) {
			ranks.heap_bytes = bytes / ranks.parts;
			if (ranks.parts > MANY) /* with a huge page each, small heaps would be most of the process */
				madvise(at, bytes, MADV_NOHUGEPAGE);
			return;
		}
		if (at != MAP_FAILED)
			munmap(at, bytes);
	}
}

char *ga_sim_heap_part(const struct ga_sim_rank *r, uint64_t *bytes)
{
	if (ranks.parts == 0)
		divide();
	*bytes = r->number < ranks.parts ? ranks.heap_bytes : 0;
	return (char *)HEAPS_AT + r->number * ranks.heap_bytes;
}

/* The part of MAPS_AT, and how long it is. */
static uintptr_t part(const struct ga_sim_rank *r, uint64_t *bytes)
{
	if (ranks.parts == 0)
		divide();
	*bytes = r->number < ranks.parts ? AREA / ranks.parts : 0;
	return MAPS_AT + r->number * *bytes;
}

/* Where the rank's next mapping goes: above the latest one, at the part's beginning again when its end is reached. NULL: nowhere. */
static char *place(struct ga_sim_rank *r, uint64_t length)
{
	const uint64_t align = length >= HUGE_PAGE ? HUGE_PAGE : PAGE;
	uint64_t bytes;
	const uintptr_t at = part(r, &bytes);
	uint64_t from = (r->mapped + align - 1) & -align;

	if (length > bytes)
		return NULL;
	if (from > bytes - length)
		from = 0;
	r->mapped = from + length;
	return (char *)at + from;
}

bool ga_sim_own_area(const struct ga_sim_rank *r, uintptr_t at, uintptr_t *from, uintptr_t *to)
{
	uint64_t bytes, heap;
	const uintptr_t maps = part(r, &bytes), pieces = (uintptr_t)ga_sim_heap_part(r, &heap), memory = (uintptr_t)r->memory;

	*from = at - maps < bytes ? maps : at - pieces < heap ? pieces : memory;
	*to = *from + (*from == maps && bytes ? bytes : *from == pieces && heap ? heap : r->bytes);
	return at >= *from && at < *to;
}

void *ga_sim_map_inside(struct ga_sim_rank *r, uint64_t length, int prot, int flags, int fd, int64_t offset)
{
	length = (length + PAGE - 1) & -PAGE;
	for (int i = 0; i < TRIES && length; i++) {
		char *const want = place(r, length), *at;

		if (!want)
			break;
		at = mmap(want, length, prot, flags | MAP_FIXED_NOREPLACE, fd, offset);
		if (at == want)
			return at;
		if (at != MAP_FAILED) /* a kernel that does not know the flag */
			munmap(at, length);
		else if (errno != EEXIST)
			return at;
	}
	errno = ENOMEM;
	return MAP_FAILED;
}

void *ga_sim_map(struct ga_sim_rank *r, uint64_t length, int prot, int flags, int fd, int64_t offset)
{
	void *const at = ga_sim_map_inside(r, length, prot, flags, fd, offset);

	return at == MAP_FAILED && errno == ENOMEM ? mmap(NULL, length, prot, flags, fd, offset) : at;
}

int ga_sim_unmap(struct ga_sim_rank *r, void *from, uint64_t length)
{
	uint64_t bytes;
	const uintptr_t at = part(r, &bytes);
	const int rc = munmap(from, length);

	length = (length + PAGE - 1) & -PAGE;
	if (rc == 0 && (uintptr_t)from >= at && (uintptr_t)from - at + length == r->mapped)
		r->mapped -= length; /* the next one goes there again */
	return rc;
}

void *ga_sim_remap(struct ga_sim_rank *r, void *from, uint64_t old, uint64_t length, bool inside)
{
	void *to = mremap(from, old, length, 0);
	char *want;

	if (to != MAP_FAILED || errno != ENOMEM)
		return to;
	want = (inside ? ga_sim_map_inside : ga_sim_map)(r, length, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (want == MAP_FAILED)
		return want;
	to = mremap(from, old, length, MREMAP_MAYMOVE | MREMAP_FIXED, want);
	if (to == MAP_FAILED)
		ga_sim_unmap(r, want, length);
	return to;
}

void *ga_sim_reserve(uint64_t length, uint64_t align)
{
	const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
	static uintptr_t next = COMMON_AT;
	char *at;

	length = (length + PAGE - 1) & -PAGE;
	if (align < PAGE)
		align = PAGE;
	next = (next + align - 1) & -align;
	at = mmap((void *)next, length, PROT_READ | PROT_WRITE, flags | MAP_FIXED_NOREPLACE, -1, 0);
	if (at == (char *)next) {
		next += length;
		return at;
	}
	if (at != MAP_FAILED)
		munmap(at, length);
	at = length > UINT64_MAX - align ? MAP_FAILED : mmap(NULL, length + align, PROT_READ | PROT_WRITE, flags, -1, 0);
	return at == MAP_FAILED ? NULL : (void *)(((uintptr_t)at + align - 1) & -align);
}

void ga_sim_areas_free(struct ga_sim_rank *r)
{
	uint64_t bytes;
	const uintptr_t at = part(r, &bytes);

	if (ranks.heap_bytes && r->number < ranks.parts)
		madvise((char *)HEAPS_AT + r->number * ranks.heap_bytes, ranks.heap_bytes, MADV_DONTNEED);
	if (r->mapped)
		munmap((void *)at, bytes);
	ga_sim_unfixed(r, 0, UINTPTR_MAX);
	ranks.all[r->number] = NULL;
}

/* What programs call. */

static void *sim_mmap(void *at, size_t length, int prot, int flags, int fd, off_t offset)
{
	struct ga_sim_rank *r = ga_sim_now;
	void *got;

	fd = ga_sim_fd(fd);
	if (!r)
		return mmap(at, length, prot, flags, fd, offset);
	if (flags & MAP_FIXED && !(flags & MAP_FIXED_NOREPLACE) && length)
		ga_sim_fix(r, (uintptr_t)at, length);
	got = at || flags & MAP_FIXED ? mmap(at, length, prot, flags, fd, offset) : ga_sim_map(r, length, prot, flags, fd, offset);
	if (got != MAP_FAILED)
		ga_sim_fixed(r, (uintptr_t)got, length);
	return got;
}

static int sim_munmap(void *at, size_t length)
{
	const int rc = ga_sim_now ? ga_sim_unmap(ga_sim_now, at, length) : munmap(at, length);

	if (rc == 0 && ga_sim_now)
		ga_sim_unfixed(ga_sim_now, (uintptr_t)at, length);
	return rc;
}

static void *sim_mremap(void *from, size_t old, size_t length, int flags, ...)
{
	va_list args;
	void *to;

	va_start(args, flags);
	to = flags & MREMAP_FIXED ? va_arg(args, void *) : NULL;
	va_end(args);
	if (!ga_sim_now || flags != MREMAP_MAYMOVE || !old)
		return mremap(from, old, length, flags, to);
	return ga_sim_remap(ga_sim_now, from, old, length, false);
}

/* The process has one break, which belongs to the C library. */
static void *sim_sbrk(intptr_t more)
{
	struct ga_sim_rank *r = ga_sim_now;

	if (!r)
		return sbrk(more);
	if (!r->break_at) {
		void *const at = ga_sim_map(r, BREAK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

		if (at == MAP_FAILED)
			return at;
		r->break_at = r->break_now = at;
	}
	if (more > r->break_at + BREAK - r->break_now || more < r->break_at - r->break_now) {
		errno = ENOMEM;
		return (void *)-1;
	}
	r->break_now += more;
	return r->break_now - more;
}

static int sim_brk(void *at)
{
	const char *now = ga_sim_now ? sim_sbrk(0) : NULL;

	if (!ga_sim_now)
		return brk(at);
	return now == (void *)-1 || sim_sbrk((char *)at - now) == (void *)-1 ? -1 : 0;
}

const struct name ga_sim_area_names[] = {
    NAME(mmap), {"mmap64", (void *)sim_mmap, 0}, NAME(munmap), NAME(mremap), NAME(sbrk), NAME(brk), {0},
};
