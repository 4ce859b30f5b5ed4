/**
 * @file gpc.h
 * Calls of functions at other processes (global procedure calls).
 */
#ifndef GPC_H
#define GPC_H

#include "armci.h"

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__) || defined(__clang__)
#pragma GCC visibility push(default)
#endif

#define GPC_INIT 1
#define GPC_PROBE 2
#define GPC_WAIT 3
#define GPC_DONE 4
#define GPC_PENDING 5

/** A call in progress. */
typedef struct {
	int proc;
	armci_hdl_t ahdl;
} gpc_hdl_t;

/** Register a function; every process registers the same ones in the same order. @return its handle */
int ARMCI_Gpc_register(int (*func)());
void ARMCI_Gpc_release(int handle);

void ARMCI_Gpc_init_handle(gpc_hdl_t *nbh);
void ARMCI_Gpc_wait(gpc_hdl_t *nbh);

/**
 * Call function h at process p with a header and data; it answers in rhdr and rdata. Where processes share memory, the caller runs it, with p's memory at the
 * addresses of ARMCI_Gpc_translate.
 *
 * @param nbh a handle to wait for, or NULL: the call is complete when the function returns
 */
int ARMCI_Gpc_exec(int h, int p, void *hdr, int hlen, void *data, int dlen, void *rhdr, int rhlen, void *rdata, int rdlen, gpc_hdl_t *nbh);

/** Where a function that runs for a call from `from` sees ptr, an address of memory of process proc. */
void *ARMCI_Gpc_translate(void *ptr, int proc, int from);

/** Keep other functions of process proc out. */
void ARMCI_Gpc_lock(int proc);
int ARMCI_Gpc_trylock(int proc);
void ARMCI_Gpc_unlock(int proc);

/** The largest header and data. */
int ARMCI_Get_gpc_hlen(void);
int ARMCI_Get_gpc_dlen(void);
#if defined(__GNUC__) || defined(__clang__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
