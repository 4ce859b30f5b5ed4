/* gasnet_check.c - the rules for handlers, locks and access regions, per thread. */
#define _GNU_SOURCE
#include "gasnet_check.h"

#include <gasnet_tools.h>

#include <stdio.h>
#include <unistd.h>

enum { MOST_LOCKS = 16 };

static __attribute__((tls_model("initial-exec"))) _Thread_local struct {
	uint32_t depth;      /* handlers that run; one in another when a message is for this rank itself */
	uint32_t role;       /* of the innermost */
	uint32_t outer_role; /* of the one around it */
	uint32_t held;       /* interrupts */
	uint32_t region;
	uint32_t locks;
	uint32_t locks_before; /* that were taken when the handler began */
	uint64_t held_since;
	const void *lock[MOST_LOCKS];
} here;

void ga_gasnet_check_begin(uint32_t role)
{
	here.outer_role = here.role;
	here.role = role;
	if (here.depth++ == 0)
		here.locks_before = here.locks;
}

void ga_gasnet_check_end(uint32_t index)
{
	if (here.locks != here.locks_before)
		ga_fatal(1, "gasnet: handler = %u: returned with %u handler-safe locks that it took", index, here.locks - here.locks_before);
	here.depth--;
	here.role = here.outer_role;
}

void ga_gasnet_check_call(const char *fn)
{
	if (here.depth)
		ga_fatal(1, "%s: called in %s", fn,
		         here.role == GA_AM_REPLY ? "a reply handler, which may send nothing" : "a request handler, which may reply at most");
	if (here.locks)
		ga_fatal(1, "%s: called with a handler-safe lock taken (%p): a handler that needs it would never end", fn,
		         here.lock[(here.locks - 1) % MOST_LOCKS]);
	if (here.held)
		ga_fatal(1, "%s: called between gasnet_hold_interrupts and gasnet_resume_interrupts", fn);
}

void ga_gasnet_check_reply(const char *fn, const struct ga_am_token *token)
{
	if (!here.depth)
		ga_fatal(1, "%s: token = %p: called outside of any handler", fn, (const void *)token);
	if (token->role == GA_AM_REPLY)
		ga_fatal(1, "%s: called in a reply handler, which may send nothing", fn);
	if (token->replied)
		ga_fatal(1, "%s: a second reply to one request", fn);
	if (here.locks != here.locks_before)
		ga_fatal(1, "%s: called with a handler-safe lock taken (%p)", fn, here.lock[(here.locks - 1) % MOST_LOCKS]);
}

void ga_gasnet_check_region(const char *fn, bool begin)
{
	ga_gasnet_check_call(fn);
	if (begin == (here.region != 0))
		ga_fatal(1, begin ? "%s: called in an access region; they do not nest" : "%s: called without gasnet_begin_nbi_accessregion before it",
		         fn);
	here.region = begin;
}

bool ga_gasnet_check_in_region(void) { return here.region; }

void ga_gasnet_check_nbi(const char *fn)
{
	ga_gasnet_check_call(fn);
	if (here.region)
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
	for (uint32_t i = 0; i < here.locks && i < MOST_LOCKS; i++)
		if (here.lock[i] == hsl)
			ga_fatal(1, "%s: hsl = %p: this thread has it already", fn, hsl);
}

void ga_gasnet_check_lock(const char *fn, const void *hsl, bool taken)
{
	if (taken) {
		ga_gasnet_check_own(fn, hsl);
		here.lock[here.locks++ % MOST_LOCKS] = hsl;
		return;
	}
	if (!here.locks)
		ga_fatal(1, "%s: hsl = %p: this thread has no lock", fn, hsl);
	if (here.lock[(here.locks - 1) % MOST_LOCKS] != hsl)
		ga_fatal(1, "%s: hsl = %p: not the last lock that this thread took, which is %p", fn, hsl, here.lock[(here.locks - 1) % MOST_LOCKS]);
	if (here.depth && here.locks == here.locks_before)
		ga_fatal(1, "%s: hsl = %p: a handler gives back a lock that it did not take", fn, hsl);
	here.locks--;
}

void ga_gasnet_check_hold(const char *fn, bool hold)
{
	if (here.depth || here.locks)
		return; /* no handler runs then anyway */
	if (hold == (here.held != 0))
		ga_fatal(1, hold ? "%s: interrupts are held already" : "%s: interrupts are not held", fn);
	if (!hold)
		long_interval("a no-interrupt section", here.held_since);
	here.held = hold;
	here.held_since = gasnett_ticks_now();
}

void ga_gasnet_bad_value(const char *fn, size_t bytes) { ga_fatal(1, "%s: nbytes = %zu: a register has %zu", fn, bytes, sizeof(uintptr_t)); }
