/* gasnet/vis.c - vectors, indexed lists and strides of memory. The functions describe a transfer, and Go makes it (gasnet/vis.go).
 *
 * With checks, the program's own side is listed here before the transfer begins, for gasnet/pending.h. Go could list it, too, but that would be another call, which
 * costs a simulated rank time. */
#include "../runtime/again.h"
#include "check.h"
#include "frames.h"
#include "pending.h"
#include "shape.h"

#include <stdlib.h>

#include <gasnet_vis.h>

enum { BLOCKING = GA_GASNET_HOW_BLOCKING, NB = GA_GASNET_HOW_NB, NBI = GA_GASNET_HOW_NBI };

/* A transfer in shared memory: complete when this returns. Go only moves the bytes. */
static void copy(const char *fn, struct ga_gasnet_vis_shape *s)
{
	struct ga_gasnet_vis_copy f = {.head = {GA_OP_GASNET_VIS_COPY, sizeof f, fn}, .shape = s};

	ga_call(&f.head);
	if (!s->get) {
		__atomic_thread_fence(__ATOMIC_RELEASE);
		ga_notify_data(ga_here(s->node));
	}
}

gasnet_handle_t ga_gasnet_vis_move(const char *fn, struct ga_gasnet_vis_shape s)
{
	struct ga_gasnet_vis f = {.head = {GA_OP_GASNET_VIS, sizeof f, fn}, .shape = &s};
	const bool wait = s.how == BLOCKING;

	if (GA_LIKELY(ga_gasnet.ranks)) {
		copy(fn, &s);
		return GASNET_INVALID_HANDLE;
	}
	if (wait)
		s.how = NB;
	do
		ga_call(&f.head);
	while (ga_again(&f.head, f.rc));
	if (wait)
		gasnet_wait_syncnb((gasnet_handle_t)f.handle);
	return (gasnet_handle_t)f.handle;
}

enum { LEVELS = 64, MOST_PIECES = 1 << 16 }; /* that are checked */

static inline size_t length(const struct ga_gasnet_vis_shape *s, const struct ga_gasnet_vis_side *side, size_t i)
{
	return s->kind == GA_GASNET_VIS_INDEXED ? side->len : ((const gasnet_memvec_t *)side->list)[i].len;
}

static inline char *address(const struct ga_gasnet_vis_shape *s, const struct ga_gasnet_vis_side *side, size_t i)
{
	return s->kind == GA_GASNET_VIS_INDEXED ? ((char *const *)side->list)[i] : ((const gasnet_memvec_t *)side->list)[i].addr;
}

static bool add(struct ga_piece **pieces, size_t *n, char *at, size_t bytes)
{
	struct ga_piece *more;

	if (*n && (*pieces)[*n - 1].at + (*pieces)[*n - 1].bytes == at) {
		(*pieces)[*n - 1].bytes += bytes;
		return true;
	}
	if ((*n & (*n - 1)) == 0) { /* room for twice as many */
		if (*n == MOST_PIECES || !(more = realloc(*pieces, (*n ? 2 * *n : 1) * sizeof *more)))
			return false;
		*pieces = more;
	}
	(*pieces)[(*n)++] = (struct ga_piece){at, bytes};
	return true;
}

/* The program's own side in pieces, in order; false: there are too many, or it makes no sense. */
static bool cut(const struct ga_gasnet_vis_shape *s, struct ga_piece **pieces, size_t *n)
{
	const struct ga_gasnet_vis_side *mine = s->get ? &s->dst : &s->src;
	size_t at[LEVELS] = {0}, i;
	char *from = (char *)(uintptr_t)mine->list;

	if (s->kind != GA_GASNET_VIS_STRIDED) {
		for (i = 0; mine->list && i < mine->count; i++)
			if (!add(pieces, n, address(s, mine, i), length(s, mine, i)))
				return false;
		return true;
	}
	if (!s->counts || s->levels > LEVELS || (s->levels && !mine->strides))
		return false;
	if (s->block == 0)
		return true;
	for (i = 0; i < s->levels; i++)
		if (s->counts[i] == 0)
			return true;
	for (;;) {
		if (!add(pieces, n, from, s->block))
			return false;
		for (i = 0; i < s->levels; i++) {
			from += mine->strides[i];
			if (++at[i] < s->counts[i])
				break;
			from -= (size_t)mine->strides[i] * s->counts[i];
			at[i] = 0;
		}
		if (i == s->levels)
			break;
	}
	return true;
}

/* The same get to memory without gaps. */
struct elsewhere {
	gasnet_memvec_t vec;
	void *room;
	ptrdiff_t strides[LEVELS];
};

static void lead(struct ga_gasnet_vis_shape *s, struct elsewhere *to, void *room, size_t bytes)
{
	to->room = room;
	to->vec = (gasnet_memvec_t){room, bytes};
	for (size_t i = 0, step = s->kind == GA_GASNET_VIS_STRIDED ? s->block : 0; step && i < s->levels; step *= s->counts[i++])
		to->strides[i] = (ptrdiff_t)step;
	switch (s->kind) {
	case GA_GASNET_VIS_VECTOR: s->dst = (struct ga_gasnet_vis_side){.list = &to->vec, .count = 1}; break;
	case GA_GASNET_VIS_INDEXED: s->dst = (struct ga_gasnet_vis_side){.list = &to->room, .count = 1, .len = bytes}; break;
	default: s->dst = (struct ga_gasnet_vis_side){.list = room, .strides = to->strides};
	}
}

static gasnet_handle_t vis_checked(const char *fn, struct ga_gasnet_vis_shape s)
{
	struct ga_piece *pieces = NULL;
	struct ga_pending *p = NULL;
	struct elsewhere to;
	size_t n = 0, bytes = 0;
	const bool all = cut(&s, &pieces, &n), later = s.how != BLOCKING;

	ga_gasnet_check_call(fn);
	for (size_t i = 0; i < n; i++) {
		bytes += pieces[i].bytes;
		if (!s.get && (!later || !all))
			ga_pending_reads(fn, pieces[i].at, pieces[i].bytes);
		if (s.get && (!later || !all))
			ga_pending_writes(fn, &pieces[i]);
	}
	if (later && all)
		p = (s.get ? ga_pending_get : ga_pending_put)(fn, pieces, n, s.how == NBI);
	free(pieces);
	if (p && s.get)
		lead(&s, &to, ga_pending_room(p), bytes);
	return ga_pending_begun(p, ga_gasnet_vis_move(fn, s));
}

static gasnet_handle_t vis(const char *fn, struct ga_gasnet_vis_shape s)
{
	return GA_UNLIKELY(ga_gasnet.checks) ? vis_checked(fn, s) : ga_gasnet_vis_move(fn, s);
}

/* The bytes of a block of strides. */
static size_t block(const char *fn, const size_t *count, size_t stridelevels)
{
	if (GA_UNLIKELY(!count))
		ga_fatal(1, "%s: count: NULL with stridelevels = %zu", fn, stridelevels);
	return count[0];
}

#define V_SHAPE(form, to, n)                                                                                                  \
	(struct ga_gasnet_vis_shape)                                                                                          \
	{                                                                                                                     \
		.kind = GA_GASNET_VIS_VECTOR, .node = n, .how = form, .get = to, .dst = {.list = dstlist, .count = dstcount}, \
		.src = {.list = srclist, .count = srccount},                                                                  \
	}
#define I_SHAPE(form, to, n)                                                                                                                  \
	(struct ga_gasnet_vis_shape)                                                                                                          \
	{                                                                                                                                     \
		.kind = GA_GASNET_VIS_INDEXED, .node = n, .how = form, .get = to, .dst = {.list = dstlist, .count = dstcount, .len = dstlen}, \
		.src = {.list = srclist, .count = srccount, .len = srclen},                                                                   \
	}
#define S_SHAPE(form, to, n)                                                                                                       \
	(struct ga_gasnet_vis_shape)                                                                                               \
	{                                                                                                                          \
		.kind = GA_GASNET_VIS_STRIDED, .node = n, .how = form, .get = to,                                                  \
		.dst = {.list = dstaddr, .strides = (const ptrdiff_t *)dststrides},                                                \
		.src = {.list = srcaddr, .strides = (const ptrdiff_t *)srcstrides}, .block = block(__func__, count, stridelevels), \
		.counts = count + 1, .levels = stridelevels,                                                                       \
	}

#define PUTV_ARGS gasnet_node_t dstnode, size_t dstcount, gasnet_memvec_t const dstlist[], size_t srccount, gasnet_memvec_t const srclist[]
#define GETV_ARGS size_t dstcount, gasnet_memvec_t const dstlist[], gasnet_node_t srcnode, size_t srccount, gasnet_memvec_t const srclist[]
#define PUTI_ARGS gasnet_node_t dstnode, size_t dstcount, void *const dstlist[], size_t dstlen, size_t srccount, void *const srclist[], size_t srclen
#define GETI_ARGS size_t dstcount, void *const dstlist[], size_t dstlen, gasnet_node_t srcnode, size_t srccount, void *const srclist[], size_t srclen
#define PUTS_ARGS                                                                                                                        \
	gasnet_node_t dstnode, void *dstaddr, const size_t dststrides[], void *srcaddr, const size_t srcstrides[], const size_t count[], \
	    size_t stridelevels
#define GETS_ARGS                                                                                                                        \
	void *dstaddr, const size_t dststrides[], gasnet_node_t srcnode, void *srcaddr, const size_t srcstrides[], const size_t count[], \
	    size_t stridelevels

/* The three forms of one function. */
#define FORMS(name, args, shape, get, node)                                                                             \
	void gasnet_##name##_bulk(args) { vis("gasnet_" #name "_bulk", shape(BLOCKING, get, node)); }                   \
	gasnet_handle_t gasnet_##name##_nb_bulk(args) { return vis("gasnet_" #name "_nb_bulk", shape(NB, get, node)); } \
	void gasnet_##name##_nbi_bulk(args) { vis("gasnet_" #name "_nbi_bulk", shape(NBI, get, node)); }

FORMS(putv, PUTV_ARGS, V_SHAPE, false, dstnode)
FORMS(getv, GETV_ARGS, V_SHAPE, true, srcnode)
FORMS(puti, PUTI_ARGS, I_SHAPE, false, dstnode)
FORMS(geti, GETI_ARGS, I_SHAPE, true, srcnode)
FORMS(puts, PUTS_ARGS, S_SHAPE, false, dstnode)
FORMS(gets, GETS_ARGS, S_SHAPE, true, srcnode)
