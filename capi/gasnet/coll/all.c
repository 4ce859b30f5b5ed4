/* gasnet/coll/all.c - plans of collectives in which all nodes have the same role: all to all directly, by dissemination, or by Bruck's algorithm
 * while the data is small. */
#include "maker.h"

#define BRUCK 32768u /* bytes of a result that comes together in steps */
#define WINDOW 32u   /* partners at a time */

void ga_plan_gather_all(struct maker *m)
{
	const struct ga_coll_want *w = m->w;
	const uint32_t *first = m->at->first;
	const size_t total = first[m->n] * w->bytes;
	char *here = w->dst[0];

	if (w->in_all)
		ga_plan_meet(m);
	if (m->n <= FLAT || (w->shared && m->n <= FLAT_SHARED && total > BRUCK)) {
		for (uint32_t u = 1; u < m->n; u++) {
			const uint32_t from = (m->me + m->n - u) % m->n, to = (m->me + u) % m->n;

			for (uint32_t i = 0; i < images_of(m, from); i++)
				ga_plan_receive(m, from, TAG_IMAGE + i, block(here, first[from] + i, w->bytes), w->bytes);
			for (uint32_t i = 0; i < m->images; i++)
				ga_plan_send(m, to, TAG_IMAGE + i, w->src[i], w->bytes);
		}
		ga_plan_collect(m, block(here, first[m->me], w->bytes));
		ga_plan_end_round(m);
	} else if (total <= BRUCK) {
		/* blocks of this node and those after it, in that order; twice as many each time */
		const size_t behind = (first[m->n] - first[m->me]) * w->bytes;
		char *turned = m->me ? ga_plan_scratch(m, total) : here;

		if (!turned)
			return;
		ga_plan_collect(m, turned);
		for (uint32_t span = 1; span < m->n; span *= 2) {
			const uint32_t some = span < m->n - span ? span : m->n - span, tag = TAG_ROUND + m->rounds++,
				       to = (m->me + m->n - span) % m->n;

			ga_plan_send(m, to, tag, turned, ga_plan_span_bytes(m, m->me, 0, some));
			ga_plan_receive(m, (m->me + span) % m->n, tag, turned + ga_plan_span_bytes(m, m->me, 0, span),
			                ga_plan_span_bytes(m, m->me, span, span + some));
			ga_plan_end_round(m);
		}
		if (m->me) {
			copy(m, block(here, first[m->me], w->bytes), turned, behind);
			copy(m, here, turned + behind, first[m->me] * w->bytes);
		}
	} else {
		/* round the ring */
		const uint32_t right = (m->me + 1) % m->n, left = (m->me + m->n - 1) % m->n;

		ga_plan_collect(m, block(here, first[m->me], w->bytes));
		for (uint32_t u = 0; u + 1 < m->n; u++) {
			const uint32_t out = (m->me + m->n - u) % m->n, in = (left + m->n - u) % m->n;

			ga_plan_send(m, right, TAG_IMAGE + u, block(here, first[out], w->bytes), bytes_of(m, out));
			ga_plan_receive(m, left, TAG_IMAGE + u, block(here, first[in], w->bytes), bytes_of(m, in));
			ga_plan_end_round(m);
		}
	}
	for (uint32_t i = 1; i < m->images; i++)
		copy(m, w->dst[i], here, total);
	ga_plan_end_round(m);
	if (w->out_all)
		ga_plan_meet(m);
}

static void exchange_directly(struct maker *m)
{
	const struct ga_coll_want *w = m->w;
	const uint32_t *first = m->at->first;

	for (uint32_t i = 0; i < m->images; i++)
		for (uint32_t j = 0; j < m->images; j++)
			copy(m, block(w->dst[j], first[m->me] + i, w->bytes), block(w->src[i], first[m->me] + j, w->bytes), w->bytes);
	for (uint32_t u = 1; u < m->n; u++) {
		const uint32_t from = (m->me + m->n - u) % m->n, to = (m->me + u) % m->n;

		for (uint32_t i = 0; i < images_of(m, from); i++)
			for (uint32_t j = 0; j < m->images; j++)
				ga_plan_receive(m, from, TAG_IMAGE + i * m->images + j, block(w->dst[j], first[from] + i, w->bytes), w->bytes);
		for (uint32_t i = 0; i < m->images; i++)
			for (uint32_t j = 0; j < images_of(m, to); j++)
				ga_plan_send(m, to, TAG_IMAGE + i * images_of(m, to) + j, block(w->src[i], first[to] + j, w->bytes), w->bytes);
		if (u % WINDOW == 0)
			ga_plan_end_round(m);
	}
}

/* After Bruck: block u of a row goes u ranks further, by the bits of u; one image per node. */
static void exchange_by_bits(struct maker *m)
{
	const struct ga_coll_want *w = m->w;
	const size_t b = w->bytes;
	char *row = ga_plan_scratch(m, m->n * b), *out = ga_plan_scratch(m, (m->n + 1) / 2 * b), *in = ga_plan_scratch(m, (m->n + 1) / 2 * b);

	if (!row || !out || !in)
		return;
	copy(m, row, block(w->src[0], m->me, b), (m->n - m->me) * b);
	copy(m, row + (m->n - m->me) * b, w->src[0], m->me * b);
	for (uint32_t bit = 1; bit < m->n; bit *= 2) {
		const uint32_t tag = TAG_ROUND + m->rounds++;
		uint32_t some = 0;

		for (uint32_t u = bit; u < m->n; u = (u + 1) | bit)
			copy(m, out + some++ * b, row + u * b, b);
		ga_plan_send(m, (m->me + bit) % m->n, tag, out, some * b);
		ga_plan_receive(m, (m->me + m->n - bit) % m->n, tag, in, some * b);
		ga_plan_end_round(m);
		some = 0;
		for (uint32_t u = bit; u < m->n; u = (u + 1) | bit)
			copy(m, row + u * b, in + some++ * b, b);
	}
	for (uint32_t u = 0; u < m->n; u++)
		copy(m, block(w->dst[0], (m->me + m->n - u) % m->n, b), row + u * b, b);
}

void ga_plan_exchange(struct maker *m)
{
	const bool single = m->at->first[m->n] == m->n;

	if (m->w->in_all)
		ga_plan_meet(m);
	if (single && m->n > (m->w->shared ? FLAT_SHARED : 2 * FLAT) && m->w->bytes <= SMALL / 8)
		exchange_by_bits(m);
	else
		exchange_directly(m);
	ga_plan_end_round(m);
	if (m->w->out_all)
		ga_plan_meet(m);
}

/* Dissemination of what all say. */
void ga_plan_barrier(struct maker *m)
{
	for (uint32_t span = 1; span < m->n; span *= 2) {
		const uint32_t tag = TAG_ROUND + m->rounds++;
		char *received = ga_plan_scratch(m, GA_COLL_CONSENSUS);

		if (!received)
			return;
		ga_plan_send(m, (m->me + span) % m->n, tag, m->w->consensus, GA_COLL_CONSENSUS);
		ga_plan_receive(m, (m->me + m->n - span) % m->n, tag, received, GA_COLL_CONSENSUS);
		ga_plan_end_round(m);
		ga_plan_move(m, GA_STEP_AGREE, m->w->consensus, received, GA_COLL_CONSENSUS);
	}
}
