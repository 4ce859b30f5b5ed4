/* trace_calls.c - formats a line for each call and each message. The library reports messages; the macros of the program report its own calls. */
#include "trace.h"

enum { SHOWN = 32 }; /* bytes of data */

void gasneti_trace_count(char kind, const char *name)
{
	if (trace_stats(kind))
		stats_add(kind, name, NULL, 0, 0);
	if (trace_lines(kind))
		trace_line(kind, "%s", name);
}

void gasneti_trace_value(char kind, const char *name, const char *desc, uint64_t value)
{
	if (trace_stats(kind))
		stats_add(kind, name, desc, value, 0);
	if (trace_lines(kind))
		trace_line(kind, "%s: %s = %" PRIu64, name, desc, value);
}

void gasneti_trace_took(char kind, const char *name, const char *desc, uint64_t begun)
{
	const gasnett_tick_t took = gasnett_ticks_now() - begun;

	if (trace_stats(kind))
		stats_add(kind, name, desc, took, 1);
	if (trace_lines(kind))
		trace_line(kind, "%s: %s = %.3fus", name, desc, (double)gasnett_ticks_to_ns(took) / 1e3);
}

/* The first bytes, in hexadecimal. */
static const char *data(char *text, const void *from, uint64_t bytes)
{
	size_t n = 0;

	text[0] = '\0';
	for (uint64_t i = 0; from && i < bytes && i < SHOWN; i++)
		n += (size_t)sprintf(text + n, " %02x", ((const unsigned char *)from)[i]);
	if (bytes > SHOWN && from)
		strcpy(text + n, " ...");
	return text;
}

static void moved(char kind, const char *name, uint64_t node, uint64_t bytes)
{
	if (trace_stats(kind))
		stats_add(kind, name, "sz", bytes, 0);
	if (trace_lines(kind))
		trace_line(kind, "%s: sz = %" PRIu64 ", node = %" PRIu64, name, bytes, node);
}

void gasneti_trace_move(char kind, const char *name, uint64_t node, const void *remote, const void *local, uint64_t bytes)
{
	char text[3 * SHOWN + 8];

	if (!trace_far(node))
		return;
	moved(kind, name, node, bytes);
	if (!trace_lines('D'))
		return;
	if (kind == 'P')
		trace_line('D', "%s: (%" PRIu64 ",%p) <- %p (%" PRIu64 " bytes):%s", name, node, remote, local, bytes, data(text, local, bytes));
	else
		trace_line('D', "%s: %p <- (%" PRIu64 ",%p) (%" PRIu64 " bytes)", name, local, node, remote, bytes);
}

void gasneti_trace_barrier(const char *name, int id, int flags)
{
	if (trace_stats('B'))
		stats_add('B', name, NULL, 0, 0);
	if (trace_lines('B'))
		trace_line('B', "%s: id = %d, flags = %d%s", name, id, flags, flags & GASNET_BARRIERFLAG_ANONYMOUS ? " (anonymous)" : "");
}

void gasneti_trace_coll(const char *name, const void *team, int root, uint64_t bytes, int flags)
{
	if (trace_stats('W'))
		stats_add('W', name, "sz", bytes, 0);
	if (!trace_lines('W'))
		return;
	if (root >= 0)
		trace_line('W', "%s: team = %p, root = %d, sz = %" PRIu64 ", flags = 0x%x", name, team, root, bytes, (unsigned)flags);
	else
		trace_line('W', "%s: team = %p, sz = %" PRIu64 ", flags = 0x%x", name, team, bytes, (unsigned)flags);
}

/* The description of a transfer has its own memory: lists may be long. */
static void *words(size_t bytes) { return trace_lines('D') ? malloc(bytes) : NULL; }

static void say(const char *name, char *text)
{
	if (text)
		trace_line('D', "%s: %s", name, text);
	free(text);
}

void gasneti_trace_vector(char kind, const char *name, gasnet_node_t node, size_t dstcount, gasnet_memvec_t const dstlist[], size_t srccount,
                          gasnet_memvec_t const srclist[])
{
	uint64_t bytes = 0;
	char *text;

	if (!trace_far(node))
		return;
	for (size_t i = 0; i < srccount; i++)
		bytes += srclist[i].len;
	moved(kind, name, node, bytes);
	if ((text = words(gasnett_format_putvgetv_bufsz(dstcount, srccount))) != NULL)
		gasnett_format_putvgetv(text, node, dstcount, dstlist, srccount, srclist);
	say(name, text);
}

void gasneti_trace_indexed(char kind, const char *name, gasnet_node_t node, size_t dstcount, void *const dstlist[], size_t dstlen, size_t srccount,
                           void *const srclist[], size_t srclen)
{
	char *text;

	if (!trace_far(node))
		return;
	moved(kind, name, node, (uint64_t)srccount * srclen);
	if ((text = words(gasnett_format_putigeti_bufsz(dstcount, srccount))) != NULL)
		gasnett_format_putigeti(text, node, dstcount, dstlist, dstlen, srccount, srclist, srclen);
	say(name, text);
}

void gasneti_trace_strided(char kind, const char *name, gasnet_node_t node, void *dstaddr, const size_t dststrides[], void *srcaddr,
                           const size_t srcstrides[], const size_t count[], size_t stridelevels)
{
	uint64_t bytes = 1;
	char *text;

	if (!trace_far(node))
		return;
	for (size_t i = 0; i <= stridelevels; i++)
		bytes *= count[i];
	moved(kind, name, node, bytes);
	if ((text = words(gasnett_format_putsgets_bufsz(stridelevels))) != NULL)
		gasnett_format_putsgets(text, NULL, node, dstaddr, dststrides, srcaddr, srcstrides, count, stridelevels);
	say(name, text);
}

enum { SENT, BEGUN, OVER };
enum { SHORT, MEDIUM, LONG };

/* Called by the library: a message is sent to node, or the handler of one from node begins or ends. role 1: a reply. */
void gasneti_trace_message(int what, int role, int kind, unsigned int handler, unsigned int node, const void *addr, uint64_t bytes, const void *dest,
                           unsigned int nargs, const int32_t *args);
void gasneti_trace_message(int what, int role, int kind, unsigned int handler, unsigned int node, const void *addr, uint64_t bytes, const void *dest,
                           unsigned int nargs, const int32_t *args)
{
	static const char *const names[2][3][2] = {
	    {{"AMREQUEST_SHORT", "AMREQUEST_SHORT_HANDLER"},
	     {"AMREQUEST_MEDIUM", "AMREQUEST_MEDIUM_HANDLER"},
	     {"AMREQUEST_LONG", "AMREQUEST_LONG_HANDLER"}},
	    {{"AMREPLY_SHORT", "AMREPLY_SHORT_HANDLER"}, {"AMREPLY_MEDIUM", "AMREPLY_MEDIUM_HANDLER"}, {"AMREPLY_LONG", "AMREPLY_LONG_HANDLER"}},
	};
	const char *name = names[role][kind][what != SENT];
	char payload[128] = "", words[16 * 11 + 1] = "", text[3 * SHOWN + 8];
	size_t n = 0;

	if (what == OVER) {
		if (trace_lines('A'))
			trace_line('A', "%s: handler execution complete", name);
		return;
	}
	if (trace_stats('A'))
		stats_add('A', name, kind == SHORT ? NULL : "sz", kind == SHORT ? 0 : bytes, 0);
	if (!trace_lines('A') && !trace_lines('D'))
		return;
	for (unsigned int i = 0; i < nargs; i++)
		n += (size_t)sprintf(words + n, " 0x%08x", (unsigned int)args[i]);
	if (kind != SHORT)
		n = (size_t)sprintf(payload, " %s=%p nbytes=%" PRIu64, what == SENT ? "source_addr" : "addr", addr, bytes);
	if (kind == LONG && what == SENT)
		sprintf(payload + n, " dest_addr=%p", dest);
	if (trace_lines('A'))
		trace_line('A', "%s: %s=%u handler=%u%s args:%s", name, what == SENT ? "dest" : "source", node, handler, payload, words);
	if (kind != SHORT && trace_lines('D'))
		trace_line('D', "%s: payload data:%s", name, data(text, addr, bytes));
}
