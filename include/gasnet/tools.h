/**
 * @file gasnet/tools.h
 * GASNet's portability tools: clocks, atomics, barriers, locks, the environment, debugging. gasnet_tools.h includes this, that of GASNet-1 and that of
 * GASNet-EX.
 *
 * They need no job, no gasnet_init and no gasnet.h. A program that uses GASNet as well includes gasnet.h first; its mode (GASNET_SEQ, GASNET_PAR,
 * GASNET_PARSYNC) then decides whether the tools are safe for threads, see gasnet/tools_mode.h. With GASNETT_LITE_MODE there are clocks and memory
 * barriers only.
 *
 * With GASNet there is tools_client.h as well.
 *
 * A function here may be a macro in other implementations, so programs must not take its address.
 */
#ifndef _GASNET_TOOLS_H
#define _GASNET_TOOLS_H
#define _INCLUDED_GASNET_TOOLS_H

#include "tools_mode.h"

/* Programs rely on these. */
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "tools_membar.h"
#include "tools_time.h"

#ifndef GASNETT_LITE_MODE
#include "tools_atomic.h"
#include "tools_debug.h"
#include "tools_env.h"
#include "tools_lock.h"
#include "tools_system.h"
#include "tools_trace.h"

/* Strings that tools search for in executables. */
GASNETT_IDENT(gasneti_ident_tools_config, "$GASNetToolsConfig: " GASNETT_CONFIG_STRING " $");
GASNETT_IDENT(gasneti_ident_tools_threads, "$GASNetToolsThreadModel: " _STRINGIFY(GASNETT_THREAD_MODEL) " $");
GASNETT_IDENT(gasneti_ident_tools_system, "$GASNetSystemTuple: " GASNETT_SYSTEM_TUPLE " $");
#endif

#ifdef _INCLUDED_GASNET_H
#include "tools_client.h"
#endif

#endif
