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
#include <time.h>

#if defined(__x86_64__)

#ifndef sigev_notify_thread_id
#define sigev_notify_thread_id _sigev_un._tid
#endif

static struct watch *others; /* all own memory that is watched */

/* A rank may poll a page that is open because it had accessed it often before in the same turn. So open pages are closed once more after a while, which has no effect but that a poll is
 * seen: when that is found takes no virtual time. A rank that computes on its pages is disturbed ever more seldom. */
enum { FIRST = 1000000, LAST = 128 * FIRST /* ns */ };
static timer_t timer; /* of real time */
static bool has_timer;
static volatile bool armed;   /* handlers change it */
static int64_t delay = FIRST; /* until the next time in this turn */

static void arm(int64_t ns)
{
	const struct itimerspec at = {.it_value = {.tv_nsec = ns}};

	armed = has_timer;
	if (has_timer)
		timer_settime(timer, 0, &at, NULL);
}

/* Without a timer polls of open pages end with the time slices of ranks. */
static void make_timer(void)
{
	struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID, .sigev_signo = GA_SIM_STOP_SIGNAL, .sigev_value.sival_int = GA_SIM_CLOSE};

	event.sigev_notify_thread_id = ga_sim_thread();
	has_timer = has_timer || timer_create(CLOCK_MONOTONIC, &event, &timer) == 0;
}

struct watch *ga_sim_watch_at(const struct ga_sim_rank *r, uintptr_t at)
{
	for (struct watch *w = r->watches; w; w = w->next)
		if (at - w->at < w->bytes)
			return w;
	return NULL;
}

static void open_page(struct watch *w, uintptr_t at, bool for_rank)
{
	uint8_t *seen = &w->seen[(at - w->at) >> PAGE_BITS];

	if (*seen < REACHED)
		mprotect((void *)(at & -PAGE), PAGE, PROT_READ | PROT_WRITE);
	*seen = for_rank || (*seen != 0 && *seen != REACHED) ? OPEN : REACHED;
	w->open = true;
	w->rank->watch_counted = true;
}

void ga_sim_watch_count(struct watch *w, uintptr_t at)
{
	uint8_t *seen = &w->seen[(at - w->at) >> PAGE_BITS];

	if (*seen < SEEN)
		++*seen;
	w->counted = true;
	w->rank->watch_counted = true;
}

void ga_sim_watch_open(struct watch *w, uintptr_t at)
{
	open_page(w, at, true);
	if (!armed)
		arm(delay);
}

static void close_pages(struct ga_sim_rank *r)
{
	r->watch_counted = false;
	for (struct watch *w = r->watches; w; w = w->next) {
		if (!w->seen || !(w->counted || w->open))
			continue;
		memset(w->seen, 0, w->bytes >> PAGE_BITS);
		if (w->open)
			mprotect((void *)w->at, w->bytes, PROT_NONE);
		w->counted = w->open = false;
	}
}

void ga_sim_watch_timer(struct ga_sim_rank *r, uint64_t pc)
{
	const int error = errno;

	armed = false;
	if (r && !r->crashing && r->watch_counted) {
		if (ga_sim_in_own_code(r, pc)) {
			close_pages(r);
			r->accesses->polls = 0;
			delay = delay < LAST ? 2 * delay : LAST;
		} else { /* it may be about to open a page */
			arm(FIRST);
		}
	}
	errno = error;
}

/* When a turn begins. */
void ga_sim_watch_turn(struct ga_sim_rank *r)
{
	const struct ga_sim_request *request = r->state.frame;

	if (r->state.event == GA_SIM_REQUEST && (request->op == GA_SIM_DECODE || request->op == GA_SIM_LOOP))
		return; /* the same turn goes on */
	if (r->accesses) {
		r->accesses->polls = 0;
		r->accesses->turn++;
	}
	delay = FIRST;
	if (r->watch_counted)
		close_pages(r);
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
		make_timer();
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

static struct ga_sim_reached reach(struct ga_sim_rank *r, uint64_t at, uint64_t bytes, bool for_rank)
{
	const struct accesses *a = r->accesses;
	/* What another thread's turn has accessed is not known any more. */
	struct ga_sim_reached reached = {.own = true, .accessed = a && (a->asleep > 1 || (a->asleep == 1 && a->turn != a->slept))};

	for (struct watch *w = r->watches; w; w = w->next) {
		if (at >= w->at + w->bytes || w->at >= at + bytes)
			continue;
		if (!w->seen) {
			reached.own = false;
			continue;
		}
		for (uintptr_t p = at > w->at ? at & -PAGE : w->at; p < at + bytes && p < w->at + w->bytes; p += PAGE) {
			open_page(w, p, for_rank);
			reached.accessed |= w->seen[(p - w->at) >> PAGE_BITS] == OPEN;
		}
	}
	return reached;
}

struct ga_sim_reached ga_sim_reach(struct ga_sim_rank *r, uint64_t at, uint64_t bytes) { return reach(r, at, bytes, false); }

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

	if (!ga_sim_now || !ga_sim_now->watched || !bytes || reach(ga_sim_now, (uint64_t)at, bytes, true).own)
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
		open_page(w, at, false);
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
		ga_sim_watch_count(w, at);
	ga_sim_trap(r, m, at, m->gregs[REG_ERR] & WRITES);
	return GA_SIM_WATCHED;
}

#else

/* Addresses without memory, for as long as the rank has its own. */
uint64_t ga_sim_watch_map(struct ga_sim_rank *r, uint64_t bytes)
{
	void *at = ga_sim_map(r, (bytes + PAGE - 1) & -PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	return at == MAP_FAILED ? 0 : (uint64_t)at;
}

bool ga_sim_watch_own(struct ga_sim_rank *r, uint64_t at, uint64_t bytes)
{
	(void)r, (void)at, (void)bytes;
	return errno = ENOSYS, false;
}

bool ga_sim_unwatch(struct ga_sim_rank *r, uint64_t at)
{
	(void)r, (void)at;
	return true;
}

struct ga_sim_reached ga_sim_reach(struct ga_sim_rank *r, uint64_t at, uint64_t bytes)
{
	(void)r, (void)at, (void)bytes;
	return (struct ga_sim_reached){.own = true, .accessed = true};
}

void ga_sim_touch(const void *at, uint64_t bytes, const char *fn) { (void)at, (void)bytes, (void)fn; }
void ga_sim_watch_free(struct ga_sim_rank *r) { (void)r; }
void ga_sim_watch_turn(struct ga_sim_rank *r) { (void)r; }
void ga_sim_watch_timer(struct ga_sim_rank *r, uint64_t pc) { (void)r, (void)pc; }

enum ga_sim_watched ga_sim_watch_fault(struct ga_sim_rank *r, const siginfo_t *info, ucontext_t *u)
{
	(void)r, (void)info, (void)u;
	return GA_SIM_UNWATCHED;
}

#endif
