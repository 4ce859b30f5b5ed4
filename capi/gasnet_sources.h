/* gasnet_sources.h - sources of puts that are not synchronised yet: they must stay as they are. With GASNETGO_DEBUG=1 only. In shared memory no harm would come of it, which
 * is why a program that is wrong elsewhere may work here. */
#ifndef GA_GASNET_SOURCES_H
#define GA_GASNET_SOURCES_H

#include "gasnet_client.h"
#include "plane_gasnet.h"

/* A put has begun whose source must stay until the handle that this answers is synchronised, or, for nbi, until all puts are. */
gasnet_handle_t ga_source_begin(const char *fn, const void *source, size_t bytes, bool nbi);

/* Handles are synchronised: those of ga_source_begin and ga_sources_of_region become GASNET_INVALID_HANDLE, the others stay. */
void ga_sources_end(const char *fn, gasnet_handle_t *handles, size_t n);

/* All puts without a handle are. */
void ga_sources_end_nbi(const char *fn);

/* An access region is over: its handle. */
gasnet_handle_t ga_sources_of_region(void);

#endif
