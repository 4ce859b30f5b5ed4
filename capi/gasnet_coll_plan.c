/* gasnet_coll_plan.c - plans of collectives.
 *
 * Trees are binomial, over ranks counted from the root: below v lie v + 1, v + 2, v + 4 as far as that does not change v's own bits. Everybody tells
 * everybody by dissemination, after Bruck. What is large goes straight from where it is to where it belongs. */
#include "gasnet_coll_plan.h"

#include <stdlib.h>
#include <string.h>

#define SMALL 2048u  /* bytes of a block that may travel by way of others */
#define BRUCK 32768u /* bytes of a result that comes together in steps */
#define NEAR 32u     /* nodes that talk to one directly, if they share memory */
#define FLAT 4u      /* nodes that talk to one directly in any case */
#define PIECES 65536u /* bytes of a broadcast that goes out in pieces */
#define WINDOW 32u   /* partners at a time */
#define FIRST_STEPS 16u

enum { TAG_UP, TAG_DATA, TAG_DOWN, TAG_ROUND = 0x100, TAG_IMAGE = 0x10000 };

struct maker {
	struct ga_plan *p;
	const struct ga_coll_place *at;
	const struct ga_coll_want *w;
	uint32_t n, me;    /* nodes */
	uint32_t images;   /* of this node */
	uint32_t root;     /* node */
	uint32_t rounds;   /* of dissemination so far, for tags */
};

static struct ga_step *step(struct maker *m, enum ga_step_kind kind)
{
	struct ga_plan *p = m->p;

	if (p->count == p->room) {
		struct ga_step *more = realloc(p->steps, 2 * p->room * sizeof *more);

		if (!more) {
			p->failed = true;
			p->count = 0; /* what is written from here on is not taken */
		} else {
			p->steps = more;
			p->room *= 2;
		}
	}
	struct ga_step *s = &p->steps[p->count++];

	*s = (struct ga_step){.kind = (uint8_t)kind};
	return s;
}

static void send(struct maker *m, uint32_t peer, uint32_t tag, const void *from, size_t bytes)
{
	struct ga_step *s = step(m, GA_STEP_SEND);

	s->peer = peer;
	s->tag = tag;
	s->from = from;
	s->bytes = bytes;
}

static void receive(struct maker *m, uint32_t peer, uint32_t tag, void *to, size_t bytes)
{
	struct ga_step *s = step(m, GA_STEP_RECEIVE);

	s->peer = peer;
	s->tag = tag;
	s->to = to;
	s->bytes = bytes;
}

static void move(struct maker *m, enum ga_step_kind kind, void *to, const void *from, size_t bytes)
{
	if (kind != GA_STEP_COMBINE && (bytes == 0 || to == from))
		return;
	struct ga_step *s = step(m, kind);

	s->to = to;
	s->from = from;
	s->bytes = bytes;
}

static void copy(struct maker *m, void *to, const void *from, size_t bytes) { move(m, GA_STEP_COPY, to, from, bytes); }

static void end_round(struct maker *m)
{
	if (m->p->count && m->p->steps[m->p->count - 1].kind != GA_STEP_ROUND)
		step(m, GA_STEP_ROUND);
}

static char *scratch(struct maker *m, size_t bytes)
{
	struct ga_plan *p = m->p;

	if (p->scratches == p->scratch_room) {
		const uint32_t room = p->scratch_room ? 2 * p->scratch_room : 4;
		void **more = realloc(p->scratch, room * sizeof *more);

		if (!more) {
			p->failed = true;
			return NULL;
		}
		p->scratch = more;
		p->scratch_room = room;
	}
	char *memory = malloc(bytes ? bytes : 1);

	if (!memory)
		p->failed = true;
	else
		p->scratch[p->scratches++] = memory;
	return memory;
}

static void *block(void *base, size_t index, size_t bytes) { return (char *)base + index * bytes; }

static uint32_t images_of(const struct maker *m, uint32_t node) { return m->at->first[node + 1] - m->at->first[node]; }

static size_t bytes_of(const struct maker *m, uint32_t node) { return images_of(m, node) * m->w->bytes; }

static uint32_t node_of(const struct ga_coll_place *at, uint32_t image)
{
	uint32_t low = 0, high = at->nodes - 1;

	while (low < high) {
		const uint32_t middle = (low + high + 1) / 2;

		if (at->first[middle] <= image)
			low = middle;
		else
			high = middle - 1;
	}
	return low;
}

static bool at_root(const struct maker *m) { return m->me == m->root; }

/* From here on ranks count from a base. */
static uint32_t from_base(const struct maker *m, uint32_t base) { return (m->me + m->n - base) % m->n; }
static uint32_t real(const struct maker *m, uint32_t base, uint32_t v) { return (v + base) % m->n; }

/* How many ranks the tree below v has, itself included. */
static uint32_t subtree(uint32_t v, uint32_t n)
{
	const uint32_t whole = v ? v & -v : n;

	return whole < n - v ? whole : n - v;
}

/* Highest step at which v has a child. */
static uint32_t top(uint32_t v, uint32_t n)
{
	uint32_t span = 1;

	while (span < n && !(v & span))
		span *= 2;
	return span / 2;
}

/* Everybody has come when this round is over. */
static void meet(struct maker *m)
{
	for (uint32_t span = 1; span < m->n; span *= 2) {
		const uint32_t tag = TAG_ROUND + m->rounds++;

		send(m, (m->me + span) % m->n, tag, NULL, 0);
		receive(m, (m->me + m->n - span) % m->n, tag, NULL, 0);
		end_round(m);
	}
}

/* Empty messages up the tree: the root knows that all have come. Down: all know that the root has. */
static void tell_up(struct maker *m)
{
	const uint32_t v = from_base(m, m->root);

	for (uint32_t span = 1; span <= top(v, m->n); span *= 2)
		if (v + span < m->n)
			receive(m, real(m, m->root, v + span), TAG_UP, NULL, 0);
	end_round(m);
	if (v)
		send(m, real(m, m->root, v & (v - 1)), TAG_UP, NULL, 0);
}

static void tell_down(struct maker *m)
{
	const uint32_t v = from_base(m, m->root);

	if (v) {
		receive(m, real(m, m->root, v & (v - 1)), TAG_DOWN, NULL, 0);
		end_round(m);
	}
	for (uint32_t span = top(v, m->n); span; span /= 2)
		if (v + span < m->n)
			send(m, real(m, m->root, v + span), TAG_DOWN, NULL, 0);
}

/* Whether one node talks to all others directly. */
static bool direct(const struct maker *m, size_t bytes)
{
	return m->n <= FLAT || (m->w->near && (m->n <= NEAR || bytes > SMALL)) || (!m->w->near && bytes > SMALL && m->w->kind != GA_COLL_BROADCAST);
}

/* A piece for each node, straight from the root, and round the ring to all others. */
static void broadcast_in_pieces(struct maker *m, const char *data)
{
	const size_t bytes = m->w->bytes, piece = (bytes + m->n - 1) / m->n;
	const uint32_t v = from_base(m, m->root), right = real(m, m->root, v + 1), left = real(m, m->root, v + m->n - 1);

#define AT(u) ((u) * piece < bytes ? (u) * piece : bytes)
#define LEN(u) (AT((u) + 1) - AT(u))
	if (v == 0) {
		for (uint32_t u = 1; u < m->n; u++)
			send(m, real(m, m->root, u), TAG_DATA, data + AT(u), LEN(u));
	} else {
		receive(m, m->root, TAG_DATA, (char *)m->w->dst[0] + AT(v), LEN(v));
		end_round(m);
	}
	for (uint32_t u = 0; u + 1 < m->n; u++) {
		const uint32_t out = (v + m->n - u) % m->n, in = (v + m->n - 1 - u) % m->n;

		/* the root has everything, and a node its own piece */
		if (v + 1 < m->n && out != v + 1)
			send(m, right, TAG_IMAGE + u, data + AT(out), LEN(out));
		if (v && in != v)
			receive(m, left, TAG_IMAGE + u, (char *)m->w->dst[0] + AT(in), LEN(in));
		end_round(m);
	}
#undef AT
#undef LEN
}

static void broadcast(struct maker *m)
{
	const struct ga_coll_want *w = m->w;
	const uint32_t v = from_base(m, m->root);
	const bool flat = direct(m, w->bytes);
	const void *data = at_root(m) ? w->at_root : w->dst[0];

	if (w->in_all)
		tell_up(m);
	end_round(m);
	if (!flat && w->bytes > PIECES) {
		broadcast_in_pieces(m, data);
	} else if (!at_root(m)) {
		receive(m, flat ? m->root : real(m, m->root, v & (v - 1)), TAG_DATA, w->dst[0], w->bytes);
		end_round(m);
	}
	if (flat && at_root(m)) {
		for (uint32_t u = 1; u < m->n; u++)
			send(m, real(m, m->root, u), TAG_DATA, data, w->bytes);
	} else if (!flat && w->bytes <= PIECES) {
		for (uint32_t span = top(v, m->n); span; span /= 2)
			if (v + span < m->n)
				send(m, real(m, m->root, v + span), TAG_DATA, data, w->bytes);
	}
	for (uint32_t i = at_root(m) ? 0 : 1; i < m->images; i++)
		copy(m, w->dst[i], data, w->bytes);
	end_round(m);
	if (w->out_all)
		meet(m);
}

/* A node's blocks, one after the other at from, to its images. */
static void spread(struct maker *m, const char *from)
{
	for (uint32_t i = 0; i < m->images; i++)
		copy(m, m->w->dst[i], from + i * m->w->bytes, m->w->bytes);
}

static void collect(struct maker *m, char *to)
{
	for (uint32_t i = 0; i < m->images; i++)
		copy(m, to + i * m->w->bytes, m->w->src[i], m->w->bytes);
}

/* Bytes of the nodes v.. counted from a base, up to and without end. */
static size_t span_bytes(const struct maker *m, uint32_t base, uint32_t v, uint32_t end)
{
	const uint32_t *first = m->at->first, from = real(m, base, v), images = first[m->n];

	if (v >= end)
		return 0;
	if (from + (end - v) <= m->n)
		return (first[from + (end - v)] - first[from]) * m->w->bytes;
	return (images - first[from] + first[from + (end - v) - m->n]) * m->w->bytes;
}

static void scatter(struct maker *m)
{
	const struct ga_coll_want *w = m->w;
	const uint32_t v = from_base(m, m->root), *first = m->at->first;

	if (w->in_all)
		tell_up(m);
	end_round(m);
	if (direct(m, w->bytes)) {
		if (at_root(m)) {
			for (uint32_t u = 1; u < m->n; u++) {
				const uint32_t to = real(m, m->root, u);

				for (uint32_t i = 0; i < images_of(m, to); i++)
					send(m, to, TAG_IMAGE + i, block(w->at_root, first[to] + i, w->bytes), w->bytes);
			}
			spread(m, block(w->at_root, first[m->me], w->bytes));
		} else {
			for (uint32_t i = 0; i < m->images; i++)
				receive(m, m->root, TAG_IMAGE + i, w->dst[i], w->bytes);
		}
	} else {
		/* what the tree below needs, in its order */
		const uint32_t end = v + subtree(v, m->n);
		const size_t mine = bytes_of(m, m->me);
		const char *data;

		if (at_root(m)) {
			const size_t behind = (first[m->n] - first[m->root]) * w->bytes;
			char *turned = m->root ? scratch(m, first[m->n] * w->bytes) : w->at_root;

			if (!turned)
				return;
			if (m->root) {
				copy(m, turned, block(w->at_root, first[m->root], w->bytes), behind);
				copy(m, turned + behind, w->at_root, first[m->root] * w->bytes);
			}
			data = turned;
		} else {
			const size_t all = span_bytes(m, m->root, v, end);
			char *got = m->images == 1 && all == mine ? w->dst[0] : scratch(m, all);

			if (!got)
				return;
			receive(m, real(m, m->root, v & (v - 1)), TAG_DATA, got, all);
			end_round(m);
			data = got;
		}
		for (uint32_t span = top(v, m->n); span; span /= 2)
			if (v + span < m->n)
				send(m, real(m, m->root, v + span), TAG_DATA, data + span_bytes(m, m->root, v, v + span),
				     span_bytes(m, m->root, v + span, v + span + subtree(v + span, m->n)));
		spread(m, data);
	}
	end_round(m);
	if (w->out_all)
		meet(m);
}

static void gather(struct maker *m)
{
	const struct ga_coll_want *w = m->w;
	const uint32_t v = from_base(m, m->root), *first = m->at->first;

	if (w->in_all)
		meet(m);
	if (direct(m, w->bytes)) {
		if (at_root(m)) {
			for (uint32_t u = 1; u < m->n; u++) {
				const uint32_t from = real(m, m->root, u);

				for (uint32_t i = 0; i < images_of(m, from); i++)
					receive(m, from, TAG_IMAGE + i, block(w->at_root, first[from] + i, w->bytes), w->bytes);
			}
			collect(m, block(w->at_root, first[m->me], w->bytes));
		} else {
			for (uint32_t i = 0; i < m->images; i++)
				send(m, m->root, TAG_IMAGE + i, w->src[i], w->bytes);
		}
	} else {
		const uint32_t end = v + subtree(v, m->n);
		const size_t all = span_bytes(m, m->root, v, end);
		char *data = at_root(m) && m->root == 0 ? w->at_root : scratch(m, all);

		if (!data)
			return;
		collect(m, data);
		for (uint32_t span = 1; span <= top(v, m->n); span *= 2)
			if (v + span < m->n)
				receive(m, real(m, m->root, v + span), TAG_DATA, data + span_bytes(m, m->root, v, v + span),
				        span_bytes(m, m->root, v + span, v + span + subtree(v + span, m->n)));
		end_round(m);
		if (v) {
			send(m, real(m, m->root, v & (v - 1)), TAG_DATA, data, all);
		} else if (m->root) {
			const size_t behind = (first[m->n] - first[m->root]) * w->bytes;

			copy(m, block(w->at_root, first[m->root], w->bytes), data, behind);
			copy(m, w->at_root, data + behind, first[m->root] * w->bytes);
		}
	}
	end_round(m);
	if (w->out_all)
		tell_down(m);
}

static void gather_all(struct maker *m)
{
	const struct ga_coll_want *w = m->w;
	const uint32_t *first = m->at->first;
	const size_t total = first[m->n] * w->bytes;
	char *here = w->dst[0];

	if (w->in_all)
		meet(m);
	if (m->n <= FLAT || (w->near && m->n <= NEAR && total > BRUCK)) {
		for (uint32_t u = 1; u < m->n; u++) {
			const uint32_t from = (m->me + m->n - u) % m->n, to = (m->me + u) % m->n;

			for (uint32_t i = 0; i < images_of(m, from); i++)
				receive(m, from, TAG_IMAGE + i, block(here, first[from] + i, w->bytes), w->bytes);
			for (uint32_t i = 0; i < m->images; i++)
				send(m, to, TAG_IMAGE + i, w->src[i], w->bytes);
		}
		collect(m, block(here, first[m->me], w->bytes));
		end_round(m);
	} else if (total <= BRUCK) {
		/* blocks of this node and those after it, in that order; twice as many each time */
		const size_t behind = (first[m->n] - first[m->me]) * w->bytes;
		char *turned = m->me ? scratch(m, total) : here;

		if (!turned)
			return;
		collect(m, turned);
		for (uint32_t span = 1; span < m->n; span *= 2) {
			const uint32_t some = span < m->n - span ? span : m->n - span, tag = TAG_ROUND + m->rounds++, to = (m->me + m->n - span) % m->n;

			send(m, to, tag, turned, span_bytes(m, m->me, 0, some));
			receive(m, (m->me + span) % m->n, tag, turned + span_bytes(m, m->me, 0, span), span_bytes(m, m->me, span, span + some));
			end_round(m);
		}
		if (m->me) {
			copy(m, block(here, first[m->me], w->bytes), turned, behind);
			copy(m, here, turned + behind, first[m->me] * w->bytes);
		}
	} else {
		/* round the ring */
		const uint32_t right = (m->me + 1) % m->n, left = (m->me + m->n - 1) % m->n;

		collect(m, block(here, first[m->me], w->bytes));
		for (uint32_t u = 0; u + 1 < m->n; u++) {
			const uint32_t out = (m->me + m->n - u) % m->n, in = (left + m->n - u) % m->n;

			send(m, right, TAG_IMAGE + u, block(here, first[out], w->bytes), bytes_of(m, out));
			receive(m, left, TAG_IMAGE + u, block(here, first[in], w->bytes), bytes_of(m, in));
			end_round(m);
		}
	}
	for (uint32_t i = 1; i < m->images; i++)
		copy(m, w->dst[i], here, total);
	end_round(m);
	if (w->out_all)
		meet(m);
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
				receive(m, from, TAG_IMAGE + i * m->images + j, block(w->dst[j], first[from] + i, w->bytes), w->bytes);
		for (uint32_t i = 0; i < m->images; i++)
			for (uint32_t j = 0; j < images_of(m, to); j++)
				send(m, to, TAG_IMAGE + i * images_of(m, to) + j, block(w->src[i], first[to] + j, w->bytes), w->bytes);
		if (u % WINDOW == 0)
			end_round(m);
	}
}

/* After Bruck: block u of a row goes u ranks further, by the bits of u; one image per node. */
static void exchange_by_bits(struct maker *m)
{
	const struct ga_coll_want *w = m->w;
	const size_t b = w->bytes;
	char *row = scratch(m, m->n * b), *out = scratch(m, (m->n + 1) / 2 * b), *in = scratch(m, (m->n + 1) / 2 * b);

	if (!row || !out || !in)
		return;
	copy(m, row, block(w->src[0], m->me, b), (m->n - m->me) * b);
	copy(m, row + (m->n - m->me) * b, w->src[0], m->me * b);
	for (uint32_t bit = 1; bit < m->n; bit *= 2) {
		const uint32_t tag = TAG_ROUND + m->rounds++;
		uint32_t some = 0;

		for (uint32_t u = bit; u < m->n; u = (u + 1) | bit)
			copy(m, out + some++ * b, row + u * b, b);
		send(m, (m->me + bit) % m->n, tag, out, some * b);
		receive(m, (m->me + m->n - bit) % m->n, tag, in, some * b);
		end_round(m);
		some = 0;
		for (uint32_t u = bit; u < m->n; u = (u + 1) | bit)
			copy(m, row + u * b, in + some++ * b, b);
	}
	for (uint32_t u = 0; u < m->n; u++)
		copy(m, block(w->dst[0], (m->me + m->n - u) % m->n, b), row + u * b, b);
}

static void exchange(struct maker *m)
{
	const bool single = m->at->first[m->n] == m->n;

	if (m->w->in_all)
		meet(m);
	if (single && m->n > (m->w->near ? NEAR : 2 * FLAT) && m->w->bytes <= SMALL / 8)
		exchange_by_bits(m);
	else
		exchange_directly(m);
	end_round(m);
	if (m->w->out_all)
		meet(m);
}

static void reduce(struct maker *m)
{
	const struct ga_coll_want *w = m->w;
	const uint32_t base = w->ordered ? 0 : m->root, v = from_base(m, base);
	/* dst may be one of the sources: it is written when they have been read */
	char *sum = scratch(m, w->bytes), *other = top(v, m->n) ? scratch(m, w->bytes) : NULL;

	if (!sum || (top(v, m->n) && !other))
		return;
	if (w->in_all)
		meet(m);
	copy(m, sum, w->src[0], w->bytes);
	for (uint32_t i = 1; i < m->images; i++)
		move(m, GA_STEP_COMBINE, sum, w->src[i], w->bytes);
	for (uint32_t span = 1; span <= top(v, m->n); span *= 2) {
		if (v + span >= m->n)
			break;
		end_round(m);
		receive(m, real(m, base, v + span), TAG_DATA, other, w->bytes);
		end_round(m);
		move(m, GA_STEP_COMBINE, sum, other, w->bytes);
	}
	if (v) {
		send(m, real(m, base, v & (v - 1)), TAG_DATA, sum, w->bytes);
	} else if (!at_root(m)) {
		send(m, m->root, TAG_IMAGE, sum, w->bytes);
	}
	if (at_root(m)) {
		if (v) {
			end_round(m);
			receive(m, base, TAG_IMAGE, w->at_root, w->bytes);
		} else {
			copy(m, w->at_root, sum, w->bytes);
		}
	}
	end_round(m);
	if (w->out_all)
		tell_down(m);
}

/* Dissemination of what all say. */
static void barrier(struct maker *m)
{
	for (uint32_t span = 1; span < m->n; span *= 2) {
		const uint32_t tag = TAG_ROUND + m->rounds++;
		char *heard = scratch(m, GA_COLL_SAY);

		if (!heard)
			return;
		send(m, (m->me + span) % m->n, tag, m->w->say, GA_COLL_SAY);
		receive(m, (m->me + m->n - span) % m->n, tag, heard, GA_COLL_SAY);
		end_round(m);
		move(m, GA_STEP_AGREE, m->w->say, heard, GA_COLL_SAY);
	}
}

bool ga_plan_make(struct ga_plan *p, const struct ga_coll_place *place, const struct ga_coll_want *want)
{
	struct maker m = {.p = p, .at = place, .w = want, .n = place->nodes, .me = place->me, .images = place->first[place->me + 1] - place->first[place->me]};

	if (!p->room) {
		p->steps = malloc(FIRST_STEPS * sizeof *p->steps);
		p->room = p->steps ? FIRST_STEPS : 0;
		if (!p->room)
			return false;
	}
	m.root = node_of(place, want->root);
	p->count = 0;
	p->failed = false;
	switch (want->kind) {
	case GA_COLL_BROADCAST: broadcast(&m); break;
	case GA_COLL_SCATTER: scatter(&m); break;
	case GA_COLL_GATHER: gather(&m); break;
	case GA_COLL_GATHER_ALL: gather_all(&m); break;
	case GA_COLL_EXCHANGE: exchange(&m); break;
	case GA_COLL_REDUCE: reduce(&m); break;
	case GA_COLL_BARRIER: barrier(&m); break;
	}
	end_round(&m);
	return !p->failed;
}

void ga_plan_clear(struct ga_plan *p)
{
	while (p->scratches)
		free(p->scratch[--p->scratches]);
}

void ga_plan_free(struct ga_plan *p)
{
	ga_plan_clear(p);
	free(p->scratch);
	free(p->steps);
}
