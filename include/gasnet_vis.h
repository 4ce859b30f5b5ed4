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

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/** @name Vectors: pieces of any length, 0 included, whose address then does not matter */
/**@{*/
void gasnet_putv_bulk(gasnet_node_t dstnode, size_t dstcount, gasnet_memvec_t const dstlist[], size_t srccount, gasnet_memvec_t const srclist[]);
void gasnet_getv_bulk(size_t dstcount, gasnet_memvec_t const dstlist[], gasnet_node_t srcnode, size_t srccount, gasnet_memvec_t const srclist[]);
gasnet_handle_t gasnet_putv_nb_bulk(gasnet_node_t dstnode, size_t dstcount, gasnet_memvec_t const dstlist[], size_t srccount,
                                    gasnet_memvec_t const srclist[]);
gasnet_handle_t gasnet_getv_nb_bulk(size_t dstcount, gasnet_memvec_t const dstlist[], gasnet_node_t srcnode, size_t srccount,
                                    gasnet_memvec_t const srclist[]);
void gasnet_putv_nbi_bulk(gasnet_node_t dstnode, size_t dstcount, gasnet_memvec_t const dstlist[], size_t srccount, gasnet_memvec_t const srclist[]);
void gasnet_getv_nbi_bulk(size_t dstcount, gasnet_memvec_t const dstlist[], gasnet_node_t srcnode, size_t srccount, gasnet_memvec_t const srclist[]);
/**@}*/

/** @name Lists of addresses, of pieces that have one length on each side: dstcount * dstlen == srccount * srclen */
/**@{*/
void gasnet_puti_bulk(gasnet_node_t dstnode, size_t dstcount, void *const dstlist[], size_t dstlen, size_t srccount, void *const srclist[],
                      size_t srclen);
void gasnet_geti_bulk(size_t dstcount, void *const dstlist[], size_t dstlen, gasnet_node_t srcnode, size_t srccount, void *const srclist[],
                      size_t srclen);
gasnet_handle_t gasnet_puti_nb_bulk(gasnet_node_t dstnode, size_t dstcount, void *const dstlist[], size_t dstlen, size_t srccount,
                                    void *const srclist[], size_t srclen);
gasnet_handle_t gasnet_geti_nb_bulk(size_t dstcount, void *const dstlist[], size_t dstlen, gasnet_node_t srcnode, size_t srccount,
                                    void *const srclist[], size_t srclen);
void gasnet_puti_nbi_bulk(gasnet_node_t dstnode, size_t dstcount, void *const dstlist[], size_t dstlen, size_t srccount, void *const srclist[],
                          size_t srclen);
void gasnet_geti_nbi_bulk(size_t dstcount, void *const dstlist[], size_t dstlen, gasnet_node_t srcnode, size_t srccount, void *const srclist[],
                          size_t srclen);
/**@}*/

/**
 * @name Strides: boxes of memory
 * count[0] bytes are contiguous; on level i from 1 to stridelevels, count[i] times what is below, strides[i-1] bytes from one beginning to the next. With
 * a count of 0 nothing happens; the stride of a count of 1 does not matter. stridelevels 0 is a plain copy.
 */
/**@{*/
void gasnet_puts_bulk(gasnet_node_t dstnode, void *dstaddr, const size_t dststrides[], void *srcaddr, const size_t srcstrides[], const size_t count[],
                      size_t stridelevels);
void gasnet_gets_bulk(void *dstaddr, const size_t dststrides[], gasnet_node_t srcnode, void *srcaddr, const size_t srcstrides[], const size_t count[],
                      size_t stridelevels);
gasnet_handle_t gasnet_puts_nb_bulk(gasnet_node_t dstnode, void *dstaddr, const size_t dststrides[], void *srcaddr, const size_t srcstrides[],
                                    const size_t count[], size_t stridelevels);
gasnet_handle_t gasnet_gets_nb_bulk(void *dstaddr, const size_t dststrides[], gasnet_node_t srcnode, void *srcaddr, const size_t srcstrides[],
                                    const size_t count[], size_t stridelevels);
void gasnet_puts_nbi_bulk(gasnet_node_t dstnode, void *dstaddr, const size_t dststrides[], void *srcaddr, const size_t srcstrides[],
                          const size_t count[], size_t stridelevels);
void gasnet_gets_nbi_bulk(void *dstaddr, const size_t dststrides[], gasnet_node_t srcnode, void *srcaddr, const size_t srcstrides[],
                          const size_t count[], size_t stridelevels);
/**@}*/

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#if defined(GASNET_TRACE) || defined(GASNET_STATS)
#include <gasnet/trace_vis.h>
#endif

#endif
