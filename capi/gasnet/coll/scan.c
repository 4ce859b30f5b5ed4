/* gasnet/coll/scan.c - plans of scans.
 *
 * Without block sizes every image has count elements, and they are combined one by one with those of the preceding images. With block sizes the
 * images share one array (gasnet/coll/layout.h), whose elements are combined with those before them. Either way there are rows: an element of
 * every image, or a block of every image. A node combines its part of each row; the nodes exchange, by dissemination, the prefix of each row; for
 * an array the last node then sends the totals of whole rows. Operands are always combined in the order of images, so functions need not commute. */
#include "layout.h"
#include "maker.h"

#include <string.h>

#define WINDOW 32u /* partners at a time */

/* left = left op right, in the rows where the nodes a to b, and b to c, have any. */
struct merge {
	struct scan *scan;
	char *left;
	const char *right;
	uint32_t a, b, c;
};

/* What steps of a plan work on; in its scratch memory. */
struct scan {
	struct ga_coll_want w;
	struct ga_coll_prefix is;
	const uint32_t *first; /* image of each node */
	uint32_t nodes, me, merges;
	size_t rows;
	char *own;    /* of this node, by rows */
	char *before; /* of nodes before it */
	char *total;  /* of all nodes */
	char *spare, *carry;
	char *out, *packed, *arrived;     /* results by place of their operands; by node; by node that they come from */
	size_t *out_at, *in_at, *written; /* by node, in elements */
	struct merge merge[2 * 32];
};

static char *at(char *base, size_t index, size_t bytes) { return base + index * bytes; }

static bool any(const struct scan *s, size_t row, uint32_t from, uint32_t end)
{
	struct ga_coll_span span;

	if (!s->is.spread)
		return end > from;
	span = ga_coll_in_row(&s->is.from, s->is.count, s->first[s->nodes], row, s->first[from], s->first[end]);
	return span.end > span.begin;
}

static void merge(void *arg, const struct ga_coll_function *f)
{
	const struct merge *m = arg;
	const struct scan *s = m->scan;
	const size_t each = s->is.element;

	if (!s->is.spread) {
		if (m->c > m->b)
			f->combine(f->with, m->left, m->right, s->rows);
		return;
	}
	for (size_t row = 0; row < s->rows; row++) {
		if (!any(s, row, m->b, m->c))
			continue;
		if (any(s, row, m->a, m->b))
			f->combine(f->with, m->left + row * each, m->right + row * each, 1);
		else
			memcpy(m->left + row * each, m->right + row * each, each);
	}
}

/* This node's part of each row. */
static void add_up(void *arg, const struct ga_coll_function *f)
{
	struct scan *s = arg;
	const uint32_t mine = s->first[s->me], end = s->first[s->me + 1], images = s->first[s->nodes];
	const size_t each = s->is.element;

	for (uint32_t i = mine; i < end && !s->is.spread; i++)
		if (i == mine)
			memcpy(s->own, s->w.src[0], s->w.bytes);
		else
			f->combine(f->with, s->own, s->w.src[i - mine], s->rows);
	for (size_t row = 0; row < s->rows && s->is.spread; row++) {
		bool some = false;

		for (uint32_t i = mine; i < end; i++) {
			const struct ga_coll_span span = ga_coll_in_row(&s->is.from, s->is.count, images, row, i, i + 1);

			for (size_t k = 0; k < span.end - span.begin; k++, some = true) {
				const char *operand = at(s->w.src[i - mine], span.index + k, each);

				if (some)
					f->combine(f->with, at(s->own, row, each), operand, 1);
				else
					memcpy(at(s->own, row, each), operand, each);
			}
		}
	}
}

/* Images of a node, one after the other: what comes before them, and they. A source may be its image's result. */
static void finish_images(void *arg, const struct ga_coll_function *f)
{
	struct scan *s = arg;
	const uint32_t images = s->first[s->me + 1] - s->first[s->me];
	bool some = s->me > 0;

	for (uint32_t i = 0; i < images; i++) {
		const bool result = some || !s->is.exclusive;

		if (s->is.exclusive && some)
			memcpy(s->spare, s->before, s->w.bytes);
		if (some)
			f->combine(f->with, s->before, s->w.src[i], s->rows);
		else
			memcpy(s->before, s->w.src[i], s->w.bytes);
		some = true;
		if (result)
			memmove(s->w.dst[i], s->is.exclusive ? s->spare : s->before, s->w.bytes);
	}
}

/* Combines an operand into the result so far. */
static void take(const struct scan *s, const struct ga_coll_function *f, char *so_far, bool *some, const char *operand)
{
	if (*some)
		f->combine(f->with, so_far, operand, 1);
	else
		memcpy(so_far, operand, s->is.element);
	*some = true;
}

/* Results of this node's operands, in their order. */
static void finish_rows(void *arg, const struct ga_coll_function *f)
{
	struct scan *s = arg;
	const uint32_t mine = s->first[s->me], end = s->first[s->me + 1], images = s->first[s->nodes];
	const size_t each = s->is.element;
	bool whole = false; /* there are rows before this one */
	char *out = s->out;

	for (size_t row = 0; row < s->rows; row++) {
		bool some = whole;

		if (whole)
			memcpy(s->spare, s->carry, each);
		if (any(s, row, 0, s->me))
			take(s, f, s->spare, &some, at(s->before, row, each));
		for (uint32_t i = mine; i < end; i++) {
			const struct ga_coll_span span = ga_coll_in_row(&s->is.from, s->is.count, images, row, i, i + 1);

			for (size_t k = 0; k < span.end - span.begin; k++, out += each) {
				if (s->is.exclusive && some)
					memcpy(out, s->spare, each);
				take(s, f, s->spare, &some, at(s->w.src[i - mine], span.index + k, each));
				if (!s->is.exclusive)
					memcpy(out, s->spare, each);
			}
		}
		if (row + 1 < s->rows)
			take(s, f, s->carry, &whole, at(s->total, row, each));
	}
}

/* Results go where the other layout has them. Both sides go through elements in order, so that they need not say which ones they are. */
static void pack(void *arg, const struct ga_coll_function *f)
{
	struct scan *s = arg;
	const uint32_t images = s->first[s->nodes];
	const size_t each = s->is.element;
	const char *out = s->out;

	(void)f;
	memcpy(s->written, s->out_at, s->nodes * sizeof *s->written);
	for (size_t row = 0; row < s->rows; row++) {
		const struct ga_coll_span span = ga_coll_in_row(&s->is.from, s->is.count, images, row, s->first[s->me], s->first[s->me + 1]);

		for (size_t e = span.begin, some; e < span.end; e += some, out += some * each) {
			uint32_t image, node;

			some = ga_coll_run(&s->is.to, images, e, span.end, &image);
			node = ga_plan_node_of(s->first, s->nodes, image);
			memcpy(at(s->packed, s->written[node], each), out, some * each);
			s->written[node] += some;
		}
	}
}

static void unpack(void *arg, const struct ga_coll_function *f)
{
	struct scan *s = arg;
	const uint32_t mine = s->first[s->me], end = s->first[s->me + 1], images = s->first[s->nodes];
	const size_t each = s->is.element, rows = ga_coll_rows(&s->is.to, s->is.count, images);

	(void)f;
	memcpy(s->written, s->in_at, s->nodes * sizeof *s->written);
	s->written[s->me] = s->out_at[s->me];
	for (size_t row = 0; row < rows; row++)
		for (uint32_t i = mine; i < end; i++) {
			const struct ga_coll_span span = ga_coll_in_row(&s->is.to, s->is.count, images, row, i, i + 1);

			for (size_t e = span.begin, some; e < span.end; e += some) {
				const size_t nothing = s->is.exclusive && e == 0; /* comes before the first */
				uint32_t image, node;

				some = ga_coll_run(&s->is.from, images, e, span.end, &image);
				node = ga_plan_node_of(s->first, s->nodes, image);
				memcpy(at(s->w.dst[i - mine], span.index + (e - span.begin) + nothing, each),
				       at(node == s->me ? s->packed : s->arrived, s->written[node] + nothing, each), (some - nothing) * each);
				s->written[node] += some;
			}
		}
}

static void plan_merge(struct maker *m, struct scan *s, char *left, const char *right, uint32_t a, uint32_t b, uint32_t c)
{
	struct merge *new = &s->merge[s->merges++];

	*new = (struct merge){.scan = s, .left = left, .right = right, .a = a, .b = b, .c = c};
	ga_plan_work(m, merge, new);
}

static void swap(char **a, char **b)
{
	char *was = *a;

	*a = *b;
	*b = was;
}

/* What nodes before this one have, and in the last node what all have. */
static void look_back(struct maker *m, struct scan *s, char *in)
{
	char *sum = s->own, *before = s->before, *spare = s->spare;
	const size_t bytes = s->rows * s->is.element;
	const bool all = s->is.spread && s->rows > 1 && m->me == m->n - 1;

	for (uint32_t span = 1; span < m->n; span *= 2) {
		const uint32_t tag = TAG_ROUND + m->rounds++, here = m->me + 1 - span; /* sum: of here to me */

		if (m->me + span < m->n)
			ga_plan_send(m, m->me + span, tag, sum, bytes);
		if (m->me >= span)
			ga_plan_receive(m, m->me - span, tag, in, bytes);
		ga_plan_end_round(m);
		if (m->me < span)
			continue;
		const uint32_t from = here > span ? here - span : 0;

		copy(m, spare, in, bytes);
		plan_merge(m, s, spare, before, from, here, m->me);
		swap(&before, &spare);
		if (m->me + 2 * span < m->n || all) {
			plan_merge(m, s, in, sum, from, here, m->me + 1);
			swap(&sum, &in);
		}
	}
	s->before = before;
	s->spare = spare;
	if (all)
		s->total = sum;
}

/* The totals of whole rows, from the last node, down a tree. */
static void tell_totals(struct maker *m, struct scan *s)
{
	const uint32_t base = m->n - 1, v = from_base(m, base);
	const size_t bytes = (s->rows - 1) * s->is.element;

	if (v) {
		ga_plan_receive(m, real(m, base, v & (v - 1)), TAG_DOWN, s->total, bytes);
		ga_plan_end_round(m);
	}
	for (uint32_t span = ga_plan_top(v, m->n); span; span /= 2)
		if (v + span < m->n)
			ga_plan_send(m, real(m, base, v + span), TAG_DOWN, s->total, bytes);
	ga_plan_end_round(m);
}

/* Elements of this node by the node that has them in the other layout, and where each node's begin: at[nodes] is all. */
static void count_by_node(const struct maker *m, const struct scan *s, const struct ga_coll_layout *here, const struct ga_coll_layout *there,
                          size_t *begin)
{
	const uint32_t images = s->first[m->n];
	const size_t rows = ga_coll_rows(here, s->is.count, images);
	size_t all = 0;

	memset(begin, 0, (m->n + 1) * sizeof *begin);
	for (size_t row = 0; row < rows; row++) {
		const struct ga_coll_span span = ga_coll_in_row(here, s->is.count, images, row, s->first[m->me], s->first[m->me + 1]);

		for (size_t e = span.begin, some; e < span.end; e += some) {
			uint32_t image;

			some = ga_coll_run(there, images, e, span.end, &image);
			begin[ga_plan_node_of(s->first, m->n, image)] += some;
		}
	}
	for (uint32_t r = 0; r <= m->n; r++) {
		const size_t some = begin[r];

		begin[r] = all;
		all += some;
	}
}

static bool make_results(struct maker *m, struct scan *s)
{
	const size_t each = s->is.element;

	s->out_at = (size_t *)(void *)ga_plan_scratch(m, (m->n + 1) * sizeof(size_t));
	s->in_at = (size_t *)(void *)ga_plan_scratch(m, (m->n + 1) * sizeof(size_t));
	s->written = (size_t *)(void *)ga_plan_scratch(m, m->n * sizeof(size_t));
	if (!s->out_at || !s->in_at || !s->written)
		return false;
	count_by_node(m, s, &s->is.from, &s->is.to, s->out_at);
	count_by_node(m, s, &s->is.to, &s->is.from, s->in_at);
	s->out = ga_plan_scratch(m, s->out_at[m->n] * each);
	s->packed = ga_plan_scratch(m, s->out_at[m->n] * each);
	s->arrived = ga_plan_scratch(m, s->in_at[m->n] * each);
	s->carry = ga_plan_scratch(m, each);
	return s->out && s->packed && s->arrived && s->carry;
}

static void plan_results(struct maker *m, struct scan *s)
{
	const size_t each = s->is.element;

	ga_plan_work(m, finish_rows, s);
	ga_plan_work(m, pack, s);
	for (uint32_t u = 1; u < m->n; u++) {
		const uint32_t from = (m->me + m->n - u) % m->n, to = (m->me + u) % m->n;

		if (s->in_at[from + 1] > s->in_at[from])
			ga_plan_receive(m, from, TAG_IMAGE, at(s->arrived, s->in_at[from], each), (s->in_at[from + 1] - s->in_at[from]) * each);
		if (s->out_at[to + 1] > s->out_at[to])
			ga_plan_send(m, to, TAG_IMAGE, at(s->packed, s->out_at[to], each), (s->out_at[to + 1] - s->out_at[to]) * each);
		if (u % WINDOW == 0)
			ga_plan_end_round(m);
	}
	ga_plan_end_round(m);
	ga_plan_work(m, unpack, s);
}

static void plan_scan(struct maker *m)
{
	struct scan *s = (struct scan *)(void *)ga_plan_scratch(m, sizeof *s);
	const struct ga_coll_want *w = m->w;
	char *in;
	size_t bytes;

	if (!s)
		return;
	*s = (struct scan){.w = *w, .is = *w->prefix, .first = m->at->first, .nodes = m->n, .me = m->me};
	s->rows = w->prefix->spread ? ga_coll_rows(&w->prefix->from, w->prefix->count, s->first[m->n]) : w->prefix->count;
	bytes = s->rows * w->prefix->element;
	s->own = ga_plan_scratch(m, bytes);
	s->before = ga_plan_scratch(m, bytes);
	s->spare = ga_plan_scratch(m, bytes);
	s->total = ga_plan_scratch(m, bytes);
	in = ga_plan_scratch(m, bytes);
	if (!s->own || !s->before || !s->spare || !s->total || !in || (w->prefix->spread && !make_results(m, s)))
		return;
	ga_plan_work(m, add_up, s);
	look_back(m, s, in);
	if (w->prefix->spread) {
		if (s->rows > 1)
			tell_totals(m, s);
		plan_results(m, s);
	} else {
		ga_plan_work(m, finish_images, s);
	}
}

void ga_plan_scan(struct maker *m)
{
	if (m->w->in_all)
		ga_plan_meet(m);
	if (m->w->prefix->count && m->w->prefix->element)
		plan_scan(m);
	ga_plan_end_round(m);
	if (m->w->out_all)
		ga_plan_meet(m);
}
