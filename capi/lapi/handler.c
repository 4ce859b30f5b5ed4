/* lapi/handler.c - calls of the program's handlers. */
#include "handler.h"

#include "layout.h"

void ga_lapi_run_header(lapi_handle_t *h, struct ga_lapi_job *job)
{
	lapi_return_info_t info = {.msg_len = job->total, .bytes = job->total, .src = job->from, .udata_one_pkt_ptr = job->whole ? job->data : NULL};
	compl_hndlr_t *completion = NULL;
	uint length = job->length;
	void *parameter = NULL;

	*ga_lapi_inside() = (struct ga_lapi_inside){"header handler", false, (uint32_t)job->from, job->fn};
	if (job->kind == GA_LAPI_HEADER_HANDLER) {
		job->into = ((hdr_hndlr_t *)job->fn)(h, job->header, &length, &info.msg_len, &completion, &parameter);
	} else {
		job->into = ((vhdr_hndlr_t *)job->fn)(h, job->header, &length, &info.msg_len, &completion, &parameter);
	}
	ga_lapi_inside()->handler = NULL;
	job->completion = (uintptr_t)completion;
	job->parameter = parameter;
	job->flags = info.ret_flags;
	job->control = (int32_t)info.ctl_flags;
	job->dgsp = info.dgsp_handle == LAPI_BYTE || !info.dgsp_handle ? 0 : ga_lapi_layout(info.dgsp_handle);
	job->bytes = info.bytes;
	job->skip = info.recv_offset_dgsp_bytes;
}

void ga_lapi_run_completion(lapi_handle_t *h, const struct ga_lapi_job *job, bool may_wait)
{
	struct ga_lapi_inside *in = ga_lapi_inside();

	if (!may_wait)
		*in = (struct ga_lapi_inside){"completion handler of LAPI_LOCAL_STATE or LAPI_SEND_REPLY", job->code != 0, (uint32_t)job->from,
		                              job->fn};
	((compl_hndlr_t *)job->fn)(h, (void *)job->info);
	if (!may_wait)
		*in = (struct ga_lapi_inside){0};
}

void ga_lapi_run_sent(lapi_handle_t *h, const struct ga_lapi_job *job)
{
	lapi_sh_info_t info = {.src = (uint)job->from, .reason = (uint)job->code};

	*ga_lapi_inside() = (struct ga_lapi_inside){"send completion handler", false, (uint32_t)job->from, job->fn};
	((scompl_hndlr_t *)job->fn)(h, (void *)job->info, &info);
	ga_lapi_inside()->handler = NULL;
}
