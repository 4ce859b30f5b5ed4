/* gasnet/check.c - the rules for handlers, locks and access regions, per thread. */
#define _GNU_SOURCE
#include "check.h"

#include <gasnet_tools.h>

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "thread.h"

void ga_gasnet_check_begin(uint32_t role)
{
	struct ga_gasnet_thread *h = ga_gasnet_thread();

	h->outer_role = h->role;
	h->role = role;
	if (h->depth++ == 0)
		h->locks_before = h->locks;
}

void ga_gasnet_check_end(uint32_t index)
{
	struct ga_gasnet_thread *h = ga_gasnet_thread();

	if (h->locks != h->locks_before)
		ga_fatal(1, "gasnet: handler = %u: returned with %u handler-safe locks that it took", index, h->locks - h->locks_before);
	h->depth--;
	h->role = h->outer_role;
}

void ga_gasnet_check_call(const char *fn)
{
	struct ga_gasnet_thread *h = ga_gasnet_thread();

	if (h->depth)
		ga_fatal(1, "%s: called in %s", fn,
		         h->role == GA_AM_REPLY ? "a reply handler, which may send nothing" : "a request handler, which may reply at most");
	if (h->locks)
		ga_fatal(1, "%s: called with a handler-safe lock taken (%p): a handler that needs it would never end", fn,
		         h->lock[(h->locks - 1) % GA_MOST_LOCKS]);
	if (h->held)
		ga_fatal(1, "%s: called between gasnet_hold_interrupts and gasnet_resume_interrupts", fn);
}

void ga_gasnet_check_reply(const char *fn, const struct ga_am_token *token)
{
	const struct ga_gasnet_thread *h = ga_gasnet_thread();

	if (!h->depth)
		ga_fatal(1, "%s: token = %p: called outside of any handler", fn, (const void *)token);
	if (token->role == GA_AM_REPLY)
		ga_fatal(1, "%s: called in a reply handler, which may send nothing", fn);
	if (token->replied)
		ga_fatal(1, "%s: a second reply to one request", fn);
	ga_gasnet_check_reply_locks(fn);
}

void ga_gasnet_check_reply_locks(const char *fn)
{
	const struct ga_gasnet_thread *h = ga_gasnet_thread();

	if (h->depth && h->locks != h->locks_before)
		ga_fatal(1, "%s: called with a handler-safe lock taken (%p)", fn, h->lock[(h->locks - 1) % GA_MOST_LOCKS]);
}

void ga_gasnet_check_region(const char *fn, bool begin)
{
	struct ga_gasnet_thread *h = ga_gasnet_thread();

	ga_gasnet_check_call(fn);
	if (begin == (h->region != 0))
		ga_fatal(1, begin ? "%s: called in an access region; they do not nest" : "%s: called without gasnet_begin_nbi_accessregion before it",
		         fn);
	h->region = begin;
}

bool ga_gasnet_check_in_region(void)
{
	struct ga_gasnet_thread *h = ga_gasnet_thread();

	return h->region;
}

void ga_gasnet_check_nbi(const char *fn)
{
	struct ga_gasnet_thread *h = ga_gasnet_thread();

	ga_gasnet_check_call(fn);
	if (h->region)
		ga_fatal(1, "%s: called in an access region", fn);
}

#define LONG_NS UINT64_C(1000000000)

/* As GASNet says it. */
static void long_interval(const char *what, gasnett_tick_t since)
{
	const uint64_t ns = gasnett_ticks_to_ns(gasnett_ticks_now() - since);

	if (ns > LONG_NS)
		dprintf(STDERR_FILENO, "HSL USAGE WARNING: held %s for a long interval (%8.3f sec)\n", what, (double)ns / 1e9);
}

void ga_gasnet_check_life(const char *fn, const gasnet_hsl_t *hsl, bool begins)
{
	switch (hsl->gasneti_flags) {
	case GASNETI_HSL_STATIC:
		if (begins)
			ga_fatal(1, "%s: hsl = %p: it has been initialised already, by GASNET_HSL_INITIALIZER", fn, (const void *)hsl);
		break;
	case GASNETI_HSL_DYNAMIC:
		if (begins && hsl->gasneti_lock)
			ga_fatal(1, "%s: hsl = %p: it has been initialised already, and is taken", fn, (const void *)hsl);
		if (begins) /* it may lie where another one was, in memory that was given back */
			dprintf(STDERR_FILENO, "HSL USAGE WARNING: %s: hsl = %p: it has been initialised already, and not destroyed\n", fn,
			        (const void *)hsl);
		break;
	case GASNETI_HSL_DESTROYED:
		if (!begins)
			ga_fatal(1, "%s: hsl = %p: it has been destroyed", fn, (const void *)hsl);
		break;
	default:
		if (!begins)
			ga_fatal(1, "%s: hsl = %p: it has not been initialised", fn, (const void *)hsl);
	}
}

void ga_gasnet_check_held(const gasnet_hsl_t *hsl) { long_interval("an HSL", hsl->gasneti_since); }

void ga_gasnet_check_own(const char *fn, const void *hsl)
{
	struct ga_gasnet_thread *h = ga_gasnet_thread();

	for (uint32_t i = 0; i < h->locks && i < GA_MOST_LOCKS; i++)
		if (h->lock[i] == hsl)
			ga_fatal(1, "%s: hsl = %p: this thread has it already", fn, hsl);
}

void ga_gasnet_check_lock(const char *fn, const void *hsl, bool taken)
{
	struct ga_gasnet_thread *h = ga_gasnet_thread();

	if (taken) {
		ga_gasnet_check_own(fn, hsl);
		h->lock[h->locks++ % GA_MOST_LOCKS] = hsl;
		return;
	}
	if (!h->locks)
		ga_fatal(1, "%s: hsl = %p: this thread has no lock", fn, hsl);
	if (h->lock[(h->locks - 1) % GA_MOST_LOCKS] != hsl)
		ga_fatal(1, "%s: hsl = %p: not the last lock that this thread took, which is %p", fn, hsl, h->lock[(h->locks - 1) % GA_MOST_LOCKS]);
	if (h->depth && h->locks == h->locks_before)
		ga_fatal(1, "%s: hsl = %p: a handler gives back a lock that it did not take", fn, hsl);
	h->locks--;
}

void ga_gasnet_check_hold(const char *fn, bool hold)
{
	struct ga_gasnet_thread *h = ga_gasnet_thread();

	if (h->depth || h->locks)
		return; /* no handler runs then anyway */
	if (hold == (h->held != 0))
		ga_fatal(1, hold ? "%s: interrupts are held already" : "%s: interrupts are not held", fn);
	if (!hold)
		long_interval("a no-interrupt section", h->held_since);
	h->held = hold;
	h->held_since = gasnett_ticks_now();
}

void ga_gasnet_bad_value(const char *fn, size_t bytes) { ga_fatal(1, "%s: nbytes = %zu: a register has %zu", fn, bytes, sizeof(uintptr_t)); }
