/* lapi/layout.c - data gather and scatter programs: copies of them, which Go interprets, and functions of the program that merge data. */
#include "layout.h"

#include <stdlib.h>
#include <string.h>

#include "call.h"

static lapi_dgsp_descr_t byte = {.depth = 1, .density = LAPI_DGSM_UNIT, .size = 1, .extent = 1, .rext = 1, .atom_size = 1};

lapi_dg_handle_t LAPI_BYTE = &byte;

enum { REGISTER, RESERVE, UNRESERVE };

int ga_lapi_register(lapi_reg_dgsp_t *u)
{
	struct ga_lapi_layout f = {GA_FRAME(layout, LAYOUT, "LAPI_Util"), .what = REGISTER};
	const lapi_dgsp_descr_t *d = u->idgsp;
	lapi_dgsp_descr_t *copy;
	size_t code;

	if (!d || d->code_size < 0 || (d->code_size > 0 && !d->code))
		return LAPI_ERR_DGSP;
	code = (size_t)d->code_size * sizeof *d->code;
	copy = malloc(sizeof *copy + code);
	if (!copy)
		return LAPI_ERR_MEMORY_EXHAUSTED;
	*copy = *d;
	copy->code = (int *)(copy + 1);
	if (code)
		memcpy(copy->code, d->code, code);
	f.at = GA_ADDR(copy);
	ga_call(&f.head);
	if (f.rc == LAPI_SUCCESS)
		u->dgsp_handle = copy;
	else
		free(copy);
	return f.rc;
}

int ga_lapi_reserve(lapi_resv_dgsp_t *u, bool more)
{
	struct ga_lapi_layout f = {GA_FRAME(layout, LAYOUT, "LAPI_Util"), .at = ga_lapi_layout(u->dgsp_handle), .what = more ? RESERVE : UNRESERVE};

	ga_call(&f.head);
	if (f.gone)
		free(u->dgsp_handle);
	return f.rc;
}

int ga_lapi_ddm(lapi_handle_t h, lapi_reg_ddm_t *u)
{
	struct ga_lapi_ddm f = {GA_FRAME(ddm, DDM, "LAPI_Util"), .handle = h, .function = GA_ADDR(u->ddm_func)};

	ga_call(&f.head);
	return f.rc;
}

int ga_lapi_pack(lapi_handle_t h, lapi_pack_dgsp_t *u)
{
	struct ga_lapi_pack f = {GA_FRAME(pack, PACK, "LAPI_Util"),
	                         .handle = h,
	                         .layout = ga_lapi_layout(u->dgsp),
	                         .base = GA_ADDR(u->in_buf),
	                         .n = u->bytes,
	                         .flat = GA_ADDR(u->out_buf),
	                         .room = u->out_size,
	                         .position = u->position};

	ga_call(&f.head);
	if (f.rc == LAPI_SUCCESS)
		u->position += u->bytes;
	return f.rc;
}

int ga_lapi_unpack(lapi_handle_t h, lapi_unpack_dgsp_t *u)
{
	struct ga_lapi_pack f = {GA_FRAME(pack, PACK, "LAPI_Util"),
	                         .handle = h,
	                         .layout = ga_lapi_layout(u->dgsp),
	                         .base = GA_ADDR(u->out_buf),
	                         .n = u->bytes,
	                         .flat = GA_ADDR(u->in_buf),
	                         .room = u->in_size,
	                         .position = u->position,
	                         .unpack = true};

	ga_call(&f.head);
	if (f.rc != LAPI_SUCCESS)
		return f.rc;
	if (f.number)
		ga_lapi_merge(h, f.number, "LAPI_Util");
	u->position += u->bytes;
	return LAPI_SUCCESS;
}

void ga_lapi_merge(uint32_t handle, uint64_t number, const char *fn)
{
	struct ga_lapi_merge m;
	struct ga_lapi_scatter f = {GA_FRAME(scatter, SCATTER, fn), .handle = handle, .number = number, .at = &m};

	for (;;) {
		ga_call(&f.head);
		if (!f.more)
			return;
		if (m.operation == LAPI_DGSM_NO_CTL)
			memcpy(m.into, m.in, m.bytes);
		else
			((ddm_func_t *)m.fn)(m.in, m.into, (long)m.bytes, m.operand, m.operation);
	}
}
