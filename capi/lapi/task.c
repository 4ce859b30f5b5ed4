/* lapi/task.c - handlers that Go has ready. */
#include "task.h"

#include <sched.h>

#include "fast.h"
#include "handler.h"
#include "layout.h"
#include "lock.h"

static int32_t run(uint32_t handle, uint32_t life, bool completion, const char *fn);

int32_t ga_lapi_run(uint32_t handle, uint32_t life, bool completion, const char *fn)
{
	struct ga_lapi_port *p = ga_lapi_port(handle);
	const bool locks = !completion && p && p->locks;
	struct ga_lapi_fast *f = completion || !p ? NULL : __atomic_load_n(&p->fast, __ATOMIC_ACQUIRE);
	uint32_t of = 0;
	int32_t kind;

	if (f && !ga_lapi_acquire_slot(f, &of)) {
		sched_yield(); /* another thread runs one: it is soon over */
		return GA_LAPI_NONE;
	}
	if (GA_UNLIKELY(locks))
		ga_lapi_lock(handle);
	kind = run(handle, life, completion, fn);
	if (GA_UNLIKELY(locks))
		ga_lapi_unlock(handle);
	if (f)
		ga_lapi_release_slot(p, f, of);
	return kind;
}

static int32_t run(uint32_t handle, uint32_t life, bool completion, const char *fn)
{
	_Alignas(16) char header[GA_LAPI_HEADER], data[GA_LAPI_DATA];
	struct ga_lapi_job job = {.header = header, .data = data};
	struct ga_lapi_task f = {.head = {GA_OP_LAPI_TASK, sizeof f, fn}, .handle = handle, .life = life, .completion = completion, .job = &job};
	struct ga_lapi_ran ran = {.head = {GA_OP_LAPI_RAN, sizeof ran, fn}, .handle = handle, .job = &job};
	lapi_handle_t h = handle;

	ga_call(&f.head);
	switch (f.kind) {
	case GA_LAPI_HEADER_HANDLER:
	case GA_LAPI_VECTOR_HANDLER: ga_lapi_run_header(&h, &job); break;
	case GA_LAPI_COMPLETION: ga_lapi_run_completion(&h, &job, completion); break;
	case GA_LAPI_SENT: ga_lapi_run_sent(&h, &job); break;
	case GA_LAPI_SCATTER: ga_lapi_merge(handle, job.info, fn); break;
	case GA_LAPI_ERROR: {
		lapi_err_t type = (lapi_err_t)job.err;
		struct ga_lapi_query me = {.head = {GA_OP_LAPI_QUERY, sizeof me, fn}, .handle = handle, .what = TASK_ID};
		int task = 0;

		me.at = &task;
		ga_call(&me.head);
		((LAPI_err_hndlr *)job.fn)(&h, &job.code, &type, &task, &job.from);
		break;
	}
	default: return f.kind;
	}
	ga_call(&ran.head);
	return f.kind;
}
