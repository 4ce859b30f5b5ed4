/* gasnet/ex/coll.c - collectives of GASNet-EX: plans that the engine of gasnet/coll takes, as calls of one image of each node. */
#include "event.h"

#include "../check.h"
#include "../progress.h"
#include "reduce.h"

#include <gasnetex/gasnet_coll.h>

/* Begins a call of a team's; finish_call follows. */
static struct ga_coll *new_call(const char *fn, struct ga_coll_node *n, gex_TM_t tm, enum ga_coll_kind kind, size_t bytes)
{
	struct gasneti_team *t = ga_gex_team(fn, tm)->team;
	struct ga_coll *c;

	if (GA_UNLIKELY(ga_gasnet.checks))
		ga_gasnet_check_call(fn);
	if (GA_UNLIKELY(__atomic_load_n(&n->unheard, __ATOMIC_RELAXED) > n->window / 2)) { /* a peer may want this rank to stop */
		__atomic_store_n(&n->unheard, 0, __ATOMIC_RELAXED);
		gasnet_AMPoll();
	}
	ga_coll_lock(n);
	c = ga_coll_new(n, t, GA_COLL_BY_NODES, t->calls[GA_COLL_BY_NODES]++);
	ga_coll_unlock(n);
	c->want.kind = kind;
	c->want.bytes = bytes;
	c->want.in_all = c->want.out_all = false;
	c->users = 1;
	return c;
}

static gex_Event_t finish_call(const char *fn, struct ga_coll_node *n, struct ga_coll *c)
{
	const struct gasneti_team *t = c->team;
	const struct ga_coll_place place = {.nodes = t->size, .me = t->me, .first = t->ones};

	ga_coll_start(n, c, fn, &place);
	if (ga_gasnet.ranks)
		ga_am_poll();
	ga_coll_progress();
	return ga_gex_coll_event(n, c);
}

gex_Event_t gex_Coll_BarrierNB(gex_TM_t tm, gex_Flags_t flags)
{
	static const char fn[] = "gex_Coll_BarrierNB";
	struct ga_coll_node *n = ga_coll_here();
	struct ga_coll *c = new_call(fn, n, tm, GA_COLL_BARRIER, 0);

	(void)flags;
	c->consensus = 0; /* no name */
	c->want.consensus = &c->consensus;
	return finish_call(fn, n, c);
}

void gex_Coll_BarrierBlocking(gex_TM_t tm, gex_Flags_t flags) { gex_Event_Wait(gex_Coll_BarrierNB(tm, flags)); }

static void check_root(const char *fn, gex_TM_t tm, gex_Rank_t root)
{
	if (GA_UNLIKELY(root >= ga_gex_team(fn, tm)->size))
		ga_fatal(1, "%s: root = %u: not in 0..%u", fn, root, tm->size - 1);
}

gex_Event_t gex_Coll_BroadcastNB(gex_TM_t tm, gex_Rank_t root, void *dst, const void *src, size_t nbytes, gex_Flags_t flags)
{
	static const char fn[] = "gex_Coll_BroadcastNB";
	struct ga_coll_node *n = ga_coll_here();
	struct ga_coll *c;

	(void)flags;
	check_root(fn, tm, root);
	c = new_call(fn, n, tm, GA_COLL_BROADCAST, nbytes);
	c->want.root = root;
	c->want.at_root = (void *)(uintptr_t)src;
	c->one_dst = dst;
	return finish_call(fn, n, c);
}

/* A reduction of n elements. */
static struct ga_coll *reduction(const char *fn, struct ga_coll_node *n, gex_TM_t tm, enum ga_coll_kind kind, void *dst, const void *src, gex_DT_t dt,
                                 size_t dt_sz, size_t dt_cnt, gex_OP_t op, gex_Coll_ReduceFn_t user_op, void *user_cdata)
{
	const struct ga_coll_reduction r = {
	    .combine = ga_gex_combine(fn, dt, dt_sz, op, user_op != NULL), .user = user_op, .cdata = user_cdata, .dt = dt, .op = op};
	struct ga_coll *c = new_call(fn, n, tm, kind, ga_bytes(dt_cnt, dt_sz));

	if (GA_UNLIKELY(dt_cnt == 0))
		ga_fatal(1, "%s: dt_cnt = 0: not at least 1", fn);
	c->reduction = r;
	c->element = dt_sz;
	c->one_src = (void *)(uintptr_t)src;
	c->one_dst = dst;
	c->want.at_root = dst;
	return c;
}

gex_Event_t gex_Coll_ReduceToOneNB(gex_TM_t tm, gex_Rank_t root, void *dst, const void *src, gex_DT_t dt, size_t dt_sz, size_t dt_cnt, gex_OP_t op,
                                   gex_Coll_ReduceFn_t user_op, void *user_cdata, gex_Flags_t flags)
{
	static const char fn[] = "gex_Coll_ReduceToOneNB";
	struct ga_coll_node *n = ga_coll_here();
	struct ga_coll *c;

	(void)flags;
	check_root(fn, tm, root);
	c = reduction(fn, n, tm, GA_COLL_REDUCE, dst, src, dt, dt_sz, dt_cnt, op, user_op, user_cdata);
	c->want.root = root;
	return finish_call(fn, n, c);
}

gex_Event_t gex_Coll_ReduceToAllNB(gex_TM_t tm, void *dst, const void *src, gex_DT_t dt, size_t dt_sz, size_t dt_cnt, gex_OP_t op,
                                   gex_Coll_ReduceFn_t user_op, void *user_cdata, gex_Flags_t flags)
{
	static const char fn[] = "gex_Coll_ReduceToAllNB";
	struct ga_coll_node *n = ga_coll_here();

	(void)flags;
	return finish_call(fn, n, reduction(fn, n, tm, GA_COLL_REDUCE_ALL, dst, src, dt, dt_sz, dt_cnt, op, user_op, user_cdata));
}
