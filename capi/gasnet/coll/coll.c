/* gasnet/coll/coll.c - the functions of collectives: what the program says becomes what a node wants (gasnet/coll/plan.h). */
#include "call.h"

#include <stdlib.h>

#include "../progress.h"

static bool rooted(enum ga_coll_kind k) { return k == GA_COLL_BROADCAST || k == GA_COLL_SCATTER || k == GA_COLL_GATHER || k == GA_COLL_REDUCE; }

/* Blocks larger than the array are equivalent to one that holds all of it; bounding them avoids overflow. */
static void within(struct ga_coll_layout *l, size_t count)
{
	if (l->block > l->offset + count)
		l->block = l->offset + count;
}

static void **addresses(const char *fn, uint32_t n)
{
	void **all = calloc(n, sizeof *all);

	if (!all)
		ga_coll_no_memory(fn);
	return all;
}

/* The first image of a node to make a call says what all say. */
static struct ga_coll *open_call(struct ga_coll_node *n, struct gasneti_team *t, const struct ga_coll_say *s, enum ga_coll_space space,
                                 uint32_t number, uint32_t images, bool blocking)
{
	struct ga_coll *c = ga_coll_new(n, t, space, number);
	struct ga_coll_want *w = &c->want;

	w->kind = s->kind;
	w->bytes = s->bytes;
	w->root = s->root;
	/* without a word for it, the strongest */
	w->in_all = s->flags & GASNET_COLL_IN_ALLSYNC || !(s->flags & (GASNET_COLL_IN_NOSYNC | GASNET_COLL_IN_MYSYNC));
	w->out_all = s->flags & GASNET_COLL_OUT_ALLSYNC || !(s->flags & (GASNET_COLL_OUT_NOSYNC | GASNET_COLL_OUT_MYSYNC));
	c->users = images;
	c->earlier = t->aggregate[space];
	t->aggregate[space] = s->flags & GASNET_COLL_AGGREGATE && !blocking ? c : NULL;
	if (images > 1) {
		w->dst = addresses(s->fn, images);
		w->src = addresses(s->fn, images);
	}
	if (s->kind == GA_COLL_REDUCE || s->kind == GA_COLL_SCAN) {
		if (s->func < 0 || (size_t)s->func >= n->functions)
			ga_fatal(1, "%s: func = %d: gasnet_coll_init was given %zu functions", s->fn, s->func, n->functions);
		c->function = n->function[s->func];
		c->function_arg = s->arg;
		c->element = s->element;
		w->ordered = c->function.flags & GASNET_COLL_NONCOMM;
	}
	if (s->kind == GA_COLL_SCAN) {
		w->prefix = malloc(sizeof *w->prefix);
		if (!w->prefix)
			ga_coll_no_memory(s->fn);
		*w->prefix = *s->scan;
		w->prefix->exclusive = s->flags & GASNET_COLL_EXCLUSIVE_SCAN;
		w->prefix->spread = s->scan->from.block || s->scan->to.block;
		within(&w->prefix->from, s->scan->count);
		within(&w->prefix->to, s->scan->count);
	}
	return c;
}

/* One image's addresses; lists are the same from all. Whether it is the last. */
static bool join(struct ga_coll *c, const struct ga_coll_say *s, uint32_t image, uint32_t images, uint32_t first)
{
	struct ga_coll_want *w = &c->want;
	const uint32_t skip = s->flags & GASNET_COLL_SINGLE ? first : 0;

	for (uint32_t i = 0; i < images; i++) {
		if (s->dsts)
			w->dst[i] = s->dsts[skip + i];
		if (s->srcs)
			w->src[i] = s->srcs[skip + i];
	}
	if (!s->dsts)
		w->dst[image] = s->dst;
	if (!s->srcs)
		w->src[image] = s->src;
	if (s->root == first + image)
		w->at_root = s->at_root;
	return ++c->joined == images;
}

static struct ga_coll *begin(struct ga_coll_node *n, const struct ga_coll_say *s, bool blocking)
{
	struct gasneti_team *t = ga_coll_team(n, s->fn, s->team);
	const bool alone = s->flags & GASNET_COLL_NO_IMAGES || ga_coll_images(t) == 1;
	const enum ga_coll_space space = s->flags & GASNET_COLL_NO_IMAGES ? GA_COLL_BY_NODES : GA_COLL_BY_IMAGES;
	const struct ga_coll_place place = {.nodes = t->size, .me = t->me, .first = s->flags & GASNET_COLL_NO_IMAGES ? t->ones : t->first};
	const uint32_t images = alone ? 1 : ga_coll_images(t), image = alone ? 0 : ga_coll_image(n, s->fn, t), first = place.first[t->me];
	struct ga_coll *c, **at;
	bool last;

	if (GA_UNLIKELY(__atomic_load_n(&n->unheard, __ATOMIC_RELAXED) > n->window / 2)) {
		__atomic_store_n(&n->unheard, 0, __ATOMIC_RELAXED);
		gasnet_AMPoll();
	}
	if (GA_UNLIKELY(ga_gasnet.checks))
		ga_coll_check_flags(s, blocking);
	if (GA_UNLIKELY(rooted(s->kind) && s->root >= place.first[t->size]))
		ga_fatal(1, "%s: image = %u: the team has 0 to %u", s->fn, s->root, place.first[t->size] - 1);
	if (s->kind == GA_COLL_SCAN)
		ga_coll_check_scan(s, place.first[t->size]);
	ga_coll_lock(n);
	if (alone) {
		c = open_call(n, t, s, space, t->calls[space]++, 1, blocking);
		last = join(c, s, 0, 1, first);
	} else {
		const uint32_t number = t->turn[image]++;

		for (at = &t->open; (c = *at) != NULL; at = &c->next)
			if (c->number == number)
				break;
		if (!c)
			c = *at = open_call(n, t, s, space, number, images, blocking);
		else if (c->want.kind != s->kind || c->want.bytes != s->bytes || c->want.root != s->root)
			ga_fatal(1, "%s: image %u of this node makes another call than those before it", s->fn, image);
		last = join(c, s, image, images, first);
		if (last)
			*at = c->next;
	}
	ga_coll_unlock(n);
	if (last && GA_UNLIKELY(ga_gasnet.checks))
		ga_coll_check_memory(n, c, s, images, place.first[t->size]);
	if (last)
		ga_coll_start(n, c, s->fn, &place);
	return c;
}

static gasnet_coll_handle_t start(const struct ga_coll_say *s)
{
	struct ga_coll_node *n = ga_coll_here();
	struct ga_coll *c = begin(n, s, false);

	if (ga_gasnet.ranks)
		ga_am_poll();
	ga_coll_progress();
	if (s->flags & GASNET_COLL_AGGREGATE)
		return GASNET_COLL_INVALID_HANDLE; /* the next call's handle is this one's, too */
	if (!ga_coll_all_done(c))
		return (gasnet_coll_handle_t)(void *)c;
	ga_coll_leave(n, c);
	return GASNET_COLL_INVALID_HANDLE;
}

static void run(const struct ga_coll_say *s)
{
	struct ga_coll_node *n = ga_coll_here();

	ga_coll_wait_for(n, begin(n, s, true));
}

/* Both forms of a function. */
#define FORMS(name, parameters, ...)                                                                                        \
	void gasnet_coll_##name parameters                                                                                  \
	{                                                                                                                   \
		const struct ga_coll_say s = {.fn = "gasnet_coll_" #name, .team = team, .flags = flags, __VA_ARGS__};       \
		run(&s);                                                                                                    \
	}                                                                                                                   \
	gasnet_coll_handle_t gasnet_coll_##name##_nb parameters                                                             \
	{                                                                                                                   \
		const struct ga_coll_say s = {.fn = "gasnet_coll_" #name "_nb", .team = team, .flags = flags, __VA_ARGS__}; \
		return start(&s);                                                                                           \
	}

typedef gasnet_team_handle_t team_t;
typedef gasnet_image_t image_t;

FORMS(broadcast, (team_t team, void *dst, image_t srcimage, void *src, size_t nbytes, int flags), .kind = GA_COLL_BROADCAST, .bytes = nbytes,
      .root = srcimage, .at_root = src, .dst = dst)
FORMS(broadcastM, (team_t team, void *const dstlist[], image_t srcimage, void *src, size_t nbytes, int flags), .kind = GA_COLL_BROADCAST,
      .bytes = nbytes, .root = srcimage, .at_root = src, .dsts = dstlist)
FORMS(scatter, (team_t team, void *dst, image_t srcimage, void *src, size_t nbytes, int flags), .kind = GA_COLL_SCATTER, .bytes = nbytes,
      .root = srcimage, .at_root = src, .dst = dst)
FORMS(scatterM, (team_t team, void *const dstlist[], image_t srcimage, void *src, size_t nbytes, int flags), .kind = GA_COLL_SCATTER, .bytes = nbytes,
      .root = srcimage, .at_root = src, .dsts = dstlist)
FORMS(gather, (team_t team, image_t dstimage, void *dst, void *src, size_t nbytes, int flags), .kind = GA_COLL_GATHER, .bytes = nbytes,
      .root = dstimage, .at_root = dst, .src = src)
FORMS(gatherM, (team_t team, image_t dstimage, void *dst, void *const srclist[], size_t nbytes, int flags), .kind = GA_COLL_GATHER, .bytes = nbytes,
      .root = dstimage, .at_root = dst, .srcs = srclist)
FORMS(gather_all, (team_t team, void *dst, void *src, size_t nbytes, int flags), .kind = GA_COLL_GATHER_ALL, .bytes = nbytes, .dst = dst, .src = src)
FORMS(gather_allM, (team_t team, void *const dstlist[], void *const srclist[], size_t nbytes, int flags), .kind = GA_COLL_GATHER_ALL, .bytes = nbytes,
      .dsts = dstlist, .srcs = srclist)
FORMS(exchange, (team_t team, void *dst, void *src, size_t nbytes, int flags), .kind = GA_COLL_EXCHANGE, .bytes = nbytes, .dst = dst, .src = src)
FORMS(exchangeM, (team_t team, void *const dstlist[], void *const srclist[], size_t nbytes, int flags), .kind = GA_COLL_EXCHANGE, .bytes = nbytes,
      .dsts = dstlist, .srcs = srclist)

#define REDUCTION                                                                                                                          \
	.kind = GA_COLL_REDUCE, .bytes = ga_bytes(elem_count, elem_size), .root = dstimage, .at_root = dst, .func = func, .arg = func_arg, \
	.element = elem_size

FORMS(reduce,
      (team_t team, image_t dstimage, void *dst, void *src, size_t src_blksz __attribute__((unused)), size_t src_offset __attribute__((unused)),
       size_t elem_size, size_t elem_count, gasnet_coll_fn_handle_t func, int func_arg, int flags),
      REDUCTION, .src = src)
FORMS(reduceM,
      (team_t team, image_t dstimage, void *dst, void *const srclist[], size_t src_blksz __attribute__((unused)),
       size_t src_offset __attribute__((unused)), size_t elem_size, size_t elem_count, gasnet_coll_fn_handle_t func, int func_arg, int flags),
      REDUCTION, .srcs = srclist)

#define SCAN                                                                                                                 \
	.kind = GA_COLL_SCAN, .bytes = ga_bytes(elem_count, elem_size), .func = func, .arg = func_arg, .element = elem_size, \
	.scan = &(struct ga_coll_prefix)                                                                                     \
	{                                                                                                                    \
		.element = elem_size, .count = elem_count, .from = {src_blksz, src_offset}, .to = { dst_blksz, dst_offset }  \
	}

FORMS(scan,
      (team_t team, void *dst, size_t dst_blksz, size_t dst_offset, void *src, size_t src_blksz, size_t src_offset, size_t elem_size,
       size_t elem_count, gasnet_coll_fn_handle_t func, int func_arg, int flags),
      SCAN, .dst = dst, .src = src)
FORMS(scanM,
      (team_t team, void *const dstlist[], size_t dst_blksz, size_t dst_offset, void *const srclist[], size_t src_blksz, size_t src_offset,
       size_t elem_size, size_t elem_count, gasnet_coll_fn_handle_t func, int func_arg, int flags),
      SCAN, .dsts = dstlist, .srcs = srclist)

/* Nothing is tuned: the plan of a call follows from its sizes. */
void gasnet_coll_tune_generic_op(gasnet_team_handle_t team, gasnet_coll_optype_t optype, gasnet_coll_args_t coll_args, int flags,
                                 void (*fnptr)(void *), void *sample_work_arg, uint32_t *best_algidx, uint32_t *num_params, uint32_t **param_list,
                                 char **tree_type)
{
	(void)team, (void)optype, (void)coll_args, (void)flags, (void)fnptr, (void)sample_work_arg;
	if (best_algidx)
		*best_algidx = 0;
	if (num_params)
		*num_params = 0;
	if (param_list)
		*param_list = NULL;
	if (tree_type)
		*tree_type = NULL;
}
