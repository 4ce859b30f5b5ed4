/* Random shapes of all three kinds and all forms, puts and gets, to and from the next rank's segment and memory of the caller's own, against a naive copy
 * byte by byte. Neither descriptors nor surrounding bytes may change. */
#include "../gt_gasnet.h"

#include <gasnet_vis.h>

enum { AREA = 1 << 16, MOST = 40, ROUNDS = 400, LEVELS = 19 };

/* A rank's segment: an area that the rank before it writes and reads, and an area of its own. */
#define REMOTE 0
#define OWN AREA

static unsigned char heap[AREA], model_remote[AREA], model_local[AREA];
static unsigned char *own, *remote;
static int next;

/* The pieces that one side lists: positions in an area of AREA bytes, in order. */
struct side {
	size_t n, bytes;
	uint32_t at[AREA];
};
static struct side to, from;

static void naive(unsigned char *dst, const unsigned char *src)
{
	CHECK(to.bytes == from.bytes, "%zu and %zu bytes", to.bytes, from.bytes);
	for (size_t i = 0; i < to.bytes; i++)
		dst[to.at[i]] = src[from.at[i]];
}

static void shuffle(gasnet_memvec_t *v, size_t n)
{
	for (size_t i = n; i > 1; i--) {
		size_t k = gt_range(0, i - 1);
		gasnet_memvec_t t = v[i - 1];
		v[i - 1] = v[k];
		v[k] = t;
	}
}

/* total bytes in pieces that do not overlap, in any order; length: of each piece, or 0 for any. */
static size_t pieces(struct side *s, gasnet_memvec_t *v, unsigned char *area, size_t total, size_t length)
{
	size_t n = 0, at = gt_range(0, 50);
	while (total > 0) {
		size_t len = length ? length : gt_range(0, 5) ? gt_range(1, 60) : 0;
		if (len > total)
			len = total;
		if (n + 1 >= MOST * 8)
			len = total;
		at += gt_range(0, 2) ? 0 : gt_range(1, 30);
		v[n].addr = len || gt_range(0, 1) ? area + at : NULL;
		v[n++].len = len;
		at += len;
		total -= len;
	}
	shuffle(v, n);
	s->bytes = 0;
	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < v[i].len; k++)
			s->at[s->bytes++] = (uint32_t)((unsigned char *)v[i].addr + k - area);
	return n;
}

/* A box's places, by recursion. */
static void box(struct side *s, size_t at, const size_t *strides, const size_t *count, size_t level)
{
	if (level == 0)
		for (size_t i = 0; i < count[0]; i++)
			s->at[s->bytes++] = (uint32_t)(at + i);
	else
		for (size_t i = 0; i < count[level]; i++)
			box(s, at + i * strides[level - 1], strides, count, level - 1);
}

static void draw_strides(size_t *strides, const size_t *count, size_t levels)
{
	size_t extent = count[0] ? count[0] : 1;
	for (size_t i = 0; i < levels; i++) {
		strides[i] = count[i + 1] == 1 ? (size_t)gt_rand() : extent + (gt_range(0, 1) ? 0 : gt_range(1, 9));
		extent = (count[i + 1] == 1 ? extent : strides[i] * (count[i + 1] ? count[i + 1] : 1));
	}
}

static void finish(int form, bool put, gasnet_handle_t h)
{
	switch (form) {
	case 1: gasnet_wait_syncnb(h); break;
	case 2:
		if (gt_range(0, 1))
			gasnet_wait_syncnbi_all();
		else if (put)
			gasnet_wait_syncnbi_puts();
		else
			gasnet_wait_syncnbi_gets();
		break;
	case 3:
		while (gasnet_try_syncnb(h) != GASNET_OK)
			;
		break;
	}
}

/* The bytes on both sides agree with the model. */
static void compare(const char *what, int round, unsigned char *local)
{
	static unsigned char back[AREA];
	gasnet_get_bulk(back, (gasnet_node_t)next, remote, AREA);
	CHECK(memcmp(back, model_remote, AREA) == 0, "%s, round %d: the segment of %d differs", what, round, next);
	CHECK(memcmp(local, model_local, AREA) == 0, "%s, round %d: memory here differs", what, round);
}

/* Random bytes everywhere. */
static unsigned char *fresh(int round)
{
	unsigned char *local = gt_range(0, 1) ? heap : own;
	gt_fill(model_local, AREA, gt_me, 2 * round);
	gt_fill(model_remote, AREA, gt_me + 100, 2 * round + 1);
	memcpy(local, model_local, AREA);
	gasnet_put_bulk((gasnet_node_t)next, remote, model_remote, AREA);
	return local;
}

static void lists(int round, bool indexed)
{
	static gasnet_memvec_t dst[MOST * 8 + 8], src[MOST * 8 + 8], dst_copy[MOST * 8 + 8], src_copy[MOST * 8 + 8];
	static void *dst_at[MOST * 60], *src_at[MOST * 60], *dst_at_copy[MOST * 60], *src_at_copy[MOST * 60];
	static const size_t words[] = {1, 2, 3, 4, 8, 12, 24};
	bool put = gt_range(0, 1);
	int form = (int)gt_range(0, 3);
	unsigned char *local = fresh(round), *there = put ? remote : local, *here = put ? local : remote;
	size_t dst_len = 0, src_len = 0, total = gt_range(0, 3) ? gt_range(0, 2000) : 0, nd, ns;
	gasnet_handle_t h = GASNET_INVALID_HANDLE;

	if (indexed) {
		dst_len = words[gt_range(0, 6)];
		src_len = words[gt_range(0, 6)];
		total = dst_len * src_len * gt_range(0, 10);
	}
	nd = pieces(&to, dst, there, total, dst_len);
	ns = pieces(&from, src, here, total, src_len);
	memcpy(dst_copy, dst, sizeof dst);
	memcpy(src_copy, src, sizeof src);
	for (size_t i = 0; indexed && i < nd; i++)
		dst_at[i] = dst_at_copy[i] = dst[i].addr;
	for (size_t i = 0; indexed && i < ns; i++)
		src_at[i] = src_at_copy[i] = src[i].addr;
	if (form == 3)
		gasnet_begin_nbi_accessregion();
	switch (form | indexed << 2 | put << 3) {
	case 0: gasnet_getv_bulk(nd, dst, (gasnet_node_t)next, ns, src); break;
	case 1: h = gasnet_getv_nb_bulk(nd, dst, (gasnet_node_t)next, ns, src); break;
	case 2:
	case 3: gasnet_getv_nbi_bulk(nd, dst, (gasnet_node_t)next, ns, src); break;
	case 4: gasnet_geti_bulk(nd, dst_at, dst_len, (gasnet_node_t)next, ns, src_at, src_len); break;
	case 5: h = gasnet_geti_nb_bulk(nd, dst_at, dst_len, (gasnet_node_t)next, ns, src_at, src_len); break;
	case 6:
	case 7: gasnet_geti_nbi_bulk(nd, dst_at, dst_len, (gasnet_node_t)next, ns, src_at, src_len); break;
	case 8: gasnet_putv_bulk((gasnet_node_t)next, nd, dst, ns, src); break;
	case 9: h = gasnet_putv_nb_bulk((gasnet_node_t)next, nd, dst, ns, src); break;
	case 10:
	case 11: gasnet_putv_nbi_bulk((gasnet_node_t)next, nd, dst, ns, src); break;
	case 12: gasnet_puti_bulk((gasnet_node_t)next, nd, dst_at, dst_len, ns, src_at, src_len); break;
	case 13: h = gasnet_puti_nb_bulk((gasnet_node_t)next, nd, dst_at, dst_len, ns, src_at, src_len); break;
	default: gasnet_puti_nbi_bulk((gasnet_node_t)next, nd, dst_at, dst_len, ns, src_at, src_len);
	}
	if (form == 3)
		h = gasnet_end_nbi_accessregion();
	CHECK(memcmp(dst, dst_copy, nd * sizeof dst[0]) == 0 && memcmp(src, src_copy, ns * sizeof src[0]) == 0, "lists have changed");
	CHECK(!indexed || (memcmp(dst_at, dst_at_copy, nd * sizeof dst_at[0]) == 0 && memcmp(src_at, src_at_copy, ns * sizeof src_at[0]) == 0),
	      "lists have changed");
	finish(form, put, h);
	naive(put ? model_remote : model_local, put ? model_local : model_remote);
	compare(indexed ? "indexed" : "vector", round, local);
}

static void strides(int round)
{
	size_t count[LEVELS + 1], dst[LEVELS], src[LEVELS], kept[3][LEVELS + 1], levels, at = gt_range(0, 40), start = gt_range(0, 40), all;
	bool put = gt_range(0, 1);
	int form = (int)gt_range(0, 3);
	unsigned char *local = fresh(round), *there = (put ? remote : local) + at, *here = (put ? local : remote) + start;
	gasnet_handle_t h = GASNET_INVALID_HANDLE;

	levels = gt_range(0, LEVELS);
	all = count[0] = gt_range(0, 20) ? gt_range(1, 24) : 0;
	for (size_t i = 1; i <= levels; i++) {
		count[i] = all > 400 ? 1 : gt_range(0, 30) ? gt_range(1, 4) : 0;
		all *= count[i] ? count[i] : 1;
	}
	draw_strides(dst, count, levels);
	draw_strides(src, count, levels);
	to.bytes = from.bytes = 0;
	box(&to, at, dst, count, levels);
	box(&from, start, src, count, levels);
	memcpy(kept[0], count, sizeof count);
	memcpy(kept[1], dst, sizeof dst);
	memcpy(kept[2], src, sizeof src);
	if (form == 3)
		gasnet_begin_nbi_accessregion();
	switch (form | put << 2) {
	case 0: gasnet_gets_bulk(there, dst, (gasnet_node_t)next, here, src, count, levels); break;
	case 1: h = gasnet_gets_nb_bulk(there, dst, (gasnet_node_t)next, here, src, count, levels); break;
	case 2:
	case 3: gasnet_gets_nbi_bulk(there, dst, (gasnet_node_t)next, here, src, count, levels); break;
	case 4: gasnet_puts_bulk((gasnet_node_t)next, there, dst, here, src, count, levels); break;
	case 5: h = gasnet_puts_nb_bulk((gasnet_node_t)next, there, dst, here, src, count, levels); break;
	default: gasnet_puts_nbi_bulk((gasnet_node_t)next, there, dst, here, src, count, levels);
	}
	if (form == 3)
		h = gasnet_end_nbi_accessregion();
	CHECK(memcmp(kept[0], count, (levels + 1) * sizeof count[0]) == 0 && memcmp(kept[1], dst, levels * sizeof dst[0]) == 0 &&
	          memcmp(kept[2], src, levels * sizeof src[0]) == 0,
	      "strides or counts have changed");
	finish(form, put, h);
	naive(put ? model_remote : model_local, put ? model_local : model_remote);
	compare("strided", round, local);
}

int main(int argc, char **argv)
{
	const char *text = getenv("GT_COUNT");
	int rounds = text ? atoi(text) : ROUNDS;
	void *none = NULL;

	gt_attach(&argc, &argv, NULL, 0, 2 * AREA);
	next = (gt_me + 1) % gt_n;
	own = (unsigned char *)gt_at(gt_me, OWN);
	remote = (unsigned char *)gt_at(next, REMOTE);
	gt_barrier();
	for (int i = 0; i < rounds; i++)
		switch (gt_range(0, 2)) {
		case 0: lists(i, false); break;
		case 1: lists(i, true); break;
		default: strides(i);
		}
	/* nothing at all */
	gasnet_putv_bulk((gasnet_node_t)next, 0, NULL, 0, NULL);
	gasnet_wait_syncnb(gasnet_geti_nb_bulk(0, NULL, 8, (gasnet_node_t)next, 0, NULL, 3));
	gasnet_puti_nbi_bulk((gasnet_node_t)next, 1, &none, 0, 0, NULL, 5);
	gasnet_wait_syncnbi_all();
	gt_leave();
	return 0;
}
