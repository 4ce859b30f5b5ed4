/* gasnet.h - GASNet, specification 1.8: core and extended API, and collectives.
 *
 * Define one of GASNET_SEQ (one thread calls), GASNET_PARSYNC (one at a time) and GASNET_PAR (any number at once). The library is the same; see
 * gasnet_tools.h for timers, atomics and locks, gasnet_vis.h for vectors and strides. */
#ifndef _GASNET_H
#define _GASNET_H
#define _INCLUDED_GASNET_H

/* Clients rely on these. */
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <pthread.h>
#include <sched.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include <gasnet/mode.h>

#include <gasnet/types.h>

#include <gasnet/core.h>

#include <gasnet/am.h>

#include <gasnet/extended.h>

#include <gasnet/direct.h>

#include <gasnet/coll.h>

/* The tools' older names: not for programs that read the headers for what belongs to gasnet.h itself. */
#ifndef GASNETGO_WITHOUT_TOOLS
#include <gasnet/toolhelp.h>
#endif

#if defined(GASNET_TRACE) || defined(GASNET_STATS)
#include <gasnet/trace_calls.h>
#endif

#endif
