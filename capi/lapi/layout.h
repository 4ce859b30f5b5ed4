/* lapi/layout.h - data gather and scatter programs. */
#ifndef GA_LAPI_LAYOUT_H
#define GA_LAPI_LAYOUT_H

#include "port.h"

#define GA_LAPI_BYTE 1 /* LAPI_BYTE, for Go */

/* A block that is merged into memory: process.Merge. */
struct ga_lapi_merge {
	uintptr_t fn;
	void *in, *into;
	uint64_t bytes;
	int32_t operand, operation;
};

/* A program's handle as Go knows it. */
static inline uintptr_t ga_lapi_layout(lapi_dg_handle_t d) { return d == LAPI_BYTE ? GA_LAPI_BYTE : (uintptr_t)d; }

/* Carries out a scatter that Go has prepared. */
void ga_lapi_merge(uint32_t handle, uint64_t number, const char *fn);

/* LAPI_Util of programs. */
int ga_lapi_register(lapi_reg_dgsp_t *u);
int ga_lapi_reserve(lapi_resv_dgsp_t *u, bool more);
int ga_lapi_ddm(lapi_handle_t h, lapi_reg_ddm_t *u);
int ga_lapi_pack(lapi_handle_t h, lapi_pack_dgsp_t *u);
int ga_lapi_unpack(lapi_handle_t h, lapi_unpack_dgsp_t *u);

#endif
