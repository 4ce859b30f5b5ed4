/* gasnet/trace.h - what the library tells a program that traces itself (packaging/gasnet/trace.c): messages, handlers, and what else a program does not see. */
#ifndef GA_GASNET_TRACE_H
#define GA_GASNET_TRACE_H

#include "tools/client.h"
#include "plane.h"

/* Looks whether this program traces, at the end of gasnet_init; says what job it is. */
void ga_gasnet_trace_begin(void);

/* The segment and the handlers of this rank. */
void ga_gasnet_trace_attach(const gasnet_handlerentry_t *table, int n);

/* The rest only while ga_gasnet.traces. */

/* A message goes to a rank. */
void ga_gasnet_trace_send(const struct ga_am_message *m, uint32_t rank);

/* A handler begins, or is over. */
void ga_gasnet_trace_handler(bool over, uint32_t role, uint32_t kind, uint32_t handler, uint32_t from, const void *buffer, size_t bytes,
                             uint32_t nargs, const int32_t *args);

/* A line of kind C or I. */
void ga_gasnet_trace_note(char kind, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
