/* gasnet/ex/event.c - synchronisation of events, and of operations without one. */
#include "event.h"

#include "../check.h"
#include "../frames.h"
#include "../pending.h"

static void check_poll(const char *fn)
{
	if (GA_UNLIKELY(ga_gasnet.checks))
		ga_gasnet_check_call(fn);
}

/* Whether the event of one operation is complete; then it is GEX_EVENT_INVALID. */
static bool over(const char *fn, gex_Event_t *e)
{
	const uintptr_t v = (uintptr_t)*e;

	if (!v)
		return true;
	if (GA_UNLIKELY(*e == GEX_EVENT_NO_OP))
		ga_fatal(1, "%s: event = GEX_EVENT_NO_OP: that of a call that has done nothing", fn);
	if ((v & GA_GEX_KIND) == GA_GEX_COLL) {
		struct ga_coll *c = (struct ga_coll *)(v & ~GA_GEX_KIND);

		if (!ga_coll_done(c))
			return false;
		ga_coll_leave(ga_coll_here(), c);
		*e = GEX_EVENT_INVALID;
		return true;
	}
	if (gasnet_try_syncnb_nopoll(*e) != GASNET_OK)
		return false;
	*e = GEX_EVENT_INVALID;
	return true;
}

/* Whether Go keeps them all. */
static bool all_handles(const gex_Event_t *e, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (e[i] && ((uintptr_t)e[i] & GA_GEX_KIND) == GA_GEX_COLL)
			return false;
	return !ga_gasnet.ranks && !ga_gasnet.checks;
}

/* The number of incomplete ones, and of those that were not complete before. */
static size_t look(const char *fn, gex_Event_t *e, size_t n, size_t *were)
{
	size_t left = 0;

	*were = 0;
	for (size_t i = 0; i < n; i++) {
		*were += e[i] != GEX_EVENT_INVALID;
		left += !over(fn, &e[i]);
	}
	return left;
}

static void wait_for(const char *fn, gex_Event_t *e, size_t n, bool some)
{
	struct ga_coll_node *node = NULL;
	struct ga_wait w = ga_gasnet_wait();
	size_t were, left;

	check_poll(fn);
	while (left = look(fn, e, n, &were), left && !(some && left < were)) {
		if (!node)
			node = ga_coll_here();
		if (all_handles(e, n)) {
			ga_gasnet_sync_frame(fn, some ? GA_GASNET_SYNC_WAIT_SOME : GA_GASNET_SYNC_WAIT_ALL, e, n);
			return;
		}
		ga_coll_wait(node, &w);
	}
}

int gex_Event_Test(gex_Event_t event)
{
	check_poll("gex_Event_Test");
	return over("gex_Event_Test", &event) ? GASNET_OK : GASNET_ERR_NOT_READY;
}

void gex_Event_Wait(gex_Event_t event) { wait_for("gex_Event_Wait", &event, 1, false); }

int gex_Event_TestSome(gex_Event_t *events, size_t numevents, gex_Flags_t flags)
{
	size_t were, left;

	(void)flags;
	check_poll("gex_Event_TestSome");
	left = look("gex_Event_TestSome", events, numevents, &were);
	return left < were || were == 0 ? GASNET_OK : GASNET_ERR_NOT_READY;
}

void gex_Event_WaitSome(gex_Event_t *events, size_t numevents, gex_Flags_t flags)
{
	(void)flags;
	wait_for("gex_Event_WaitSome", events, numevents, true);
}

int gex_Event_TestAll(gex_Event_t *events, size_t numevents, gex_Flags_t flags)
{
	size_t were;

	(void)flags;
	check_poll("gex_Event_TestAll");
	return look("gex_Event_TestAll", events, numevents, &were) == 0 ? GASNET_OK : GASNET_ERR_NOT_READY;
}

void gex_Event_WaitAll(gex_Event_t *events, size_t numevents, gex_Flags_t flags)
{
	(void)flags;
	wait_for("gex_Event_WaitAll", events, numevents, false);
}

/* Sources may be reused when a call returns, and parts of a region have no events of their own. */
gex_Event_t gex_Event_QueryLeaf(gex_Event_t root, gex_EC_t category)
{
	(void)root, (void)category;
	return GEX_EVENT_INVALID;
}

/* Operations that have no event and are not complete are puts, gets and atomics that Go keeps. */
static const struct {
	gex_EC_t category;
	int which;
} kept[] = {{GEX_EC_PUT & ~GEX_EC_LC, GA_GASNET_WHICH_PUTS}, {GEX_EC_GET, GA_GASNET_WHICH_GETS}, {GEX_EC_RMW, GA_GASNET_WHICH_ATOMICS}};
enum { KEPT = sizeof kept / sizeof *kept };

static int sync_kept(const char *fn, gex_EC_t categories, bool wait)
{
	int rc = GASNET_OK;

	if (categories == GEX_EC_ALL)
		return ga_gasnet_sync_nbi_frame(fn, GA_GASNET_WHICH_ALL, wait);
	for (size_t i = 0; i < KEPT && rc == GASNET_OK; i++)
		if (categories & kept[i].category)
			rc = ga_gasnet_sync_nbi_frame(fn, kept[i].which, wait);
	return rc;
}

/* In shared memory all are complete. */
static int sync_nbi(const char *fn, gex_EC_t categories, bool wait)
{
	if (GA_UNLIKELY(ga_gasnet.checks)) {
		ga_gasnet_check_call(fn);
		ga_gasnet_check_nbi(fn);
	}
	return GA_LIKELY(ga_gasnet.ranks) ? GASNET_OK : sync_kept(fn, categories, wait);
}

int gex_NBI_Test(gex_EC_t categories, gex_Flags_t flags)
{
	(void)flags;
	return sync_nbi("gex_NBI_Test", categories, false);
}

void gex_NBI_Wait(gex_EC_t categories, gex_Flags_t flags)
{
	(void)flags;
	sync_nbi("gex_NBI_Wait", categories, true);
}

void gex_NBI_BeginAccessRegion(gex_Flags_t flags)
{
	(void)flags;
	if (GA_UNLIKELY(ga_gasnet.checks))
		ga_gasnet_check_region("gex_NBI_BeginAccessRegion", true);
	if (GA_UNLIKELY(ga_gasnet.ranks == 0))
		ga_gasnet_region_frame("gex_NBI_BeginAccessRegion", false);
}

gex_Event_t gex_NBI_EndAccessRegion(gex_Flags_t flags)
{
	(void)flags;
	if (GA_UNLIKELY(ga_gasnet.checks))
		ga_gasnet_check_region("gex_NBI_EndAccessRegion", false);
	return GA_LIKELY(ga_gasnet.ranks) ? GEX_EVENT_INVALID : ga_gasnet_region_frame("gex_NBI_EndAccessRegion", true);
}
