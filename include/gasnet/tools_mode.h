/**
 * @file gasnet/tools_mode.h
 * Versions and properties of the tools, and whether they are to be safe for threads.
 *
 * GASNETT_THREAD_SAFE is 1 if the program defines it, for GASNet clients in PAR and PARSYNC mode, and for programs without GASNet that are compiled
 * for threads (_REENTRANT, _THREAD_SAFE, or pthread.h included before) unless they define GASNETT_THREAD_SINGLE. Otherwise GASNETT_THREAD_SINGLE is 1:
 * weak atomics and weak barriers cost nothing.
 */
#ifndef GASNET_TOOLS_MODE_H
#define GASNET_TOOLS_MODE_H

#if !defined(GASNETT_THREAD_SAFE) && \
  (defined(GASNET_PAR) || defined(GASNET_PARSYNC) || (!defined(GASNET_SEQ) && !defined(GASNETT_THREAD_SINGLE) && \
    (defined(_REENTRANT) || defined(_THREAD_SAFE) || defined(_PTHREAD_H))))
#define GASNETT_THREAD_SAFE 1
#elif defined(GASNETT_THREAD_SAFE)
#undef GASNETT_THREAD_SAFE
#define GASNETT_THREAD_SAFE 1
#else
#undef GASNETT_THREAD_SINGLE
#define GASNETT_THREAD_SINGLE 1
#endif
#if defined(GASNETT_THREAD_SAFE) && defined(GASNETT_THREAD_SINGLE)
#error "GASNet's tools: GASNETT_THREAD_SINGLE contradicts GASNETT_THREAD_SAFE, GASNET_PAR and GASNET_PARSYNC"
#endif
#ifdef GASNETT_LITE_MODE
#undef GASNETT_LITE_MODE
#define GASNETT_LITE_MODE 1
#endif

#include "annotate.h"

#define GASNETT_SPEC_VERSION_MAJOR 1
#ifdef GASNETI_EX
#define GASNETT_SPEC_VERSION_MINOR 20
#else
#define GASNETT_SPEC_VERSION_MINOR 9
#endif
#define GASNETT_RELEASE_VERSION_MAJOR GASNET_RELEASE_VERSION_MAJOR
#define GASNETT_RELEASE_VERSION_MINOR GASNET_RELEASE_VERSION_MINOR
#define GASNETT_RELEASE_VERSION_PATCH GASNET_RELEASE_VERSION_PATCH

#ifdef GASNETT_LITE_MODE
#define GASNETT_THREAD_MODEL LITE
#elif defined(GASNETT_THREAD_SAFE)
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

/** The compiler of the library, which is taken to be the client's: headers and library fit any of those in gasnet/portable.h. */
#define GASNETT_PLATFORM_COMPILER_IDSTR PLATFORM_COMPILER_IDSTR
#define GASNETT_PLATFORM_COMPILER_FAMILYID PLATFORM_COMPILER_FAMILYID
#define GASNETT_PLATFORM_COMPILER_ID PLATFORM_COMPILER_ID
#define GASNETT_PLATFORM_COMPILER_VERSION PLATFORM_COMPILER_VERSION

/** @name What clocks, barriers and atomics are made of: parts of GASNETT_CONFIG_STRING */
/**@{*/
#define GASNETT_PTR_CONFIG 64bit
#define GASNETT_TIMER_CONFIG timers_native
#define GASNETT_MEMBAR_CONFIG membars_native
#define GASNETT_ATOMIC_CONFIG atomics_native
#define GASNETT_ATOMIC32_CONFIG atomic32_native
#define GASNETT_ATOMIC64_CONFIG atomic64_native
/**@}*/

#define GASNETT_CONFIG_STRING                                                                                         \
  "RELEASE=" _STRINGIFY(GASNETT_RELEASE_VERSION_MAJOR) "." _STRINGIFY(GASNETT_RELEASE_VERSION_MINOR) "." _STRINGIFY(  \
    GASNETT_RELEASE_VERSION_PATCH) ",SPEC=" _STRINGIFY(GASNETT_SPEC_VERSION_MAJOR) "." _STRINGIFY(                    \
    GASNETT_SPEC_VERSION_MINOR) ",PTR=" _STRINGIFY(GASNETT_PTR_CONFIG) "," _STRINGIFY(GASNETT_DEBUG_CONFIG) "," _STRINGIFY(                     \
    GASNETT_THREAD_MODEL) "," _STRINGIFY(GASNETT_TIMER_CONFIG) "," _STRINGIFY(GASNETT_MEMBAR_CONFIG) "," _STRINGIFY(  \
    GASNETT_ATOMIC_CONFIG) "," _STRINGIFY(GASNETT_ATOMIC32_CONFIG) "," _STRINGIFY(GASNETT_ATOMIC64_CONFIG)

#endif
