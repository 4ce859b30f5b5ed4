/* fixed.c - memory that programs map at addresses of their own choice (MAP_FIXED). All ranks share one address space: where one rank, or the process, has memory, another
 * cannot have any. A process would get it; so a rank that asks for it ends the job. Inside what a rank has, it may map as it likes. */
#include "rank.h"

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

/* Outside the ranks' areas. */
static struct range {
	uintptr_t at, end;
	const struct ga_sim_rank *rank;
} * all;
static int n, room;

static void add(const struct ga_sim_rank *r, uintptr_t at, uintptr_t end)
{
	struct range *more;

	if (n == room) {
		ga_sim_heap_leave();
		more = realloc(all, (room = 2 * room + 16) * sizeof *more);
		ga_sim_heap_enter(r, __builtin_thread_pointer());
		if (!more)
			abort();
		all = more;
	}
	all[n++] = (struct range){at, end, r};
}

/* Where the rank's memory at this address ends; at itself: it has none there. */
static uintptr_t own_end(const struct ga_sim_rank *r, uintptr_t at)
{
	uintptr_t from, to;

	if (ga_sim_own_area(r, at, &from, &to))
		return to;
	for (int i = 0; i < n; i++)
		if (all[i].rank == r && at >= all[i].at && at < all[i].end)
			return all[i].end;
	return at;
}

/* Where the rank's own memory begins behind this address, or end. */
static uintptr_t next_own(const struct ga_sim_rank *r, uintptr_t at, uintptr_t end)
{
	for (int i = 0; i < n; i++)
		if (all[i].rank == r && all[i].at > at && all[i].at < end)
			end = all[i].at;
	return end;
}

static _Noreturn void refuse(const struct ga_sim_rank *r, uintptr_t at, uint64_t length)
{
	static char why[256];
	char whose[64] = "this process has memory";
	uintptr_t from, to;

	for (int i = 0; i < n; i++)
		if (all[i].rank != r && all[i].at < at + length && at < all[i].end)
			snprintf(whose, sizeof whose, "rank %d has memory", all[i].rank->id);
	for (uint64_t i = 0; ga_sim_numbered(i); i++)
		if (ga_sim_numbered(i) != r && ga_sim_own_area(ga_sim_numbered(i), at, &from, &to))
			snprintf(whose, sizeof whose, "memory of rank %d is", ga_sim_numbered(i)->id);
	snprintf(why, sizeof why,
	         "mmap: MAP_FIXED at %#lx, %lu bytes: %s there, and all ranks of a simulated job share one address space; map without MAP_FIXED",
	         (unsigned long)at, (unsigned long)length, whose);
	ga_sim_end(GA_SIM_REFUSED, 1, why);
}

void ga_sim_fix(const struct ga_sim_rank *r, uintptr_t at, uint64_t length)
{
	const uintptr_t end = at + ((length + PAGE - 1) & -PAGE);

	for (uintptr_t p = at; p < end;) {
		const uintptr_t own = own_end(r, p), next = next_own(r, p, end);
		const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE;
		void *got;

		if (own > p) {
			p = own;
			continue;
		}
		got = mmap((void *)p, next - p, PROT_NONE, flags, -1, 0);
		if (got != (void *)p) {
			if (got != MAP_FAILED) /* a kernel that does not know the flag */
				munmap(got, next - p);
			refuse(r, p, next - p);
		}
		add(r, p, next);
		p = next;
	}
}

void ga_sim_fixed(const struct ga_sim_rank *r, uintptr_t at, uint64_t length)
{
	const uintptr_t end = at + ((length + PAGE - 1) & -PAGE);

	for (uintptr_t p = at; p < end;) {
		const uintptr_t own = own_end(r, p);

		if (own == p) {
			const uintptr_t next = next_own(r, p, end);

			add(r, p, next);
			p = next;
		} else {
			p = own;
		}
	}
}

void ga_sim_unfixed(const struct ga_sim_rank *r, uintptr_t at, uint64_t length)
{
	const uintptr_t end = length > UINTPTR_MAX - at - PAGE ? UINTPTR_MAX : at + ((length + PAGE - 1) & -PAGE);

	for (int i = n; i-- > 0;) {
		const struct range was = all[i];

		if (was.rank != r || was.at >= end || was.end <= at)
			continue;
		all[i] = all[--n];
		if (was.at < at)
			add(r, was.at, at);
		if (was.end > end)
			add(r, end, was.end);
	}
}
