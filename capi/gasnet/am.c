/* gasnet/am.c - active messages: sending, taking, running handlers. */
#define _GNU_SOURCE
#include "message.h"

#include "async.h"
#include "frames.h"
#include "here.h"
#include "view.h"
#include "trace.h"
#include "../plane/place.h"

#include <sched.h>
#include <stdlib.h>

#define TAKE_AT_ONCE 32u /* messages of one sender before the next has its turn */

static __attribute__((noinline)) void run_watched(uint32_t index, ga_am_handler *handler, uint32_t kind, struct ga_am_token *token, void *buffer,
                                                  size_t bytes, uint32_t nargs, const int32_t *args)
{
	if (ga_gasnet.traces)
		ga_gasnet_trace_handler(false, token->role, kind, index, token->from, buffer, bytes, nargs, args);
	if (ga_gasnet.checks && token->role == GA_AM_REPLY)
		ga_async_replied(token->from);
	if (ga_gasnet.checks)
		ga_gasnet_check_begin(token->role);
	ga_am_run(handler, kind, token, buffer, bytes, nargs, args);
	if (ga_gasnet.checks)
		ga_gasnet_check_end(index);
	if (ga_gasnet.traces)
		ga_gasnet_trace_handler(true, token->role, kind, index, token->from, buffer, bytes, nargs, args);
}

static inline void run(uint32_t index, uint32_t kind, struct ga_am_token *token, void *buffer, size_t bytes, uint32_t nargs, const int32_t *args)
{
	ga_am_handler *handler = ga_gasnet.handlers[index];

	if (GA_UNLIKELY(!handler))
		ga_fatal(1, "gasnet: handler = %u: a message from rank %u is for it, but it is not registered here", index, token->from);
	if (GA_UNLIKELY(ga_gasnet.watch)) {
		run_watched(index, handler, kind, token, buffer, bytes, nargs, args);
		return;
	}
	ga_am_run(handler, kind, token, buffer, bytes, nargs, args);
}

/* The same in a job of several hosts, where there are tokens of Go's, too. */
static void run_of_several(uint32_t index, uint32_t kind, struct ga_am_token *token, void *buffer, size_t bytes, uint32_t nargs, const int32_t *args)
{
	const struct ga_am_token *outer = ga_am_handled;

	ga_am_handled = token;
	run(index, kind, token, buffer, bytes, nargs, args);
	ga_am_handled = outer;
}

/* Takes what a sender has for us. several: in a job of several hosts, where Go has handlers of its own. */
static inline uint32_t take(struct ga_am_reader *r, uint32_t from, enum ga_am_role role, const bool several)
{
	uint32_t taken = 0;
	struct ga_am_slot *s;
	uint64_t word;

	while (taken < TAKE_AT_ONCE && (s = ga_am_peek(r, &word)) != NULL) {
		const uint32_t kind = (word >> 32) & 0xff, handler = (word >> 40) & 0xff, nargs = (word >> 48) & 0xff;
		struct ga_am_token token = {.from = from, .role = role, .kind = kind, .index = handler};
		void *buffer = kind == GA_AM_MEDIUM ? r->ring->payload + s->place % GA_AM_PAYLOAD : (void *)(uintptr_t)s->addr;

		if (several && (r->taken || !ga_gasnet.handlers[handler]))
			break;
		if (several)
			run_of_several(handler, kind, &token, buffer, s->bytes, nargs, s->args);
		else
			run(handler, kind, &token, buffer, s->bytes, nargs, s->args);
		ga_am_take(r);
		taken++;
	}
	if (taken > 0) {
		ga_am_tell(r);
		ga_notify(ga_here(from)); /* it may wait for room */
	}
	return taken;
}

/* Beyond GA_AM_SCAN ranks senders leave a hint behind each message; it is taken down before the ring is looked at. */
static uint32_t take_hinted(enum ga_am_role role)
{
	uint8_t *hints = ga_am_hints(ga_gasnet.me, role);
	uint32_t taken = 0;

	for (uint32_t from = 0; from < ga_gasnet.ranks; from++) {
		if (from % 8 == 0 && from + 8 <= ga_gasnet.ranks && __atomic_load_n((uint64_t *)(void *)(hints + from), __ATOMIC_RELAXED) == 0) {
			from += 7;
			continue;
		}
		if (!__atomic_load_n(&hints[from], __ATOMIC_RELAXED))
			continue;
		__atomic_store_n(&hints[from], 0, __ATOMIC_RELAXED);
		__atomic_thread_fence(__ATOMIC_SEQ_CST);
		const uint32_t some = take(&ga_gasnet.readers[role][from], from, role, false);
		if (some >= TAKE_AT_ONCE)
			__atomic_store_n(&hints[from], 1, __ATOMIC_RELAXED); /* there may be more */
		taken += some;
	}
	return taken;
}

uint32_t ga_am_serve(uint32_t roles)
{
	uint32_t taken = 0;

	for (uint32_t role = 0; role < 2; role++) {
		if (!(roles >> role & 1) || !ga_am_begin_reading(role))
			continue;
		if (ga_gasnet.hinted)
			taken += take_hinted(role);
		else
			for (uint32_t from = 0; from < ga_gasnet.ranks; from++)
				taken += take(&ga_gasnet.readers[role][from], from, role, false);
		for (uint32_t i = 0, from = ga_plane.first; i < ga_gasnet.rings; i++, from++)
			taken += take(&ga_gasnet.readers[role][from], from, role, true);
		ga_am_end_reading(role);
	}
	if (taken > 0 && ga_gasnet.threads)
		ga_notify(ga_here(ga_gasnet.me)); /* another thread may sleep until a handler has run */
	return taken;
}

/* A message to this rank: its handler runs at once, on a copy of a Medium's payload. */
static void run_here(const struct ga_am_message *m)
{
	enum { ON_STACK = 1024 };
	struct ga_am_token token = {.from = ga_gasnet.me, .role = m->role, .kind = m->kind, .index = m->handler};
	_Alignas(16) char small[ON_STACK];
	void *buffer = m->dest;

	if (m->kind == GA_AM_MEDIUM) {
		buffer = m->bytes <= sizeof small ? small : malloc(m->bytes);
		if (!buffer)
			ga_fatal(1, "gasnet_AMRequestMedium: nbytes = %zu: no memory for a message to this rank itself", m->bytes);
	}
	if (m->kind != GA_AM_SHORT && m->bytes && !m->moved)
		memmove(buffer, m->source, m->bytes);
	(ga_gasnet.rings ? run_of_several : run)(m->handler, m->kind, &token, buffer, m->bytes, m->nargs, m->args);
	if (buffer != small && m->kind == GA_AM_MEDIUM)
		free(buffer);
	if (m->role == GA_AM_REQUEST)
		ga_am_poll();
	if (ga_gasnet.threads)
		ga_notify(ga_here(ga_gasnet.me));
}

#define LOOKS 16u /* between two yields: a program may look for several things in turn */

void ga_gasnet_yield(void)
{
	static __attribute__((tls_model("initial-exec"))) _Thread_local uint32_t looks;

	if (++looks % LOOKS == 0)
		sched_yield();
}

void ga_am_lock(struct ga_am_writer *w)
{
	for (uint32_t tries = 0; __atomic_exchange_n(&w->lock, 1, __ATOMIC_ACQUIRE); tries++)
		while (__atomic_load_n(&w->lock, __ATOMIC_RELAXED))
			if (tries++ < 100 && !ga_gasnet.block)
				ga_relax();
			else
				sched_yield();
}

void ga_am_watch_request(const char *fn, const struct ga_am_message *m, uint32_t rank)
{
	if (ga_gasnet.checks)
		ga_async_watch(fn, m, rank);
	if (ga_gasnet.traces)
		ga_gasnet_trace_send(m, rank);
}

void ga_am_watch_reply(const char *fn, const struct ga_am_message *m, const struct ga_am_token *to)
{
	if (ga_gasnet.checks) {
		ga_gasnet_check_reply(fn, to);
		ga_async_watch(fn, m, to->from);
	}
	if (ga_gasnet.traces)
		ga_gasnet_trace_send(m, to->from);
}

/* The slow part of a send: a full ring, or a message to this rank itself. */
int ga_am_send_slowly(const struct ga_am_message *m, uint32_t rank)
{
	const uint32_t roles = m->role == GA_AM_REPLY ? 1u << GA_AM_REPLY : 1u << GA_AM_REQUEST | 1u << GA_AM_REPLY;
	struct ga_wait w = ga_gasnet_wait();

	if (rank == ga_gasnet.me) {
		run_here(m);
		return 0;
	}
	if (ga_gasnet.traces)
		ga_gasnet_trace_note('C', "no room for %s to node %u", m->role == GA_AM_REPLY ? "replies" : "requests", rank);
	while (!ga_am_try(m, rank)) {
		const bool some = ga_am_serve(roles) > 0;

		if (GA_UNLIKELY(ga_gasnet.rings != 0) && m->role == GA_AM_REQUEST && ga_network_due(&ga_gasnet.network, some))
			ga_gasnet_poll_frame(); /* the receiver may wait for a rank of another host, and that for this one */
		if (some)
			w = ga_gasnet_wait();
		else
			ga_wait_step(&w);
	}
	return 0;
}

void ga_gasnet_open(void *inboxes, size_t part, uint32_t ranks, uint32_t me, bool threads)
{
	struct ga_gasnet *g = &ga_gasnet;

	g->inboxes = inboxes;
	g->part = part;
	g->me = me;
	g->size = ranks;
	g->threads = threads;
	g->ranks = ranks; /* for the places below */
	g->hinted = ranks > GA_AM_SCAN;
	for (uint32_t role = 0; role < 2; role++) {
		g->writers[role] = calloc(ranks, sizeof *g->writers[role]);
		g->readers[role] = calloc(ranks, sizeof *g->readers[role]);
		if (!g->writers[role] || !g->readers[role])
			ga_fatal(1, "gasnet_init: no memory for the channels of %u ranks", ranks);
		for (uint32_t r = 0; r < ranks; r++) {
			g->writers[role][r].ring = ga_am_ring(me, r, role);
			g->readers[role][r].ring = ga_am_ring(r, me, role);
			if (g->hinted)
				g->writers[role][r].hint = ga_am_hints(r, role) + me;
		}
	}
	g->ranks = 0;
}

void ga_gasnet_attach(uintptr_t segment, size_t stride, const uint64_t *bytes, const uintptr_t *handlers, bool direct)
{
	struct ga_gasnet *g = &ga_gasnet;

	g->segment = segment;
	g->stride = stride;
	g->bytes = bytes;
	for (int i = 0; i < 256; i++)
		g->handlers[i] = (ga_am_handler *)handlers[i];
	if (direct && ga_all_local())
		__atomic_store_n(&g->ranks, ga_plane.size, __ATOMIC_RELEASE);
	__atomic_store_n(&g->locals, direct ? ga_plane.local_size : 0, __ATOMIC_RELEASE);
	ga_gasnet_direct_show();
	ga_place_look();
}
