/* gasnet/frames.c - what the data plane does not do goes to Go: all of a simulated world, all with GASNETGO_PLANE=go, all that is wrong. */
#include "frames.h"

#include "../runtime/again.h"

#include "message.h"
#include "async.h"
#include "trace.h"

static void tell(const struct ga_gasnet_delivery_to *d, bool over)
{
	gasnet_node_t from = 0;

	gasnet_AMGetMsgSource(d->token, &from);
	ga_gasnet_trace_handler(over, d->reply, d->kind, d->index, from, d->buffer, d->bytes, d->nargs, d->args);
}

static void check_begin(const struct ga_gasnet_delivery_to *d)
{
	gasnet_node_t from = 0;

	if (d->reply && ga_async_any()) {
		gasnet_AMGetMsgSource(d->token, &from);
		ga_async_replied(from);
	}
	ga_gasnet_check_begin(d->reply ? GA_AM_REPLY : GA_AM_REQUEST);
}

static void run(const struct ga_gasnet_delivery_to *d)
{
	if (ga_gasnet.traces)
		tell(d, false);
	if (ga_gasnet.checks)
		check_begin(d);
	ga_am_run(d->handler, d->kind, d->token, d->buffer, d->bytes, d->nargs, d->args);
	if (ga_gasnet.checks)
		ga_gasnet_check_end(d->index);
	if (ga_gasnet.traces)
		tell(d, true);
}

static void delivered(const struct ga_gasnet_delivery_to *d)
{
	struct ga_gasnet_delivered done = {.head = {GA_OP_GASNET_DELIVERED, sizeof done, "a handler"}, .token = (uintptr_t)d->token};

	ga_call(&done.head);
}

void ga_gasnet_deliver(void)
{
	struct ga_gasnet_delivery_to d;
	struct ga_gasnet_delivery frame = {.head = {GA_OP_GASNET_DELIVERY, sizeof frame, "a handler"}, .into = &d};

	ga_call(&frame.head);
	if (frame.rc) {
		run(&d);
		delivered(&d);
	}
}

#define CALL(frame)                     \
	do                              \
		ga_call(&(frame).head); \
	while (ga_again(&(frame).head, (frame).rc))

int ga_gasnet_am_frame(const char *fn, const struct ga_am_message *m, uint32_t rank, void *token)
{
	struct ga_gasnet_am f = {
	    .head = {GA_OP_GASNET_AM, sizeof f, fn},
	    .reply = m->role == GA_AM_REPLY,
	    .kind = (int32_t)m->kind,
	    .node = rank,
	    .token = (uintptr_t)token,
	    .handler = m->handler,
	    .nargs = (int32_t)m->nargs,
	    .args = m->args,
	    .source = m->source,
	    .bytes = m->bytes,
	    .dest = (uintptr_t)m->dest,
	    .immediate = m->immediate,
	    .anywhere = m->anywhere,
	};

	if (ga_gasnet.checks)
		ga_async_watch(fn, m, rank);
	if (ga_gasnet.traces) {
		gasnet_node_t to = rank;

		if (m->role == GA_AM_REPLY)
			gasnet_AMGetMsgSource(token, &to);
		ga_gasnet_trace_send(m, to);
	}
	CALL(f);
	return f.rc;
}

int ga_gasnet_poll_frame(void)
{
	struct ga_gasnet_delivery_to d;
	struct ga_gasnet_poll f = {.head = {GA_OP_GASNET_POLL, sizeof f, "gasnet_AMPoll"}, .into = &d};

	if (ga_gasnet.checks)
		ga_gasnet_check_call("gasnet_AMPoll");
	for (ga_call(&f.head); f.rc == GA_AGAIN_HANDLER; ga_call(&f.head)) {
		run(&d);
		f.done = (uintptr_t)d.token;
	}
	ga_coll_progress();
	return f.rc;
}

void ga_gasnet_block_frame(struct ga_wait *w)
{
	struct ga_gasnet_delivery_to d;
	const bool later =
	    ga_spans_hosts && !ga_gasnet.threads; /* handlers poll nothing, so the next poll of the only thread comes after this one's */
	struct ga_gasnet_block f = {.head = {GA_OP_GASNET_BLOCK, sizeof f, "GASNET_BLOCKUNTIL"}, .later = later, .again = w->steps > 0, .into = &d};

	if (ga_gasnet.checks)
		ga_gasnet_check_call("GASNET_BLOCKUNTIL");
	w->steps = 0;
	if (ga_coll_progress())
		return;
	ga_call(&f.head);
	if (f.rc != GA_AGAIN_HANDLER) {
		w->steps = 1;
	} else { /* the caller looks at its condition afterwards */
		run(&d);
		if (!later)
			delivered(&d);
	}
}

/* A blocking call returns a handle if a handler has to run before it is complete. */
static gasnet_handle_t wait_if(const char *fn, int how, uintptr_t h)
{
	gasnet_handle_t handle = (gasnet_handle_t)h;

	if (how == GA_GASNET_HOW_BLOCKING && handle != GASNET_INVALID_HANDLE)
		ga_gasnet_sync_frame(fn, GA_GASNET_SYNC_WAIT_ALL, &handle, 1);
	return handle;
}

gasnet_handle_t ga_gasnet_put_frame(const char *fn, gasnet_node_t node, void *dest, const void *src, size_t bytes, int how, bool bulk)
{
	struct ga_gasnet_put f = {
	    .head = {GA_OP_GASNET_PUT, sizeof f, fn}, .node = node, .dest = (uintptr_t)dest, .source = src, .bytes = bytes, .how = how, .bulk = bulk};

	CALL(f);
	return wait_if(fn, how, f.handle);
}

gasnet_handle_t ga_gasnet_get_frame(const char *fn, void *dest, gasnet_node_t node, void *src, size_t bytes, int how)
{
	struct ga_gasnet_get f = {
	    .head = {GA_OP_GASNET_GET, sizeof f, fn}, .node = node, .dest = dest, .source = (uintptr_t)src, .bytes = bytes, .how = how};

	CALL(f);
	return wait_if(fn, how, f.handle);
}

gasnet_handle_t ga_gasnet_memset_frame(const char *fn, gasnet_node_t node, void *dest, int value, size_t bytes, int how)
{
	struct ga_gasnet_memset f = {
	    .head = {GA_OP_GASNET_MEMSET, sizeof f, fn}, .node = node, .dest = (uintptr_t)dest, .value = value, .bytes = bytes, .how = how};

	CALL(f);
	return wait_if(fn, how, f.handle);
}

int ga_gasnet_sync_frame(const char *fn, int what, gasnet_handle_t *handles, size_t n)
{
	struct ga_gasnet_sync f = {.head = {GA_OP_GASNET_SYNC, sizeof f, fn}, .what = what, .handles = handles, .n = n};

	CALL(f);
	return f.rc;
}

int ga_gasnet_sync_nbi_frame(const char *fn, int which, bool wait)
{
	struct ga_gasnet_sync_nbi f = {.head = {GA_OP_GASNET_SYNC_NBI, sizeof f, fn}, .which = which, .wait = wait};

	CALL(f);
	return f.rc;
}

gasnet_handle_t ga_gasnet_region_frame(const char *fn, bool end)
{
	struct ga_gasnet_region f = {.head = {GA_OP_GASNET_REGION, sizeof f, fn}, .end = end};

	ga_call(&f.head);
	return (gasnet_handle_t)f.handle;
}

int ga_gasnet_barrier_frame(const char *fn, int id, int flags, bool wait)
{
	struct ga_gasnet_delivery_to d;
	struct ga_gasnet_barrier_wait f = {.head = {GA_OP_GASNET_BARRIER_WAIT, sizeof f, fn}, .id = id, .flags = flags, .wait = wait, .into = &d};

	if (ga_gasnet.checks)
		ga_gasnet_check_call(fn);
	for (;;) {
		ga_coll_progress();
		ga_call(&f.head);
		f.done = 0;
		if (f.rc == GA_AGAIN_HANDLER) {
			run(&d);
			f.done = (uintptr_t)d.token;
		} else if (!ga_again(&f.head, f.rc)) {
			return f.rc;
		}
	}
}
