/* gasnet/coll/check.c - what can be wrong with a collective before it begins. */
#include "call.h"

static int bits(int flags) { return __builtin_popcount((unsigned)flags); }

void ga_coll_check_flags(const struct ga_coll_say *s, bool blocking)
{
	if (bits(s->flags & (GASNET_COLL_IN_NOSYNC | GASNET_COLL_IN_MYSYNC | GASNET_COLL_IN_ALLSYNC)) != 1 ||
	    bits(s->flags & (GASNET_COLL_OUT_NOSYNC | GASNET_COLL_OUT_MYSYNC | GASNET_COLL_OUT_ALLSYNC)) != 1)
		ga_fatal(1, "%s: flags = 0x%x: not one of GASNET_COLL_IN_ and one of GASNET_COLL_OUT_", s->fn, (unsigned)s->flags);
	if (bits(s->flags & (GASNET_COLL_SINGLE | GASNET_COLL_LOCAL)) != 1)
		ga_fatal(1, "%s: flags = 0x%x: not one of GASNET_COLL_SINGLE and GASNET_COLL_LOCAL", s->fn, (unsigned)s->flags);
	if (s->flags & GASNET_COLL_AGGREGATE && blocking)
		ga_fatal(1, "%s: flags = 0x%x: GASNET_COLL_AGGREGATE is for calls that do not block", s->fn, (unsigned)s->flags);
}

void ga_coll_check_scan(const struct ga_coll_say *s, uint32_t images)
{
	const struct ga_coll_layout *const sides[] = {&s->scan->from, &s->scan->to};
	static const char *const names[] = {"src", "dst"};
	size_t end;

	if (bits(s->flags & (GASNET_COLL_INCLUSIVE_SCAN | GASNET_COLL_EXCLUSIVE_SCAN)) != 1)
		ga_fatal(1, "%s: flags = 0x%x: not one of GASNET_COLL_INCLUSIVE_SCAN and GASNET_COLL_EXCLUSIVE_SCAN", s->fn, (unsigned)s->flags);
	for (int i = 0; i < 2; i++) {
		const struct ga_coll_layout *l = sides[i];

		if (!s->scan->from.block && !s->scan->to.block && l->offset)
			ga_fatal(1, "%s: %s_offset = %zu: without block sizes every image has all elements, and there are no offsets", s->fn,
			         names[i], l->offset);
		if (!l->block && l->offset >= images)
			ga_fatal(1, "%s: %s_offset = %zu: %s_blksz is 0, and the team has images 0 to %u", s->fn, names[i], l->offset, names[i],
			         images - 1);
		if (l->block && (__builtin_add_overflow(l->offset, s->scan->count, &end) || __builtin_mul_overflow(end, (size_t)images + 1, &end)))
			ga_fatal(1, "%s: %s_offset = %zu: too large with elem_count = %zu", s->fn, names[i], l->offset, s->scan->count);
	}
}

static void check_side(const struct ga_coll_node *n, const struct ga_coll_say *s, const char *name, const char *flag, const void *addr, size_t bytes)
{
	if (!ga_coll_in_segment(n, n->me, (uintptr_t)addr, bytes))
		ga_fatal(1, "%s: %s = %p: %s, but not all of its %zu bytes are in the segment of node %u", s->fn, name, addr, flag, bytes, n->me);
}

void ga_coll_check_memory(const struct ga_coll_node *n, const struct ga_coll *c, const struct ga_coll_say *s, uint32_t images, uint32_t all)
{
	const enum ga_coll_kind k = s->kind;
	const size_t one = s->bytes, whole = ga_bytes(s->bytes, all);
	const bool dst = s->flags & GASNET_COLL_DST_IN_SEGMENT && one, src = s->flags & GASNET_COLL_SRC_IN_SEGMENT && one;
	const bool to_root = k == GA_COLL_GATHER || k == GA_COLL_REDUCE, from_root = k == GA_COLL_BROADCAST || k == GA_COLL_SCATTER;

	if (k == GA_COLL_SCAN && c->want.prefix->spread)
		return; /* parts of an array */
	if (c->want.at_root && to_root && dst)
		check_side(n, s, "dst", "GASNET_COLL_DST_IN_SEGMENT", c->want.at_root, k == GA_COLL_GATHER ? whole : one);
	if (c->want.at_root && from_root && src)
		check_side(n, s, "src", "GASNET_COLL_SRC_IN_SEGMENT", c->want.at_root, k == GA_COLL_SCATTER ? whole : one);
	for (uint32_t i = 0; i < images; i++) {
		if (dst && !to_root)
			check_side(n, s, "dst", "GASNET_COLL_DST_IN_SEGMENT", c->want.dst[i],
			           k == GA_COLL_GATHER_ALL || k == GA_COLL_EXCHANGE ? whole : one);
		if (src && !from_root)
			check_side(n, s, "src", "GASNET_COLL_SRC_IN_SEGMENT", c->want.src[i], k == GA_COLL_EXCHANGE ? whole : one);
	}
}
