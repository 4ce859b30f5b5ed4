/* Rules of descriptors: thresholds, local and remote offsets, truncation, MAX_SIZE, empty regions, and memory outside of its region. */
#include "../gt_portals.h"

#define SIZE 256

static ptl_handle_eq_t eq;
static struct gt_end out;
static unsigned char source[SIZE], target[SIZE + 64];

static void put(size_t length, ptl_size_t remote) { OK(PtlPutRegion(out.h, 0, length, PTL_NOACK_REQ, NEXT_ID, PT, 0, 1, remote, length)); }

/* Exactly those bytes of the target have changed. */
static void holds(ptl_size_t offset, size_t length)
{
	for (size_t i = 0; i < sizeof target; i++) {
		unsigned char want = i >= offset && i < offset + length ? source[i - offset] : 0xee;
		if (target[i] != want) {
			ERR("byte %zu is %02x instead of %02x after %zu bytes at %zu", i, target[i], want, length, (size_t)offset);
			break;
		}
	}
}

/* All ranks do the same: clear, put, check. */
static void accepted(struct gt_end *e, size_t rlength, ptl_size_t remote, size_t mlength, ptl_size_t offset, int threshold)
{
	memset(target, 0xee, sizeof target);
	gt_barrier();
	put(rlength, remote);
	TAKE_BOTH(eq, PUT, e, .from = GT_PREV, .bits = 1, .rlength = rlength, .mlength = mlength, .offset = offset, .data = rlength,
	          .threshold = threshold);
	holds(offset, mlength);
	gt_barrier();
}

static void rejected(size_t rlength, ptl_size_t remote)
{
	struct gt_end flag;
	ptl_sr_value_t before = gt_drops();
	flag = gt_offer_md(PT + 1, 1, 0, gt_md(NULL, 0, PTL_MD_THRESH_INF, PTL_MD_OP_PUT | PTL_MD_EVENT_START_DISABLE, eq), PTL_UNLINK);
	memset(target, 0xee, sizeof target);
	gt_barrier();
	put(rlength, remote);
	OK(PtlPutRegion(out.h, 0, 0, PTL_NOACK_REQ, NEXT_ID, PT + 1, 0, 1, 0, 0)); /* arrives after it */
	TAKE(eq, PTL_EVENT_PUT_END, &flag, .from = GT_PREV, .bits = 1, .pt = PT + 1);
	CHECK(gt_drops() == before + 1, "%zu bytes at %zu were not dropped", rlength, (size_t)remote);
	holds(0, 0);
	gt_close(&flag);
	gt_barrier();
}

static struct gt_end offer(size_t length, int threshold, unsigned options)
{
	return gt_offer_md(PT, 1, 0, gt_md(target, length, threshold, PTL_MD_OP_PUT | options, eq), PTL_RETAIN);
}

static void local_offset(void)
{
	struct gt_end e = offer(100, PTL_MD_THRESH_INF, 0);
	accepted(&e, 30, 77777, 30, 0, PTL_MD_THRESH_INF); /* the remote offset does not count */
	accepted(&e, 0, 0, 0, 30, 0);
	accepted(&e, 60, 0, 60, 30, 0);
	rejected(11, 0);
	accepted(&e, 9, 0, 9, 90, 0);
	accepted(&e, 1, 0, 1, 99, 0);
	accepted(&e, 0, 0, 0, 100, 0);
	rejected(1, 0);
	gt_close(&e);

	e = offer(100, PTL_MD_THRESH_INF, PTL_MD_TRUNCATE);
	accepted(&e, 60, 5, 60, 0, 0);
	accepted(&e, 60, 5, 40, 60, 0);
	accepted(&e, 60, 5, 0, 100, 0);
	accepted(&e, 0, 5, 0, 100, 0);
	accepted(&e, 1, 5, 0, 100, 0);
	gt_close(&e);
}

static void remote_offset(void)
{
	struct gt_end e = offer(100, PTL_MD_THRESH_INF, PTL_MD_MANAGE_REMOTE);
	accepted(&e, 30, 0, 30, 0, 0);
	accepted(&e, 30, 0, 30, 0, 0);
	accepted(&e, 30, 70, 30, 70, 0);
	accepted(&e, 100, 0, 100, 0, 0);
	accepted(&e, 0, 100, 0, 100, 0);
	rejected(31, 70);
	rejected(1, 100);
	rejected(101, 0);
	rejected(0, 101);
	rejected(10, (ptl_size_t)0 - 5); /* 5 when added carelessly */
	rejected(1, ALL_BITS);
	gt_close(&e);

	e = offer(100, PTL_MD_THRESH_INF, PTL_MD_MANAGE_REMOTE | PTL_MD_TRUNCATE);
	accepted(&e, 60, 60, 40, 60, 0);
	accepted(&e, 60, 100, 0, 100, 0);
	accepted(&e, 200, 0, 100, 0, 0);
	rejected(60, 101);
	rejected(10, (ptl_size_t)0 - 5);
	gt_close(&e);
}

static void thresholds(void)
{
	struct gt_end e = offer(200, 3, 0);
	accepted(&e, 10, 0, 10, 0, 3); /* events show the threshold before */
	accepted(&e, 10, 0, 10, 10, 2);
	accepted(&e, 10, 0, 10, 20, 1);
	rejected(10, 0);
	gt_close(&e);

	e = offer(200, 0, 0);
	rejected(10, 0);
	gt_close(&e);
	/* not unlinked because it never was used */
	e = gt_offer_md(PT, 1, 0, gt_md(target, 100, 0, PTL_MD_OP_PUT, eq), PTL_UNLINK);
	rejected(10, 0);
	OK(PtlMDUnlink(e.h));
	gt_barrier();
}

static void max_size(void)
{
	ptl_md_t md = gt_md(target, 100, PTL_MD_THRESH_INF, PTL_MD_OP_PUT | PTL_MD_MAX_SIZE, eq);
	md.max_size = 40;
	struct gt_end e = gt_offer_md(PT, 1, 0, md, PTL_RETAIN);
	accepted(&e, 60, 0, 60, 0, 0); /* more than max_size is fine; 40 are left, which is enough */
	accepted(&e, 0, 0, 0, 60, 0);
	accepted(&e, 1, 0, 1, 60, 0); /* 39 are left: used up */
	rejected(1, 0);
	rejected(0, 0);
	gt_close(&e);

	md.max_size = 101; /* the first is always taken */
	e = gt_offer_md(PT, 1, 0, md, PTL_RETAIN);
	accepted(&e, 10, 0, 10, 0, 0);
	rejected(1, 0);
	gt_close(&e);

	md.max_size = 40; /* has no effect where the sender gives the offset */
	md.options |= PTL_MD_MANAGE_REMOTE;
	e = gt_offer_md(PT, 1, 0, md, PTL_RETAIN);
	accepted(&e, 10, 90, 10, 90, 0);
	accepted(&e, 100, 0, 100, 0, 0);
	accepted(&e, 10, 90, 10, 90, 0);
	gt_close(&e);

	md = gt_md(target, 100, PTL_MD_THRESH_INF, PTL_MD_OP_PUT | PTL_MD_MAX_SIZE | PTL_MD_TRUNCATE, eq);
	md.max_size = 10;
	e = gt_offer_md(PT, 1, 0, md, PTL_RETAIN);
	accepted(&e, 90, 0, 90, 0, 0);
	accepted(&e, 90, 0, 10, 90, 0);
	rejected(1, 0);
	gt_close(&e);
}

/* A message goes on to the entry with enough space. */
static void falls_through(void)
{
	struct gt_end small = offer(10, PTL_MD_THRESH_INF, PTL_MD_MANAGE_REMOTE), large = offer(100, PTL_MD_THRESH_INF, PTL_MD_MANAGE_REMOTE);
	accepted(&small, 10, 0, 10, 0, 0);
	accepted(&large, 11, 0, 11, 0, 0);
	accepted(&large, 10, 1, 10, 1, 0);
	accepted(&small, 9, 1, 9, 1, 0);
	gt_close(&small);
	gt_close(&large);
}

static void nothing(void)
{
	struct gt_end e = gt_offer(1, NULL, 0, PTL_MD_OP_PUT, eq), from = gt_bind(NULL, 0, PTL_EQ_NONE);
	memset(target, 0xee, sizeof target);
	gt_barrier();
	for (uint64_t i = 0; i < 5; i++) {
		OK(PtlPut(from.h, PTL_NOACK_REQ, NEXT_ID, PT, 0, 1, 12345, i << 56 | i));
		TAKE_BOTH(eq, PUT, &e, .from = GT_PREV, .bits = 1, .data = i << 56 | i);
	}
	holds(0, 0);
	gt_barrier();
	rejected(1, 0);
	gt_close(&from);
	gt_close(&e);
}

/* An MD of the target at any alignment and length, and only its bytes are written. */
static void alignments(void)
{
	for (size_t at = 0; at < 20; at++)
		for (size_t n = 0; n < 40; n += 1 + n / 8) {
			ptl_md_t md = gt_md(target + at, n, PTL_MD_THRESH_INF, PTL_MD_OP_PUT | PTL_MD_EVENT_START_DISABLE, eq);
			struct gt_end e = gt_offer_md(PT, 1, 0, md, PTL_UNLINK);
			memset(target, 0xee, sizeof target);
			gt_barrier();
			put(n, 0);
			TAKE(eq, PTL_EVENT_PUT_END, &e, .from = GT_PREV, .bits = 1, .length = n, .data = n);
			holds(at, n);
			gt_barrier();
			gt_close(&e);
		}
}

/* Several processes and one list: the first ones find space. */
static void shared(void)
{
	struct gt_end e = {.h = PTL_INVALID_HANDLE};
	if (gt_me == 0)
		e = offer(SIZE, gt_n + 2, PTL_MD_EVENT_START_DISABLE);
	gt_barrier();
	for (int i = 0; i < 3; i++)
		OK(PtlPutRegion(out.h, 0, 4, PTL_NOACK_REQ, gt_id(0), PT, 0, 1, 0, (uint64_t)gt_me));
	if (gt_me == 0) {
		int taken = gt_n * 3 < gt_n + 2 ? gt_n * 3 : gt_n + 2;
		for (int i = 0; i < taken; i++) {
			ptl_event_t ev = NEXT_EVENT(eq);
			CHECK(ev.type == PTL_EVENT_PUT_END && ev.offset == (ptl_size_t)i * 4 && ev.mlength == 4, "event %d at %d", i, (int)ev.offset);
			CHECK(gt_rank_of(ev.initiator) == (int)ev.hdr_data, "from rank %d", (int)ev.hdr_data);
		}
	}
	gt_barrier();
	NOTHING_COMES(eq);
	if (gt_me == 0)
		gt_close(&e);
	gt_barrier();
}

int main(void)
{
	gt_start();
	gt_fill(source, sizeof source, 1, 1); /* the same everywhere */
	eq = gt_eq(128);
	out = gt_bind(source, sizeof source, PTL_EQ_NONE);
	local_offset();
	remote_offset();
	thresholds();
	max_size();
	falls_through();
	nothing();
	alignments();
	shared();
	NOTHING(eq);
	gt_close(&out);
	return gt_finish();
}
