/**
 * @file gasnet/tools_trace.h
 * Hooks of tracing and statistics. This library is not built with either, as an ordinary build of GASNet is not: they are expressions without effect.
 */
#ifndef GASNET_TOOLS_TRACE_H
#define GASNET_TOOLS_TRACE_H

#include "tools_mode.h"

GASNETT_INLINE(_gasnett_trace_printf_noop)
void _gasnett_trace_printf_noop(const char *format, ...) { (void)format; }

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
