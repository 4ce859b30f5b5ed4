/* gasnet/coll/engine.c - calls of a node: from their beginning to their end. */
#include "engine.h"

#include <stdlib.h>

#include "message.h"
#include "../consensus.h"
#include "../progress.h"
#include "../frames.h"

/* Reset only fields that are read before being set: clearing the whole struct takes a tenth of a small call's time. */
static void reset(struct ga_coll *c)
{
	struct ga_coll_want *w = &c->want;

	c->next = c->earlier = NULL;
	c->joined = c->users = c->at = c->pending = c->done = 0;
	w->ordered = false;
	w->root = 0;
	w->at_root = NULL;
	w->dst = &c->one_dst;
	w->src = &c->one_src;
	w->prefix = NULL;
	c->reduction.combine = NULL;
}

struct ga_coll *ga_coll_new(struct ga_coll_node *n, struct gasneti_team *t, enum ga_coll_space space, uint32_t number)
{
	struct ga_coll *c = n->idle;

	if (c) {
		n->idle = c->next;
	} else {
		c = calloc(1, sizeof *c);
		if (!c)
			ga_coll_no_memory("gasnet_coll");
	}
	reset(c);
	c->team = t;
	c->space_id = t->id | (uint32_t)space << 30;
	c->number = number;
	t->under_way++;
	return c;
}

void ga_coll_free(struct ga_coll_node *n, struct ga_coll *c)
{
	c->team->under_way--;
	ga_plan_clear(&c->plan);
	if (c->want.dst != &c->one_dst)
		free(c->want.dst);
	if (c->want.src != &c->one_src)
		free(c->want.src);
	free(c->want.prefix);
	c->next = n->idle;
	n->idle = c;
}

void ga_coll_leave(struct ga_coll_node *n, struct ga_coll *c)
{
	for (struct ga_coll *earlier; c; c = earlier) {
		earlier = c->earlier;
		if (__atomic_sub_fetch(&c->users, 1, __ATOMIC_ACQ_REL) > 0)
			continue;
		ga_coll_lock(n);
		ga_coll_free(n, c);
		ga_coll_unlock(n);
	}
}

/* What a scan does with its function. */
static void combine(void *with, void *to, const void *from, size_t elements)
{
	const struct ga_coll *c = with;

	if (c->reduction.combine) {
		c->reduction.combine(&c->reduction, to, from, elements);
		return;
	}
	c->function.fnptr(to, elements, to, elements, from, c->element, (int)c->function.flags, c->function_arg);
}

static void take(struct ga_coll_node *n, struct ga_coll *c, struct ga_step *s)
{
	switch (s->kind) {
	case GA_STEP_SEND: ga_coll_send(n, s); break;
	case GA_STEP_RECEIVE: ga_coll_receive(n, s); break;
	case GA_STEP_COPY: memmove(s->to, s->from, s->bytes); break;
	case GA_STEP_COMBINE: {
		const size_t elements = c->element ? s->bytes / c->element : 0;

		if (elements)
			combine(c, s->to, s->from, elements);
		break;
	}
	case GA_STEP_AGREE: {
		ga_consensus_t *mine = s->to;
		const ga_consensus_t *other = s->from;

		*mine = ga_consensus_merge(*mine, *other);
		break;
	}
	case GA_STEP_WORK: {
		const struct ga_coll_function f = {.combine = combine, .with = c};

		s->work(s->to, &f);
		break;
	}
	}
}

/* Takes steps up to a round that is not over. pending counts 1 for us. */
static void take_steps(struct ga_coll_node *n, struct ga_coll *c)
{
	while (c->at < c->plan.count) {
		struct ga_step *s = &c->plan.steps[c->at++];

		if (s->kind != GA_STEP_ROUND) {
			s->call = c;
			take(n, c, s);
			continue;
		}
		if (__atomic_load_n(&c->pending, __ATOMIC_ACQUIRE) != 1 && __atomic_sub_fetch(&c->pending, 1, __ATOMIC_ACQ_REL) > 0)
			return; /* the completion of the last one hands the call over */
		__atomic_store_n(&c->pending, 1, __ATOMIC_RELAXED);
	}
	__atomic_store_n(&c->done, 1, __ATOMIC_RELEASE);
	if (ga_gasnet.threads)
		ga_notify(ga_here(ga_gasnet.me));
}

/* All sends and receives of a call's round are complete. */
static void resume(struct ga_coll_node *n, struct ga_coll *c)
{
	__atomic_store_n(&c->pending, 1, __ATOMIC_RELAXED);
	take_steps(n, c);
}

void ga_coll_start(struct ga_coll_node *n, struct ga_coll *c, const char *fn, const struct ga_coll_place *place)
{
	c->want.shared = n->shared;
	if (!ga_plan_make(&c->plan, place, &c->want))
		ga_coll_no_memory(fn);
	c->pending = 1;
	take_steps(n, c);
}

void ga_coll_wait(struct ga_coll_node *n, struct ga_wait *w)
{
	(void)n;
	if (ga_coll_progress())
		return;
	if (ga_gasnet.ranks)
		ga_gasnet_step(w);
	else
		ga_gasnet_block_frame(w);
}

static bool carry_on(void)
{
	struct ga_coll_node *n = ga_coll_here();
	bool some = false;

	for (;; some = true) {
		struct ga_step *s;
		struct ga_coll *c = NULL;

		ga_coll_lock(n);
		s = n->move;
		if (s) {
			n->move = s->next;
			if (!n->move)
				n->move_end = &n->move;
		} else if ((c = n->go) != NULL) {
			n->go = c->next;
			if (!n->go)
				n->go_end = &n->go;
		}
		ga_coll_unlock(n);
		if (!s && !c)
			return some;
		__atomic_sub_fetch(&ga_gasnet_rank()->coll_work, 1, __ATOMIC_RELAXED);
		if (c)
			resume(n, c);
		else
			ga_coll_move(n, s);
	}
}

__attribute__((constructor)) static void join_core(void) { ga_coll_carry_on = carry_on; }
