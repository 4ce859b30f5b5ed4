/* How a partitioned-memory runtime uses Portals: one entry of the table for its segment, one for active messages; entries told apart by the low 4 match
 * bits; callbacks in user_ptr, called for every event; request buffers that MAX_SIZE uses up and whose UNLINK event attaches them again; send
 * buffers that receive the reply; credits, so that no request is dropped; puts through bounce buffers or a descriptor of their own that the ACK unlinks;
 * messages without data whose match bits are the message. Queues are exactly as long as credits require. */
#include "../gt_portals.h"

#define RAR_PT 38
#define AM_PT 39
#define IGNORE 0xFFFFFFFFFFFFFFF0u

enum { RAR = 1, RARAM = 2, RARSRC = 3, REQRB = 4, REQSB = 5, SYS = 6 };                   /* bits 0-3: which descriptor there */
enum { BOUNCE = 0x10, SEGMENT = 0x20, TEMPORARY = 0x30, REQUEST = 0x40, LONG_AM = 0x50 }; /* bits 4-7: the kind of operation, for the initiator */

#define SEG (1 << 20)
#define CHUNK 1024
#define CHUNKS 16
#define CREDITS 4
#define RB_CHUNKS 8
#define RBS 12

typedef void callback(ptl_event_t *);

static char *segment, *reqsb, *rplsb, *rb[RBS];
static ptl_handle_eq_t safe_eq, am_eq, sys_eq;
static struct gt_end rar, raram, rarsrc, sb, rpl, catcher, sys;
static ptl_handle_me_t rb_me[RBS];
static ptl_handle_md_t rb_md[RBS];
static int credits[64], chunk_state[CHUNKS]; /* 0: free; else events to come */
static bool rpl_busy[64 * CREDITS];
static long replies, requests, longs, arrived, released, rearmed;
static struct op {
	bool done;
	ptl_handle_md_t md;
} ops[4096];
static unsigned next_op;

static void never(ptl_event_t *e)
{
	gt_print("unexpected", e);
	ERR("an event of a descriptor without events");
}

static void equal(const ptl_event_t *e)
{
	CHECK(e->rlength == e->mlength && e->ni_fail_type == PTL_NI_OK, "%s: %d of %d bytes", ptl_event_str[e->type], (int)e->mlength,
	      (int)e->rlength);
}

static void attach_rb(int i);

static int rb_of(const ptl_event_t *e)
{
	for (int i = 0; i < RBS; i++)
		if (rb[i] == e->md.start)
			return i;
	FATAL("an event of no request buffer");
}

/* A request: header data is the chunk at the sender for the reply. The reply is the request, each byte plus 1. */
static void reqrb_event(ptl_event_t *e)
{
	int i = rb_of(e);
	CHECK((e->match_bits & 0xff) == (REQRB | REQUEST), "bits %#" PRIx64 " with %s", (uint64_t)e->match_bits, ptl_event_str[e->type]);
	equal(e);
	if (e->type == PTL_EVENT_UNLINK) { /* all of its messages have been handled by now */
		rearmed++;
		attach_rb(i);
		return;
	}
	if (e->type != PTL_EVENT_PUT_END) {
		never(e);
		return;
	}
	int from = gt_rank_of(e->initiator), slot = 0;
	const char *text = (char *)e->md.start + e->offset;
	CHECK(gt_differs(text, e->mlength, from, (int)(e->match_bits >> 32)) == e->mlength, "a request from rank %d", from);
	while (rpl_busy[slot])
		slot++;
	rpl_busy[slot] = true;
	for (size_t k = 0; k < e->mlength; k++)
		rplsb[(size_t)slot * CHUNK + k] = (char)(text[k] + 1);
	requests++;
	OK(PtlPutRegion(rpl.h, (ptl_size_t)slot * CHUNK, e->mlength, PTL_NOACK_REQ, e->initiator, AM_PT, 0,
	                (e->match_bits & ~0xffull) | REQSB | REQUEST, e->hdr_data, 0));
}

static void attach_rb(int i)
{
	ptl_md_t md =
	    gt_md(rb[i], RB_CHUNKS * CHUNK, PTL_MD_THRESH_INF,
	          PTL_MD_OP_PUT | PTL_MD_MAX_SIZE | PTL_MD_EVENT_START_DISABLE | PTL_MD_EVENT_AUTO_UNLINK_ENABLE | PTL_MD_FLAG_AUTO_UNLINK, am_eq);
	md.max_size = CHUNK;
	md.user_ptr = (void *)(uintptr_t)reqrb_event;
	MUST(PtlMEInsert(catcher.me, gt_anyone, REQRB, IGNORE, PTL_UNLINK, PTL_INS_BEFORE, &rb_me[i]));
	MUST(PtlMDAttach(rb_me[i], md, PTL_UNLINK, &rb_md[i]));
}

static void rplsb_event(ptl_event_t *e)
{
	equal(e);
	if (e->type != PTL_EVENT_SEND_END || e->offset % CHUNK)
		never(e);
	rpl_busy[e->offset / CHUNK] = false;
}

/* The buffer of bounced puts, requests, and their replies. */
static void reqsb_event(ptl_event_t *e)
{
	int chunk = (int)(e->offset / CHUNK);
	equal(e);
	switch (e->match_bits & 0xf0) {
	case BOUNCE:
		if (e->type == PTL_EVENT_SEND_END)
			chunk_state[chunk] = 0;
		else if (e->type == PTL_EVENT_ACK)
			ops[e->match_bits >> 32].done = true;
		else
			never(e);
		break;
	case REQUEST:
		chunk_state[chunk]--;
		if (e->type == PTL_EVENT_PUT_END) {
			const char *text = reqsb + e->offset;
			for (size_t k = 0; k < e->mlength; k++)
				if (text[k] != (char)(gt_byte(gt_me, (int)(e->match_bits >> 32), k) + 1)) {
					ERR("byte %zu of a reply", k);
					break;
				}
			credits[gt_rank_of(e->initiator)]++;
			replies++;
		} else if (e->type != PTL_EVENT_SEND_END)
			never(e);
		break;
	default: never(e);
	}
}

static void rarsrc_event(ptl_event_t *e)
{
	equal(e);
	if (e->type == PTL_EVENT_ACK || e->type == PTL_EVENT_REPLY_END)
		ops[e->match_bits >> 32].done = true;
	else if (e->type != PTL_EVENT_SEND_END)
		never(e);
}

static void temporary_event(ptl_event_t *e)
{
	unsigned op = (unsigned)(e->match_bits >> 32);
	equal(e);
	if (e->type == PTL_EVENT_ACK || e->type == PTL_EVENT_REPLY_END) {
		CHECK(e->md_handle == ops[op].md, "the descriptor of another operation");
		OK(PtlMDUnlink(e->md_handle));
		ops[op].done = true;
	} else if (e->type != PTL_EVENT_SEND_END)
		never(e);
}

static void raram_event(ptl_event_t *e)
{
	equal(e);
	if (e->type != PTL_EVENT_PUT_END)
		never(e);
	longs++;
}

/* The message is bits and header data. */
static void sys_event(ptl_event_t *e)
{
	if (e->type != PTL_EVENT_PUT_END || e->mlength != 0)
		never(e);
	CHECK(e->hdr_data == ~e->match_bits, "header data");
	if (e->match_bits >> 32 == 1)
		arrived++;
	else
		released++;
}

static void poll(void)
{
	ptl_handle_eq_t eqs[] = {safe_eq, am_eq, sys_eq};
	for (int i = 0; i < 3; i++) {
		ptl_event_t e;
		int rc = PtlEQGet(eqs[i], &e);
		if (rc == PTL_OK)
			((callback *)(uintptr_t)e.md.user_ptr)(&e);
		else if (rc != PTL_EQ_EMPTY)
			FATAL("queue %d: %s", i, gt_code(rc));
	}
}

static void send_sys(int to, uint64_t word)
{
	static struct gt_end none = {.h = PTL_INVALID_HANDLE};
	if (none.h == PTL_INVALID_HANDLE)
		none = gt_bind(NULL, 0, PTL_EQ_NONE);
	OK(PtlPut(none.h, PTL_NOACK_REQ, gt_id(to), AM_PT, 0, word << 32 | SYS, 0, ~(word << 32 | SYS)));
}

static void barrier(void)
{
	static long rounds;
	rounds++;
	send_sys(0, 1);
	if (gt_me == 0) {
		while (arrived < rounds * gt_n)
			poll();
		for (int r = 0; r < gt_n; r++)
			send_sys(r, 2);
	}
	while (released < rounds)
		poll();
}

static int chunk(void)
{
	for (;; poll())
		for (int i = 0; i < CHUNKS; i++)
			if (chunk_state[i] == 0)
				return i;
}

static void request(int to, int number, size_t n)
{
	int c;
	while (credits[to] == 0)
		poll();
	c = chunk();
	credits[to]--;
	chunk_state[c] = 2;
	gt_fill(reqsb + c * CHUNK, n, gt_me, number);
	OK(PtlPutRegion(sb.h, (ptl_size_t)c * CHUNK, n, PTL_NOACK_REQ, gt_id(to), AM_PT, 0, (uint64_t)number << 32 | REQRB | REQUEST, 0,
	                (ptl_hdr_data_t)c * CHUNK));
}

static struct op *new_op(ptl_match_bits_t *bits)
{
	unsigned i = next_op++ % 4096;
	ops[i].done = false;
	*bits |= (uint64_t)i << 32;
	return &ops[i];
}

static ptl_md_t temporary(const void *at, size_t n)
{
	ptl_md_t md = gt_md(at, n, PTL_MD_THRESH_INF, PTL_MD_EVENT_START_DISABLE, safe_eq);
	md.user_ptr = (void *)(uintptr_t)temporary_event;
	return md;
}

static void put(int to, ptl_size_t there, const char *from, size_t n)
{
	ptl_match_bits_t bits = RAR;
	struct op *o = new_op(&bits);
	if (from >= segment && from < segment + SEG)
		OK(PtlPutRegion(rarsrc.h, (ptl_size_t)(from - segment), n, PTL_ACK_REQ, gt_id(to), RAR_PT, 0, bits | SEGMENT, there, 0));
	else if (n <= CHUNK) {
		int c = chunk();
		chunk_state[c] = 1;
		memcpy(reqsb + c * CHUNK, from, n);
		OK(PtlPutRegion(sb.h, (ptl_size_t)c * CHUNK, n, PTL_ACK_REQ, gt_id(to), RAR_PT, 0, bits | BOUNCE, there, 0));
	} else {
		MUST(PtlMDBind(gt_ni, temporary(from, n), PTL_RETAIN, &o->md));
		OK(PtlPut(o->md, PTL_ACK_REQ, gt_id(to), RAR_PT, 0, bits | TEMPORARY, there, 0));
	}
	while (!o->done)
		poll();
}

static void get(char *to, int from, ptl_size_t there, size_t n)
{
	ptl_match_bits_t bits = RAR;
	struct op *o = new_op(&bits);
	if (to >= segment && to < segment + SEG)
		OK(PtlGetRegion(rarsrc.h, (ptl_size_t)(to - segment), n, gt_id(from), RAR_PT, 0, bits | SEGMENT, there));
	else {
		MUST(PtlMDBind(gt_ni, temporary(to, n), PTL_RETAIN, &o->md));
		OK(PtlGetRegion(o->md, 0, n, gt_id(from), RAR_PT, 0, bits | TEMPORARY, there));
	}
	while (!o->done)
		poll();
}

static struct gt_end make(ptl_pt_index_t pt, ptl_handle_me_t base, ptl_ins_pos_t pos, ptl_match_bits_t type, void *at, size_t n, unsigned options,
                          ptl_handle_eq_t eq, callback *call)
{
	struct gt_end e = {
	    .me = PTL_INVALID_HANDLE, .h = PTL_INVALID_HANDLE, .md = gt_md(at, n, PTL_MD_THRESH_INF, options | PTL_MD_EVENT_START_DISABLE, eq)};
	e.md.user_ptr = (void *)(uintptr_t)call;
	if (base == PTL_INVALID_HANDLE)
		MUST(PtlMEAttach(gt_ni, pt, gt_anyone, type, IGNORE, PTL_UNLINK, pos, &e.me));
	else
		MUST(PtlMEInsert(base, gt_anyone, type, IGNORE, PTL_UNLINK, pos, &e.me));
	MUST(PtlMDAttach(e.me, e.md, PTL_RETAIN, &e.h));
	return e;
}

int main(void)
{
	static char outside[40000], back[40000];
	gt_start();
	safe_eq = gt_eq(2 * CHUNKS + 64);
	am_eq = gt_eq((ptl_size_t)(CREDITS * gt_n * 4 + RBS + 2 * CHUNKS));
	sys_eq = gt_eq(2 * (ptl_size_t)gt_n + 10);
	segment = malloc(SEG), reqsb = malloc(CHUNKS * CHUNK), rplsb = malloc(64 * CREDITS * CHUNK);
	for (int i = 0; i < 64; i++)
		credits[i] = CREDITS;

	rar = make(RAR_PT, PTL_INVALID_HANDLE, PTL_INS_BEFORE, RAR, segment, SEG, BOTH_OPS | PTL_MD_MANAGE_REMOTE, PTL_EQ_NONE, never);
	raram = make(RAR_PT, rar.me, PTL_INS_AFTER, RARAM, segment, SEG, PTL_MD_OP_PUT | PTL_MD_MANAGE_REMOTE, am_eq, raram_event);
	rarsrc = make(RAR_PT, raram.me, PTL_INS_AFTER, RARSRC, segment, SEG, 0, safe_eq, rarsrc_event);
	/* accepts requests for which there is no buffer, which credits rule out; buffers are inserted before it */
	catcher = make(AM_PT, PTL_INVALID_HANDLE, PTL_INS_AFTER, REQRB, NULL, 0, PTL_MD_OP_PUT | PTL_MD_TRUNCATE, am_eq, never);
	for (int i = 0; i < RBS; i++) {
		rb[i] = malloc(RB_CHUNKS * CHUNK);
		attach_rb(i);
	}
	sb = make(AM_PT, catcher.me, PTL_INS_AFTER, REQSB, reqsb, CHUNKS * CHUNK, PTL_MD_OP_PUT | PTL_MD_MANAGE_REMOTE, am_eq, reqsb_event);
	sys = make(AM_PT, PTL_INVALID_HANDLE, PTL_INS_BEFORE, SYS, NULL, 0, PTL_MD_OP_PUT, sys_eq, sys_event);
	ptl_md_t md = gt_md(rplsb, 64 * CREDITS * CHUNK, PTL_MD_THRESH_INF, PTL_MD_EVENT_START_DISABLE, am_eq);
	md.user_ptr = (void *)(uintptr_t)rplsb_event;
	rpl = gt_bind_md(md, PTL_RETAIN);
	gt_barrier();

	enum { TURNS = 400 };
	long sent = 0;
	for (int i = 0; i < TURNS; i++) {
		int to = (int)gt_range(0, (uint64_t)gt_n - 1);
		size_t n = gt_range(0, 3) ? gt_range(0, CHUNK) : gt_range(0, sizeof outside - 1);
		ptl_size_t mine = (ptl_size_t)gt_me * (SEG / 64); /* this rank's part of all segments */
		switch (gt_range(0, 3)) {
		case 0:
		case 1:
			request(to, i, n % (CHUNK + 1));
			sent++;
			break;
		case 2:
			n %= SEG / 64;
			gt_fill(outside, n, gt_me, i);
			put(to, mine, outside, n);
			memset(back, 0, n);
			get(back, to, mine, n);
			CHECK(gt_differs(back, n, gt_me, i) == n, "turn %d: %zu bytes there and back", i, n);
			break;
		default: /* from segment to segment; only this rank uses the upper half */
			n %= SEG / 64;
			gt_fill(segment + SEG - 65536, n, gt_me, i);
			put(to, mine, segment + SEG - 65536, n);
			memset(segment + SEG - 32768, 0, n);
			get(segment + SEG - 32768, to, mine, n);
			CHECK(gt_differs(segment + SEG - 32768, n, gt_me, i) == n, "turn %d: %zu bytes of the segment", i, n);
		}
		poll();
	}
	while (replies < sent)
		poll();
	barrier();

	/* a long active message: data into the segment, then an event */
	struct gt_end l = gt_bind(outside, 1000, PTL_EQ_NONE);
	gt_fill(outside, 1000, gt_me, 7);
	OK(PtlPut(l.h, PTL_NOACK_REQ, NEXT_ID, RAR_PT, 0, RARAM | LONG_AM, 512, 0));
	while (longs < 1)
		poll();
	CHECK(gt_differs(segment + 512, 1000, GT_PREV, 7) == 1000, "a long message");
	barrier();
	CHECK(replies == sent && (requests < 2 * RB_CHUNKS * RBS || rearmed > 0), "%ld requests, %ld buffers again", requests, rearmed);
	CHECK(gt_drops() == 0, "%d dropped", (int)gt_drops());
	for (int i = 0; i < 3; i++)
		poll();
	return gt_finish();
}
