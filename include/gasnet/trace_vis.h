/**
 * @file gasnet/trace_vis.h
 * Vectors, lists and strides of a program that is compiled with GASNET_TRACE or GASNET_STATS: kinds P and G with the bytes that move, and D with the shape.
 */
#ifndef GASNET_TRACE_VIS_H
#define GASNET_TRACE_VIS_H

#if defined(GASNET_TRACE) || defined(GASNET_STATS)

#ifdef __cplusplus
extern "C" {
#endif
/* Of the archive. */
void gasneti_trace_vector(char kind, const char *name, gasnet_node_t node, size_t dstcount, gasnet_memvec_t const dstlist[], size_t srccount,
                          gasnet_memvec_t const srclist[]);
void gasneti_trace_indexed(char kind, const char *name, gasnet_node_t node, size_t dstcount, void *const dstlist[], size_t dstlen, size_t srccount,
                           void *const srclist[], size_t srclen);
void gasneti_trace_strided(char kind, const char *name, gasnet_node_t node, void *dstaddr, const size_t dststrides[], void *srcaddr,
                           const size_t srcstrides[], const size_t count[], size_t stridelevels);
#ifdef __cplusplus
}
#endif

#define GASNETI_TRACED_VIS(type, answer, call, kind, name, tell, parameters, args, arguments)                                  \
  GASNETI_TRACED type gasneti_traced_##call parameters                                                                         \
  {                                                                                                                            \
    gasneti_trace_at(file, line);                                                                                              \
    tell(kind, name, args);                                                                                                    \
    answer gasnet_##call arguments;                                                                                            \
  }
#define GASNETI_ARGS_V node, dstcount, dstlist, srccount, srclist
#define GASNETI_ARGS_I node, dstcount, dstlist, dstlen, srccount, srclist, srclen
#define GASNETI_ARGS_S node, dstaddr, dststrides, srcaddr, srcstrides, count, stridelevels

#define GASNETI_TRACED_PUTV(type, answer, call, name)                                                                          \
  GASNETI_TRACED_VIS(type, answer, call, 'P', name, gasneti_trace_vector,                                                      \
                     (GASNETI_PLACE, gasnet_node_t node, size_t dstcount, gasnet_memvec_t const dstlist[], size_t srccount,    \
                      gasnet_memvec_t const srclist[]),                                                                        \
                     GASNETI_ARGS_V, (node, dstcount, dstlist, srccount, srclist))
#define GASNETI_TRACED_GETV(type, answer, call, name)                                                                          \
  GASNETI_TRACED_VIS(type, answer, call, 'G', name, gasneti_trace_vector,                                                      \
                     (GASNETI_PLACE, size_t dstcount, gasnet_memvec_t const dstlist[], gasnet_node_t node, size_t srccount,    \
                      gasnet_memvec_t const srclist[]),                                                                        \
                     GASNETI_ARGS_V, (dstcount, dstlist, node, srccount, srclist))
#define GASNETI_TRACED_PUTI(type, answer, call, name)                                                                          \
  GASNETI_TRACED_VIS(type, answer, call, 'P', name, gasneti_trace_indexed,                                                     \
                     (GASNETI_PLACE, gasnet_node_t node, size_t dstcount, void *const dstlist[], size_t dstlen,                \
                      size_t srccount, void *const srclist[], size_t srclen),                                                  \
                     GASNETI_ARGS_I, (node, dstcount, dstlist, dstlen, srccount, srclist, srclen))
#define GASNETI_TRACED_GETI(type, answer, call, name)                                                                          \
  GASNETI_TRACED_VIS(type, answer, call, 'G', name, gasneti_trace_indexed,                                                     \
                     (GASNETI_PLACE, size_t dstcount, void *const dstlist[], size_t dstlen, gasnet_node_t node,                \
                      size_t srccount, void *const srclist[], size_t srclen),                                                  \
                     GASNETI_ARGS_I, (dstcount, dstlist, dstlen, node, srccount, srclist, srclen))
#define GASNETI_TRACED_PUTS(type, answer, call, name)                                                                          \
  GASNETI_TRACED_VIS(type, answer, call, 'P', name, gasneti_trace_strided,                                                     \
                     (GASNETI_PLACE, gasnet_node_t node, void *dstaddr, const size_t dststrides[], void *srcaddr,              \
                      const size_t srcstrides[], const size_t count[], size_t stridelevels),                                   \
                     GASNETI_ARGS_S, (node, dstaddr, dststrides, srcaddr, srcstrides, count, stridelevels))
#define GASNETI_TRACED_GETS(type, answer, call, name)                                                                          \
  GASNETI_TRACED_VIS(type, answer, call, 'G', name, gasneti_trace_strided,                                                     \
                     (GASNETI_PLACE, void *dstaddr, const size_t dststrides[], gasnet_node_t node, void *srcaddr,              \
                      const size_t srcstrides[], const size_t count[], size_t stridelevels),                                   \
                     GASNETI_ARGS_S, (dstaddr, dststrides, node, srcaddr, srcstrides, count, stridelevels))

GASNETI_TRACED_PUTV(void, GASNETI_NONE, putv_bulk, "PUTV_BULK")
GASNETI_TRACED_PUTV(gasnet_handle_t, return, putv_nb_bulk, "PUTV_NB_BULK")
GASNETI_TRACED_PUTV(void, GASNETI_NONE, putv_nbi_bulk, "PUTV_NBI_BULK")
GASNETI_TRACED_GETV(void, GASNETI_NONE, getv_bulk, "GETV_BULK")
GASNETI_TRACED_GETV(gasnet_handle_t, return, getv_nb_bulk, "GETV_NB_BULK")
GASNETI_TRACED_GETV(void, GASNETI_NONE, getv_nbi_bulk, "GETV_NBI_BULK")
GASNETI_TRACED_PUTI(void, GASNETI_NONE, puti_bulk, "PUTI_BULK")
GASNETI_TRACED_PUTI(gasnet_handle_t, return, puti_nb_bulk, "PUTI_NB_BULK")
GASNETI_TRACED_PUTI(void, GASNETI_NONE, puti_nbi_bulk, "PUTI_NBI_BULK")
GASNETI_TRACED_GETI(void, GASNETI_NONE, geti_bulk, "GETI_BULK")
GASNETI_TRACED_GETI(gasnet_handle_t, return, geti_nb_bulk, "GETI_NB_BULK")
GASNETI_TRACED_GETI(void, GASNETI_NONE, geti_nbi_bulk, "GETI_NBI_BULK")
GASNETI_TRACED_PUTS(void, GASNETI_NONE, puts_bulk, "PUTS_BULK")
GASNETI_TRACED_PUTS(gasnet_handle_t, return, puts_nb_bulk, "PUTS_NB_BULK")
GASNETI_TRACED_PUTS(void, GASNETI_NONE, puts_nbi_bulk, "PUTS_NBI_BULK")
GASNETI_TRACED_GETS(void, GASNETI_NONE, gets_bulk, "GETS_BULK")
GASNETI_TRACED_GETS(gasnet_handle_t, return, gets_nb_bulk, "GETS_NB_BULK")
GASNETI_TRACED_GETS(void, GASNETI_NONE, gets_nbi_bulk, "GETS_NBI_BULK")

#define gasnet_putv_bulk(...) gasneti_traced_putv_bulk(__FILE__, __LINE__, __VA_ARGS__)
#define gasnet_putv_nb_bulk(...) gasneti_traced_putv_nb_bulk(__FILE__, __LINE__, __VA_ARGS__)
#define gasnet_putv_nbi_bulk(...) gasneti_traced_putv_nbi_bulk(__FILE__, __LINE__, __VA_ARGS__)
#define gasnet_getv_bulk(...) gasneti_traced_getv_bulk(__FILE__, __LINE__, __VA_ARGS__)
#define gasnet_getv_nb_bulk(...) gasneti_traced_getv_nb_bulk(__FILE__, __LINE__, __VA_ARGS__)
#define gasnet_getv_nbi_bulk(...) gasneti_traced_getv_nbi_bulk(__FILE__, __LINE__, __VA_ARGS__)
#define gasnet_puti_bulk(...) gasneti_traced_puti_bulk(__FILE__, __LINE__, __VA_ARGS__)
#define gasnet_puti_nb_bulk(...) gasneti_traced_puti_nb_bulk(__FILE__, __LINE__, __VA_ARGS__)
#define gasnet_puti_nbi_bulk(...) gasneti_traced_puti_nbi_bulk(__FILE__, __LINE__, __VA_ARGS__)
#define gasnet_geti_bulk(...) gasneti_traced_geti_bulk(__FILE__, __LINE__, __VA_ARGS__)
#define gasnet_geti_nb_bulk(...) gasneti_traced_geti_nb_bulk(__FILE__, __LINE__, __VA_ARGS__)
#define gasnet_geti_nbi_bulk(...) gasneti_traced_geti_nbi_bulk(__FILE__, __LINE__, __VA_ARGS__)
#define gasnet_puts_bulk(...) gasneti_traced_puts_bulk(__FILE__, __LINE__, __VA_ARGS__)
#define gasnet_puts_nb_bulk(...) gasneti_traced_puts_nb_bulk(__FILE__, __LINE__, __VA_ARGS__)
#define gasnet_puts_nbi_bulk(...) gasneti_traced_puts_nbi_bulk(__FILE__, __LINE__, __VA_ARGS__)
#define gasnet_gets_bulk(...) gasneti_traced_gets_bulk(__FILE__, __LINE__, __VA_ARGS__)
#define gasnet_gets_nb_bulk(...) gasneti_traced_gets_nb_bulk(__FILE__, __LINE__, __VA_ARGS__)
#define gasnet_gets_nbi_bulk(...) gasneti_traced_gets_nbi_bulk(__FILE__, __LINE__, __VA_ARGS__)

#endif

#endif
