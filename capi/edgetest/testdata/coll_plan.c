/* Reads lines "seed kind shared in_all out_all ordered bytes root exclusive spread block offset block offset nodes images..." and plays the plans of all nodes against each other, in an order that the seed decides,
 * with sends that wait for their receive. Answers each with a line: ok, or what is wrong. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gasnet/coll/layout.h"
#include "gasnet/coll/plan.h"

enum { NODES = 80, IMAGES = 400 };

static struct play {
	struct ga_plan plan;
	uint32_t at;
	int entered, over;
	void *dst[8], *src[8]; /* of this node's images */
} node[NODES];

static struct ga_coll_want want;
static struct ga_coll_prefix prefix;
static uint32_t nodes, first[NODES + 1];
static unsigned char *src[IMAGES], *kept[IMAGES], *dst[IMAGES];
static size_t src_bytes, dst_bytes;
static uint64_t consensus[NODES];
static uint64_t state;
static char wrong[300];

static uint32_t any(uint32_t n)
{
	state = state * 6364136223846793005u + 1442695040888963407u;
	return (uint32_t)(state >> 33) % n;
}

static void fail(const char *format, ...)
{
	va_list args;

	if (wrong[0])
		return;
	va_start(args, format);
	vsnprintf(wrong, sizeof wrong, format, args);
	va_end(args);
}

static int in_scratch(const struct play *p, const void *at)
{
	(void)p;
	for (uint32_t i = 0; i < first[nodes]; i++)
		if (((const unsigned char *)at >= src[i] && (const unsigned char *)at <= src[i] + src_bytes) ||
		    ((const unsigned char *)at >= dst[i] && (const unsigned char *)at <= dst[i] + dst_bytes))
			return 0;
	return 1;
}

/* The program's memory is touched. */
static void touch(uint32_t n, const void *at, size_t bytes)
{
	if (!bytes || in_scratch(&node[n], at))
		return;
	for (uint32_t m = 0; m < nodes; m++) {
		if (want.in_all && !node[m].entered)
			fail("IN_ALLSYNC: node %u touches memory before node %u has come", n, m);
		if (want.out_all && node[m].over)
			fail("OUT_ALLSYNC: node %u touches memory after node %u has left", n, m);
	}
	if (!node[n].entered)
		fail("node %u touches memory before it has come", n);
}

/* x -> a x + b */
static void compose(uint32_t *left, const uint32_t *right, size_t bytes)
{
	for (size_t i = 0; i < bytes / 4; i += 2) {
		const uint32_t a = right[i] * left[i], b = right[i] * left[i + 1] + right[i + 1];

		left[i] = a;
		left[i + 1] = b;
	}
}

static void add(uint32_t *left, const uint32_t *right, size_t bytes)
{
	for (size_t i = 0; i < bytes / 4; i++)
		left[i] += right[i];
}

static void combine(void *with, void *to, const void *from, size_t elements)
{
	(void)with;
	(want.ordered ? compose : add)(to, from, elements * 8);
}

/* Steps of a node since the last round that are still open: ours are those with kind < ROUND and doing == 0. */
static int match(uint32_t n, struct ga_step *s)
{
	struct play *peer = &node[s->peer];

	if (s->peer >= nodes || s->peer == n) {
		fail("node %u talks to node %u", n, s->peer);
		return 0;
	}
	for (uint32_t i = 0; i < peer->at; i++) {
		struct ga_step *o = &peer->plan.steps[i];

		if (o->doing || o->peer != n || o->tag != s->tag || o->kind != (s->kind == GA_STEP_SEND ? GA_STEP_RECEIVE : GA_STEP_SEND))
			continue;
		struct ga_step *out = s->kind == GA_STEP_SEND ? s : o, *in = s->kind == GA_STEP_SEND ? o : s;

		if (out->bytes != in->bytes)
			fail("node %u and node %u: %zu bytes and %zu", n, s->peer, s->bytes, o->bytes);
		if (out->bytes && !wrong[0]) {
			touch(s->kind == GA_STEP_SEND ? n : s->peer, out->from, out->bytes);
			touch(s->kind == GA_STEP_SEND ? s->peer : n, in->to, in->bytes);
			memcpy(in->to, out->from, in->bytes);
		}
		s->doing = o->doing = 1;
		return 1;
	}
	return 0;
}

/* Goes on with a node; whether anything could be done. */
static int play(uint32_t n)
{
	struct play *p = &node[n];

	if (!p->entered)
		return p->entered = 1;
	if (p->at == p->plan.count) {
		const int was = p->over;

		p->over = 1;
		return !was;
	}
	struct ga_step *s = &p->plan.steps[p->at];

	switch (s->kind) {
	case GA_STEP_ROUND:
		for (uint32_t i = 0; i < p->at; i++)
			if (p->plan.steps[i].kind <= GA_STEP_RECEIVE && !p->plan.steps[i].doing)
				return 0;
		break;
	case GA_STEP_SEND:
	case GA_STEP_RECEIVE:
		p->at++;
		match(n, s);
		return 1;
	case GA_STEP_COPY:
		touch(n, s->from, s->bytes);
		touch(n, s->to, s->bytes);
		memcpy(s->to, s->from, s->bytes);
		break;
	case GA_STEP_COMBINE: (want.ordered ? compose : add)(s->to, s->from, s->bytes); break;
	case GA_STEP_WORK: {
		const struct ga_coll_function f = {.combine = combine};

		touch(n, src[first[n]], 1);
		touch(n, dst[first[n]], 1);
		s->work(s->to, &f);
		break;
	}
	case GA_STEP_AGREE: *(uint64_t *)s->to |= *(const uint64_t *)s->from; break;
	}
	p->at++;
	return 1;
}

static size_t blocks(int at_dst)
{
	const size_t all = first[nodes];

	switch (want.kind) {
	case GA_COLL_SCATTER: return at_dst ? 1 : all;
	case GA_COLL_GATHER:
	case GA_COLL_GATHER_ALL: return at_dst ? all : 1;
	case GA_COLL_EXCHANGE: return all;
	default: return 1;
	}
}

/* Where an element is, and whether an image has it. */
static size_t place(const struct ga_coll_layout *l, size_t e, uint32_t *image)
{
	const size_t block = l->block ? (l->offset + e) / l->block : 0;

	*image = l->block ? (uint32_t)(block % first[nodes]) : (uint32_t)l->offset;
	return l->block ? block / first[nodes] * l->block + (l->offset + e) % l->block : e;
}

static void verify_element(uint32_t image, size_t index, const uint32_t *should, size_t e)
{
	static const unsigned char untouched[8] = {0xee, 0xee, 0xee, 0xee, 0xee, 0xee, 0xee, 0xee};

	if (memcmp(dst[image] + 8 * index, should ? (const void *)should : untouched, 8))
		fail("image %u: element %zu, its number %zu, is wrong", image, e, index);
	memset(dst[image] + 8 * index, 0xee, 8);
}

static void verify_scan(void)
{
	uint32_t sum[2], other[2];

	for (size_t k = 0; k < (prefix.spread ? 1 : prefix.count); k++)
		for (size_t e = 0; e < (prefix.spread ? prefix.count : first[nodes]) && !wrong[0]; e++) {
			uint32_t from = (uint32_t)e, to = (uint32_t)e;
			const size_t in = prefix.spread ? place(&prefix.from, e, &from) : k, out = prefix.spread ? place(&prefix.to, e, &to) : k;

			if (prefix.exclusive)
				verify_element(to, out, e ? sum : NULL, e);
			memcpy(other, kept[from] + 8 * in, 8);
			if (e)
				(want.ordered ? compose : add)(sum, other, 8);
			else
				memcpy(sum, other, 8);
			if (!prefix.exclusive)
				verify_element(to, out, sum, e);
		}
	for (uint32_t i = 0; i < first[nodes]; i++) /* what is right is gone */
		for (size_t k = 0; k < dst_bytes; k++)
			if (dst[i][k] != 0xee)
				fail("image %u: byte %zu is written", i, k);
}

static void verify(void)
{
	const uint32_t all = first[nodes], r = want.root;
	const size_t b = want.bytes;

	for (uint32_t i = 0; i < all && !wrong[0]; i++) {
		if (memcmp(src[i], kept[i], src_bytes))
			fail("image %u: its source has changed", i);
		for (size_t k = dst_bytes - 8; k < dst_bytes; k++)
			if (dst[i][k] != 0xee)
				fail("image %u: bytes beyond its end are written", i);
		for (uint32_t j = 0; j < blocks(1) && want.kind < GA_COLL_BARRIER && !wrong[0]; j++) {
			const unsigned char *got = dst[i] + j * b, *should;
			uint32_t sum[1024];

			switch (want.kind) {
			case GA_COLL_BROADCAST: should = kept[r]; break;
			case GA_COLL_SCATTER: should = kept[r] + i * b; break;
			case GA_COLL_EXCHANGE: should = kept[j] + i * b; break;
			case GA_COLL_REDUCE:
				memcpy(sum, kept[0], b);
				for (uint32_t k = 1; k < all; k++)
					(want.ordered ? compose : add)(sum, (uint32_t *)(void *)kept[k], b);
				should = (unsigned char *)sum;
				break;
			default: should = kept[j];
			}
			if ((want.kind == GA_COLL_GATHER || want.kind == GA_COLL_REDUCE) && i != r)
				continue;
			if (memcmp(got, should, b))
				fail("image %u: block %u is wrong", i, j);
		}
	}
	if (want.kind == GA_COLL_SCAN)
		verify_scan();
	for (uint32_t n = 0; n < nodes && want.kind == GA_COLL_BARRIER; n++)
		if (consensus[n] != (nodes == 64 ? UINT64_MAX : ((uint64_t)1 << nodes % 64) - 1) && nodes <= 64)
			fail("node %u: has received %llx", n, (unsigned long long)consensus[n]);
}

static void run(void)
{
	const uint32_t all = first[nodes];
	uint32_t stuck = 0;

	src_bytes = blocks(0) * want.bytes + 8;
	dst_bytes = blocks(1) * want.bytes + 8;
	if (want.kind == GA_COLL_SCAN) {
		src_bytes = (prefix.from.offset + prefix.count) * 8 + 8;
		dst_bytes = (prefix.to.offset + prefix.count) * 8 + 8;
	}
	for (uint32_t i = 0; i < all; i++) {
		src[i] = malloc(src_bytes);
		kept[i] = malloc(src_bytes);
		dst[i] = malloc(dst_bytes);
		for (size_t k = 0; k < src_bytes; k++)
			src[i][k] = (unsigned char)any(256);
		memcpy(kept[i], src[i], src_bytes);
		memset(dst[i], 0xee, dst_bytes);
	}
	for (uint32_t n = 0; n < nodes; n++) {
		const struct ga_coll_place place = {nodes, n, first};
		struct ga_coll_want w = want;

		node[n] = (struct play){.plan = node[n].plan};
		for (uint32_t i = first[n]; i < first[n + 1]; i++) {
			node[n].dst[i - first[n]] = dst[i];
			node[n].src[i - first[n]] = src[i];
			if (i == want.root)
				w.at_root = want.kind == GA_COLL_GATHER || want.kind == GA_COLL_REDUCE ? dst[i] : src[i];
		}
		w.dst = node[n].dst;
		w.src = node[n].src;
		consensus[n] = (uint64_t)1 << n % 64;
		w.consensus = &consensus[n];
		if (!ga_plan_make(&node[n].plan, &place, &w))
			fail("no memory");
		if (node[n].plan.count && node[n].plan.steps[node[n].plan.count - 1].kind != GA_STEP_ROUND)
			if (node[n].plan.steps[node[n].plan.count - 1].kind <= GA_STEP_RECEIVE)
				fail("node %u: the last round does not end", n);
	}
	while (!wrong[0] && stuck < 20 * nodes + 100)
		stuck = play(any(nodes)) ? 0 : stuck + 1;
	for (uint32_t n = 0; n < nodes && !wrong[0]; n++)
		while (play(n))
			stuck = 0;
	for (uint32_t n = 0; n < nodes; n++)
		if (!node[n].over)
			fail("node %u: stuck at step %u of %u", n, node[n].at, node[n].plan.count);
	if (!wrong[0])
		verify();
	for (uint32_t i = 0; i < all; i++) {
		free(src[i]);
		free(kept[i]);
		free(dst[i]);
	}
	for (uint32_t n = 0; n < nodes; n++)
		ga_plan_clear(&node[n].plan);
}

int main(void)
{
	unsigned long long seed;
	unsigned kind, shared, in_all, out_all, ordered, root, exclusive, spread, images;
	size_t bytes;
	struct ga_coll_layout from, to;

	while (scanf("%llu %u %u %u %u %u %zu %u %u %u %zu %zu %zu %zu %u", &seed, &kind, &shared, &in_all, &out_all, &ordered, &bytes, &root,
	             &exclusive, &spread, &from.block, &from.offset, &to.block, &to.offset, &nodes) == 15) {
		state = seed;
		wrong[0] = 0;
		want = (struct ga_coll_want){.kind = (enum ga_coll_kind)kind,
		                             .shared = shared,
		                             .in_all = in_all,
		                             .out_all = out_all,
		                             .ordered = ordered,
		                             .bytes = bytes,
		                             .root = root,
		                             .prefix = &prefix};
		prefix = (struct ga_coll_prefix){.exclusive = exclusive, .spread = spread, .element = 8, .count = bytes / 8, .from = from, .to = to};
		for (uint32_t n = 0; n < nodes; n++) {
			if (scanf("%u", &images) != 1)
				return 1;
			first[n + 1] = first[n] + images;
		}
		run();
		puts(wrong[0] ? wrong : "ok");
		fflush(stdout);
	}
	for (int n = 0; n < NODES; n++)
		ga_plan_free(&node[n].plan);
	return 0;
}
