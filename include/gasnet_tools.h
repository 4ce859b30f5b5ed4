/**
 * @file gasnet_tools.h
 * GASNet's portability tools (tools specification 1.9): clocks, atomics, barriers, locks, the environment, debugging.
 *
 * They need no job, no gasnet_init and no gasnet.h. A program that uses GASNet as well includes gasnet.h first; its mode (GASNET_SEQ, GASNET_PAR,
 * GASNET_PARSYNC) then decides whether the tools are safe for threads, see gasnet/tools_mode.h. With GASNETT_LITE_MODE there are clocks and memory
 * barriers only.
 *
 * With GASNet there are gasnet/tools_client.h as well, and what is included after gasnet.h.
 *
 * A function here may be a macro in other implementations, so programs must not take its address.
 */
#ifndef _GASNET_TOOLS_H
#define _GASNET_TOOLS_H
#define _INCLUDED_GASNET_TOOLS_H

#include "gasnet/tools_mode.h"

/* Programs rely on these. */
#include <errno.h>
#include <limits.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "gasnet/tools_membar.h"
#include "gasnet/tools_time.h"

#ifndef GASNETT_LITE_MODE
#include "gasnet/tools_atomic.h"
#include "gasnet/tools_debug.h"
#include "gasnet/tools_env.h"
#include "gasnet/tools_lock.h"
#include "gasnet/tools_system.h"
#include "gasnet/tools_trace.h"

/* Strings that tools search for in executables. */
GASNETT_IDENT(gasneti_ident_tools_config, "$GASNetToolsConfig: " GASNETT_CONFIG_STRING " $");
GASNETT_IDENT(gasneti_ident_tools_threads, "$GASNetToolsThreadModel: " _STRINGIFY(GASNETT_THREAD_MODEL) " $");
GASNETT_IDENT(gasneti_ident_tools_system, "$GASNetSystemTuple: " GASNETT_SYSTEM_TUPLE " $");
#endif

#ifdef _INCLUDED_GASNET_H
#include "gasnet/tools_client.h"
#endif

#endif
