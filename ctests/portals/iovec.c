/* Memory in pieces at either endpoint: any division into pieces, empty ones too, has the same result. */
#include "../gt_portals.h"

#define SIZE 3000
#define MOST 40

static ptl_handle_eq_t eq, there;
static unsigned char source[SIZE], target[SIZE], scratch[SIZE + MOST];
static int granted;

/* Cuts size bytes into pieces that lie in memory in another order, with a hole behind each. Returns their number. */
static int cut(ptl_md_iovec_t *vec, unsigned char *memory, size_t size)
{
	int n = 0, order[MOST];
	size_t lengths[MOST], left = size, at = 0;
	while (left > 0 && n < MOST - 1) {
		size_t piece = gt_range(0, 4) == 0 ? 0 : gt_range(1, left < 200 ? left : 200);
		lengths[n++] = piece, left -= piece;
	}
	if (left > 0 || n == 0)
		lengths[n++] = left;
	for (int i = 0; i < n; i++)
		order[i] = i;
	for (int i = n - 1; i > 0; i--) {
		int k = (int)gt_range(0, (uint64_t)i), x = order[i];
		order[i] = order[k], order[k] = x;
	}
	for (int i = 0; i < n; i++) {
		vec[order[i]].iov_base = memory + at;
		vec[order[i]].iov_len = lengths[order[i]];
		at += lengths[order[i]] + 1;
	}
	return n;
}

static void gather(unsigned char *to, const ptl_md_iovec_t *vec, int n)
{
	for (int i = 0; i < n; i++) {
		memcpy(to, vec[i].iov_base, vec[i].iov_len);
		to += vec[i].iov_len;
	}
}

static void scatter(const ptl_md_iovec_t *vec, int n, const unsigned char *from)
{
	for (int i = 0; i < n; i++) {
		memcpy(vec[i].iov_base, from, vec[i].iov_len);
		from += vec[i].iov_len;
	}
}

/* All ranks draw the same numbers, so each knows what it receives. */
static void round_of(int round)
{
	static unsigned char from[SIZE + MOST], to[SIZE + MOST], expected[SIZE], got[SIZE];
	ptl_md_iovec_t vs[MOST], vt[MOST], copy[MOST];
	bool pieces_s = round % 4 != 1, pieces_t = round % 4 != 2;
	size_t size_s = gt_range(1, SIZE), size_t_ = gt_range(1, SIZE), off_s = gt_range(0, size_s), off_t = gt_range(0, size_t_);
	size_t n = gt_range(0, size_s - off_s), m = n < size_t_ - off_t ? n : size_t_ - off_t;
	int ns = cut(vs, from, size_s), nt = cut(vt, to, size_t_);
	unsigned options = PTL_MD_MANAGE_REMOTE | PTL_MD_TRUNCATE | BOTH_OPS;
	struct gt_end s, t;

	if (ns > granted || nt > granted)
		return;
	gt_fill(source, size_s, 1, round);
	gt_fill(target, size_t_, 2, round);
	memset(from, 0xee, sizeof from);
	memset(to, 0xee, sizeof to);
	if (pieces_s)
		scatter(vs, ns, source);
	else
		memcpy(from, source, size_s);
	if (pieces_t)
		scatter(vt, nt, target);
	else
		memcpy(to, target, size_t_);

	memcpy(copy, vt, sizeof copy);
	t = gt_offer(1, pieces_t ? (void *)copy : to, pieces_t ? (size_t)nt : size_t_, options | (pieces_t ? PTL_MD_IOVEC : 0), there);
	memset(copy, 0x11, sizeof copy); /* the library has its own */
	memcpy(copy, vs, sizeof copy);
	s = gt_bind_md(gt_md(pieces_s ? (void *)copy : from, pieces_s ? (size_t)ns : size_s, PTL_MD_THRESH_INF, pieces_s ? PTL_MD_IOVEC : 0, eq),
	               PTL_RETAIN);
	memset(copy, 0x11, sizeof copy);
	gt_barrier();

	memcpy(expected, target, size_t_);
	if (round % 2) {
		OK(PtlPutRegion(s.h, off_s, n, PTL_ACK_REQ, NEXT_ID, PT, 0, 1, off_t, 3));
		TAKE_BOTH(eq, SEND, &s, .bits = 1, .rlength = n, .mlength = n, .offset = off_s, .data = 3);
		TAKE(eq, PTL_EVENT_ACK, &s, .bits = 1, .rlength = n, .mlength = m, .offset = off_s);
		TAKE_BOTH(there, PUT, &t, .from = GT_PREV, .bits = 1, .rlength = n, .mlength = m, .offset = off_t, .data = 3);
		memcpy(expected + off_t, source + off_s, m);
	} else {
		OK(PtlGetRegion(s.h, off_s, n, NEXT_ID, PT, 0, 1, off_t));
		TAKE_BOTH(eq, SEND, &s, .bits = 1, .rlength = n, .mlength = n, .offset = off_s);
		TAKE_BOTH(eq, REPLY, &s, .bits = 1, .rlength = n, .mlength = m, .offset = off_s);
		TAKE_BOTH(there, GET, &t, .from = GT_PREV, .bits = 1, .rlength = n, .mlength = m, .offset = off_t);
		memcpy(source + off_s, target + off_t, m);
	}
	gt_barrier();
	memset(got, 0, sizeof got);
	if (pieces_t)
		gather(got, vt, nt);
	else
		memcpy(got, to, size_t_);
	CHECK(memcmp(got, expected, size_t_) == 0, "round %d: the target after %zu bytes from %zu to %zu", round, n, off_s, off_t);
	if (pieces_s)
		gather(got, vs, ns);
	else
		memcpy(got, from, size_s);
	CHECK(memcmp(got, source, size_s) == 0, "round %d: the initiator after %zu bytes from %zu to %zu", round, n, off_s, off_t);
	if (pieces_t) { /* nothing between the pieces has changed */
		memset(scratch, 0xee, sizeof scratch);
		for (int i = 0; i < nt; i++)
			memcpy(scratch + ((unsigned char *)vt[i].iov_base - to), vt[i].iov_base, vt[i].iov_len);
		CHECK(memcmp(scratch, to, sizeof to) == 0, "round %d: bytes between the pieces", round);
	}
	gt_close(&s);
	gt_close(&t);
	gt_barrier();
}

int main(void)
{
	ptl_ni_limits_t l;
	ptl_handle_ni_t ni;
	ptl_handle_md_t h;

	gt_start();
	eq = gt_eq(64);
	there = gt_eq(64);
	GIVES(PTL_IFACE_DUP, PtlNIInit(GT_IFACE, PTL_PID_ANY, NULL, &l, &ni));
	OK(PtlNIFini(ni));
	granted = l.max_md_iovecs;
	gt_srand(7);
	for (int round = 0; round < 300; round++)
		round_of(round);

	/* too many pieces; as many as there may be; offsets count over all of them */
	ptl_md_iovec_t *many = calloc((size_t)granted + 1, sizeof *many);
	for (int i = 0; i <= granted; i++)
		many[i].iov_base = &source[i % SIZE], many[i].iov_len = 1;
	GIVES(PTL_MD_ILLEGAL, PtlMDBind(gt_ni, gt_md(many, (size_t)granted + 1, 1, PTL_MD_IOVEC, eq), PTL_RETAIN, &h));
	struct gt_end s = gt_bind_md(gt_md(many, (size_t)granted, PTL_MD_THRESH_INF, PTL_MD_IOVEC, eq), PTL_RETAIN);
	free(many);
	struct gt_end t = gt_offer(1, target, SIZE, PTL_MD_OP_PUT | PTL_MD_MANAGE_REMOTE | PTL_MD_TRUNCATE | PTL_MD_EVENT_START_DISABLE, there);
	gt_barrier();
	GIVES(PTL_MD_ILLEGAL, PtlPutRegion(s.h, 0, (ptl_size_t)granted + 1, PTL_NOACK_REQ, NEXT_ID, PT, 0, 1, 0, 0));
	GIVES(PTL_MD_ILLEGAL, PtlPutRegion(s.h, (ptl_size_t)granted, 1, PTL_NOACK_REQ, NEXT_ID, PT, 0, 1, 0, 0));
	OK(PtlPut(s.h, PTL_NOACK_REQ, NEXT_ID, PT, 0, 1, 0, 0));
	TAKE_BOTH(eq, SEND, &s, .bits = 1, .length = (ptl_size_t)granted);
	size_t m = granted < SIZE ? (size_t)granted : SIZE;
	TAKE(there, PTL_EVENT_PUT_END, &t, .from = GT_PREV, .bits = 1, .rlength = (ptl_size_t)granted, .mlength = m);
	CHECK(memcmp(target, source, m) == 0, "%d pieces of one byte", granted);
	/* pieces of nothing at all */
	ptl_md_iovec_t none[2] = {{NULL, 0}, {source, 0}};
	struct gt_end z = gt_bind_md(gt_md(none, 2, PTL_MD_THRESH_INF, PTL_MD_IOVEC, eq), PTL_RETAIN);
	OK(PtlPut(z.h, PTL_NOACK_REQ, NEXT_ID, PT, 0, 1, 0, 0));
	TAKE_BOTH(eq, SEND, &z, .bits = 1);
	TAKE(there, PTL_EVENT_PUT_END, &t, .from = GT_PREV, .bits = 1);
	gt_barrier();
	gt_close(&z);
	gt_close(&s);
	gt_close(&t);
	NOTHING(eq);
	NOTHING(there);
	return gt_finish();
}
