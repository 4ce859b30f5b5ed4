/* gasnet_coll.c - the functions of collectives: what the program says becomes what a node wants (gasnet_coll_plan.h). */
#include "gasnet_coll_engine.h"

#include <stdlib.h>

#include "gasnet_coll_progress.h"

/* A call as one image makes it. */
struct say {
	const char *fn;
	gasnet_team_handle_t team;
	enum ga_coll_kind kind;
	int flags;
	size_t bytes;
	gasnet_image_t root;
	void *at_root;
	void *dst, *src;                 /* with one address */
	void *const *dsts, *const *srcs; /* with a list */
	gasnet_coll_fn_handle_t func;
	int arg;
	size_t element;
	size_t count;
	struct ga_coll_layout from, to; /* of scans */
};

static bool rooted(enum ga_coll_kind k) { return k == GA_COLL_BROADCAST || k == GA_COLL_SCATTER || k == GA_COLL_GATHER || k == GA_COLL_REDUCE; }

static int bits(int flags) { return __builtin_popcount((unsigned)flags); }

/* What the library can do without. */
static void check(const struct say *s)
{
	if (bits(s->flags & (GASNET_COLL_IN_NOSYNC | GASNET_COLL_IN_MYSYNC | GASNET_COLL_IN_ALLSYNC)) != 1 ||
	    bits(s->flags & (GASNET_COLL_OUT_NOSYNC | GASNET_COLL_OUT_MYSYNC | GASNET_COLL_OUT_ALLSYNC)) != 1)
		ga_fatal(1, "%s: flags = 0x%x: not one of GASNET_COLL_IN_ and one of GASNET_COLL_OUT_", s->fn, (unsigned)s->flags);
	if (bits(s->flags & (GASNET_COLL_SINGLE | GASNET_COLL_LOCAL)) != 1)
		ga_fatal(1, "%s: flags = 0x%x: not one of GASNET_COLL_SINGLE and GASNET_COLL_LOCAL", s->fn, (unsigned)s->flags);
}

/* A scan's own arguments. */
static void check_scan(const struct say *s, uint32_t images)
{
	const struct ga_coll_layout *const sides[] = {&s->from, &s->to};
	static const char *const names[] = {"src", "dst"};
	size_t end;

	if (bits(s->flags & (GASNET_COLL_INCLUSIVE_SCAN | GASNET_COLL_EXCLUSIVE_SCAN)) != 1)
		ga_fatal(1, "%s: flags = 0x%x: not one of GASNET_COLL_INCLUSIVE_SCAN and GASNET_COLL_EXCLUSIVE_SCAN", s->fn, (unsigned)s->flags);
	for (int i = 0; i < 2; i++) {
		const struct ga_coll_layout *l = sides[i];

		if (!s->from.block && !s->to.block && l->offset)
			ga_fatal(1, "%s: %s_offset = %zu: without block sizes every image has all elements, and there are no offsets", s->fn,
			         names[i], l->offset);
		if (!l->block && l->offset >= images)
			ga_fatal(1, "%s: %s_offset = %zu: %s_blksz is 0, and the team has images 0 to %u", s->fn, names[i], l->offset, names[i],
			         images - 1);
		if (l->block && (__builtin_add_overflow(l->offset, s->count, &end) || __builtin_mul_overflow(end, (size_t)images + 1, &end)))
			ga_fatal(1, "%s: %s_offset = %zu: too large with elem_count = %zu", s->fn, names[i], l->offset, s->count);
	}
}

/* Blocks beyond an array's end are as good as one that holds all of it, and cannot overflow. */
static struct ga_coll_layout within(const struct ga_coll_layout *l, size_t count)
{
	const size_t end = l->offset + count;

	return (struct ga_coll_layout){.block = l->block < end ? l->block : end, .offset = l->offset};
}

static void **addresses(const char *fn, uint32_t n)
{
	void **all = calloc(n, sizeof *all);

	if (!all)
		ga_coll_no_memory(fn);
	return all;
}

/* The first image of a node to make a call says what all say. */
static struct ga_coll *open_call(struct ga_coll_node *n, struct gasneti_team *t, const struct say *s, enum ga_coll_space space, uint32_t number,
                                 uint32_t images)
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
		w->exclusive = s->flags & GASNET_COLL_EXCLUSIVE_SCAN;
		w->spread = s->from.block || s->to.block;
		w->element = s->element;
		w->count = s->count;
		w->from = s->from.block ? within(&s->from, s->count) : s->from;
		w->to = s->to.block ? within(&s->to, s->count) : s->to;
	}
	return c;
}

/* One image's addresses; lists are the same from all. Whether it is the last. */
static bool join(struct ga_coll *c, const struct say *s, uint32_t image, uint32_t images, uint32_t first)
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

static struct ga_coll *begin(struct ga_coll_node *n, const struct say *s)
{
	struct gasneti_team *t = ga_coll_team(n, s->fn, s->team);
	const bool alone = s->flags & GASNET_COLL_NO_IMAGES || ga_coll_images(t) == 1;
	const enum ga_coll_space space = s->flags & GASNET_COLL_NO_IMAGES ? GA_COLL_BY_NODES : GA_COLL_BY_IMAGES;
	const struct ga_coll_place place = {.nodes = t->size, .me = t->me, .first = s->flags & GASNET_COLL_NO_IMAGES ? t->ones : t->first};
	const uint32_t images = alone ? 1 : ga_coll_images(t), image = alone ? 0 : ga_coll_image(n, s->fn, t), first = place.first[t->me];
	struct ga_coll *c, **at;
	bool last;

	if (GA_UNLIKELY(ga_gasnet.checks))
		check(s);
	if (GA_UNLIKELY(rooted(s->kind) && s->root >= place.first[t->size]))
		ga_fatal(1, "%s: image = %u: the team has 0 to %u", s->fn, s->root, place.first[t->size] - 1);
	if (s->kind == GA_COLL_SCAN)
		check_scan(s, place.first[t->size]);
	ga_coll_lock(n);
	if (alone) {
		c = open_call(n, t, s, space, t->calls[space]++, 1);
		last = join(c, s, 0, 1, first);
	} else {
		const uint32_t number = t->turn[image]++;

		for (at = &t->open; (c = *at) != NULL; at = &c->next)
			if (c->number == number)
				break;
		if (!c)
			c = *at = open_call(n, t, s, space, number, images);
		else if (c->want.kind != s->kind || c->want.bytes != s->bytes || c->want.root != s->root)
			ga_fatal(1, "%s: image %u of this node makes another call than those before it", s->fn, image);
		last = join(c, s, image, images, first);
		if (last)
			*at = c->next;
	}
	ga_coll_unlock(n);
	if (last)
		ga_coll_start(n, c, s->fn, &place);
	return c;
}

static gasnet_coll_handle_t start(const struct say *s)
{
	struct ga_coll_node *n = ga_coll_here();
	struct ga_coll *c = begin(n, s);

	if (ga_gasnet.ranks)
		ga_am_poll();
	ga_coll_progress();
	if (!ga_coll_done(c))
		return (gasnet_coll_handle_t)(void *)c;
	ga_coll_leave(n, c);
	return GASNET_COLL_INVALID_HANDLE;
}

static void wait_for(struct ga_coll_node *n, struct ga_coll *c)
{
	struct ga_wait w = ga_gasnet_wait();

	while (!ga_coll_done(c))
		ga_coll_wait(n, &w);
	ga_coll_leave(n, c);
}

static void run(const struct say *s)
{
	struct ga_coll_node *n = ga_coll_here();

	wait_for(n, begin(n, s));
}

/* Both forms of a function. */
#define FORMS(name, parameters, ...)                                                                                \
	void gasnet_coll_##name parameters                                                                          \
	{                                                                                                           \
		const struct say s = {.fn = "gasnet_coll_" #name, .team = team, .flags = flags, __VA_ARGS__};       \
		run(&s);                                                                                            \
	}                                                                                                           \
	gasnet_coll_handle_t gasnet_coll_##name##_nb parameters                                                     \
	{                                                                                                           \
		const struct say s = {.fn = "gasnet_coll_" #name "_nb", .team = team, .flags = flags, __VA_ARGS__}; \
		return start(&s);                                                                                   \
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

#define SCAN                                                                                                                                      \
	.kind = GA_COLL_SCAN, .bytes = ga_bytes(elem_count, elem_size), .func = func, .arg = func_arg, .element = elem_size, .count = elem_count, \
	.from = {src_blksz, src_offset}, .to = {dst_blksz, dst_offset}

FORMS(scan,
      (team_t team, void *dst, size_t dst_blksz, size_t dst_offset, void *src, size_t src_blksz, size_t src_offset, size_t elem_size,
       size_t elem_count, gasnet_coll_fn_handle_t func, int func_arg, int flags),
      SCAN, .dst = dst, .src = src)
FORMS(scanM,
      (team_t team, void *const dstlist[], size_t dst_blksz, size_t dst_offset, void *const srclist[], size_t src_blksz, size_t src_offset,
       size_t elem_size, size_t elem_count, gasnet_coll_fn_handle_t func, int func_arg, int flags),
      SCAN, .dsts = dstlist, .srcs = srclist)

/* Whether a handle's call is done; then it is given up. */
static bool over(struct ga_coll_node *n, gasnet_coll_handle_t *h)
{
	struct ga_coll *c = (struct ga_coll *)(void *)*h;

	if (!c)
		return true;
	if (!ga_coll_done(c))
		return false;
	ga_coll_leave(n, c);
	*h = GASNET_COLL_INVALID_HANDLE;
	return true;
}

/* What is left of a list, and whether anything of it was in use, or is done now. */
static size_t look(struct ga_coll_node *n, gasnet_coll_handle_t *h, size_t count, bool *some)
{
	size_t left = 0, were = 0;

	for (size_t i = 0; i < count; i++) {
		if (h[i] == GASNET_COLL_INVALID_HANDLE)
			continue;
		were++;
		if (!over(n, &h[i]))
			left++;
	}
	*some = left < were || were == 0;
	return left;
}

int gasnet_coll_try_sync_all(gasnet_coll_handle_t *phandle, size_t numhandles)
{
	bool some;

	gasnet_AMPoll();
	return look(ga_coll_here(), phandle, numhandles, &some) == 0 ? GASNET_OK : GASNET_ERR_NOT_READY;
}

int gasnet_coll_try_sync_some(gasnet_coll_handle_t *phandle, size_t numhandles)
{
	bool some;

	gasnet_AMPoll();
	look(ga_coll_here(), phandle, numhandles, &some);
	return some ? GASNET_OK : GASNET_ERR_NOT_READY;
}

int gasnet_coll_try_sync(gasnet_coll_handle_t handle) { return gasnet_coll_try_sync_all(&handle, 1); }

void gasnet_coll_wait_sync_all(gasnet_coll_handle_t *phandle, size_t numhandles)
{
	struct ga_coll_node *n = ga_coll_here();

	for (size_t i = 0; i < numhandles; i++) {
		if (phandle[i])
			wait_for(n, (struct ga_coll *)(void *)phandle[i]);
		phandle[i] = GASNET_COLL_INVALID_HANDLE;
	}
}

void gasnet_coll_wait_sync_some(gasnet_coll_handle_t *phandle, size_t numhandles)
{
	struct ga_coll_node *n = ga_coll_here();
	struct ga_wait w = ga_gasnet_wait();
	bool some;

	while (look(n, phandle, numhandles, &some), !some)
		ga_coll_wait(n, &w);
}

void gasnet_coll_wait_sync(gasnet_coll_handle_t handle) { gasnet_coll_wait_sync_all(&handle, 1); }

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
