/* gasnet/ex/objects.c - what is wrong with an object, and how calls say so. */
#include "objects.h"

#include <stdarg.h>
#include <stdio.h>

struct ga_gex *ga_gex_client(const char *fn)
{
	struct ga_gex *g = ga_gex();

	if (!g)
		ga_fatal(1, "%s: called before gex_Client_Init", fn);
	return g;
}

void ga_gex_no_team(const char *fn, gex_TM_t tm)
{
	if (!tm)
		ga_fatal(1, "%s: tm = GEX_TM_INVALID", fn);
	ga_fatal(1, "%s: tm = %p: no team: a pair of gex_TM_Pair is for messages and transfers only, between endpoints 0", fn, (void *)tm);
}

void ga_gex_no_member(const char *fn, gex_TM_t tm, gex_Rank_t rank) { ga_fatal(1, "%s: rank = %u: not in 0..%u", fn, rank, tm->size - 1); }

int ga_gex_refuse(const char *fn, int code, const char *format, ...)
{
	const struct ga_gex *g = ga_gex();
	char text[256];
	va_list args;

	if (g && g->quiet)
		return code;
	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	fprintf(stderr, "gasnetgo: %s returns %s: %s\n", fn, gasnet_ErrorName(code), text);
	return code;
}
