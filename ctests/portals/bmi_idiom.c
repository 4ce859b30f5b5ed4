/* Receives posted on condition, as in a file system's message layer: one queue for all events, with START disabled for the descriptors of unexpected
 * messages. A receive is made inactive. Then the program empties the queue and searches the unexpected messages. Then PtlMDUpdate activates the receive,
 * unless the queue has a new event. If it refuses, the program waits for the next event, without limit, and searches again. PtlMDUpdate must not miss a
 * message that has matched an unexpected descriptor by then and only lacks its END: no receive would ever take it from there. */
#include "../gt_portals.h"

#define MESSAGES 400
#define MOST 40000
#define AHEAD 3
#define LATER ((ptl_match_bits_t)1 << 62) /* the source of a message that did not fit, for the receiver's get */

struct send {
	struct gt_end end;
	unsigned char *data;
	bool sent, acknowledged, fetched, gone; /* sent: dropped by the target for lack of space, so that it will be fetched */
};

struct early {
	bool there, kept;
	ptl_size_t at;
};

static ptl_handle_eq_t eq;
static struct send sends[MESSAGES];
static struct early early[MESSAGES];
static struct gt_end keep, nothing;
static unsigned char kept[100 * MOST];
static unsigned char *where;
static long expected, completed = -1; /* numbers of messages */
static int refused, found, fetched;

/* The same on both sides: small ones, and those of many packets. */
static size_t length_of(long number) { return 1 + gt_mix((uint64_t)number + 77) % (number % 3 ? MOST : 100); }

static void handle(const ptl_event_t *ev)
{
	long number = (long)(ev->match_bits & ~LATER);
	struct send *s = &sends[number];

	CHECK(ev->ni_fail_type == PTL_NI_OK, "event %s failed", ptl_event_str[ev->type]);
	switch (ev->type) {
	case PTL_EVENT_SEND_END:
		if (ev->initiator.nid == MY_ID.nid && ev->match_bits & LATER)
			return; /* a get of this rank has been sent */
		s->sent = true;
		break;
	case PTL_EVENT_ACK:
		s->acknowledged = true;
		s->gone = ev->mlength == 0;
		break;
	case PTL_EVENT_GET_END: s->fetched = true; break;
	case PTL_EVENT_REPLY_END: completed = number; return;
	case PTL_EVENT_PUT_END:
		if (ev->md_handle == keep.h || ev->md_handle == nothing.h) {
			early[number] = (struct early){true, ev->md_handle == keep.h, ev->offset};
			return;
		}
		CHECK(number == expected, "message %ld arrived as number %ld", number, expected);
		completed = number;
		return;
	default: gt_print("unwanted", ev); FATAL("an unexpected event");
	}
	if (s->sent && s->acknowledged && !s->gone)
		OK(PtlMEUnlink(s->end.me));
	if (s->sent && s->acknowledged && (!s->gone || s->fetched))
		free(s->data);
}

/* Empties the queue; waits for a first event on request. */
static void look(bool wait)
{
	ptl_event_t ev;
	int which, rc;

	for (;; wait = false) {
		rc = PtlEQPoll(&eq, 1, wait ? GT_TIMEOUT : 0, &ev, &which);
		if (rc == PTL_EQ_EMPTY) {
			if (wait)
				FATAL("message %ld: no event comes; %s", expected, early[expected].there ? "it is there" : "it is not there");
			return;
		}
		if (rc != PTL_OK)
			FATAL("PtlEQPoll gives %s", gt_code(rc));
		handle(&ev);
	}
}

static void post_send(long number)
{
	struct send *s = &sends[number];
	size_t n = length_of(number);

	s->data = malloc(n);
	gt_fill(s->data, n, gt_me, (int)number);
	s->end.md = gt_md(s->data, n, 3, PTL_MD_OP_GET | PTL_MD_TRUNCATE | PTL_MD_EVENT_START_DISABLE, eq); /* SEND, ACK, perhaps GET */
	MUST(PtlMEInsert(nothing.me, NEXT_ID, LATER | (uint64_t)number, 0, PTL_UNLINK, PTL_INS_BEFORE, &s->end.me));
	MUST(PtlMDAttach(s->end.me, s->end.md, PTL_UNLINK, &s->end.h));
	MUST(PtlPut(s->end.h, PTL_ACK_REQ, NEXT_ID, PT, 0, (uint64_t)number, 0, 0));
}

/* An unexpected message completes the receive. */
static bool search(void)
{
	struct early *e = &early[expected];
	size_t n = length_of(expected);

	if (!e->there)
		return false;
	found++;
	if (e->kept) {
		memcpy(where, kept + e->at, n);
		completed = expected;
		return true;
	}
	struct gt_end get = gt_bind_md(gt_md(where, n, 2, PTL_MD_EVENT_START_DISABLE, eq), PTL_UNLINK);
	OK(PtlGet(get.h, PREV_ID, PT, 0, LATER | (uint64_t)expected, 0));
	fetched++;
	return true;
}

static void receive(void)
{
	struct gt_end r = {.me = PTL_INVALID_HANDLE};
	bool wait = false, posted = false;
	size_t n = length_of(expected);

	for (;; wait = true) {
		look(wait);
		if (search())
			break;
		if (!posted) {
			posted = true;
			r.md = gt_md(where, n, 0, PTL_MD_OP_PUT | PTL_MD_EVENT_START_DISABLE, eq);
			MUST(PtlMEInsert(keep.me, PREV_ID, (uint64_t)expected, 0, PTL_UNLINK, PTL_INS_BEFORE, &r.me));
			MUST(PtlMDAttach(r.me, r.md, PTL_UNLINK, &r.h));
		}
		r.md.threshold = 1;
		int rc = PtlMDUpdate(r.h, NULL, &r.md, eq);
		if (rc == PTL_OK) {
			posted = false;
			break;
		}
		if (rc != PTL_MD_NO_UPDATE)
			FATAL("PtlMDUpdate gives %s", gt_code(rc));
		refused++;
	}
	if (posted)
		OK(PtlMEUnlink(r.me));
	while (completed != expected)
		look(true);
	size_t wrong = gt_differs(where, n, GT_PREV, (int)expected);
	CHECK(wrong == n, "message %ld: byte %zu of %zu", expected, wrong, n);
}

int main(void)
{
	gt_start();
	eq = gt_eq(1024);
	where = malloc(MOST);
	keep = gt_offer_md(PT, 0, ~LATER, gt_md(kept, sizeof kept, PTL_MD_THRESH_INF, PTL_MD_OP_PUT | PTL_MD_EVENT_START_DISABLE, eq), PTL_RETAIN);
	nothing = gt_offer_md(PT, 0, ~LATER, gt_md(NULL, 0, PTL_MD_THRESH_INF, PTL_MD_OP_PUT | PTL_MD_TRUNCATE | PTL_MD_EVENT_START_DISABLE, eq),
	                      PTL_RETAIN);
	gt_barrier();
	long sent = 0;
	for (expected = 0; expected < MESSAGES; expected++) {
		for (long goal = expected + 1 + (long)gt_range(0, AHEAD); sent < goal && sent < MESSAGES; sent++)
			post_send(sent);
		receive();
	}
	for (long i = 0; i < MESSAGES; i++)
		while (!sends[i].sent || !sends[i].acknowledged || (sends[i].gone && !sends[i].fetched))
			look(true);
	gt_barrier();

	/* Some only retry, until their own sends have left the descriptor. */
	ptl_md_t md = gt_md(where, MOST, PTL_MD_THRESH_INF, QUIET, eq);
	struct gt_end again = gt_bind_md(md, PTL_RETAIN);
	struct gt_end sink = gt_offer(LATER, kept, MOST, PTL_MD_OP_PUT | QUIET, PTL_EQ_NONE);
	int rc;
	gt_barrier();
	OK(PtlPut(again.h, PTL_NOACK_REQ, NEXT_ID, PT, 0, LATER, 0, 0));
	while ((rc = PtlMDUpdate(again.h, NULL, &md, eq)) == PTL_MD_NO_UPDATE)
		;
	CHECK(rc == PTL_OK, "PtlMDUpdate gives %s", gt_code(rc));
	gt_barrier();
	gt_close(&again);
	SETTLES(PtlMEUnlink(sink.me));

	MSG("%d early, %d of them fetched, %d updates refused", found, fetched, refused);
	NOTHING(eq);
	SETTLES(PtlMEUnlink(keep.me));
	SETTLES(PtlMEUnlink(nothing.me));
	return gt_finish();
}
