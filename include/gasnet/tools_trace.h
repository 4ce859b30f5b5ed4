/**
 * @file gasnet/tools_trace.h
 * Hooks of tracing and statistics. Define GASNET_TRACE or GASNET_STATS (either turns on both) to compile a program with them. It then writes to the files that
 * GASNET_TRACEFILE and GASNET_STATSFILE name: the text it passes to these hooks, its calls (trace_calls.h), and the messages it receives. Link it with a
 * fragment's GASNET_LIBS, since the tracing code is part of the program. Otherwise, as in an ordinary build of GASNet, the hooks are expressions without effect.
 *
 * GASNET_TRACEFILE: stdout, stderr, - (standard error) or a file, where % stands for the node. GASNET_TRACEMASK: the letters of the kinds to write; with ^ in
 * front, of the kinds to omit. The default is all:
 *
 *     G gets                   B barriers                              C events inside the library: rings that are full
 *     P puts                   L handler-safe locks                    D addresses and data of G, P and A
 *     S synchronisation        A active messages and their handlers    N source lines in front of all others
 *     W collectives            I the job, segments, access regions     H text of the program
 *     X gasnet_AMPoll          R remote atomics: nothing               U always
 *
 * GASNET_TRACENODES: nodes that write, as in 0,2-5. GASNET_TRACELOCAL=0: no puts and gets of a node to itself. GASNET_TRACEFLUSH=1: each line at once.
 * GASNET_STATSFILE, GASNET_STATSMASK, GASNET_STATSNODES likewise. Messages of the library itself, such as those of collectives, have handlers below 128.
 */
#ifndef GASNET_TOOLS_TRACE_H
#define GASNET_TOOLS_TRACE_H

#include <stdint.h>

#include "annotate.h"

GASNETT_INLINE(_gasnett_trace_printf_noop)
void _gasnett_trace_printf_noop(const char *format, ...) { (void)format; }

/** Prints the program's own statistics, with the function that it is given, when the job ends. */
typedef void (*gasnett_stats_callback_t)(void (*format)(const char *fmt, ...));

#if defined(GASNET_TRACE) || defined(GASNET_STATS)

#ifdef __cplusplus
extern "C" {
#endif
/* Functions of the archive. Hidden from tools that read the headers for the functions of the library, which is never compiled with GASNET_TRACE. */
void gasneti_trace_setsourceline(const char *file, unsigned int line);
void gasneti_trace_getsourceline(const char **pfile, unsigned int *pline);
void gasneti_trace_freezesourceline(int freeze);
void gasneti_trace_printf(const char *format, ...);
void gasneti_trace_printf_force(const char *format, ...);
const char *gasneti_trace_getmask(int stats);
void gasneti_trace_setmask(int stats, const char *mask);
int gasneti_trace_local(int newval); /* -1: ask */
int gasneti_trace_enabled(void);
int gasneti_stats_init(gasnett_stats_callback_t callback);
void gasneti_stats_printf(const char *format, ...);
/* The source position of this thread's next calls. */
void gasneti_trace_at(const char *file, unsigned int line);
/* A call of some kind: that it was made; a number of it; the time since begun, in ticks. */
void gasneti_trace_count(char kind, const char *name);
void gasneti_trace_value(char kind, const char *name, const char *desc, uint64_t value);
void gasneti_trace_took(char kind, const char *name, const char *desc, uint64_t begun);
/* A put, a get (local NULL: of a value), a barrier, a collective (root -1: none). */
void gasneti_trace_move(char kind, const char *name, uint64_t node, const void *remote, const void *local, uint64_t bytes);
void gasneti_trace_barrier(const char *name, int id, int flags);
void gasneti_trace_coll(const char *name, const void *team, int root, uint64_t bytes, int flags);
#ifdef __cplusplus
}
#endif

#define GASNETT_TRACE_ENABLED gasneti_trace_enabled()
#define GASNETT_TRACE_SETSOURCELINE(file, line) gasneti_trace_setsourceline((file), (unsigned int)(line))
#define GASNETT_TRACE_GETSOURCELINE(pfile, pline) gasneti_trace_getsourceline((pfile), (pline))
#define GASNETT_TRACE_FREEZESOURCELINE() gasneti_trace_freezesourceline(1)
#define GASNETT_TRACE_UNFREEZESOURCELINE() gasneti_trace_freezesourceline(0)
#define GASNETT_TRACE_PRINTF gasneti_trace_printf
#define GASNETT_TRACE_PRINTF_FORCE gasneti_trace_printf_force
#define GASNETT_TRACE_GETMASK() gasneti_trace_getmask(0)
#define GASNETT_TRACE_SETMASK(mask) gasneti_trace_setmask(0, (mask))
#define GASNETT_TRACE_GET_TRACELOCAL() gasneti_trace_local(-1)
#define GASNETT_TRACE_SET_TRACELOCAL(newval) ((void)gasneti_trace_local(!!(newval)))
#define GASNETT_STATS_INIT(callback) gasneti_stats_init(callback)
#define GASNETT_STATS_PRINTF gasneti_stats_printf
#define GASNETT_STATS_PRINTF_FORCE gasneti_stats_printf
#define GASNETT_STATS_GETMASK() gasneti_trace_getmask(1)
#define GASNETT_STATS_SETMASK(mask) gasneti_trace_setmask(1, (mask))

#else

#define GASNETT_TRACE_ENABLED 0
#define GASNETT_TRACE_SETSOURCELINE(file, line) ((void)0)
#define GASNETT_TRACE_GETSOURCELINE(pfile, pline) ((void)0)
#define GASNETT_TRACE_FREEZESOURCELINE() ((void)0)
#define GASNETT_TRACE_UNFREEZESOURCELINE() ((void)0)
#define GASNETT_TRACE_PRINTF _gasnett_trace_printf_noop
#define GASNETT_TRACE_PRINTF_FORCE _gasnett_trace_printf_noop
#define GASNETT_TRACE_GETMASK() ""
#define GASNETT_TRACE_SETMASK(mask) ((void)0)
#define GASNETT_TRACE_GET_TRACELOCAL() (0)
#define GASNETT_TRACE_SET_TRACELOCAL(newval) ((void)0)
#define GASNETT_STATS_INIT(callback) 0
#define GASNETT_STATS_PRINTF _gasnett_trace_printf_noop
#define GASNETT_STATS_PRINTF_FORCE _gasnett_trace_printf_noop
#define GASNETT_STATS_GETMASK() ""
#define GASNETT_STATS_SETMASK(mask) ((void)0)

#endif

#endif
