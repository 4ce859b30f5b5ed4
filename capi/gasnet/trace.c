/* gasnet/trace.c - see gasnet/trace.h. */
#define _GNU_SOURCE
#include "tools/client.h"

#include "trace.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "../runtime/program.h"

/* The program's, if it was compiled to trace. */
extern int gasneti_trace_wanted(void) __attribute__((weak));
extern void gasneti_trace_message(int what, int role, int kind, unsigned int handler, unsigned int node, const void *addr, uint64_t bytes,
                                  const void *dest, unsigned int nargs, const int32_t *args) __attribute__((weak));
extern void gasneti_trace_note(char kind, const char *text) __attribute__((weak));

enum { SENT, BEGUN, OVER };

/* Each rank of a simulated job has its own. */
#define CALL(f, ...)                               \
	do {                                       \
		__typeof__(&f) f_ = GA_PROGRAM(f); \
		if (f_)                            \
			f_(__VA_ARGS__);           \
	} while (0)

void ga_gasnet_trace_note(char kind, const char *format, ...)
{
	char text[512];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	CALL(gasneti_trace_note, kind, text);
}

void ga_gasnet_trace_send(const struct ga_am_message *m, uint32_t rank)
{
	CALL(gasneti_trace_message, SENT, (int)m->role, (int)m->kind, m->handler, rank, m->source, m->bytes, m->dest, m->nargs, m->args);
}

void ga_gasnet_trace_handler(bool over, uint32_t role, uint32_t kind, uint32_t handler, uint32_t from, const void *buffer, size_t bytes,
                             uint32_t nargs, const int32_t *args)
{
	CALL(gasneti_trace_message, over ? OVER : BEGUN, (int)role, (int)kind, handler, from, buffer, bytes, NULL, nargs, args);
}

void ga_gasnet_trace_begin(void)
{
	int (*wanted)(void) = GA_PROGRAM(gasneti_trace_wanted);

	if (!wanted || !wanted())
		return;
	ga_gasnet.traces = 1;
	ga_gasnet.watch = 1;
	ga_gasnet_trace_note('I', "gasnet_init: node %u of %u, %s, largest segment %zu", gasnet_mynode(), gasnet_nodes(),
	                     ga_simulated        ? "simulated"
	                     : ga_gasnet.threads ? "several threads may call"
	                                         : "one thread calls",
	                     (size_t)gasnet_getMaxLocalSegmentSize());
}

void ga_gasnet_trace_attach(const gasnet_handlerentry_t *table, int n)
{
	const gasnet_node_t me = gasnet_mynode();
	gasnet_seginfo_t *all = calloc((size_t)me + 1, sizeof *all);

	if (all && gasnet_getSegmentInfo(all, (int)me + 1) == GASNET_OK)
		ga_gasnet_trace_note('I', "gasnet_attach: segment of %zu bytes at %p", (size_t)all[me].size, all[me].addr);
	free(all);
	for (int i = 0; i < n; i++)
		ga_gasnet_trace_note('I', "gasnet_attach: handler %d is %p", table[i].index, (void *)(uintptr_t)table[i].fnptr);
}
