/* How a symmetric-memory library is built on Portals: one entry of the table for puts and gets of the symmetric heap, one for globals; a put asks for an
 * ACK, and quiet waits until as many ACKs as puts have arrived; swap is a getput; a wait for a word polls it and takes events meanwhile; the
 * barrier is quiet and messages along a tree. */
#include "../gt_portals.h"

#define HEAP_PT 10
#define DATA_PT 11
#define SYNC_PT 12
#define HEAP (256 << 10)

static char *heap;
static long globals[1000], out[1000];
static ptl_handle_eq_t eq, reply_eq, sync_eq;
static struct gt_end from_heap, from_data, from_temp;
static long pending;

static void quiet(void)
{
	while (pending > 0) {
		ptl_event_t e = NEXT_EVENT(eq);
		CHECK(e.type == PTL_EVENT_ACK && e.mlength == e.rlength, "%s", ptl_event_str[e.type]);
		pending--;
	}
}

static struct gt_end *source_of(const void *p, ptl_size_t *offset)
{
	const char *at = p;
	if (at >= heap && at < heap + HEAP) {
		*offset = (ptl_size_t)(at - heap);
		return &from_heap;
	}
	if (at >= (char *)globals && at < (char *)globals + sizeof globals) {
		*offset = (ptl_size_t)(at - (char *)globals);
		return &from_data;
	}
	return NULL;
}

/* The remote location of a symmetric address: an entry of the table and an offset. */
static ptl_pt_index_t target_of(const void *p, ptl_size_t *offset)
{
	struct gt_end *e = source_of(p, offset);
	if (e == NULL)
		FATAL("%p is not symmetric", p);
	return e == &from_heap ? HEAP_PT : DATA_PT;
}

static void putmem(void *to, const void *from, size_t n, int pe)
{
	ptl_size_t there, here;
	ptl_pt_index_t pt = target_of(to, &there);
	struct gt_end *s = source_of(from, &here);
	pending++;
	if (pending > 400)
		quiet(), pending = 1;
	if (s != NULL) {
		OK(PtlPutRegion(s->h, here, n, PTL_ACK_REQ, gt_id(pe), pt, 0, 0, there, 0));
	} else {
		memcpy(out, from, n); /* through a buffer, which is free when the put returns or after a quiet */
		OK(PtlPutRegion(from_temp.h, 0, n, PTL_ACK_REQ, gt_id(pe), pt, 0, 0, there, 0));
		quiet();
	}
}

static void getmem(void *to, const void *from, size_t n, int pe)
{
	ptl_size_t there;
	ptl_pt_index_t pt = target_of(from, &there);
	struct gt_end g = gt_bind_md(gt_md(to, n, 2, PTL_MD_EVENT_START_DISABLE, reply_eq), PTL_UNLINK);
	OK(PtlGet(g.h, gt_id(pe), pt, 0, 0, there));
	TAKE(reply_eq, PTL_EVENT_SEND_END, &g, .pt = pt, .length = n);
	TAKE(reply_eq, PTL_EVENT_REPLY_END, &g, .length = n);
}

static long swap(long *at, long value, int pe)
{
	ptl_size_t there;
	ptl_pt_index_t pt = target_of(at, &there);
	static long old, new;
	static struct gt_end g, p;
	if (g.md.start == NULL) {
		g = gt_bind_md(gt_md(&old, 8, PTL_MD_THRESH_INF, PTL_MD_EVENT_START_DISABLE, reply_eq), PTL_RETAIN);
		p = gt_bind(&new, 8, PTL_EQ_NONE);
	}
	new = value;
	OK(PtlGetPut(g.h, p.h, gt_id(pe), pt, 0, 0, there, 0));
	TAKE(reply_eq, PTL_EVENT_REPLY_END, &g, .length = 8);
	return old;
}

static void sync_with(int pe, uint64_t what)
{
	static struct gt_end none;
	if (none.md.user_ptr == NULL)
		none = gt_bind(NULL, 0, PTL_EQ_NONE);
	OK(PtlPut(none.h, PTL_NOACK_REQ, gt_id(pe), SYNC_PT, 0, what, 0, 0));
}

static void expect(uint64_t what)
{
	ptl_event_t e = NEXT_EVENT(sync_eq);
	CHECK(e.match_bits == what, "%d instead of %d in the tree", (int)e.match_bits, (int)what);
}

static void barrier(void)
{
	int children = (2 * gt_me + 1 < gt_n) + (2 * gt_me + 2 < gt_n);
	quiet();
	for (int c = 0; c < children; c++)
		expect(1);
	if (gt_me > 0) {
		sync_with((gt_me - 1) / 2, 1);
		expect(2);
	}
	for (int c = 1; c <= children; c++)
		sync_with(2 * gt_me + c, 2);
}

int main(void)
{
	gt_start();
	eq = gt_eq(1000), reply_eq = gt_eq(16), sync_eq = gt_eq(64);
	heap = calloc(1, HEAP);
	unsigned options = BOTH_OPS | PTL_MD_MANAGE_REMOTE | QUIET;
	gt_offer_md(HEAP_PT, 0, ALL_BITS, gt_md(heap, HEAP, PTL_MD_THRESH_INF, options, PTL_EQ_NONE), PTL_RETAIN);
	gt_offer_md(DATA_PT, 0, ALL_BITS, gt_md(globals, sizeof globals, PTL_MD_THRESH_INF, options, PTL_EQ_NONE), PTL_RETAIN);
	gt_offer_md(SYNC_PT, 0, ALL_BITS, gt_md(NULL, 0, PTL_MD_THRESH_INF, PTL_MD_OP_PUT | PTL_MD_EVENT_START_DISABLE, sync_eq), PTL_RETAIN);
	from_heap = gt_bind_md(gt_md(heap, HEAP, PTL_MD_THRESH_INF, QUIET, eq), PTL_RETAIN);
	from_data = gt_bind_md(gt_md(globals, sizeof globals, PTL_MD_THRESH_INF, QUIET, eq), PTL_RETAIN);
	from_temp = gt_bind_md(gt_md(out, sizeof out, PTL_MD_THRESH_INF, QUIET, eq), PTL_RETAIN);
	gt_barrier();

	long *words = (long *)(void *)heap;
	for (int round = 1; round <= 100; round++) {
		/* to every rank: a word into the heap from a variable, a row of globals from globals, a block of the heap from the heap */
		long stamp = gt_me * 1000L + round;
		for (int pe = 0; pe < gt_n; pe++)
			putmem(&words[gt_me], &stamp, sizeof stamp, pe);
		for (int i = 0; i < 10; i++)
			globals[500 + i] = stamp + i;
		for (int pe = 0; pe < gt_n; pe++)
			putmem(&globals[gt_me * 10], &globals[500], 10 * sizeof(long), pe);
		size_t n = (size_t)round * 100;
		gt_fill(heap + 100000, n, gt_me, round);
		putmem(heap + 50000, heap + 100000, n, GT_NEXT);
		barrier();
		for (int pe = 0; pe < gt_n; pe++) {
			CHECK(words[pe] == pe * 1000L + round, "round %d: the word of rank %d is %ld", round, pe, words[pe]);
			CHECK(globals[pe * 10 + 9] == pe * 1000L + round + 9, "round %d: the row of rank %d", round, pe);
		}
		CHECK(gt_differs(heap + 50000, n, GT_PREV, round) == n, "round %d: %zu bytes", round, n);
		long back[10];
		getmem(back, &globals[gt_me * 10], sizeof back, GT_PREV);
		CHECK(back[3] == stamp + 3, "round %d: a row fetched", round);
		barrier();
		/* a lock: the rank that swaps 1 for 0 holds it */
		while (swap(&words[100], 1, 0) != 0)
			;
		long count;
		getmem(&count, &words[101], sizeof count, 0);
		count++;
		putmem(&words[101], &count, sizeof count, 0);
		quiet();
		CHECK(swap(&words[100], 0, 0) == 1, "another rank has released the lock");
		if (round % 10 == 0)
			barrier();
		/* wait for a word by polling it */
		long flag = round;
		putmem(&words[200], &flag, sizeof flag, GT_NEXT);
		while (__atomic_load_n(&words[200], __ATOMIC_ACQUIRE) < round)
			;
		barrier();
	}
	if (gt_me == 0)
		CHECK(words[101] == 100L * gt_n, "the lock has let %ld through instead of %ld", words[101], 100L * gt_n);
	CHECK(gt_drops() == 0, "%d dropped", (int)gt_drops());
	return gt_finish();
}
