/* lapi/handler.c - running the program's handlers, and the thread of completion handlers. */
#define _GNU_SOURCE
#include "handler.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

#include <sched.h>

#include "../runtime/futex.h"
#include "fast.h"
#include "layout.h"
#include "lock.h"

#define STACK_BYTES (4u << 20)
#define NAP_NS 1000000000u

__attribute__((tls_model("initial-exec"))) _Thread_local struct ga_lapi_inside ga_lapi_thread_inside;

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

static void run_sent(lapi_handle_t *h, const struct ga_lapi_job *job)
{
	lapi_sh_info_t info = {.src = (uint)job->from, .reason = (uint)job->code};

	*ga_lapi_inside() = (struct ga_lapi_inside){"send completion handler", false, (uint32_t)job->from, job->fn};
	((scompl_hndlr_t *)job->fn)(h, (void *)job->info, &info);
	ga_lapi_inside()->handler = NULL;
}

static int32_t run(uint32_t handle, uint32_t life, bool completion, const char *fn);

int32_t ga_lapi_run(uint32_t handle, uint32_t life, bool completion, const char *fn)
{
	struct ga_lapi_port *p = ga_lapi_port(handle);
	const bool locks = !completion && p && p->locks;
	struct ga_lapi_fast *f = completion || !p ? NULL : __atomic_load_n(&p->fast, __ATOMIC_ACQUIRE);
	uint32_t of = 0;
	int32_t kind;

	if (f && !ga_lapi_may_run(f, &of)) {
		sched_yield(); /* another thread runs one: it is soon over */
		return GA_LAPI_NONE;
	}
	if (GA_UNLIKELY(locks))
		ga_lapi_lock(handle);
	kind = run(handle, life, completion, fn);
	if (GA_UNLIKELY(locks))
		ga_lapi_unlock(handle);
	if (f)
		ga_lapi_has_run(p, f, of);
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
	case GA_LAPI_SENT: run_sent(&h, &job); break;
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

static void *run_completions(void *arg)
{
	const struct ga_lapi_served s = *(struct ga_lapi_served *)arg;
	struct ga_mail *m = s.mail;

	free(arg);

	for (;;) {
		const uint32_t seen = __atomic_load_n(&m->work, __ATOMIC_SEQ_CST);
		if (ga_lapi_run_end(s.port, s.life))
			continue;
		const int32_t kind = ga_lapi_run(s.handle, s.life, true, GA_LAPI_COMPLETIONS_NAME);

		if (kind == GA_LAPI_CLOSED)
			return NULL;
		if (kind != GA_LAPI_NONE)
			continue;
		if (ga_simulated) {
			ga_lapi_sim_rest(s.port, GA_LAPI_COMPLETIONS, seen, GA_LAPI_COMPLETIONS_NAME);
			continue;
		}
		__atomic_add_fetch(&m->worker, 1, __ATOMIC_SEQ_CST);
		ga_futex_wait(&m->work, seen, NAP_NS);
		__atomic_sub_fetch(&m->worker, 1, __ATOMIC_SEQ_CST);
	}
}

static void start(void *(*f)(void *), void *served)
{
	pthread_attr_t attr;
	pthread_t thread;
	size_t stack;

	pthread_attr_init(&attr);
	pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
	if (pthread_attr_getstacksize(&attr, &stack) == 0 && stack < STACK_BYTES)
		pthread_attr_setstacksize(&attr, STACK_BYTES);
	if (pthread_create(&thread, &attr, f, served) != 0)
		ga_fatal(1, "LAPI_Init: no thread for handlers");
	pthread_attr_destroy(&attr);
}

static struct ga_lapi_served *served(struct ga_lapi_port *p, uint32_t life)
{
	struct ga_lapi_served *s = malloc(sizeof *s);

	if (!s)
		ga_fatal(1, "LAPI_Init: no memory");
	*s = (struct ga_lapi_served){p, p->mail, p->handle, life};
	return s;
}

void ga_lapi_start_threads(struct ga_lapi_port *p, uint32_t life)
{
	static const int own[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS, SIGABRT};
	sigset_t all, before;

	if (ga_simulated) {
		ga_lapi_sim_start(ga_lapi_dispatch, p, served(p, life));
		ga_lapi_sim_start(run_completions, p, served(p, life));
		return;
	}
	sigfillset(&all); /* signals are for the program's threads, except those that a handler causes itself */
	for (size_t i = 0; i < sizeof own / sizeof *own; i++)
		sigdelset(&all, own[i]);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	start(ga_lapi_dispatch, served(p, life));
	start(run_completions, served(p, life));
	pthread_sigmask(SIG_SETMASK, &before, NULL);
}
