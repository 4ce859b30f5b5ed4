/* gasnet_vis.h - transfers of GASNet-EX of memory that is not contiguous: vectors, lists of addresses, strides.
 *
 * The bytes of the source, in the order of its pieces, fill the pieces of the destination in theirs; there must be as many on both sides. The destination of a put and the source of a get
 * lie in the segment of rank in tm; the other side is anywhere in memory of the caller. Pieces of a destination must not overlap, those of a source may. No alignment is needed.
 *
 * Blocking calls are complete when they return. NB returns an event; NBI counts as a put or a get for gex_NBI_Wait and access regions. Lists and strides may be changed when a call has returned, the
 * source when it is complete. With GEX_FLAG_ENABLE_LEAF_LC a put copies its source, so that it may be changed at once: gex_Event_QueryLeaf of GEX_EC_LC is a complete event.
 * GEX_FLAG_IMMEDIATE has no effect. Blocking and NBI return 0. */
#ifndef _GASNET_VIS_H
#define _GASNET_VIS_H

#include "gasnetex.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

#define GASNETI_GEX_VIS(name, ...) \
  int gex_VIS_##name##Blocking(__VA_ARGS__); \
  gex_Event_t gex_VIS_##name##NB(__VA_ARGS__); \
  int gex_VIS_##name##NBI(__VA_ARGS__);

/* Vectors: pieces of any length. The address of one without bytes does not matter. */
GASNETI_GEX_VIS(VectorPut, gex_TM_t tm, gex_Rank_t rank, size_t dstcount, gex_Memvec_t const dst[], size_t srccount, gex_Memvec_t const src[], gex_Flags_t flags)
GASNETI_GEX_VIS(VectorGet, gex_TM_t tm, size_t dstcount, gex_Memvec_t const dst[], gex_Rank_t rank, size_t srccount, gex_Memvec_t const src[], gex_Flags_t flags)

/* Lists of addresses, of pieces that have one length on each side: dstcount * dstlen == srccount * srclen. */
GASNETI_GEX_VIS(IndexedPut, gex_TM_t tm, gex_Rank_t rank, size_t dstcount, void *const dst[], size_t dstlen, size_t srccount, void *const src[], size_t srclen, gex_Flags_t flags)
GASNETI_GEX_VIS(IndexedGet, gex_TM_t tm, size_t dstcount, void *const dst[], size_t dstlen, gex_Rank_t rank, size_t srccount, void *const src[], size_t srclen, gex_Flags_t flags)

/* Strides: elements of elemsz bytes, count[i] of them in dimension i, strides[i] bytes from one to the next, for i below stridelevels. Strides may be negative, and in any order: dst and src are where
 * the first element is. A source stride may be 0, or less than an element. stridelevels 0 is one element. If elemsz or a count is 0 nothing happens, and other arguments do not matter. */
GASNETI_GEX_VIS(StridedPut, gex_TM_t tm, gex_Rank_t rank, void *dst, const ptrdiff_t dststrides[], void *src, const ptrdiff_t srcstrides[], size_t elemsz, const size_t count[], size_t stridelevels,
                gex_Flags_t flags)
GASNETI_GEX_VIS(StridedGet, gex_TM_t tm, void *dst, const ptrdiff_t dststrides[], gex_Rank_t rank, void *src, const ptrdiff_t srcstrides[], size_t elemsz, const size_t count[], size_t stridelevels,
                gex_Flags_t flags)

/* Has the calling thread's next put of these run a handler at its target when the data is in place, also if it has none: one of class Medium and role reply, without arguments, which receives up to
 * GEX_VIS_MAX_PEERCOMPLETION bytes. The bytes are read when the put is made, which then waits for its completion. handler 0: none is to run. Deprecated by the specification. */
void gex_VIS_SetPeerCompletionHandler(gex_AM_Index_t handler, const void *source_addr, size_t nbytes, gex_Flags_t flags);

/* gasnett_format_putsgets of programs is a macro for this: prints a transfer of strides, and returns the number of bytes that are moved. */
size_t gasneti_gex_format_putsgets(char *buf, void *pstats, gex_TM_t tm, gex_Rank_t rank, void *dst, const ptrdiff_t dststrides[], void *src, const ptrdiff_t srcstrides[], size_t elemsz,
                                   const size_t count[], size_t stridelevels);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

/* Those of GASNet-1, and text that describes transfers. */
#ifndef GASNETGO_WITHOUT_GASNET1
#include <gasnet/vis.h>

#include "gex/format.h"
#endif

#endif
