/**
 * @file gasnet/vis.h
 * Transfers of memory that is not contiguous. gasnet_vis.h says what they have in common.
 */
#ifndef GASNET_VIS_FUNCTIONS_H
#define GASNET_VIS_FUNCTIONS_H

#include "types.h"

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

#endif
