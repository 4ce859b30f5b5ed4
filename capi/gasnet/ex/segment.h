/* gasnet/ex/segment.h - transfers to segments that ranks have created and published. */
#ifndef GA_GASNET_EX_SEGMENT_H
#define GA_GASNET_EX_SEGMENT_H

#include "objects.h"

#include "../move.h"

/* Whether a rank has published a segment that has [addr, addr+bytes). */
static inline bool ga_gex_is_published(const struct ga_gex *g, uint32_t rank, const void *addr, size_t bytes)
{
	const struct ga_gex_place *p = __atomic_load_n(&g->published, __ATOMIC_ACQUIRE);

	if (!p || rank >= g->size)
		return false;
	return (uintptr_t)addr - p[rank].addr <= p[rank].bytes && bytes <= p[rank].bytes - ((uintptr_t)addr - p[rank].addr);
}

/* Whether the segment of a live rank is one that it has created, which is memory of its process alone; never this rank's own. */
static inline bool ga_gex_is_apart(const struct ga_gex *g, uint32_t rank)
{
	const struct ga_gex_place *p = __atomic_load_n(&g->published, __ATOMIC_ACQUIRE);

	return GA_UNLIKELY(p != NULL) && ga_gasnet.ranks && rank < g->size && rank != g->me && p[rank].bytes;
}

/* Copies to such a segment of a live rank, from one; false: it is none. */
bool ga_gex_put_published(const char *fn, uint32_t rank, void *dest, const void *src, size_t bytes);
bool ga_gex_get_published(const char *fn, void *dest, uint32_t rank, const void *src, size_t bytes);

#endif
