/**
 * @file gasnet_vis.h
 * GASNet's transfers of memory that is not contiguous: vectors (V), lists of addresses (I), strides (S).
 *
 * A transfer has two sides. The bytes of the source, in the order in which its pieces are listed, fill the pieces of the destination in their order; pieces
 * of the two need not be of the same size, but there must be as many bytes on both. The destination of a put and the source of a get lie in the segment of the node;
 * the other side is anywhere in memory of the caller. Pieces of a destination must not overlap; those of a source may. No alignment is asked for.
 *
 * The three forms complete as those of gasnet_put_bulk and gasnet_get_bulk do: when the call returns; by the handle (_nb); by gasnet_*_syncnbi_* or the
 * access region (_nbi), V, I and S counting as a put or a get. The bytes of the source must stay as they are until then. Lists, strides and counts may be changed when the
 * call has returned.
 *
 * A node that does not exist, an address outside its segment, or sides of different sizes end the job. None of these may be called in a handler.
 */
#ifndef _GASNET_VIS_H
#define _GASNET_VIS_H

#include "gasnet.h"

#include <gasnet/vis.h>

#if defined(GASNET_TRACE) || defined(GASNET_STATS)
#include <gasnet/trace_vis.h>
#endif

#endif
