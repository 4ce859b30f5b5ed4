/* lapi/transfer.c - puts, gets, active messages, read-modify-writes. */
#include "transfer.h"
#include "fast.h"
#include "layout.h"

/* A code for what must not even be tried. */
static int may_send(lapi_handle_t h, uint tgt)
{
	const struct ga_lapi_inside *in = ga_lapi_inside();

	if (!ga_lapi_port(h))
		return LAPI_ERR_HNDL_INVALID;
	return GA_UNLIKELY(in->replies) && in->to != tgt ? LAPI_ERR_INVALID_SEND_REPLY_TGT : LAPI_SUCCESS;
}

int ga_lapi_put(const char *fn, lapi_handle_t h, const lapi_put_t *x)
{
	const int may = may_send(h, x->tgt);

	if (may != LAPI_SUCCESS)
		return may;
	if (GA_LIKELY(ga_lapi_fast_put(ga_lapi_port(h), x)))
		return LAPI_SUCCESS;
	struct ga_lapi_put f = {GA_FRAME(put, PUT, fn),
	                        .handle = h,
	                        .tgt = x->tgt,
	                        .n = x->len,
	                        .tgt_addr = (uintptr_t)x->tgt_addr,
	                        .org_addr = GA_ADDR(x->org_addr),
	                        .tgt_cntr = (uintptr_t)x->tgt_cntr,
	                        .org_cntr = GA_ADDR(x->org_cntr),
	                        .cmpl_cntr = GA_ADDR(x->cmpl_cntr),
	                        .handler = GA_ADDR(x->shdlr),
	                        .info = GA_ADDR(x->sinfo)};

	ga_call(&f.head);
	return f.rc;
}

int ga_lapi_get(const char *fn, lapi_handle_t h, const lapi_get_t *x)
{
	const int may = may_send(h, x->tgt);

	if (may != LAPI_SUCCESS)
		return may;
	if (GA_LIKELY(ga_lapi_fast_get(ga_lapi_port(h), x)))
		return LAPI_SUCCESS;
	struct ga_lapi_get f = {GA_FRAME(get, GET, fn),
	                        .handle = h,
	                        .tgt = x->tgt,
	                        .n = x->len,
	                        .tgt_addr = (uintptr_t)x->tgt_addr,
	                        .org_addr = GA_ADDR(x->org_addr),
	                        .tgt_cntr = (uintptr_t)x->tgt_cntr,
	                        .org_cntr = GA_ADDR(x->org_cntr),
	                        .handler = GA_ADDR(x->chndlr),
	                        .info = GA_ADDR(x->cinfo)};

	ga_call(&f.head);
	return f.rc;
}

int ga_lapi_putv(const char *fn, lapi_handle_t h, const lapi_putv_t *x)
{
	struct ga_lapi_vector f = {GA_FRAME(vector, VECTOR, fn),
	                           .handle = h,
	                           .tgt = x->tgt,
	                           .tgt_vec = x->tgt_vec,
	                           .org_vec = x->org_vec,
	                           .tgt_cntr = (uintptr_t)x->tgt_cntr,
	                           .org_cntr = GA_ADDR(x->org_cntr),
	                           .cmpl_cntr = GA_ADDR(x->cmpl_cntr),
	                           .handler = GA_ADDR(x->shdlr),
	                           .info = GA_ADDR(x->sinfo)};

	if ((f.rc = may_send(h, x->tgt)) == LAPI_SUCCESS)
		ga_call(&f.head);
	return f.rc;
}

int ga_lapi_getv(const char *fn, lapi_handle_t h, const lapi_getv_t *x)
{
	struct ga_lapi_vector f = {GA_FRAME(vector, VECTOR, fn),
	                           .handle = h,
	                           .tgt = x->tgt,
	                           .get = true,
	                           .tgt_vec = x->tgt_vec,
	                           .org_vec = x->org_vec,
	                           .tgt_cntr = (uintptr_t)x->tgt_cntr,
	                           .org_cntr = GA_ADDR(x->org_cntr),
	                           .handler = GA_ADDR(x->chndlr),
	                           .info = GA_ADDR(x->cinfo)};

	if ((f.rc = may_send(h, x->tgt)) == LAPI_SUCCESS)
		ga_call(&f.head);
	return f.rc;
}

int ga_lapi_am(const char *fn, lapi_handle_t h, const lapi_am_t *x)
{
	const int may = may_send(h, x->tgt);

	if (may != LAPI_SUCCESS)
		return may;
	if (GA_LIKELY(ga_lapi_fast_am(ga_lapi_port(h), x)))
		return LAPI_SUCCESS;
	struct ga_lapi_send f = {GA_FRAME(send, SEND, fn),
	                         .handle = h,
	                         .tgt = x->tgt,
	                         .hdr = x->hdr_hdl,
	                         .uhdr = x->uhdr,
	                         .uhdr_len = x->uhdr_len,
	                         .udata = x->udata,
	                         .n = x->udata_len,
	                         .tgt_cntr = (uintptr_t)x->tgt_cntr,
	                         .org_cntr = GA_ADDR(x->org_cntr),
	                         .cmpl_cntr = GA_ADDR(x->cmpl_cntr),
	                         .handler = GA_ADDR(x->shdlr),
	                         .info = GA_ADDR(x->sinfo)};

	ga_call(&f.head);
	return f.rc;
}

int ga_lapi_amx(const char *fn, lapi_handle_t h, lapi_amx_t *x, ulong skip)
{
	struct ga_lapi_send f = {GA_FRAME(send, SEND, fn),
	                         .handle = h,
	                         .tgt = x->tgt,
	                         .hdr = x->hdr_hdl,
	                         .uhdr = x->uhdr,
	                         .uhdr_len = x->uhdr_len,
	                         .udata = x->udata,
	                         .n = x->udata_len,
	                         .layout = ga_lapi_layout(x->dgsp),
	                         .skip = skip,
	                         .tgt_cntr = (uintptr_t)x->tgt_cntr,
	                         .org_cntr = GA_ADDR(x->org_cntr),
	                         .cmpl_cntr = GA_ADDR(x->cmpl_cntr),
	                         .handler = GA_ADDR(x->shdlr),
	                         .info = GA_ADDR(x->sinfo)};

	f.rc = f.layout ? may_send(h, x->tgt) : LAPI_ERR_DGSP;
	if (f.rc == LAPI_SUCCESS)
		ga_call(&f.head);
	x->status = (lapi_status_t)f.rc;
	return f.rc;
}

int ga_lapi_amv(const char *fn, lapi_handle_t h, const lapi_amv_t *x)
{
	struct ga_lapi_send f = {GA_FRAME(send, SEND, fn),
	                         .handle = h,
	                         .tgt = x->tgt,
	                         .hdr = x->hdr_hdl,
	                         .uhdr = x->uhdr,
	                         .uhdr_len = x->uhdr_len,
	                         .vec = x->org_vec,
	                         .vectored = true,
	                         .tgt_cntr = (uintptr_t)x->tgt_cntr,
	                         .org_cntr = GA_ADDR(x->org_cntr),
	                         .cmpl_cntr = GA_ADDR(x->cmpl_cntr),
	                         .handler = GA_ADDR(x->shdlr),
	                         .info = GA_ADDR(x->sinfo)};

	if ((f.rc = may_send(h, x->tgt)) == LAPI_SUCCESS)
		ga_call(&f.head);
	return f.rc;
}

int ga_lapi_rmw(const char *fn, lapi_handle_t h, const lapi_rmw_t *x)
{
	const int may = may_send(h, x->tgt);

	if (may != LAPI_SUCCESS)
		return may;
	if (GA_LIKELY(ga_lapi_fast_rmw(ga_lapi_port(h), x)))
		return LAPI_SUCCESS;
	struct ga_lapi_rmw f = {GA_FRAME(rmw, RMW, fn),
	                        .handle = h,
	                        .op = (int32_t)x->op,
	                        .tgt = x->tgt,
	                        .size = x->size,
	                        .at = (uintptr_t)x->tgt_var,
	                        .in = x->in_val,
	                        .prev = GA_ADDR(x->prev_tgt_val),
	                        .org_cntr = GA_ADDR(x->org_cntr),
	                        .handler = GA_ADDR(x->shdlr),
	                        .info = GA_ADDR(x->sinfo)};

	ga_call(&f.head);
	return f.rc;
}

GA_TWIN(LAPI_Put, (lapi_handle_t hndl, uint tgt, ulong len, void *tgt_addr, void *org_addr, lapi_cntr_t *tgt_cntr, lapi_cntr_t *org_cntr,
                   lapi_cntr_t *cmpl_cntr))
{
	return ga_lapi_put("LAPI_Put", hndl,
	                   &(lapi_put_t){.tgt = tgt,
	                                 .len = len,
	                                 .tgt_addr = GA_ADDR(tgt_addr),
	                                 .org_addr = org_addr,
	                                 .tgt_cntr = GA_ADDR(tgt_cntr),
	                                 .org_cntr = org_cntr,
	                                 .cmpl_cntr = cmpl_cntr});
}

GA_TWIN(LAPI_Get, (lapi_handle_t hndl, uint tgt, ulong len, void *tgt_addr, void *org_addr, lapi_cntr_t *tgt_cntr, lapi_cntr_t *org_cntr))
{
	return ga_lapi_get(
	    "LAPI_Get", hndl,
	    &(lapi_get_t){
		.tgt = tgt, .len = len, .tgt_addr = GA_ADDR(tgt_addr), .org_addr = org_addr, .tgt_cntr = GA_ADDR(tgt_cntr), .org_cntr = org_cntr});
}

GA_TWIN(LAPI_Putv, (lapi_handle_t hndl, uint tgt, lapi_vec_t *tgt_vec, lapi_vec_t *org_vec, lapi_cntr_t *tgt_cntr, lapi_cntr_t *org_cntr,
                    lapi_cntr_t *cmpl_cntr))
{
	return ga_lapi_putv(
	    "LAPI_Putv", hndl,
	    &(lapi_putv_t){
		.tgt = tgt, .tgt_vec = tgt_vec, .org_vec = org_vec, .tgt_cntr = GA_ADDR(tgt_cntr), .org_cntr = org_cntr, .cmpl_cntr = cmpl_cntr});
}

GA_TWIN(LAPI_Getv, (lapi_handle_t hndl, uint tgt, lapi_vec_t *tgt_vec, lapi_vec_t *org_vec, lapi_cntr_t *tgt_cntr, lapi_cntr_t *org_cntr))
{
	return ga_lapi_getv("LAPI_Getv", hndl,
	                    &(lapi_getv_t){.tgt = tgt, .tgt_vec = tgt_vec, .org_vec = org_vec, .tgt_cntr = GA_ADDR(tgt_cntr), .org_cntr = org_cntr});
}

GA_TWIN(LAPI_Amsend, (lapi_handle_t hndl, uint tgt, void *hdr_hdl, void *uhdr, uint uhdr_len, void *udata, ulong udata_len, lapi_cntr_t *tgt_cntr,
                      lapi_cntr_t *org_cntr, lapi_cntr_t *cmpl_cntr))
{
	return ga_lapi_am("LAPI_Amsend", hndl,
	                  &(lapi_am_t){.tgt = tgt,
	                               .hdr_hdl = GA_ADDR(hdr_hdl),
	                               .uhdr = uhdr,
	                               .uhdr_len = uhdr_len,
	                               .udata = udata,
	                               .udata_len = udata_len,
	                               .tgt_cntr = GA_ADDR(tgt_cntr),
	                               .org_cntr = org_cntr,
	                               .cmpl_cntr = cmpl_cntr});
}

GA_TWIN(LAPI_Amsendv, (lapi_handle_t hndl, uint tgt, void *hdr_hdl, void *uhdr, uint uhdr_len, lapi_vec_t *org_vec, lapi_cntr_t *tgt_cntr,
                       lapi_cntr_t *org_cntr, lapi_cntr_t *cmpl_cntr))
{
	return ga_lapi_amv("LAPI_Amsendv", hndl,
	                   &(lapi_amv_t){.tgt = tgt,
	                                 .hdr_hdl = GA_ADDR(hdr_hdl),
	                                 .uhdr = uhdr,
	                                 .uhdr_len = uhdr_len,
	                                 .org_vec = org_vec,
	                                 .tgt_cntr = GA_ADDR(tgt_cntr),
	                                 .org_cntr = org_cntr,
	                                 .cmpl_cntr = cmpl_cntr});
}

GA_TWIN(LAPI_Rmw, (lapi_handle_t hndl, RMW_ops_t op, uint tgt, int *tgt_var, int *in_val, int *prev_tgt_val, lapi_cntr_t *org_cntr))
{
	return ga_lapi_rmw(
	    "LAPI_Rmw", hndl,
	    &(lapi_rmw_t){
		.op = op, .tgt = tgt, .size = 32, .tgt_var = GA_ADDR(tgt_var), .in_val = in_val, .prev_tgt_val = prev_tgt_val, .org_cntr = org_cntr});
}

GA_TWIN(LAPI_Rmw64,
        (lapi_handle_t hndl, RMW_ops_t op, uint tgt, long long *tgt_var, long long *in_val, long long *prev_tgt_val, lapi_cntr_t *org_cntr))
{
	return ga_lapi_rmw(
	    "LAPI_Rmw64", hndl,
	    &(lapi_rmw_t){
		.op = op, .tgt = tgt, .size = 64, .tgt_var = GA_ADDR(tgt_var), .in_val = in_val, .prev_tgt_val = prev_tgt_val, .org_cntr = org_cntr});
}
