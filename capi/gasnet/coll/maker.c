/* gasnet/coll/maker.c - see maker.h. */
#include "maker.h"

#include <stdlib.h>

static struct ga_step *step(struct maker *m, enum ga_step_kind kind)
{
	struct ga_plan *p = m->p;

	if (p->count == p->room) {
		struct ga_step *more = realloc(p->steps, 2 * p->room * sizeof *more);

		if (!more) {
			p->failed = true;
			p->count = 0; /* steps written from here on are discarded */
		} else {
			p->steps = more;
			p->room *= 2;
		}
	}
	struct ga_step *s = &p->steps[p->count++];

	*s = (struct ga_step){.kind = (uint8_t)kind};
	return s;
}

void ga_plan_send(struct maker *m, uint32_t peer, uint32_t tag, const void *from, size_t bytes)
{
	struct ga_step *s = step(m, GA_STEP_SEND);

	s->peer = peer;
	s->tag = tag;
	s->from = from;
	s->bytes = bytes;
}

void ga_plan_receive(struct maker *m, uint32_t peer, uint32_t tag, void *to, size_t bytes)
{
	struct ga_step *s = step(m, GA_STEP_RECEIVE);

	s->peer = peer;
	s->tag = tag;
	s->to = to;
	s->bytes = bytes;
}

void ga_plan_move(struct maker *m, enum ga_step_kind kind, void *to, const void *from, size_t bytes)
{
	if (kind != GA_STEP_COMBINE && (bytes == 0 || to == from))
		return;
	struct ga_step *s = step(m, kind);

	s->to = to;
	s->from = from;
	s->bytes = bytes;
}

void ga_plan_end_round(struct maker *m)
{
	if (m->p->count && m->p->steps[m->p->count - 1].kind != GA_STEP_ROUND)
		step(m, GA_STEP_ROUND);
}

char *ga_plan_scratch(struct maker *m, size_t bytes)
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

void ga_plan_work(struct maker *m, ga_coll_work_t *work, void *arg)
{
	struct ga_step *s = step(m, GA_STEP_WORK);

	s->work = work;
	s->to = arg;
}

void ga_plan_meet(struct maker *m)
{
	for (uint32_t span = 1; span < m->n; span *= 2) {
		const uint32_t tag = TAG_ROUND + m->rounds++;

		ga_plan_send(m, (m->me + span) % m->n, tag, NULL, 0);
		ga_plan_receive(m, (m->me + m->n - span) % m->n, tag, NULL, 0);
		ga_plan_end_round(m);
	}
}

void ga_plan_collect(struct maker *m, char *to)
{
	for (uint32_t i = 0; i < m->images; i++)
		copy(m, to + i * m->w->bytes, m->w->src[i], m->w->bytes);
}

size_t ga_plan_span_bytes(const struct maker *m, uint32_t base, uint32_t v, uint32_t end)
{
	const uint32_t *first = m->at->first, from = real(m, base, v), images = first[m->n];

	if (v >= end)
		return 0;
	if (from + (end - v) <= m->n)
		return (first[from + (end - v)] - first[from]) * m->w->bytes;
	return (images - first[from] + first[from + (end - v) - m->n]) * m->w->bytes;
}

uint32_t ga_plan_node_of(const uint32_t *first, uint32_t nodes, uint32_t image)
{
	uint32_t low = 0, high = nodes - 1;

	while (low < high) {
		const uint32_t middle = (low + high + 1) / 2;

		if (first[middle] <= image)
			low = middle;
		else
			high = middle - 1;
	}
	return low;
}
