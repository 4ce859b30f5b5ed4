/* gasnet/coll/message.c - sends and receives of collectives: matching, and how bytes travel.
 *
 *   up to INLINE bytes   Short, in its arguments
 *   up to eager          Medium
 *   more, or if the receiver keeps much (gasnet/coll/window.h)
 *                        OFFER (where the bytes are); the receiver, when it is there,
 *                          fetches them from the sender's segment, or its memory: FETCHED
 *                          or, if they belong into its own segment, says ALLOWED; the sender puts them there: PUT
 *                          or says ALLOWED without an address; the sender sends PIECEs */
#define _GNU_SOURCE
#include "message.h"

#include <stdlib.h>
#include <sys/uio.h>

#include "../progress.h"
#include "window.h"

enum {
	INLINE_HANDLER = GA_COLL_HANDLERS,
	EAGER_HANDLER,
	OFFER_HANDLER,
	FETCHED_HANDLER,
	ALLOWED_HANDLER,
	PUT_HANDLER,
	PIECE_HANDLER,
	NOTIFIED_HANDLER
};
_Static_assert(NOTIFIED_HANDLER - GA_COLL_HANDLERS < GA_COLL_HANDLERS_USED, "handlers behind these are not for collectives");

#define INLINE 16u

/* What a step can do next; ga_step.doing. */
enum { NOTHING, FETCH, HAND_OVER };

/* A message that has come before its receive. */
struct ga_coll_early {
	struct ga_coll_early *next;
	uint32_t space_id, number, peer, tag;
	struct ga_coll_flow *from; /* its sender's; NULL: an offer */
	uint64_t theirs, there;
	size_t bytes;
	_Alignas(16) char data[];
};

#define LOW(x) ((gasnet_handlerarg_t)(uint32_t)(uint64_t)(x))
#define HIGH(x) ((gasnet_handlerarg_t)(uint32_t)((uint64_t)(x) >> 32))
#define BOTH(x) LOW(x), HIGH(x)

static inline uint64_t join(gasnet_handlerarg_t low, gasnet_handlerarg_t high) { return (uint32_t)low | (uint64_t)(uint32_t)high << 32; }

static inline uint32_t bucket(uint32_t space_id, uint32_t number, uint32_t peer, uint32_t tag)
{
	return ((space_id * 31 + number) * 2654435761u + peer * 40503u + tag * 97u) >> 7 & (GA_COLL_BUCKETS - 1);
}

/* Queues a call for the next thread that takes steps. With the lock. */
static void go_on(struct ga_coll_node *n, struct ga_coll *c)
{
	c->next = NULL;
	*n->go_end = c;
	n->go_end = &c->next;
	__atomic_add_fetch(&ga_gasnet_rank()->coll_work, 1, __ATOMIC_RELAXED);
}

static void move_on(struct ga_coll_node *n, struct ga_step *s, uint8_t doing)
{
	s->doing = doing;
	s->next = NULL;
	*n->move_end = s;
	n->move_end = &s->next;
	__atomic_add_fetch(&ga_gasnet_rank()->coll_work, 1, __ATOMIC_RELAXED);
}

/* A send or receive is complete. */
static void finish(struct ga_coll_node *n, struct ga_step *s)
{
	struct ga_coll *c = s->call;

	if (__atomic_sub_fetch(&c->pending, 1, __ATOMIC_ACQ_REL) > 0)
		return;
	ga_coll_lock(n);
	go_on(n, c);
	ga_coll_unlock(n);
}

static void begin(struct ga_step *s) { __atomic_add_fetch(&s->call->pending, 1, __ATOMIC_RELAXED); }

/* The receive that a message is for, taken from those that wait, or NULL. With the lock. */
static struct ga_step *take_posted(struct ga_coll_node *n, uint32_t space_id, uint32_t number, uint32_t peer, uint32_t tag)
{
	for (struct ga_step **at = &n->posted[bucket(space_id, number, peer, tag)]; *at; at = &(*at)->next) {
		struct ga_step *s = *at;

		if (s->call->space_id == space_id && s->call->number == number && s->peer == peer && s->tag == tag) {
			*at = s->next;
			return s;
		}
	}
	return NULL;
}

static void check(const struct ga_step *s, size_t bytes)
{
	if (bytes != s->bytes)
		ga_fatal(1, "gasnet_coll: node %u sends %zu bytes where %zu are expected here: calls of a team differ between nodes",
		         s->call->team->node[s->peer], bytes, s->bytes);
}

/* A message with its bytes. */
static void arrived(gasnet_token_t token, uint32_t space_id, uint32_t number, uint32_t peer, uint32_t tag, const void *data, size_t bytes)
{
	struct ga_coll_node *n = ga_coll_here();
	struct ga_coll_early *e;
	struct ga_step *s;
	gasnet_node_t from;
	uint32_t tell = 0;

	gasnet_AMGetMsgSource(token, &from); /* without the lock: in a simulated rank another thread may run */
	ga_coll_lock(n);
	s = take_posted(n, space_id, number, peer, tag);
	if (!s) {
		struct ga_coll_early **at = &n->early[bucket(space_id, number, peer, tag)];

		e = malloc(sizeof *e + bytes);
		if (!e)
			ga_coll_no_memory("gasnet_AMPoll");
		*e = (struct ga_coll_early){
		    .next = *at, .space_id = space_id, .number = number, .peer = peer, .tag = tag, .from = ga_coll_flow(n, from), .bytes = bytes};
		if (bytes)
			memcpy(e->data, data, bytes);
		*at = e;
		tell = ga_coll_buffered(n, e->from, bytes);
	}
	ga_coll_unlock(n);
	if (s) {
		check(s, bytes);
		if (bytes)
			memcpy(s->to, data, bytes);
		finish(n, s);
	} else if (GA_UNLIKELY(tell)) {
		gasnet_AMReplyShort2(token, NOTIFIED_HANDLER, LOW(n->me), LOW(tell));
	}
}

static void handle_inline(gasnet_token_t token, gasnet_handlerarg_t space_id, gasnet_handlerarg_t number, gasnet_handlerarg_t peer,
                          gasnet_handlerarg_t tag, gasnet_handlerarg_t bytes, gasnet_handlerarg_t a, gasnet_handlerarg_t b, gasnet_handlerarg_t c,
                          gasnet_handlerarg_t d)
{
	const gasnet_handlerarg_t data[] = {a, b, c, d};

	arrived(token, (uint32_t)space_id, (uint32_t)number, (uint32_t)peer, (uint32_t)tag, data, (size_t)bytes);
}

static void handle_eager(gasnet_token_t token, void *data, size_t bytes, gasnet_handlerarg_t space_id, gasnet_handlerarg_t number,
                         gasnet_handlerarg_t peer, gasnet_handlerarg_t tag)
{
	arrived(token, (uint32_t)space_id, (uint32_t)number, (uint32_t)peer, (uint32_t)tag, data, bytes);
}

static void handle_offer(gasnet_token_t token, gasnet_handlerarg_t space_id, gasnet_handlerarg_t number, gasnet_handlerarg_t peer,
                         gasnet_handlerarg_t tag, gasnet_handlerarg_t bytes0, gasnet_handlerarg_t bytes1, gasnet_handlerarg_t theirs0,
                         gasnet_handlerarg_t theirs1, gasnet_handlerarg_t there0, gasnet_handlerarg_t there1)
{
	struct ga_coll_node *n = ga_coll_here();
	const size_t bytes = join(bytes0, bytes1);
	struct ga_step *s;

	(void)token;
	ga_coll_lock(n);
	s = take_posted(n, (uint32_t)space_id, (uint32_t)number, (uint32_t)peer, (uint32_t)tag);
	if (s) {
		check(s, bytes);
		s->theirs = join(theirs0, theirs1);
		s->there = join(there0, there1);
		move_on(n, s, FETCH);
	} else {
		struct ga_coll_early **at = &n->early[bucket((uint32_t)space_id, (uint32_t)number, (uint32_t)peer, (uint32_t)tag)],
				     *e = malloc(sizeof *e);

		if (!e)
			ga_coll_no_memory("gasnet_AMPoll");
		*e = (struct ga_coll_early){.next = *at,
		                            .space_id = (uint32_t)space_id,
		                            .number = (uint32_t)number,
		                            .peer = (uint32_t)peer,
		                            .tag = (uint32_t)tag,
		                            .theirs = join(theirs0, theirs1),
		                            .there = join(there0, there1),
		                            .bytes = bytes};
		*at = e;
	}
	ga_coll_unlock(n);
}

static struct ga_step *step_at(gasnet_handlerarg_t low, gasnet_handlerarg_t high) { return (struct ga_step *)(uintptr_t)join(low, high); }

static void handle_done(gasnet_token_t token, gasnet_handlerarg_t ours0, gasnet_handlerarg_t ours1)
{
	(void)token;
	finish(ga_coll_here(), step_at(ours0, ours1));
}

static void handle_allowed(gasnet_token_t token, gasnet_handlerarg_t ours0, gasnet_handlerarg_t ours1, gasnet_handlerarg_t theirs0,
                           gasnet_handlerarg_t theirs1, gasnet_handlerarg_t there0, gasnet_handlerarg_t there1)
{
	struct ga_coll_node *n = ga_coll_here();
	struct ga_step *s = step_at(ours0, ours1);

	(void)token;
	s->theirs = join(theirs0, theirs1);
	s->there = join(there0, there1);
	ga_coll_lock(n);
	move_on(n, s, HAND_OVER);
	ga_coll_unlock(n);
}

static void handle_piece(gasnet_token_t token, void *data, size_t bytes, gasnet_handlerarg_t ours0, gasnet_handlerarg_t ours1,
                         gasnet_handlerarg_t at0, gasnet_handlerarg_t at1)
{
	struct ga_step *s = step_at(ours0, ours1);

	(void)token;
	memcpy((char *)s->to + join(at0, at1), data, bytes);
	if (__atomic_add_fetch(&s->there, bytes, __ATOMIC_ACQ_REL) == s->bytes)
		finish(ga_coll_here(), s);
}

static void handle_notified(gasnet_token_t token, gasnet_handlerarg_t node, gasnet_handlerarg_t number)
{
	(void)token;
	ga_coll_flow_message(ga_coll_here(), (uint32_t)node, (uint32_t)number);
}

typedef void handler(void);

void (*ga_coll_own[GA_GASNET_FIRST_HANDLER - GA_COLL_HANDLERS])(void) = {(handler *)handle_inline, (handler *)handle_eager,   (handler *)handle_offer,
                                                                         (handler *)handle_done,   (handler *)handle_allowed, (handler *)handle_done,
                                                                         (handler *)handle_piece,  (handler *)handle_notified};

void ga_coll_send(struct ga_coll_node *n, struct ga_step *s)
{
	const struct ga_coll *c = s->call;
	const gasnet_node_t to = c->team->node[s->peer];
	const gasnet_handlerarg_t space_id = (gasnet_handlerarg_t)c->space_id, number = (gasnet_handlerarg_t)c->number,
				  me = (gasnet_handlerarg_t)c->team->me, tag = (gasnet_handlerarg_t)s->tag;

	if (!n->shared)
		__atomic_store_n(&n->unheard, n->unheard + s->bytes + GA_COLL_BUFFER_OVERHEAD, __ATOMIC_RELAXED);
	if (s->bytes > n->eager || ga_coll_stopped(n, to)) {
		begin(s);
		gasnet_AMRequestShort10(to, OFFER_HANDLER, space_id, number, me, tag, BOTH(s->bytes), BOTH((uintptr_t)s), BOTH((uintptr_t)s->from));
	} else if (s->bytes <= INLINE) {
		gasnet_handlerarg_t data[INLINE / 4] = {0};

		if (s->bytes)
			memcpy(data, s->from, s->bytes);
		gasnet_AMRequestShort9(to, INLINE_HANDLER, space_id, number, me, tag, (gasnet_handlerarg_t)s->bytes, data[0], data[1], data[2],
		                       data[3]);
	} else {
		gasnet_AMRequestMedium4(to, EAGER_HANDLER, (void *)(uintptr_t)s->from, s->bytes, space_id, number, me, tag);
	}
}

/* Whether this process may read a node's memory, tried once: a number of a process means another one in another container, so that the node is known by a
 * value of its own. */
bool ga_coll_readable(struct ga_coll_node *n, uint32_t node)
{
	enum { UNKNOWN, READABLE, UNREADABLE };
	uint32_t *state;

	if (!n->peer)
		return false;
	state = &n->peer[node].readable;
	if (__atomic_load_n(state, __ATOMIC_RELAXED) == UNKNOWN) {
		uint64_t seen = 0;
		struct iovec here = {&seen, sizeof seen}, there = {(void *)(uintptr_t)n->peer[node].cookie.at, sizeof seen};
		const bool is = process_vm_readv(ga_here(node)->pid, &here, 1, &there, 1, 0) == sizeof seen && seen == n->peer[node].cookie.value;

		__atomic_store_n(state, is ? READABLE : UNREADABLE, __ATOMIC_RELAXED);
	}
	return __atomic_load_n(state, __ATOMIC_RELAXED) == READABLE;
}

/* Copies from a peer's memory, wherever it is; false: the kernel does not let us. */
static bool peek(struct ga_coll_node *n, uint32_t node, void *to, uint64_t from, size_t bytes)
{
	if (!ga_coll_readable(n, node))
		return false;
	while (bytes) {
		struct iovec here = {to, bytes}, there = {(void *)(uintptr_t)from, bytes};
		const ssize_t got = process_vm_readv(ga_here(node)->pid, &here, 1, &there, 1, 0);

		if (got <= 0)
			return false;
		to = (char *)to + got;
		from += (size_t)got;
		bytes -= (size_t)got;
	}
	return true;
}

/* The bytes of an offer. */
static void fetch(struct ga_coll_node *n, struct ga_step *s)
{
	const gasnet_node_t from = s->call->team->node[s->peer];
	const uint64_t theirs = s->theirs, there = s->there;

	if (s->bytes == 0) {
		/* it only says that its sender has come */
	} else if (ga_coll_in_segment(n, from, there, s->bytes)) {
		gasnet_get_bulk(s->to, from, (void *)(uintptr_t)there, s->bytes);
	} else if (!peek(n, from, s->to, there, s->bytes)) {
		const bool put = ga_coll_in_segment(n, n->me, (uintptr_t)s->to, s->bytes);

		s->there = 0;
		gasnet_AMRequestShort6(from, ALLOWED_HANDLER, BOTH(theirs), BOTH((uintptr_t)s), BOTH(put ? (uintptr_t)s->to : 0));
		return;
	}
	gasnet_AMRequestShort2(from, FETCHED_HANDLER, BOTH(theirs));
	finish(n, s);
}

/* What the receiver could not fetch. */
static void hand_over(struct ga_coll_node *n, struct ga_step *s)
{
	const gasnet_node_t to = s->call->team->node[s->peer];
	const char *from = s->from;

	if (s->there) {
		gasnet_put_bulk(to, (void *)(uintptr_t)s->there, (void *)(uintptr_t)from, s->bytes);
		gasnet_AMRequestShort2(to, PUT_HANDLER, BOTH(s->theirs));
	} else {
		for (size_t at = 0, piece; at < s->bytes; at += piece) {
			piece = s->bytes - at < n->medium ? s->bytes - at : n->medium;
			gasnet_AMRequestMedium4(to, PIECE_HANDLER, (void *)(uintptr_t)(from + at), piece, BOTH(s->theirs), BOTH(at));
		}
	}
	finish(n, s);
}

void ga_coll_receive(struct ga_coll_node *n, struct ga_step *s)
{
	const struct ga_coll *c = s->call;
	const uint32_t b = bucket(c->space_id, c->number, s->peer, s->tag);
	struct ga_coll_early **at, *e;
	uint32_t tell = 0;

	begin(s);
	ga_coll_lock(n);
	for (at = &n->early[b]; (e = *at) != NULL; at = &e->next)
		if (e->space_id == c->space_id && e->number == c->number && e->peer == s->peer && e->tag == s->tag)
			break;
	if (e) {
		*at = e->next;
		if (e->from)
			tell = ga_coll_consumed(n, e->from, e->bytes);
	} else {
		s->next = n->posted[b];
		n->posted[b] = s;
	}
	ga_coll_unlock(n);
	if (!e)
		return;
	if (GA_UNLIKELY(tell))
		gasnet_AMRequestShort2(e->from->node, NOTIFIED_HANDLER, LOW(n->me), LOW(tell));
	check(s, e->bytes);
	if (!e->from) {
		s->theirs = e->theirs;
		s->there = e->there;
		fetch(n, s);
	} else {
		if (e->bytes)
			memcpy(s->to, e->data, e->bytes);
		finish(n, s);
	}
	free(e);
}

void ga_coll_move(struct ga_coll_node *n, struct ga_step *s)
{
	if (s->doing == FETCH)
		fetch(n, s);
	else
		hand_over(n, s);
}

__attribute__((constructor)) static void join_core(void) { ga_coll_handlers = ga_coll_own; }
