/* gasnet/message.h - the way of a message into a ring. */
#ifndef GA_GASNET_AM_H
#define GA_GASNET_AM_H

#include "plane.h"

#include "check.h"
#include "here.h"

void ga_am_lock(struct ga_am_writer *w);
static inline void ga_am_unlock(struct ga_am_writer *w) { __atomic_store_n(&w->lock, 0, __ATOMIC_RELEASE); }

int ga_am_send_slowly(const struct ga_am_message *m, uint32_t rank);

/* Checks and tells, before it is sent. */
void ga_am_watch_request(const char *fn, const struct ga_am_message *m, uint32_t rank);
void ga_am_watch_reply(const char *fn, const struct ga_am_message *m, const struct ga_am_token *to);

/* Sends to another rank unless there is no room. With constant kind and number of arguments little of this is left. */
static inline __attribute__((always_inline)) bool ga_am_try(const struct ga_am_message *m, uint32_t rank)
{
	struct ga_am_writer *w = &ga_gasnet.writers[m->role][rank];
	const uint32_t inside = m->kind == GA_AM_MEDIUM ? (uint32_t)m->bytes : 0;
	struct ga_am_slot *s;
	uint32_t place;

	if (ga_gasnet.threads)
		ga_am_lock(w);
	s = ga_am_reserve(w, inside, &place);
	if (GA_UNLIKELY(!s)) {
		if (ga_gasnet.threads)
			ga_am_unlock(w);
		return false;
	}
	for (uint32_t i = 0; i < m->nargs; i++)
		s->args[i] = m->args[i];
	if (m->kind != GA_AM_SHORT) {
		s->bytes = (uint32_t)m->bytes;
		s->place = place;
		s->addr = (uintptr_t)m->dest;
		if (m->bytes && !m->moved)
			memcpy(m->kind == GA_AM_MEDIUM ? w->ring->payload + place % GA_AM_PAYLOAD : m->dest, m->source, m->bytes);
	}
	ga_am_publish(w, s, m->kind, m->handler, m->nargs);
	if (ga_gasnet.threads)
		ga_am_unlock(w);
	ga_notify(ga_here(rank));
	return true;
}

/* Whether the plane may send this: all that is wrong is for Go to tell. */
static inline __attribute__((always_inline)) bool ga_am_can(const struct ga_am_message *m, uint32_t rank)
{
	if (GA_UNLIKELY(rank >= ga_gasnet.ranks) && !ga_here_can(m, rank))
		return false;
	switch (m->kind) {
	case GA_AM_MEDIUM: return GA_LIKELY(m->bytes <= GA_AM_MAX_MEDIUM);
	case GA_AM_LONG:
		return GA_LIKELY(m->bytes <= GA_AM_MAX_LONG && (ga_gasnet_reach(rank, m->dest, m->bytes) || (m->anywhere && !m->bytes) || m->moved));
	default: return true;
	}
}

/* The frame that goes to Go instead. */
int ga_gasnet_am_frame(const char *fn, const struct ga_am_message *m, uint32_t rank, void *token);

static inline __attribute__((always_inline)) int ga_am_request(const char *fn, const struct ga_am_message *m, uint32_t rank)
{
	if (GA_UNLIKELY(!ga_am_can(m, rank)))
		return ga_gasnet_am_frame(fn, m, rank, NULL);
	if (GA_UNLIKELY(ga_gasnet.watch))
		ga_am_watch_request(fn, m, rank);
	if (GA_UNLIKELY(rank == ga_gasnet.me || !ga_am_try(m, rank)))
		ga_am_send_slowly(m, rank);
	ga_am_poll();
	return 0;
}

static inline __attribute__((always_inline)) int ga_am_reply(const char *fn, const struct ga_am_message *m, void *token)
{
	struct ga_am_token *t = token;

	if (GA_UNLIKELY(ga_gasnet.watch) && ga_here_token(token))
		ga_am_watch_reply(fn, m, t); /* a token that is none should not be looked into */
	if (GA_UNLIKELY(!ga_here_token(token) || !ga_am_can(m, t->from)))
		return ga_gasnet_am_frame(fn, m, 0, token);
	t->replied = 1;
	if (GA_UNLIKELY(t->from == ga_gasnet.me || !ga_am_try(m, t->from)))
		ga_am_send_slowly(m, t->from);
	return 0;
}

#endif
