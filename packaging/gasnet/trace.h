/* trace.h - shared by the parts of tracing: trace.c has the files and the masks, trace_stats.c counts, trace_calls.c formats calls. */
#ifndef GASNETGO_TRACE_H
#define GASNETGO_TRACE_H

#define _GNU_SOURCE
#define GASNET_PAR
#define GASNET_TRACE
#include <gasnet.h>
#include <gasnet_tools.h>
#include <gasnet_vis.h>

/* All of these are part of the program. */
#pragma GCC visibility push(hidden)

/* This node; -1 before the first use. */
int trace_node(void);

/* Whether lines, or numbers, of a kind are written, for a put, get or message to that node. */
int trace_lines(char kind);
int trace_stats(char kind);
int trace_far(uint64_t node);

/* Writes a line, with the source position of this thread's current call in front. */
void trace_line(char kind, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Adds to the numbers of name. desc describes value; NULL: only the call counts. ticks: value is in ticks. */
void stats_add(char kind, const char *name, const char *desc, uint64_t value, int ticks);

/* Writes all numbers at the end. */
void stats_print(FILE *to, int node);

#pragma GCC visibility pop

#endif
