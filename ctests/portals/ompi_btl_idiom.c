/* How a byte transfer layer uses Portals: all messages go to a list of blocks with MAX_SIZE and a threshold, and behind them to an entry that accepts and
 * discards everything, whose ACK of 0 bytes makes the sender send again; senders get no events but ACKs; large transfers put to or get from an entry
 * that is attached for the transfer; and two queues are polled at once, without waiting. */
#include "../gt_portals.h"

#define SEND_PT 30
#define RDMA_PT 31
#define FRAGMENT 4096
#define BLOCK (4 * FRAGMENT)
#define BLOCKS 2
#define THRESHOLD 20
#define MESSAGES 600
#define LARGE 200000

static ptl_handle_eq_t send_eq, receive_eq;
static ptl_handle_me_t reject_me;
static char *blocks[BLOCKS];
static struct block {
	int pending;
	bool full;
} state[BLOCKS];
static long received, requeued, acked, rdma_done;
static long next_from[64];

struct fragment {
	char data[FRAGMENT];
	ptl_handle_md_t h;
	size_t n;
	int to;
	bool busy, again;
	long number;
};
static struct fragment fragments[16];

static void arm(int i)
{
	ptl_md_t md = gt_md(blocks[i], BLOCK, THRESHOLD, PTL_MD_OP_PUT | PTL_MD_MAX_SIZE, receive_eq);
	ptl_handle_me_t me;
	ptl_handle_md_t h;
	md.max_size = FRAGMENT;
	md.user_ptr = &state[i];
	state[i].pending = 0, state[i].full = false;
	MUST(PtlMEInsert(reject_me, gt_anyone, 0, ~0, PTL_UNLINK, PTL_INS_BEFORE, &me));
	MUST(PtlMDAttach(me, md, PTL_UNLINK, &h));
}

static void send(struct fragment *f)
{
	/* the top byte of the header data is the tag; the receiver does not use the rest, which must arrive as well */
	OK(PtlPut(f->h, PTL_ACK_REQ, gt_id(f->to), SEND_PT, 0, 0, 0, 7ull << 56 | (ptl_hdr_data_t)f->number));
}

static void receive_event(ptl_event_t *e)
{
	struct block *b = e->md.user_ptr;
	if (e->type == PTL_EVENT_PUT_START) {
		b->pending++;
		return;
	}
	if (e->type != PTL_EVENT_PUT_END)
		FATAL("%s in a block", ptl_event_str[e->type]);
	int from = gt_rank_of(e->initiator);
	long number = (long)(e->hdr_data & 0xffffffff);
	CHECK(e->match_bits == 0 && e->hdr_data >> 56 == 7, "bits %#" PRIx64, (uint64_t)e->match_bits);
	CHECK(e->rlength == e->mlength && gt_differs((char *)e->md.start + e->offset, e->mlength, from, (int)number) == e->mlength,
	      "fragment %ld of rank %d", number, from);
	next_from[from]++;
	received++;
	/* a message that uses up the threshold, or leaves less than one fragment, fills the block */
	if (e->md.length - (e->offset + e->mlength) < e->md.max_size || e->md.threshold == 1)
		b->full = true;
	if (--b->pending == 0 && b->full)
		arm((int)(b - state));
}

static void send_event(ptl_event_t *e)
{
	if (e->type != PTL_EVENT_ACK)
		FATAL("%s at a sender with START and END disabled", ptl_event_str[e->type]);
	if (e->match_bits != 0) {
		CHECK(e->mlength == LARGE && e->rlength == LARGE, "%d bytes", (int)e->mlength);
		rdma_done++;
		return;
	}
	struct fragment *f = e->md.user_ptr;
	CHECK(f->busy && e->md_handle == f->h && e->rlength == f->n, "an ACK of %d bytes", (int)e->rlength);
	if (e->rlength != e->mlength) {
		requeued++;
		f->again = true;
		return;
	}
	acked++;
	f->busy = false;
	OK(PtlMDUnlink(f->h));
}

static bool progress(void)
{
	ptl_handle_eq_t eqs[2] = {send_eq, receive_eq};
	ptl_event_t e;
	int which, rc = PtlEQPoll(eqs, 2, 0, &e, &which);
	if (rc == PTL_EQ_EMPTY)
		return false;
	if (rc != PTL_OK)
		FATAL("poll: %s", gt_code(rc));
	if (which == 0)
		send_event(&e);
	else
		receive_event(&e);
	return true;
}

static void flood(void)
{
	long sent = 0;
	uint64_t end = gt_ns() + 60000000000u;
	while (acked < MESSAGES || received < MESSAGES) {
		if (sent < MESSAGES)
			for (unsigned i = 0; i < sizeof fragments / sizeof *fragments; i++) {
				struct fragment *f = &fragments[i];
				if (f->busy || sent == MESSAGES)
					continue;
				f->n = gt_range(1, FRAGMENT), f->to = GT_NEXT, f->number = sent++, f->busy = true, f->again = false;
				gt_fill(f->data, f->n, gt_me, (int)f->number);
				ptl_md_t md = gt_md(f->data, f->n, PTL_MD_THRESH_INF, QUIET, send_eq);
				md.user_ptr = f;
				MUST(PtlMDBind(gt_ni, md, PTL_UNLINK, &f->h));
				send(f);
			}
		bool idle = !progress();
		for (unsigned i = 0; i < sizeof fragments / sizeof *fragments; i++)
			if (fragments[i].again) {
				fragments[i].again = false;
				send(&fragments[i]);
			}
		if (idle && gt_ns() > end)
			FATAL("stuck: %ld acknowledged, %ld received", acked, received);
	}
}

/* Each rank exposes memory to the next for one put and one get, and removes the entry with its descriptor. */
static void rdma(void)
{
	static char mine[LARGE], theirs[LARGE], got[LARGE];
	ptl_handle_eq_t reply_eq = gt_eq(16);
	for (uint64_t key = 1; key <= 30; key++) {
		ptl_handle_me_t me;
		ptl_handle_md_t h;
		ptl_md_t md = gt_md(theirs, LARGE, PTL_MD_THRESH_INF, BOTH_OPS | QUIET, PTL_EQ_NONE);
		bool get = key % 2;
		MUST(PtlMEAttach(gt_ni, RDMA_PT, PREV_ID, key, 0, PTL_UNLINK, key % 3 ? PTL_INS_AFTER : PTL_INS_BEFORE, &me));
		MUST(PtlMDAttach(me, md, PTL_UNLINK, &h));
		gt_fill(mine, LARGE, gt_me, (int)key);
		gt_fill(theirs, LARGE, gt_me, -(int)key);
		gt_barrier();
		struct gt_end s =
		    gt_bind_md(gt_md(get ? got : mine, LARGE, PTL_MD_THRESH_INF, get ? PTL_MD_EVENT_START_DISABLE : QUIET, get ? reply_eq : send_eq),
		               PTL_UNLINK);
		if (get) {
			OK(PtlGet(s.h, NEXT_ID, RDMA_PT, 0, key, 0));
			TAKE(reply_eq, PTL_EVENT_SEND_END, &s, .pt = RDMA_PT, .bits = key, .length = LARGE);
			TAKE(reply_eq, PTL_EVENT_REPLY_END, &s, .pt = RDMA_PT, .bits = key, .length = LARGE);
			CHECK(gt_differs(got, LARGE, GT_NEXT, -(int)key) == LARGE, "get %d", (int)key);
		} else {
			OK(PtlPut(s.h, PTL_ACK_REQ, NEXT_ID, RDMA_PT, 0, key, 0, 0));
			for (long before = rdma_done; rdma_done == before;)
				progress();
		}
		gt_barrier();
		if (!get)
			CHECK(gt_differs(theirs, LARGE, GT_PREV, (int)key) == LARGE, "put %d", (int)key);
		OK(PtlMDUnlink(s.h));
		SETTLES(PtlMDUnlink(h));
		GIVES(PTL_ME_INVALID, PtlMEUnlink(me));
	}
}

int main(void)
{
	unsigned long far;
	ptl_handle_md_t h;
	gt_start();
	for (int r = 0; r < gt_n; r++)
		OK(PtlNIDist(gt_ni, gt_id(r), &far));
	send_eq = gt_eq(512), receive_eq = gt_eq(2 * THRESHOLD * BLOCKS * 2);
	MUST(PtlMEAttach(gt_ni, SEND_PT, gt_anyone, 0, ~0, PTL_RETAIN, PTL_INS_AFTER, &reject_me));
	MUST(PtlMDAttach(reject_me, gt_md(NULL, 0, PTL_MD_THRESH_INF, PTL_MD_OP_PUT | PTL_MD_TRUNCATE, PTL_EQ_NONE), PTL_RETAIN, &h));
	for (int i = 0; i < BLOCKS; i++) {
		blocks[i] = malloc(BLOCK);
		arm(i);
	}
	gt_barrier();
	flood();
	CHECK(next_from[GT_PREV] == MESSAGES, "%ld fragments", next_from[GT_PREV]);
	gt_barrier();
	rdma();
	CHECK(gt_drops() == 0, "%d dropped", (int)gt_drops());
	NOTHING(send_eq);
	NOTHING(receive_eq);
	return gt_finish();
}
