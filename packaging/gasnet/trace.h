/* trace.h - between the parts of what traces a program: trace.c has the files and the masks, trace_stats.c counts, trace_calls.c has the words. */
#ifndef GASNETGO_TRACE_H
#define GASNETGO_TRACE_H

#define _GNU_SOURCE
#define GASNET_PAR
#define GASNET_TRACE
#include <gasnet.h>
#include <gasnet_tools.h>
#include <gasnet_vis.h>

/* Everything here is the program's own. */
#pragma GCC visibility push(hidden)

/* This node; -1 before anything has been asked for. */
int trace_node(void);

/* Whether lines, or numbers, of a kind are wanted; for a put, get or message to that node. */
int trace_lines(char kind);
int trace_stats(char kind);
int trace_far(uint64_t node);

/* A line, with the place of the call that this thread makes in front of it. */
void trace_line(char kind, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Adds to the numbers of name; desc says what value is, NULL: it was only made. ticks: value is one. */
void stats_add(char kind, const char *name, const char *desc, uint64_t value, int ticks);

/* All numbers, in the end. */
void stats_print(FILE *to, int node);

#pragma GCC visibility pop

#endif
