/* Vectors, lists and strides of GASNet-EX against a model: random shapes, strides of any sign and order, in all forms; handlers at the end of puts. */
#include "../gt_gex.h"

#include <gasnet_vis.h>

enum { AREA = 6000, ROUNDS = 60, MOST = 12, LEVELS = 4, HANDLER = 201 };

static unsigned char local[AREA], model_local[AREA], model_remote[AREA], back[AREA];
static unsigned char *remote; /* of the next rank */
static gex_Rank_t next;
static gasnett_atomic_t completions = gasnett_atomic_init(0);
static int sent;

/* The places of one side's bytes, in order. */
struct side {
	size_t at[AREA];
	size_t bytes;
};
static struct side to, from;

static void complete(gex_Token_t token, void *buffer, size_t bytes)
{
	const unsigned char *c = buffer;
	gex_Token_Info_t info;

	HOLDS((gex_Token_Info(token, &info, GEX_TI_ALL) & GEX_TI_ALL) == GEX_TI_ALL);
	HOLDS(info.gex_srcrank == (gex_Rank_t)((gt_me + gt_n - 1) % gt_n) && info.gex_ep == gt_ep);
	HOLDS(!info.gex_is_req && !info.gex_is_long && info.gex_entry->gex_index == HANDLER && info.gex_entry->gex_fnptr == (gex_AM_Fn_t)complete);
	for (size_t i = 0; i < bytes; i++)
		CHECK(c[i] == (unsigned char)(i + bytes), "byte %zu of %zu", i, bytes);
	gasnett_atomic_increment(&completions, 0);
}

/* Pieces that do not overlap, in random order, of len bytes each, or of any length if it is 0. */
static size_t pieces(struct side *s, unsigned char *area, size_t total, size_t len, gex_Memvec_t *v, void **list)
{
	size_t n = 0, at = 0;

	s->bytes = 0;
	while (total) {
		const size_t piece = len ? len : gt_range(0, total < 9 ? total : 9);

		at += gt_range(0, 2) ? 0 : gt_range(1, 5);
		v[n++] = (gex_Memvec_t){area + at, piece};
		at += piece;
		total -= piece;
		if (n == MOST * 10 && total) {
			v[n++] = (gex_Memvec_t){area + at, total};
			break;
		}
	}
	for (size_t i = 0; i < n; i++) {
		const size_t k = gt_range(i, n - 1);
		const gex_Memvec_t other = v[i];

		v[i] = v[k];
		v[k] = other;
	}
	for (size_t i = 0; i < n; i++) {
		list[i] = v[i].gex_addr;
		for (size_t k = 0; k < v[i].gex_len; k++)
			s->at[s->bytes++] = (size_t)((unsigned char *)v[i].gex_addr - area) + k;
	}
	return n;
}

/* A box's places. */
static void box(struct side *s, size_t at, const ptrdiff_t *strides, size_t elemsz, const size_t *count, size_t levels)
{
	if (levels == 0)
		for (size_t i = 0; i < elemsz; i++)
			s->at[s->bytes++] = at + i;
	else
		for (size_t i = 0; i < count[levels - 1]; i++)
			box(s, at + (size_t)((ptrdiff_t)i * strides[levels - 1]), strides, elemsz, count, levels - 1);
}

/* Strides with which elements do not overlap, dimensions in random order and of any sign. Returns where the first element is. */
static size_t draw_strides(ptrdiff_t *strides, size_t elemsz, const size_t *count, size_t levels)
{
	size_t order[LEVELS], extent = elemsz, first = 0;

	for (size_t i = 0; i < levels; i++)
		order[i] = i;
	for (size_t i = 0; i < levels; i++) {
		const size_t k = gt_range(i, levels - 1), other = order[i];

		order[i] = order[k];
		order[k] = other;
	}
	for (size_t i = 0; i < levels; i++) {
		const size_t d = order[i], step = extent + (gt_range(0, 1) ? 0 : gt_range(1, 5));

		strides[d] = gt_range(0, 2) ? (ptrdiff_t)step : -(ptrdiff_t)step;
		if (strides[d] < 0 && count[d])
			first += step * (count[d] - 1);
		extent = step * (count[d] ? count[d] : 1);
	}
	return first;
}

/* Bytes that every place has its own of, here and there. */
static void fresh(int round)
{
	gt_fill(model_local, AREA, gt_me, 2 * round);
	gt_fill(model_remote, AREA, gt_me + 100, 2 * round + 1);
	memcpy(local, model_local, AREA);
	gex_RMA_PutBlocking(gt_tm, next, remote, model_remote, AREA, 0);
}

static void compare(const char *what, int round)
{
	gex_RMA_GetBlocking(gt_tm, back, next, remote, AREA, 0);
	CHECK(memcmp(back, model_remote, AREA) == 0, "%s, round %d: the segment of %u differs", what, round, next);
	CHECK(memcmp(local, model_local, AREA) == 0, "%s, round %d: memory here differs", what, round);
}

static void move_model(bool put)
{
	static unsigned char moved[AREA];

	HOLDS(to.bytes == from.bytes);
	for (size_t i = 0; i < from.bytes; i++)
		moved[i] = (put ? model_local : model_remote)[from.at[i]];
	for (size_t i = 0; i < to.bytes; i++)
		(put ? model_remote : model_local)[to.at[i]] = moved[i];
}

/* A put may have its target run a handler. */
static const unsigned char *arm(bool put)
{
	static unsigned char payload[GEX_VIS_MAX_PEERCOMPLETION];
	const size_t n = gt_range(0, 1) ? gt_range(0, GEX_VIS_MAX_PEERCOMPLETION) : 0;

	if (!put || gt_range(0, 2))
		return NULL;
	for (size_t i = 0; i < n; i++)
		payload[i] = (unsigned char)(i + n);
	gex_VIS_SetPeerCompletionHandler(HANDLER, n ? payload : NULL, n, 0);
	sent++;
	return payload;
}

/* Waits for the call that has returned e: 0 blocking, 1 NB, 2 NBI, 3 NB with an event of its source. */
static void finish(int form, bool put, gex_Event_t e)
{
	switch (form) {
	case 1: gex_Event_Wait(e); break;
	case 2: gex_NBI_Wait(put ? GEX_EC_PUT : GEX_EC_GET, 0); break;
	case 3:
		if (put) { /* now the source may change */
			static unsigned char kept[AREA];

			gex_Event_Wait(gex_Event_QueryLeaf(e, GEX_EC_LC));
			memcpy(kept, local, AREA);
			memset(local, 0x55, AREA);
			gex_Event_Wait(e);
			memcpy(local, kept, AREA);
		} else {
			while (gex_Event_Test(e) != GASNET_OK)
				GT_OK(gasnet_AMPoll());
		}
		break;
	}
}

#define FORMS(name, ...)                                                                 \
	switch (form) {                                                                  \
	case 0: HOLDS(gex_VIS_##name##Blocking(__VA_ARGS__, 0) == 0); break;             \
	case 1: e = gex_VIS_##name##NB(__VA_ARGS__, GEX_FLAG_IMMEDIATE * !armed); break; \
	case 2: HOLDS(gex_VIS_##name##NBI(__VA_ARGS__, 0) == 0); break;                  \
	default: e = gex_VIS_##name##NB(__VA_ARGS__, put ? GEX_FLAG_ENABLE_LEAF_LC : 0); \
	}

static void lists(int round, bool indexed)
{
	static const size_t lengths[] = {1, 2, 3, 4, 8, 12, 24};
	static gex_Memvec_t dst[AREA], src[AREA];
	static void *dst_at[AREA], *src_at[AREA];
	const bool put = gt_range(0, 1);
	const int form = (int)gt_range(0, 3);
	const size_t dst_len = indexed ? lengths[gt_range(0, 6)] : 0, src_len = indexed ? lengths[gt_range(0, 6)] : 0;
	const size_t total = indexed ? dst_len * src_len * gt_range(0, 2) : gt_range(0, 400);
	gex_Event_t e = GEX_EVENT_INVALID;
	const unsigned char *armed;
	size_t nd, ns;

	fresh(round);
	nd = pieces(&to, put ? remote : local, total, dst_len, dst, dst_at);
	ns = pieces(&from, put ? local : remote, total, src_len, src, src_at);
	armed = arm(put);
	if (indexed && put)
		FORMS(IndexedPut, gt_tm, next, nd, dst_at, dst_len, ns, src_at, src_len)
	else if (indexed)
		FORMS(IndexedGet, gt_tm, nd, dst_at, dst_len, next, ns, src_at, src_len)
	else if (put)
		FORMS(VectorPut, gt_tm, next, nd, dst, ns, src)
	else
		FORMS(VectorGet, gt_tm, nd, dst, next, ns, src)
	finish(form, put, e);
	move_model(put);
	compare(indexed ? "a list" : "a vector", round);
}

static void strides(int round)
{
	ptrdiff_t dst_strides[LEVELS], src_strides[LEVELS];
	const size_t levels = gt_range(0, LEVELS), elemsz = gt_range(0, 9) ? gt_range(1, 16) : 0;
	const gex_TM_t tm = gt_range(0, 1) ? gt_tm : gex_TM_Pair(gt_ep, 0);
	const bool put = gt_range(0, 1);
	const int form = (int)gt_range(0, 3);
	unsigned char *const there = put ? remote : local, *const here = put ? local : remote;
	gex_Event_t e = GEX_EVENT_INVALID;
	const unsigned char *armed;
	size_t count[LEVELS], dst, src;

	fresh(round);
	for (size_t i = 0; i < levels; i++)
		count[i] = gt_range(0, 11) ? gt_range(1, levels > 2 ? 3 : 6) : 0;
	to.bytes = from.bytes = 0;
	dst = draw_strides(dst_strides, elemsz, count, levels);
	src = draw_strides(src_strides, elemsz, count, levels);
	if (levels && !gt_range(0, 3)) { /* a source may be read several times */
		const size_t i = gt_range(0, levels - 1);

		if (src_strides[i] < 0 && count[i])
			src += (size_t)((ptrdiff_t)(count[i] - 1) * src_strides[i]);
		src_strides[i] = 0;
	}
	box(&to, dst, dst_strides, elemsz, count, levels);
	box(&from, src, src_strides, elemsz, count, levels);
	armed = arm(put);
	if (put)
		FORMS(StridedPut, tm, next, there + dst, dst_strides, here + src, src_strides, elemsz, count, levels)
	else
		FORMS(StridedGet, tm, there + dst, dst_strides, next, here + src, src_strides, elemsz, count, levels)
	memset(dst_strides, 0, sizeof dst_strides);
	memset(src_strides, 0, sizeof src_strides);
	finish(form, put, e);
	move_model(put);
	compare("strides", round);
}

/* A matrix, transposed and turned round; a row, backwards. */
static void turn(void)
{
	enum { N = 20 };
	uint32_t(*const there)[N] = (void *)remote;
	static uint32_t here[N][N], again[N][N];
	const ptrdiff_t rows[] = {sizeof here[0], sizeof(uint32_t)}, columns[] = {-(ptrdiff_t)sizeof(uint32_t), -(ptrdiff_t)sizeof here[0]};
	const size_t count[] = {N, N};

	for (int i = 0; i < N; i++)
		for (int k = 0; k < N; k++)
			here[i][k] = (uint32_t)(100 * i + k);
	HOLDS(gex_VIS_StridedPutBlocking(gt_tm, next, &there[N - 1][N - 1], columns, here, rows, sizeof(uint32_t), count, 2, 0) == 0);
	gex_RMA_GetBlocking(gt_tm, again, next, there, sizeof again, 0);
	for (int i = 0; i < N; i++)
		for (int k = 0; k < N; k++)
			CHECK(again[N - 1 - k][N - 1 - i] == here[i][k], "element %d, %d", i, k);
	HOLDS(gex_VIS_StridedGetBlocking(gt_tm, again, rows, next, &there[N - 1][N - 1], columns, sizeof(uint32_t), count, 2, 0) == 0);
	HOLDS(memcmp(again, here, sizeof here) == 0);
	HOLDS(gex_VIS_StridedPutNBI(gt_tm, next, NULL, NULL, NULL, NULL, 0, NULL, 2, 0) == 0); /* elements of no bytes */
}

/* Text for messages. */
static void texts(void)
{
	const ptrdiff_t strides[] = {-8, 100};
	const size_t count[] = {3, 2};
	const gex_Memvec_t v[] = {{local, 5}, {local + 10, 7}};
	char text[2000];

	HOLDS(gasnett_format_putsgets_bufsz(2) <= sizeof text);
	HOLDS(gasnett_format_putsgets(text, NULL, gt_tm, 0, local, strides, local, strides, 4, count, 2) == 24 && strstr(text, "-8"));
	HOLDS(gasnett_format_memveclist_bufsz(2) <= sizeof text);
	HOLDS(gasnett_format_memveclist(text, 2, v).totalsz == 12);
}

int main(int argc, char **argv)
{
	gex_AM_Entry_t table[] = {{HANDLER, (gex_AM_Fn_t)complete, GEX_FLAG_AM_REPLY | GEX_FLAG_AM_MEDIUM, 0, NULL, NULL}};
	int expected;

	gt_init("vis", &argc, &argv);
	GT_OK(gex_EP_RegisterHandlers(gt_ep, table, 1));
	gt_attach(2);
	next = (gex_Rank_t)((gt_me + 1) % gt_n);
	remote = gt_at((int)next, 16);
	gt_srand((uint64_t)gt_me);
	gt_barrier();
	for (int round = 0; round < ROUNDS; round++) {
		lists(round, false);
		lists(round, true);
		strides(round);
	}
	turn();
	gex_VIS_SetPeerCompletionHandler(HANDLER, NULL, 0, 0);
	gex_VIS_SetPeerCompletionHandler(0, NULL, 0, 0); /* none after all */
	gex_Event_Wait(gex_VIS_VectorPutNB(gt_tm, next, 0, NULL, 0, NULL, 0));
	if (gt_me == 0)
		texts();
	gex_RMA_PutBlockingVal(gt_tm, next, (char *)remote - 8, (gex_RMA_Value_t)sent, 4, 0);
	gt_barrier();
	expected = *(int *)gt_at(gt_me, 8);
	while ((int)gasnett_atomic_read(&completions, 0) < expected)
		GT_OK(gasnet_AMPoll());
	gt_barrier();
	CHECK((int)gasnett_atomic_read(&completions, 0) == expected, "%d handlers instead of %d", (int)gasnett_atomic_read(&completions, 0),
	      expected);
	gt_leave();
}
