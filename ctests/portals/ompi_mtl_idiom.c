/* How a matching MPI layer uses Portals: posted receives go before the entries of unexpected messages, with PtlMEMDPost and the queue of
 * unexpected messages as its test; short ones arrive in blocks with MAX_SIZE, long ones leave only their START event, and a get fetches them from the
 * sender's read table; the library acknowledges expected synchronous ones, the receiver acknowledges unexpected ones. START events are retained, and
 * END events are assigned to them by their link. */
#include "../gt_portals.h"

#define SEND_PT 32
#define READ_PT 33
#define ACK_PT 34
#define SHORT_BITS (1ull << 60)
#define LONG_BITS (2ull << 60)
#define PROTOCOL (3ull << 60)

#define EAGER 8192
#define BLOCK (256 << 10)
#define BLOCKS 4
#define SLOTS 8
#define MOST 100000

static ptl_handle_eq_t eq, unex_eq, aux_eq;
static ptl_handle_me_t unex_long_me, catchall_me;
static char *slots, *blocks[BLOCKS];
static bool slot_busy[SLOTS];
static struct gt_end short_end;
static int block_pending[BLOCKS], block_full[BLOCKS];
static long expected_count, unexpected_count, fetched_count, rearmed;

static struct request {
	int waiting;
	bool done;
	size_t length;
} requests[1024]; /* user_ptr of descriptors; slots have NULL */
static int used;

static struct {
	ptl_event_t start;
	bool ended, taken;
} early[4096];
static int earlies;

static void arm_block(int i)
{
	ptl_md_t md = gt_md(blocks[i], BLOCK, PTL_MD_THRESH_INF, PTL_MD_OP_PUT | PTL_MD_MAX_SIZE | PTL_MD_ACK_DISABLE, unex_eq);
	ptl_handle_me_t me;
	ptl_handle_md_t h;
	md.max_size = EAGER;
	md.user_ptr = &block_full[i];
	block_full[i] = block_pending[i] = 0;
	MUST(PtlMEInsert(catchall_me, gt_anyone, SHORT_BITS, ~SHORT_BITS, PTL_UNLINK, PTL_INS_BEFORE, &me));
	MUST(PtlMDAttach(me, md, PTL_UNLINK, &h));
}

static struct request *new_request(int waiting)
{
	struct request *r = &requests[used++ % 1024];
	r->waiting = waiting, r->done = false;
	return r;
}

/* One event of our own descriptors. */
static void progress(bool wait)
{
	ptl_event_t e;
	int rc = PTL_OK;
	if (wait)
		e = NEXT_EVENT(eq);
	else
		rc = PtlEQGet(eq, &e);
	if (rc == PTL_EQ_EMPTY)
		return;
	CHECK(rc == PTL_OK && e.ni_fail_type == PTL_NI_OK, "%s", gt_code(rc));
	struct request *r = e.md.user_ptr;
	if (r == NULL) { /* a short send: the offset identifies the slot that is free */
		CHECK(e.type == PTL_EVENT_SEND_END && e.offset % EAGER == 0 && slot_busy[e.offset / EAGER], "%s at %d", ptl_event_str[e.type],
		      (int)e.offset);
		slot_busy[e.offset / EAGER] = false;
		return;
	}
	CHECK(e.type == PTL_EVENT_SEND_END || e.type == PTL_EVENT_ACK || e.type == PTL_EVENT_GET_END || e.type == PTL_EVENT_PUT_END ||
	          e.type == PTL_EVENT_REPLY_END,
	      "%s is not for MPI", ptl_event_str[e.type]);
	if (e.type == PTL_EVENT_PUT_END || e.type == PTL_EVENT_REPLY_END)
		r->length = e.mlength;
	if (--r->waiting == 0)
		r->done = true;
	CHECK(r->waiting >= 0, "one event too many: %s", ptl_event_str[e.type]);
}

/* Processes all unexpected messages in order. */
static void look(bool wait)
{
	ptl_event_t e;
	while (wait ? (e = NEXT_EVENT(unex_eq), true) : PtlEQGet(unex_eq, &e) == PTL_OK) {
		wait = false;
		if (e.type == PTL_EVENT_PUT_START) {
			if (e.md.user_ptr != NULL) {
				int i = (int)((int *)e.md.user_ptr - block_full);
				block_pending[i]++;
				/* the library's decision is the same */
				if (e.md.length - (e.offset + e.mlength) < e.md.max_size)
					block_full[i] = 1;
			}
			early[earlies % 4096].start = e;
			early[earlies % 4096].ended = early[earlies % 4096].taken = false;
			earlies++;
			continue;
		}
		if (e.type != PTL_EVENT_PUT_END)
			FATAL("%s in the queue of unexpected messages", ptl_event_str[e.type]);
		int i = earlies - 1;
		while (i >= 0 && i > earlies - 4096 && early[i % 4096].start.link != e.link)
			i--;
		if (i < 0 || early[i % 4096].start.link != e.link)
			FATAL("an END without START");
		early[i % 4096].ended = true;
	}
}

static ptl_match_bits_t bits_of(int source, int tag) { return (ptl_match_bits_t)source << 32 | (unsigned)tag; }

/* Sends; returns the request that completes when the buffer is free, or NULL if it is free at once. */
static struct request *mpi_send(int to, int tag, const char *buffer, size_t n, bool sync)
{
	static uint64_t keys;
	static struct gt_end zero = {.h = PTL_INVALID_HANDLE};
	ptl_match_bits_t bits = bits_of(gt_me, tag);
	uint64_t key = ++keys << 16 | (uint64_t)gt_me;
	if (zero.h == PTL_INVALID_HANDLE)
		zero = gt_bind(NULL, 0, PTL_EQ_NONE);
	if (n == 0 && !sync) {
		OK(PtlPut(zero.h, PTL_NO_ACK_REQ, gt_id(to), SEND_PT, 0, bits | SHORT_BITS, 0, 0));
		return NULL;
	}
	if (n <= EAGER && !sync) {
		int slot = 0;
		while (slot_busy[slot])
			if (++slot == SLOTS) {
				progress(true);
				slot = 0;
			}
		slot_busy[slot] = true;
		memcpy(slots + slot * EAGER, buffer, n);
		OK(PtlPutRegion(short_end.h, (ptl_size_t)slot * EAGER, n, PTL_NO_ACK_REQ, gt_id(to), SEND_PT, 0, bits | SHORT_BITS, 0, 0));
		return NULL;
	}
	struct request *r = new_request(2);
	bool large = n > EAGER;
	/* one descriptor for the send, and for the receiver's get or its acknowledgement: used up after two of these */
	ptl_md_t md =
	    gt_md(buffer, n, 2, (large ? PTL_MD_OP_GET : PTL_MD_OP_PUT | PTL_MD_TRUNCATE | PTL_MD_MANAGE_REMOTE) | PTL_MD_EVENT_START_DISABLE, eq);
	ptl_handle_me_t me;
	ptl_handle_md_t h;
	md.user_ptr = r;
	MUST(PtlMEAttach(gt_ni, large ? READ_PT : ACK_PT, gt_id(to), key, 0, PTL_UNLINK, PTL_INS_AFTER, &me));
	MUST(PtlMDAttach(me, md, PTL_UNLINK, &h));
	OK(PtlPut(h, PTL_ACK_REQ, gt_id(to), SEND_PT, 0, bits | (large ? LONG_BITS : SHORT_BITS), 0, large ? key : key | 1ull << 63));
	return r;
}

/* Finishes an unexpected message. */
static size_t take(int i, char *buffer, size_t room)
{
	ptl_event_t *s = &early[i % 4096].start;
	size_t n = s->rlength < room ? s->rlength : room;
	early[i % 4096].taken = true;
	unexpected_count++;
	if (s->match_bits & LONG_BITS) {
		CHECK(s->mlength == 0, "a long message left %d bytes", (int)s->mlength);
		struct request *r = new_request(2);
		ptl_md_t md = gt_md(buffer, n, 2, PTL_MD_EVENT_START_DISABLE, eq);
		ptl_handle_md_t h;
		md.user_ptr = r;
		MUST(PtlMDBind(gt_ni, md, PTL_UNLINK, &h));
		OK(PtlGet(h, s->initiator, READ_PT, 0, s->hdr_data, 0));
		while (!r->done)
			progress(true);
		CHECK(r->length == n, "%zu bytes fetched instead of %zu", r->length, n);
		fetched_count++;
		return n;
	}
	while (!early[i % 4096].ended) /* no other call meanwhile: the library has to make progress by itself */
		look(true);
	memcpy(buffer, (char *)s->md.start + s->offset, n);
	if (s->hdr_data >> 63) {
		static struct gt_end zero = {.h = PTL_INVALID_HANDLE};
		if (zero.h == PTL_INVALID_HANDLE)
			zero = gt_bind(NULL, 0, PTL_EQ_NONE);
		OK(PtlPut(zero.h, PTL_NO_ACK_REQ, s->initiator, ACK_PT, 0, s->hdr_data & ~(1ull << 63), 0, 0));
	}
	if (s->md.user_ptr != NULL) {
		int b = (int)((int *)s->md.user_ptr - block_full);
		if (--block_pending[b] == 0 && block_full[b]) {
			arm_block(b);
			rearmed++;
		}
	}
	return n;
}

static size_t mpi_receive(int from, int tag, char *buffer, size_t room)
{
	ptl_match_bits_t bits = bits_of(from, tag);
	struct request *r = NULL;
	for (;;) {
		look(false);
		for (int i = earlies > 4096 ? earlies - 4096 : 0; i < earlies; i++)
			if (!early[i % 4096].taken && (early[i % 4096].start.match_bits & ~PROTOCOL) == bits)
				return take(i, buffer, room);
		if (r == NULL)
			r = new_request(1);
		ptl_md_t md = gt_md(buffer, room, 1, PTL_MD_OP_PUT | PTL_MD_TRUNCATE | PTL_MD_EVENT_START_DISABLE, eq);
		ptl_handle_me_t me;
		ptl_handle_md_t h;
		md.user_ptr = r;
		int rc = PtlMEMDPost(gt_ni, unex_long_me, gt_id(from), bits, PROTOCOL, PTL_UNLINK, PTL_INS_BEFORE, md, PTL_UNLINK, &me, &h, unex_eq);
		if (rc == PTL_MD_NO_UPDATE)
			continue;
		if (rc != PTL_OK)
			FATAL("post: %s", gt_code(rc));
		while (!r->done)
			progress(true);
		expected_count++;
		return r->length;
	}
}

int main(void)
{
	static char out[MOST], in[MOST];
	gt_start();
	eq = gt_eq(4096), unex_eq = gt_eq(4096), aux_eq = gt_eq(64);
	slots = malloc(SLOTS * EAGER);
	short_end = gt_bind_md(
	    (ptl_md_t){
		.start = slots, .length = SLOTS * EAGER, .threshold = PTL_MD_THRESH_INF, .options = PTL_MD_EVENT_START_DISABLE, .eq_handle = eq},
	    PTL_RETAIN);
	ptl_md_t nothing = gt_md(NULL, 0, PTL_MD_THRESH_INF, PTL_MD_OP_PUT | PTL_MD_TRUNCATE | PTL_MD_ACK_DISABLE, unex_eq);
	ptl_handle_md_t h;
	nothing.user_ptr = NULL;
	MUST(PtlMEAttach(gt_ni, SEND_PT, gt_anyone, LONG_BITS, ~LONG_BITS, PTL_RETAIN, PTL_INS_AFTER, &unex_long_me));
	MUST(PtlMDAttach(unex_long_me, nothing, PTL_RETAIN, &h));
	MUST(PtlMEAttach(gt_ni, SEND_PT, gt_anyone, 0, ~0, PTL_RETAIN, PTL_INS_AFTER, &catchall_me));
	nothing.eq_handle = aux_eq;
	MUST(PtlMDAttach(catchall_me, nothing, PTL_RETAIN, &h));
	for (int i = 0; i < BLOCKS; i++) {
		blocks[i] = malloc(BLOCK);
		arm_block(i);
	}
	gt_barrier();

	/* a ring in which either side may be early; tags are received in another order than they were sent in */
	gt_srand(17); /* all ranks draw the same numbers */
	for (int round = 0; round < 300; round++) {
		enum { BURST = 4 };
		size_t n[BURST];
		bool sync[BURST];
		struct request *r[BURST];
		int order[BURST], distance = 1 + (int)gt_range(0, (uint64_t)gt_n - 1), lazy = (int)gt_range(0, 7);
		int to = (gt_me + distance) % gt_n, from = (gt_me + gt_n - distance % gt_n) % gt_n;
		size_t at[BURST], total = 0;
		for (int i = 0; i < BURST; i++) {
			n[i] = gt_range(0, 3) == 0 ? 0 : gt_range(0, 2) ? gt_range(0, EAGER) : gt_range(EAGER, MOST / BURST);
			sync[i] = gt_range(0, 4) == 0;
			at[i] = total, total += n[i];
			order[i] = i;
		}
		for (int i = BURST - 1; i > 0; i--) {
			int k = (int)gt_range(0, (uint64_t)i), x = order[i];
			order[i] = order[k], order[k] = x;
		}
		if (lazy == gt_me % 8)
			gt_sleep_ms(1);
		gt_fill(out, total, gt_me, round);
		for (int i = 0; i < BURST; i++)
			r[i] = mpi_send(to, round * BURST + i, out + at[i], n[i], sync[i]);
		for (int k = 0; k < BURST; k++) {
			int i = order[k];
			size_t got = mpi_receive(from, round * BURST + i, in + at[i], n[i]);
			CHECK(got == n[i], "round %d, message %d: %zu bytes instead of %zu", round, i, got, n[i]);
		}
		CHECK(gt_differs(in, total, from, round) == total, "round %d: byte %zu of %zu", round, gt_differs(in, total, from, round), total);
		for (int i = 0; i < BURST; i++)
			while (r[i] != NULL && !r[i]->done)
				progress(true);
		progress(false);
		if (round % 20 == 0) /* no rank is more rounds ahead than the blocks allow */
			gt_barrier();
	}
	gt_barrier();
	NOTHING(aux_eq);
	CHECK(gt_drops() == 0, "%d dropped", (int)gt_drops());
	CHECK(expected_count + unexpected_count == 1200, "%ld expected, %ld unexpected", expected_count, unexpected_count);
	/* used-up descriptors are gone; at the end all handles are unlinked again, as clients do */
	GIVES(PTL_MD_INVALID, PtlMDUnlink(PTL_INVALID_HANDLE));
	OK(PtlMEUnlink(unex_long_me));
	OK(PtlMEUnlink(catchall_me));
	GIVES(PTL_ME_INVALID, PtlMEUnlink(catchall_me));
	OK(PtlMDUnlink(short_end.h));
	return gt_finish();
}
