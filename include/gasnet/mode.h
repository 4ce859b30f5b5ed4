/* gasnet/mode.h - which of GASNET_SEQ, GASNET_PARSYNC and GASNET_PAR a client is compiled for, and what this build says of itself.
 *
 * One library serves all three: gasnet_init passes the mode to it. */
#ifndef GASNET_MODE_H
#define GASNET_MODE_H

#include <gasnet_config.h>
#include <gasnet/portable.h>

#if defined(GASNET_SEQ) + defined(GASNET_PARSYNC) + defined(GASNET_PAR) != 1
#error define exactly one of GASNET_SEQ, GASNET_PARSYNC and GASNET_PAR before including gasnet.h
#endif

/* Clients say -DGASNET_PAR or #define GASNET_PAR and test it both ways. */
#ifdef GASNET_SEQ
#undef GASNET_SEQ
#define GASNET_SEQ 1
#define GASNETI_MODE 0
#define GASNETI_MODE_NAME "SEQ"
#endif
#ifdef GASNET_PARSYNC
#undef GASNET_PARSYNC
#define GASNET_PARSYNC 1
#define GASNETI_MODE 1
#define GASNETI_MODE_NAME "PARSYNC"
#endif
#ifdef GASNET_PAR
#undef GASNET_PAR
#define GASNET_PAR 1
#define GASNETI_MODE 2
#define GASNETI_MODE_NAME "PAR"
#endif

/* A client with GASNET_DEBUG has its calls checked as with GASNETGO_DEBUG=1, unless the environment says otherwise. */
#define GASNETI_CHECKED 16
#ifdef GASNET_DEBUG
#undef GASNET_DEBUG
#define GASNET_DEBUG 1
#define GASNETI_DEBUG_NAME "debug"
#define GASNETI_CHECKED_CLIENT GASNETI_CHECKED
#else
#undef GASNET_NDEBUG
#define GASNET_NDEBUG 1
#define GASNETI_DEBUG_NAME "nodebug"
#define GASNETI_CHECKED_CLIENT 0
#endif

/* Either turns on both: gasnet/tools_trace.h. */
#if defined(GASNET_TRACE) || defined(GASNET_STATS)
#undef GASNET_TRACE
#undef GASNET_STATS
#undef GASNET_SRCLINES
#define GASNET_TRACE 1
#define GASNET_STATS 1
#define GASNET_SRCLINES 1
#define GASNETI_TRACE_NAME "trace,stats,nodebugmalloc,srclines"
#else
#define GASNETI_TRACE_NAME "notrace,nostats,nodebugmalloc,nosrclines"
#endif

#define GASNET_VERSION GASNET_SPEC_VERSION_MAJOR

#ifndef GASNET_CONDUIT_NAME /* GASNet-EX has others: gasnetex/gex/conduit.h */
#define GASNET_CONDUIT_NAME SMP
#define GASNET_CONDUIT_NAME_STR "SMP"
#undef GASNET_CONDUIT_SMP
#define GASNET_CONDUIT_SMP 1
#endif
#define GASNET_CORE_NAME GASNET_CONDUIT_NAME
#define GASNET_CORE_NAME_STR GASNET_CONDUIT_NAME_STR
#define GASNET_CORE_VERSION 1.10
#define GASNET_CORE_VERSION_STR "1.10"
#define GASNET_EXTENDED_NAME GASNET_CONDUIT_NAME
#define GASNET_EXTENDED_NAME_STR GASNET_CONDUIT_NAME_STR
#define GASNET_EXTENDED_VERSION 1.2
#define GASNET_EXTENDED_VERSION_STR "1.2"

#define GASNET_NULL_ARGV_OK 1

/* Segments are shared memory: ranks of one supernode may follow each other's addresses, which are the same everywhere. */
#define GASNET_PSHM 1

/* Remote addresses lie in the segments that gasnet_attach makes; these begin at different addresses. */
#define GASNET_SEGMENT_FAST 1
#define GASNET_ALIGNED_SEGMENTS 0

#define GASNET_PAGESIZE 4096

#if __SIZEOF_POINTER__ == 8
#define GASNETI_PTR_NAME "64bit"
#else
#define GASNETI_PTR_NAME "32bit"
#endif

#define GASNETI_RELEASE_STR                                                                                                    \
  _STRINGIFY(GASNET_RELEASE_VERSION_MAJOR) "." _STRINGIFY(GASNET_RELEASE_VERSION_MINOR) "." _STRINGIFY(GASNET_RELEASE_VERSION_PATCH)
#ifdef GASNETI_EX
#define GASNETI_SPEC_STR _STRINGIFY(GEX_SPEC_VERSION_MAJOR) "." _STRINGIFY(GEX_SPEC_VERSION_MINOR)
#else
#define GASNETI_SPEC_STR _STRINGIFY(GASNET_SPEC_VERSION_MAJOR) "." _STRINGIFY(GASNET_SPEC_VERSION_MINOR)
#endif

#define GASNET_CONFIG_STRING                                                                                                   \
  "RELEASE=" GASNETI_RELEASE_STR ",SPEC=" GASNETI_SPEC_STR ",CONDUIT=" GASNET_CONDUIT_NAME_STR "(" GASNET_CORE_NAME_STR        \
  "-" GASNET_CORE_VERSION_STR "/" GASNET_EXTENDED_NAME_STR "-" GASNET_EXTENDED_VERSION_STR ")"                                 \
  ",THREADMODEL=" GASNETI_MODE_NAME ",SEGMENT=FAST,PTR=" GASNETI_PTR_NAME ",noalign,pshm," GASNETI_DEBUG_NAME                  \
  "," GASNETI_TRACE_NAME ",timers_native,membars_native,atomics_native,atomic32_native,atomic64_native"

/* What tools cut out of an executable. The library is a shared one, so the strings are the client's own. */
#define GASNETI_IDENT(name, text) static const char name[] __attribute__((__used__, __unused__)) = text
GASNETI_IDENT(gasneti_ident_config, "$GASNetConfig: " GASNET_CONFIG_STRING " $");
GASNETI_IDENT(gasneti_ident_threads, "$GASNetThreadModel: GASNET_" GASNETI_MODE_NAME " $");
GASNETI_IDENT(gasneti_ident_segment, "$GASNetSegment: GASNET_SEGMENT_FAST $");
GASNETI_IDENT(gasneti_ident_conduit, "$GASNetConduitName: " GASNET_CONDUIT_NAME_STR " $");
GASNETI_IDENT(gasneti_ident_core_name, "$GASNetCoreLibraryName: " GASNET_CORE_NAME_STR " $");
GASNETI_IDENT(gasneti_ident_core_version, "$GASNetCoreLibraryVersion: " GASNET_CORE_VERSION_STR " $");
GASNETI_IDENT(gasneti_ident_extended_name, "$GASNetExtendedLibraryName: " GASNET_EXTENDED_NAME_STR " $");
GASNETI_IDENT(gasneti_ident_extended_version, "$GASNetExtendedLibraryVersion: " GASNET_EXTENDED_VERSION_STR " $");
GASNETI_IDENT(gasneti_ident_api, "$GASNetAPIVersion: " _STRINGIFY(GASNET_SPEC_VERSION_MAJOR) " $");
#ifdef GASNETI_EX
GASNETI_IDENT(gasneti_ident_ex_api, "$GASNetEXAPIVersion: " GASNETI_SPEC_STR " $");
#endif
GASNETI_IDENT(gasneti_ident_max_segsize, "$GASNetDefaultMaxSegsize: 2147479552 $");

#endif
