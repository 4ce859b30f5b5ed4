/* watch.c - memory of a rank whose accesses the world sees: maps of other nodes' memory, which has no pages here, and own memory that others write and the rank polls.
 *
 * Its pages are protected, so each access is a fault. The handler of the signal has the rank continue in ga_sim_interrupt, where access.c makes requests in place of the
 * instruction. Pages of own memory are protected again when a turn of the rank begins, and opened when it has accessed them often, or when code outside the rank accesses them.
 *
 * On arm64 memory cannot be watched. */
#include "watch.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#if defined(__x86_64__)

static struct watch *others; /* all own memory that is watched */

struct watch *ga_sim_watch_at(const struct ga_sim_rank *r, uintptr_t at)
{
	for (struct watch *w = r->watches; w; w = w->next)
		if (at - w->at < w->bytes)
			return w;
	return NULL;
}

void ga_sim_watch_open(struct watch *w, uintptr_t at)
{
	w->open = true;
	w->rank->watch_open = true;
	w->seen[(at - w->at) >> PAGE_BITS] = OPEN;
	mprotect((void *)(at & -PAGE), PAGE, PROT_READ | PROT_WRITE);
}

/* When a turn begins. */
void ga_sim_watch_turn(struct ga_sim_rank *r)
{
	const struct ga_sim_request *request = r->state.frame;

	if (r->state.event == GA_SIM_REQUEST && (request->op == GA_SIM_DECODE || request->op == GA_SIM_LOOP))
		return; /* the same turn goes on */
	if (r->accesses)
		r->accesses->polls = 0;
	if (!r->watch_open)
		return;
	r->watch_open = false;
	for (struct watch *w = r->watches; w; w = w->next) {
		if (!w->seen || !w->open)
			continue;
		w->open = false;
		memset(w->seen, 0, w->bytes >> PAGE_BITS);
		mprotect((void *)w->at, w->bytes, PROT_NONE);
	}
}

static bool add(struct ga_sim_rank *r, uintptr_t at, uint64_t bytes, bool own)
{
	struct watch *w;

	if (!r->accesses && !(r->accesses = calloc(1, sizeof *r->accesses)))
		return false;
	if (!(w = calloc(1, sizeof *w)))
		return false;
	*w = (struct watch){.at = at, .bytes = bytes, .rank = r, .next = r->watches};
	if (own) {
		w->seen = calloc(bytes >> PAGE_BITS, 1);
		if (!w->seen || mprotect((void *)at, bytes, PROT_NONE) != 0) {
			free(w->seen);
			free(w);
			return false;
		}
		w->other = others;
		others = w;
	}
	r->watches = w;
	r->watched = true;
	return true;
}

static void forget(struct watch *w)
{
	struct watch **p;

	for (p = &w->rank->watches; *p != w;)
		p = &(*p)->next;
	*p = w->next;
	if (w->seen) {
		for (p = &others; *p != w;)
			p = &(*p)->other;
		*p = w->other;
		free(w->seen);
	}
	free(w);
}

uint64_t ga_sim_watch_map(struct ga_sim_rank *r, uint64_t bytes)
{
	void *at;

	bytes = (bytes + PAGE - 1) & -PAGE;
	if (!ga_sim_access_setup())
		return 0;
	at = ga_sim_map(r, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (at == MAP_FAILED)
		return 0;
	if (!add(r, (uintptr_t)at, bytes, false)) {
		ga_sim_unmap(r, at, bytes);
		errno = ENOMEM;
		return 0;
	}
	return (uint64_t)at;
}

bool ga_sim_watch_own(struct ga_sim_rank *r, uint64_t at, uint64_t bytes)
{
	if (at & (PAGE - 1) || bytes & (PAGE - 1) || !bytes)
		return errno = EINVAL, false;
	for (const struct watch *w = r->watches; w; w = w->next)
		if (at < w->at + w->bytes && w->at < at + bytes)
			return errno = EEXIST, false;
	return ga_sim_access_setup() && add(r, at, bytes, true);
}

bool ga_sim_unwatch(struct ga_sim_rank *r, uint64_t at)
{
	struct watch *w = ga_sim_watch_at(r, at);

	if (!w || w->at != at)
		return errno = EINVAL, false;
	if (w->seen)
		mprotect((void *)at, w->bytes, PROT_READ | PROT_WRITE);
	else
		ga_sim_unmap(r, (void *)at, w->bytes);
	forget(w);
	return true;
}

bool ga_sim_reach(struct ga_sim_rank *r, uint64_t at, uint64_t bytes)
{
	bool own = true;

	for (struct watch *w = r->watches; w; w = w->next) {
		if (at >= w->at + w->bytes || w->at >= at + bytes)
			continue;
		if (!w->seen) {
			own = false;
			continue;
		}
		for (uintptr_t p = at > w->at ? at & -PAGE : w->at; p < at + bytes && p < w->at + w->bytes; p += PAGE)
			if (w->seen[(p - w->at) >> PAGE_BITS] != OPEN)
				ga_sim_watch_open(w, p);
	}
	return own;
}

/* The memory of own ranges is its owner's, and may be unmapped already. */
void ga_sim_watch_free(struct ga_sim_rank *r)
{
	while (r->watches)
		forget(r->watches);
	free(r->accesses);
	r->accesses = NULL;
	r->watched = false;
}

void ga_sim_touch(const void *at, uint64_t bytes, const char *fn)
{
	static char why[160];

	if (!ga_sim_now || !ga_sim_now->watched || !bytes || ga_sim_reach(ga_sim_now, (uint64_t)at, bytes))
		return;
	snprintf(why, sizeof why, "%s: the buffer is a map of another node's memory, which is not supported in the simulated world: copy it first",
	         fn);
	ga_sim_end(GA_SIM_REFUSED, 1, why);
}

enum ga_sim_watched ga_sim_watch_fault(struct ga_sim_rank *r, const siginfo_t *info, ucontext_t *u)
{
	enum { WRITES = 2, FETCHES = 16, ROOM = 16 << 10 };
	mcontext_t *m = &u->uc_mcontext;
	const uintptr_t at = (uintptr_t)info->si_addr;
	const uint64_t sp = (uint64_t)m->gregs[REG_RSP];
	const bool beside = sp - (uint64_t)u->uc_stack.ss_sp < u->uc_stack.ss_size;
	struct watch *w = r ? ga_sim_watch_at(r, at) : NULL;
	uint8_t *seen;

	if (info->si_code != SEGV_ACCERR || m->gregs[REG_ERR] & FETCHES)
		return GA_SIM_UNWATCHED;
	if (!w) { /* the world, or another rank */
		for (w = others; w && at - w->at >= w->bytes;)
			w = w->other;
		if (!w)
			return GA_SIM_UNWATCHED;
		ga_sim_watch_open(w, at);
		return GA_SIM_WATCHED;
	}
	seen = w->seen ? &w->seen[(at - w->at) >> PAGE_BITS] : NULL;
	if (seen && (*seen >= SEEN || beside || r->crashing || ga_sim_streams_held() || sp < (uint64_t)r->stack + ROOM + ga_sim_vector_bytes)) {
		ga_sim_watch_open(w, at);
		return GA_SIM_WATCHED;
	}
	if (r->crashing)
		return GA_SIM_UNWATCHED;
	ga_sim_in_copy(r, m, (uint64_t)m->gregs[REG_RIP]);
	if (beside)
		ga_sim_refuse_in_handler(r,
		                         "a signal handler accesses a map of another node's memory, which is not supported in the simulated world");
	if (sp < (uint64_t)r->stack + ROOM + ga_sim_vector_bytes)
		return GA_SIM_WATCHED_FULL;
	if (seen)
		++*seen;
	ga_sim_trap(r, m, at, m->gregs[REG_ERR] & WRITES);
	return GA_SIM_WATCHED;
}

#else

uint64_t ga_sim_watch_map(struct ga_sim_rank *r, uint64_t bytes)
{
	(void)r, (void)bytes;
	errno = ENOSYS;
	return 0;
}

bool ga_sim_watch_own(struct ga_sim_rank *r, uint64_t at, uint64_t bytes)
{
	(void)r, (void)at, (void)bytes;
	return errno = ENOSYS, false;
}

bool ga_sim_unwatch(struct ga_sim_rank *r, uint64_t at)
{
	(void)r, (void)at;
	return errno = ENOSYS, false;
}

bool ga_sim_reach(struct ga_sim_rank *r, uint64_t at, uint64_t bytes)
{
	(void)r, (void)at, (void)bytes;
	return true;
}

void ga_sim_touch(const void *at, uint64_t bytes, const char *fn) { (void)at, (void)bytes, (void)fn; }
void ga_sim_watch_free(struct ga_sim_rank *r) { (void)r; }
void ga_sim_watch_turn(struct ga_sim_rank *r) { (void)r; }

enum ga_sim_watched ga_sim_watch_fault(struct ga_sim_rank *r, const siginfo_t *info, ucontext_t *u)
{
	(void)r, (void)info, (void)u;
	return GA_SIM_UNWATCHED;
}

#endif
