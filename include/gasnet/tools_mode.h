/**
 * @file gasnet/tools_mode.h
 * Versions and properties of the tools, and whether they are to be safe for threads.
 *
 * GASNETT_THREAD_SAFE is 1 if the program defines it, for GASNet clients in PAR and PARSYNC mode, and for programs without GASNet that are compiled
 * for threads (_REENTRANT, _THREAD_SAFE, or pthread.h included before). Otherwise weak atomics and weak barriers cost nothing.
 */
#ifndef GASNET_TOOLS_MODE_H
#define GASNET_TOOLS_MODE_H

#if !defined(GASNETT_THREAD_SAFE) && \
  (defined(GASNET_PAR) || defined(GASNET_PARSYNC) || (!defined(GASNET_SEQ) && (defined(_REENTRANT) || defined(_THREAD_SAFE) || defined(_PTHREAD_H))))
#define GASNETT_THREAD_SAFE 1
#elif defined(GASNETT_THREAD_SAFE)
#undef GASNETT_THREAD_SAFE
#define GASNETT_THREAD_SAFE 1
#endif

#include "annotate.h"

#define GASNETT_SPEC_VERSION_MAJOR 1
#define GASNETT_SPEC_VERSION_MINOR 9
#define GASNETT_RELEASE_VERSION_MAJOR 1
#define GASNETT_RELEASE_VERSION_MINOR 29
#define GASNETT_RELEASE_VERSION_PATCH 3

#ifdef GASNETT_THREAD_SAFE
#define GASNETT_THREAD_MODEL PAR
#else
#define GASNETT_THREAD_MODEL SEQ
#endif

#ifdef GASNET_DEBUG
#define GASNETT_DEBUG_CONFIG debug
#else
#define GASNETT_DEBUG_CONFIG nodebug
#endif

#define GASNETT_PAGESIZE 4096
#define GASNETT_PAGESHIFT 12
#define GASNETT_CACHE_LINE_BYTES 64

/** Threads that a GASNet client may have in a process. */
#if defined(GASNET_PAR) || defined(GASNET_PARSYNC)
#define GASNETT_MAX_THREADS 256
#elif defined(GASNET_SEQ)
#define GASNETT_MAX_THREADS 1
#endif
#if defined(GASNETT_MAX_THREADS) && !defined(GASNETI_MAX_THREADS)
#define GASNETI_MAX_THREADS GASNETT_MAX_THREADS
#endif

#define GASNETT_SYSTEM_TUPLE GASNETI_SYSTEM_CPU "-unknown-linux-gnu"
#define GASNETT_CONFIGURE_ARGS ""

#define GASNETT_CONFIG_STRING                                                                                         \
  "RELEASE=" _STRINGIFY(GASNETT_RELEASE_VERSION_MAJOR) "." _STRINGIFY(GASNETT_RELEASE_VERSION_MINOR) "." _STRINGIFY(  \
    GASNETT_RELEASE_VERSION_PATCH) ",SPEC=" _STRINGIFY(GASNETT_SPEC_VERSION_MAJOR) "." _STRINGIFY(                    \
    GASNETT_SPEC_VERSION_MINOR) ",PTR=64bit," _STRINGIFY(GASNETT_DEBUG_CONFIG) "," _STRINGIFY(GASNETT_THREAD_MODEL) \
  ",timers_native,membars_native,atomics_native,atomic32_native,atomic64_native"

#endif
