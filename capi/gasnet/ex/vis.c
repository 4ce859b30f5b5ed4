/* gasnet/ex/vis.c - vectors, lists and strides of GASNet-EX: shapes as those of GASNet-1 (gasnet/vis.c), with strides of any sign. */
#include "peer.h"
#include "segment.h"

#include "../check.h"
#include "../frames.h"
#include "../shape.h"

#include <gasnetex/gasnet_vis.h>

enum { BLOCKING = GA_GASNET_HOW_BLOCKING, NB = GA_GASNET_HOW_NB, NBI = GA_GASNET_HOW_NBI };

_Static_assert(sizeof(gex_Memvec_t) == 2 * sizeof(size_t) && offsetof(gex_Memvec_t, gex_len) == sizeof(size_t),
               "Go reads pieces: gasnet/vis_unsafe.go");

static bool is_nothing(const struct ga_gasnet_vis_shape *s)
{
	if (s->kind != GA_GASNET_VIS_STRIDED)
		return false;
	for (size_t i = 0; s->block && s->counts && i < s->levels; i++)
		if (s->counts[i] == 0)
			return true;
	return s->block == 0;
}

struct piece {
	char *at;
	size_t bytes;
};

static size_t pieces(const struct ga_gasnet_vis_shape *s, const struct ga_gasnet_vis_side *side)
{
	size_t n = 1;

	if (s->kind != GA_GASNET_VIS_STRIDED)
		return side->count;
	for (size_t i = 0; i < s->levels; i++)
		n *= s->counts[i];
	return n;
}

static struct piece piece(const struct ga_gasnet_vis_shape *s, const struct ga_gasnet_vis_side *side, size_t k)
{
	const gex_Memvec_t *v = side->list;
	ptrdiff_t at = 0;

	switch (s->kind) {
	case GA_GASNET_VIS_VECTOR: return (struct piece){v[k].gex_addr, v[k].gex_len};
	case GA_GASNET_VIS_INDEXED: return (struct piece){((char *const *)side->list)[k], side->len};
	}
	for (size_t i = 0; i < s->levels; k /= s->counts[i++])
		at += (ptrdiff_t)(k % s->counts[i]) * side->strides[i];
	return (struct piece){(char *)(uintptr_t)side->list + at, s->block};
}

/* A transfer to or from a segment that a live rank has created: the kernel copies, piece by piece. */
static void move_apart(const char *fn, const struct ga_gasnet_vis_shape *s)
{
	const size_t to_fill = pieces(s, &s->dst), to_read = pieces(s, &s->src);
	struct piece to = {0}, from = {0};

	for (size_t i = 0, k = 0;;) {
		size_t n;

		while (to.bytes == 0 && i < to_fill)
			to = piece(s, &s->dst, i++);
		while (from.bytes == 0 && k < to_read)
			from = piece(s, &s->src, k++);
		n = to.bytes < from.bytes ? to.bytes : from.bytes;
		if (n == 0) {
			if (to.bytes || from.bytes)
				ga_fatal(1, "%s: its sides have different numbers of bytes", fn);
			return;
		}
		if (!(s->get ? ga_gex_get_published(fn, to.at, s->node, from.at, n) : ga_gex_put_published(fn, s->node, to.at, from.at, n)))
			ga_fatal(1, "%s: %s = %p: %zu bytes there are not in the segment of rank %u", fn, s->get ? "src" : "dst",
			         (void *)(s->get ? from.at : to.at), n, s->node);
		to = (struct piece){to.at + n, to.bytes - n};
		from = (struct piece){from.at + n, from.bytes - n};
	}
}

static gex_Event_t make(const char *fn, struct ga_gasnet_vis_shape s)
{
	if (GA_LIKELY(!ga_gex_is_apart(ga_gex_client(fn), s.node)))
		return ga_gasnet_vis_move(fn, s);
	move_apart(fn, &s);
	return GEX_EVENT_INVALID;
}

static gex_Event_t start(const char *fn, gex_TM_t tm, gex_Rank_t rank, gex_Flags_t flags, struct ga_gasnet_vis_shape s)
{
	const bool tells = !s.get && GA_UNLIKELY(ga_gex_peer_armed());
	const bool nothing = is_nothing(&s);

	if (GA_UNLIKELY(ga_gasnet.checks))
		ga_gasnet_check_call(fn);
	if (nothing && !tells)
		return GEX_EVENT_INVALID;
	s.ex = true;
	s.free = flags & GEX_FLAG_ENABLE_LEAF_LC;
	s.node = ga_gex_jobrank(fn, tm, rank);
	if (GA_LIKELY(!tells))
		return make(fn, s);
	s.how = BLOCKING;
	if (!nothing)
		make(fn, s);
	ga_gex_peer_complete(fn, s.node);
	return GEX_EVENT_INVALID;
}

#define V_SHAPE(form, to)                                                                                      \
	(struct ga_gasnet_vis_shape)                                                                           \
	{                                                                                                      \
		.kind = GA_GASNET_VIS_VECTOR, .how = form, .get = to, .dst = {.list = dst, .count = dstcount}, \
		.src = {.list = src, .count = srccount},                                                       \
	}
#define I_SHAPE(form, to)                                                                                                      \
	(struct ga_gasnet_vis_shape)                                                                                           \
	{                                                                                                                      \
		.kind = GA_GASNET_VIS_INDEXED, .how = form, .get = to, .dst = {.list = dst, .count = dstcount, .len = dstlen}, \
		.src = {.list = src, .count = srccount, .len = srclen},                                                        \
	}
#define S_SHAPE(form, to)                                                                                              \
	(struct ga_gasnet_vis_shape)                                                                                   \
	{                                                                                                              \
		.kind = GA_GASNET_VIS_STRIDED, .how = form, .get = to, .dst = {.list = dst, .strides = dststrides},    \
		.src = {.list = src, .strides = srcstrides}, .block = elemsz, .counts = count, .levels = stridelevels, \
	}

#define PUTV_ARGS \
	gex_TM_t tm, gex_Rank_t rank, size_t dstcount, gex_Memvec_t const dst[], size_t srccount, gex_Memvec_t const src[], gex_Flags_t flags
#define GETV_ARGS \
	gex_TM_t tm, size_t dstcount, gex_Memvec_t const dst[], gex_Rank_t rank, size_t srccount, gex_Memvec_t const src[], gex_Flags_t flags
#define PUTI_ARGS                                                                                                                           \
	gex_TM_t tm, gex_Rank_t rank, size_t dstcount, void *const dst[], size_t dstlen, size_t srccount, void *const src[], size_t srclen, \
	    gex_Flags_t flags
#define GETI_ARGS                                                                                                                           \
	gex_TM_t tm, size_t dstcount, void *const dst[], size_t dstlen, gex_Rank_t rank, size_t srccount, void *const src[], size_t srclen, \
	    gex_Flags_t flags
#define PUTS_ARGS                                                                                                                      \
	gex_TM_t tm, gex_Rank_t rank, void *dst, const ptrdiff_t dststrides[], void *src, const ptrdiff_t srcstrides[], size_t elemsz, \
	    const size_t count[], size_t stridelevels, gex_Flags_t flags
#define GETS_ARGS                                                                                                                      \
	gex_TM_t tm, void *dst, const ptrdiff_t dststrides[], gex_Rank_t rank, void *src, const ptrdiff_t srcstrides[], size_t elemsz, \
	    const size_t count[], size_t stridelevels, gex_Flags_t flags

/* The three forms of one function. */
#define FORMS(name, args, shape, get)                                                                                               \
	int gex_VIS_##name##Blocking(args) { return start("gex_VIS_" #name "Blocking", tm, rank, flags, shape(BLOCKING, get)), 0; } \
	gex_Event_t gex_VIS_##name##NB(args) { return start("gex_VIS_" #name "NB", tm, rank, flags, shape(NB, get)); }              \
	int gex_VIS_##name##NBI(args) { return start("gex_VIS_" #name "NBI", tm, rank, flags, shape(NBI, get)), 0; }

FORMS(VectorPut, PUTV_ARGS, V_SHAPE, false)
FORMS(VectorGet, GETV_ARGS, V_SHAPE, true)
FORMS(IndexedPut, PUTI_ARGS, I_SHAPE, false)
FORMS(IndexedGet, GETI_ARGS, I_SHAPE, true)
FORMS(StridedPut, PUTS_ARGS, S_SHAPE, false)
FORMS(StridedGet, GETS_ARGS, S_SHAPE, true)
