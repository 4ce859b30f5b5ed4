/* gasnet/ex/diagnostics.c - the library tests itself, through the calls of GASNet-1: those of GASNet-EX are made of the same. */
#include "objects.h"

#include "../tools/diagnostics.h"

void gasneti_gex_diagnostic_gethandlers(gex_AM_Entry_t **htable, int *htable_cnt)
{
	static const gex_Flags_t flags[GA_DIAGNOSTIC_HANDLERS] = {
	    GEX_FLAG_AM_SHORT | GEX_FLAG_AM_REQUEST,
	    GEX_FLAG_AM_SHORT | GEX_FLAG_AM_REPLY,
	    GEX_FLAG_AM_MEDIUM | GEX_FLAG_AM_REQUEST,
	    GEX_FLAG_AM_MEDIUM | GEX_FLAG_AM_REPLY,
	};
	static gex_AM_Entry_t table[GA_DIAGNOSTIC_HANDLERS];

	for (int i = 0; i < GA_DIAGNOSTIC_HANDLERS; i++) {
		const struct ga_diagnostic_handler h = ga_diagnostic_handlers[i];

		table[i] = (gex_AM_Entry_t){h.index, (gex_AM_Fn_t)h.f, flags[i], h.arguments, NULL, "diagnostics"};
	}
	*htable = table;
	*htable_cnt = GA_DIAGNOSTIC_HANDLERS;
}

int gasneti_gex_run_diagnostics(int iters, int threadcnt, const char *testsections, gex_TM_t tm, void *myseg, gex_Rank_t peer, void *peerseg,
                                unsigned int seed)
{
	static const char fn[] = "gasnett_run_diagnostics";
	void *base = NULL;
	uintptr_t size = 0;

	(void)myseg; /* where the rank writes that has this one as its peer */
	if (gex_Segment_QueryBound(tm, peer, &base, NULL, &size) || (uintptr_t)peerseg - (uintptr_t)base >= size)
		ga_fatal(1, "%s: peerseg = %p: not in the segment of rank %u", fn, peerseg, peer);
	size -= (uintptr_t)peerseg - (uintptr_t)base;
	return ga_diagnose(iters, threadcnt, testsections, ga_gex_jobrank(fn, tm, peer), peerseg, size, seed);
}
