/**
 * @file gasnet/tools_client.h
 * The tools that are about GASNet itself: gasnet_tools.h has them if gasnet.h was included before.
 */
#ifndef GASNET_TOOLS_CLIENT_H
#define GASNET_TOOLS_CLIENT_H

#include "annotate.h"
#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/**
 * Handlers that gasnett_run_diagnostics wants, for gasnet_attach. May be called before gasnet_init. The table is static.
 */
void gasnett_diagnostic_gethandlers(gasnet_handlerentry_t **htable, int *htable_cnt);

/**
 * Test the library, on all ranks together: iters times each of the sections that testsections names by their letters, all of them if it is NULL or
 * empty. A: counters, by threadcnt threads in PAR mode; T: ticks; L: locks; P: puts and gets in the segments; M: active messages; B: barriers.
 * seginfo is the table that gasnet_getSegmentInfo fills; the test writes to the segments.
 *
 * @return the number of errors of this rank, each of which is printed to standard error
 */
int gasnett_run_diagnostics(int iters, int threadcnt, const char *testsections, gasnet_seginfo_t const *seginfo);

/** @name Copies and values of up to eight bytes; GASNETT_VALUE_RETURN returns from the function around it, with a gasnet_register_value_t */
/**@{*/
#define GASNETT_FAST_ALIGNED_MEMCPY(dest, src, nbytes) memcpy((dest), (src), (nbytes))
#define GASNETT_FAST_UNALIGNED_MEMCPY(dest, src, nbytes) memcpy((dest), (src), (nbytes))
#define GASNETT_VALUE_ASSIGN(dest, value, nbytes)          \
  do {                                                     \
    const gasnet_register_value_t gasneti_value = (value); \
    memcpy((dest), &gasneti_value, (nbytes));              \
  } while (0)
#define GASNETT_VALUE_RETURN(src, nbytes)       \
  do {                                          \
    gasnet_register_value_t gasneti_value = 0;  \
    memcpy(&gasneti_value, (src), (nbytes));    \
    return gasneti_value;                       \
  } while (0)
/**@}*/

/** @name Text that describes transfers of gasnet_vis.h. The buffer needs at least as many bytes as the function whose name ends in _bufsz returns */
/**@{*/
typedef struct {
  size_t minsz;    /* bytes of the smallest piece */
  size_t maxsz;    /* and of the largest */
  void *minaddr;   /* of the first byte of all */
  void *maxaddr;   /* and of the last */
  uintptr_t totalsz;
} gasneti_memveclist_stats_t;
typedef struct {
  void *minaddr;
  void *maxaddr;
} gasneti_addrlist_stats_t;

size_t gasnett_format_memveclist_bufsz(size_t count);
gasneti_memveclist_stats_t gasnett_format_memveclist(char *buf, size_t count, gasnet_memvec_t const *list);
size_t gasnett_format_addrlist_bufsz(size_t count);
gasneti_addrlist_stats_t gasnett_format_addrlist(char *buf, size_t count, void *const *list, size_t len);
size_t gasnett_format_strides_bufsz(size_t count);
/** @return buf */
char *gasnett_format_strides(char *buf, size_t count, const size_t *list);

/* These return the number of data bytes that are moved. */
size_t gasnett_format_putvgetv_bufsz(size_t dstcount, size_t srccount);
size_t gasnett_format_putvgetv(char *buf, gasnet_node_t node, size_t dstcount, gasnet_memvec_t const dstlist[], size_t srccount,
                               gasnet_memvec_t const srclist[]);
size_t gasnett_format_putigeti_bufsz(size_t dstcount, size_t srccount);
size_t gasnett_format_putigeti(char *buf, gasnet_node_t node, size_t dstcount, void *const dstlist[], size_t dstlen, size_t srccount,
                               void *const srclist[], size_t srclen);
size_t gasnett_format_putsgets_bufsz(size_t stridelevels);
size_t gasnett_format_putsgets(char *buf, void *pstats, gasnet_node_t node, void *dstaddr, const size_t dststrides[], void *srcaddr,
                               const size_t srcstrides[], const size_t count[], size_t stridelevels);
/**@}*/

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif
