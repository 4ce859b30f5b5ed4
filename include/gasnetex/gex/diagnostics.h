/* gex/diagnostics.h - the library tests itself. */
#ifndef GEX_DIAGNOSTICS_H
#define GEX_DIAGNOSTICS_H

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* Programs call both by the names of the tools, which are macros below. */

/* Handlers that gasnett_run_diagnostics wants, for gex_EP_RegisterHandlers. May be called before gex_Client_Init. The table is static. */
void gasneti_gex_diagnostic_gethandlers(gex_AM_Entry_t **htable, int *htable_cnt);

/* Tests the library, on all ranks of the job together: iters times each of the sections that testsections names by their letters, all of them if it is NULL or empty. A: counters, by threadcnt threads
 * in PAR mode; T: ticks; L: locks; P: puts and gets between myseg and peerseg, where this rank writes; M: active messages to peer; B: barriers. myseg and peerseg are in the segments of this rank and of
 * peer in tm; each rank is the peer of one other. seed is for what is random. Returns the number of errors of this rank, each of which is printed to standard error. */
int gasneti_gex_run_diagnostics(int iters, int threadcnt, const char *testsections, gex_TM_t tm, void *myseg, gex_Rank_t peer, void *peerseg, unsigned int seed);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#ifndef GASNETGO_WITHOUT_GASNET1
/* It declares those of GASNet-1. */
#include <gasnet/tools_client.h>

#define gasnett_diagnostic_gethandlers gasneti_gex_diagnostic_gethandlers
#define gasnett_run_diagnostics gasneti_gex_run_diagnostics
#endif

#endif
