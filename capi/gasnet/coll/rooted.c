/* gasnet/coll/rooted.c - plans of collectives from or to one node.
 *
 * Trees are binomial, over ranks counted from the root: the children of v are v + 1, v + 2, v + 4 as far as that does not change v's own bits.
 * Large data goes directly from its source to its destination. */
#include "maker.h"

#define PIECES 65536u /* bytes of a broadcast that goes out in pieces */

/* How many ranks the tree below v has, itself included. */
static uint32_t subtree(uint32_t v, uint32_t n)
{
	const uint32_t whole = v ? v & -v : n;

	return whole < n - v ? whole : n - v;
}

uint32_t ga_plan_top(uint32_t v, uint32_t n)
{
	uint32_t span = 1;

	while (span < n && !(v & span))
		span *= 2;
	return span / 2;
}

/* Empty messages up the tree: the root knows that all have arrived. Down: all know that the root has. */
static void ga_plan_tell_up(struct maker *m)
{
	const uint32_t v = from_base(m, m->root);

	for (uint32_t span = 1; span <= ga_plan_top(v, m->n); span *= 2)
		if (v + span < m->n)
			ga_plan_receive(m, real(m, m->root, v + span), TAG_UP, NULL, 0);
	ga_plan_end_round(m);
	if (v)
		ga_plan_send(m, real(m, m->root, v & (v - 1)), TAG_UP, NULL, 0);
}

static void ga_plan_tell_down(struct maker *m)
{
	const uint32_t v = from_base(m, m->root);

	if (v) {
		ga_plan_receive(m, real(m, m->root, v & (v - 1)), TAG_DOWN, NULL, 0);
		ga_plan_end_round(m);
	}
	for (uint32_t span = ga_plan_top(v, m->n); span; span /= 2)
		if (v + span < m->n)
			ga_plan_send(m, real(m, m->root, v + span), TAG_DOWN, NULL, 0);
}

/* Whether one node talks to all others directly. */
static bool direct(const struct maker *m, size_t bytes)
{
	return m->n <= FLAT || (m->w->shared && (m->n <= FLAT_SHARED || bytes > SMALL)) ||
	       (!m->w->shared && bytes > SMALL && m->w->kind != GA_COLL_BROADCAST);
}

/* A piece for each node, straight from the root, and round the ring to all others. */
static void broadcast_in_pieces(struct maker *m, const char *data)
{
	const size_t bytes = m->w->bytes, piece = (bytes + m->n - 1) / m->n;
	const uint32_t v = from_base(m, m->root), right = real(m, m->root, v + 1), left = real(m, m->root, v + m->n - 1);

#define AT(u) ((u)*piece < bytes ? (u)*piece : bytes)
#define LEN(u) (AT((u) + 1) - AT(u))
	if (v == 0) {
		for (uint32_t u = 1; u < m->n; u++)
			ga_plan_send(m, real(m, m->root, u), TAG_DATA, data + AT(u), LEN(u));
	} else {
		ga_plan_receive(m, m->root, TAG_DATA, (char *)m->w->dst[0] + AT(v), LEN(v));
		ga_plan_end_round(m);
	}
	for (uint32_t u = 0; u + 1 < m->n; u++) {
		const uint32_t out = (v + m->n - u) % m->n, in = (v + m->n - 1 - u) % m->n;

		/* the root has everything, and a node its own piece */
		if (v + 1 < m->n && out != v + 1)
			ga_plan_send(m, right, TAG_IMAGE + u, data + AT(out), LEN(out));
		if (v && in != v)
			ga_plan_receive(m, left, TAG_IMAGE + u, (char *)m->w->dst[0] + AT(in), LEN(in));
		ga_plan_end_round(m);
	}
#undef AT
#undef LEN
}

void ga_plan_broadcast(struct maker *m)
{
	const struct ga_coll_want *w = m->w;
	const uint32_t v = from_base(m, m->root);
	const bool flat = direct(m, w->bytes);
	const void *data = at_root(m) ? w->at_root : w->dst[0];

	if (w->in_all)
		ga_plan_tell_up(m);
	ga_plan_end_round(m);
	if (!flat && w->bytes > PIECES) {
		broadcast_in_pieces(m, data);
	} else if (!at_root(m)) {
		ga_plan_receive(m, flat ? m->root : real(m, m->root, v & (v - 1)), TAG_DATA, w->dst[0], w->bytes);
		ga_plan_end_round(m);
	}
	if (flat && at_root(m)) {
		for (uint32_t u = 1; u < m->n; u++)
			ga_plan_send(m, real(m, m->root, u), TAG_DATA, data, w->bytes);
	} else if (!flat && w->bytes <= PIECES) {
		for (uint32_t span = ga_plan_top(v, m->n); span; span /= 2)
			if (v + span < m->n)
				ga_plan_send(m, real(m, m->root, v + span), TAG_DATA, data, w->bytes);
	}
	for (uint32_t i = at_root(m) ? 0 : 1; i < m->images; i++)
		copy(m, w->dst[i], data, w->bytes);
	ga_plan_end_round(m);
	if (w->out_all)
		ga_plan_meet(m);
}

/* A node's blocks, one after the other at from, to its images. */
static void spread(struct maker *m, const char *from)
{
	for (uint32_t i = 0; i < m->images; i++)
		copy(m, m->w->dst[i], from + i * m->w->bytes, m->w->bytes);
}

void ga_plan_scatter(struct maker *m)
{
	const struct ga_coll_want *w = m->w;
	const uint32_t v = from_base(m, m->root), *first = m->at->first;

	if (w->in_all)
		ga_plan_tell_up(m);
	ga_plan_end_round(m);
	if (direct(m, w->bytes)) {
		if (at_root(m)) {
			for (uint32_t u = 1; u < m->n; u++) {
				const uint32_t to = real(m, m->root, u);

				for (uint32_t i = 0; i < images_of(m, to); i++)
					ga_plan_send(m, to, TAG_IMAGE + i, block(w->at_root, first[to] + i, w->bytes), w->bytes);
			}
			spread(m, block(w->at_root, first[m->me], w->bytes));
		} else {
			for (uint32_t i = 0; i < m->images; i++)
				ga_plan_receive(m, m->root, TAG_IMAGE + i, w->dst[i], w->bytes);
		}
	} else {
		/* what the tree below needs, in its order */
		const uint32_t end = v + subtree(v, m->n);
		const size_t mine = bytes_of(m, m->me);
		const char *data;

		if (at_root(m)) {
			const size_t behind = (first[m->n] - first[m->root]) * w->bytes;
			char *turned = m->root ? ga_plan_scratch(m, first[m->n] * w->bytes) : w->at_root;

			if (!turned)
				return;
			if (m->root) {
				copy(m, turned, block(w->at_root, first[m->root], w->bytes), behind);
				copy(m, turned + behind, w->at_root, first[m->root] * w->bytes);
			}
			data = turned;
		} else {
			const size_t all = ga_plan_span_bytes(m, m->root, v, end);
			char *got = m->images == 1 && all == mine ? w->dst[0] : ga_plan_scratch(m, all);

			if (!got)
				return;
			ga_plan_receive(m, real(m, m->root, v & (v - 1)), TAG_DATA, got, all);
			ga_plan_end_round(m);
			data = got;
		}
		for (uint32_t span = ga_plan_top(v, m->n); span; span /= 2)
			if (v + span < m->n)
				ga_plan_send(m, real(m, m->root, v + span), TAG_DATA, data + ga_plan_span_bytes(m, m->root, v, v + span),
				             ga_plan_span_bytes(m, m->root, v + span, v + span + subtree(v + span, m->n)));
		spread(m, data);
	}
	ga_plan_end_round(m);
	if (w->out_all)
		ga_plan_meet(m);
}

void ga_plan_gather(struct maker *m)
{
	const struct ga_coll_want *w = m->w;
	const uint32_t v = from_base(m, m->root), *first = m->at->first;

	if (w->in_all)
		ga_plan_meet(m);
	if (direct(m, w->bytes)) {
		if (at_root(m)) {
			for (uint32_t u = 1; u < m->n; u++) {
				const uint32_t from = real(m, m->root, u);

				for (uint32_t i = 0; i < images_of(m, from); i++)
					ga_plan_receive(m, from, TAG_IMAGE + i, block(w->at_root, first[from] + i, w->bytes), w->bytes);
			}
			ga_plan_collect(m, block(w->at_root, first[m->me], w->bytes));
		} else {
			for (uint32_t i = 0; i < m->images; i++)
				ga_plan_send(m, m->root, TAG_IMAGE + i, w->src[i], w->bytes);
		}
	} else {
		const uint32_t end = v + subtree(v, m->n);
		const size_t all = ga_plan_span_bytes(m, m->root, v, end);
		char *data = at_root(m) && m->root == 0 ? w->at_root : ga_plan_scratch(m, all);

		if (!data)
			return;
		ga_plan_collect(m, data);
		for (uint32_t span = 1; span <= ga_plan_top(v, m->n); span *= 2)
			if (v + span < m->n)
				ga_plan_receive(m, real(m, m->root, v + span), TAG_DATA, data + ga_plan_span_bytes(m, m->root, v, v + span),
				                ga_plan_span_bytes(m, m->root, v + span, v + span + subtree(v + span, m->n)));
		ga_plan_end_round(m);
		if (v) {
			ga_plan_send(m, real(m, m->root, v & (v - 1)), TAG_DATA, data, all);
		} else if (m->root) {
			const size_t behind = (first[m->n] - first[m->root]) * w->bytes;

			copy(m, block(w->at_root, first[m->root], w->bytes), data, behind);
			copy(m, w->at_root, data + behind, first[m->root] * w->bytes);
		}
	}
	ga_plan_end_round(m);
	if (w->out_all)
		ga_plan_tell_down(m);
}

void ga_plan_reduce(struct maker *m)
{
	const struct ga_coll_want *w = m->w;
	const uint32_t base = w->ordered ? 0 : m->root, v = from_base(m, base);
	/* dst may be one of the sources: it is written when they have been read */
	char *sum = ga_plan_scratch(m, w->bytes), *other = ga_plan_top(v, m->n) ? ga_plan_scratch(m, w->bytes) : NULL;

	if (!sum || (ga_plan_top(v, m->n) && !other))
		return;
	if (w->in_all)
		ga_plan_meet(m);
	copy(m, sum, w->src[0], w->bytes);
	for (uint32_t i = 1; i < m->images; i++)
		ga_plan_move(m, GA_STEP_COMBINE, sum, w->src[i], w->bytes);
	for (uint32_t span = 1; span <= ga_plan_top(v, m->n); span *= 2) {
		if (v + span >= m->n)
			break;
		ga_plan_end_round(m);
		ga_plan_receive(m, real(m, base, v + span), TAG_DATA, other, w->bytes);
		ga_plan_end_round(m);
		ga_plan_move(m, GA_STEP_COMBINE, sum, other, w->bytes);
	}
	if (v) {
		ga_plan_send(m, real(m, base, v & (v - 1)), TAG_DATA, sum, w->bytes);
	} else if (!at_root(m)) {
		ga_plan_send(m, m->root, TAG_IMAGE, sum, w->bytes);
	}
	if (at_root(m)) {
		if (v) {
			ga_plan_end_round(m);
			ga_plan_receive(m, base, TAG_IMAGE, w->at_root, w->bytes);
		} else {
			copy(m, w->at_root, sum, w->bytes);
		}
	}
	ga_plan_end_round(m);
	if (w->out_all)
		ga_plan_tell_down(m);
}

/* Messages of the second half go down the tree, so that none can be taken for one of the first. */
void ga_plan_reduce_all(struct maker *m)
{
	ga_plan_reduce(m);
	ga_plan_end_round(m);
	ga_plan_broadcast(m);
}
