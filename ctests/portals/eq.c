/* Event queues: empty, full, overflowing, read without removal, polled together, waited for, with a handler, and freed. */
#include "../gt_portals.h"

#include <pthread.h>

static char target[64], source[64];
static struct gt_end out;

/* An event for this queue in this process: a put to oneself. */
static struct gt_end feed(ptl_handle_eq_t eq, ptl_pt_index_t pt)
{
	return gt_offer_md(pt, 0, ALL_BITS,
	                   gt_md(target, 64, PTL_MD_THRESH_INF, PTL_MD_OP_PUT | PTL_MD_MANAGE_REMOTE | PTL_MD_EVENT_START_DISABLE, eq), PTL_UNLINK);
}

static void event(ptl_pt_index_t pt, uint64_t number) { OK(PtlPut(out.h, PTL_NOACK_REQ, MY_ID, pt, 0, 0, 0, number)); }

/* Sends one and waits until it is in the queue, without taking it. */
static void event_there(ptl_handle_eq_t eq, ptl_pt_index_t pt, uint64_t number)
{
	ptl_event_t e;
	int tries = 0;
	event(pt, number);
	while (PtlEQPeek(eq, &e) == PTL_EQ_EMPTY && tries++ < 10000)
		gt_sleep_ms(tries > 100 ? 1 : 0);
}

static void basics(void)
{
	ptl_handle_eq_t eq = PTL_INVALID_HANDLE;
	ptl_event_t e, f;
	int which = 77;

	OK(PtlEQAlloc(gt_ni, 0, PTL_EQ_HANDLER_NONE, &eq));
	CHECK(eq == PTL_EQ_NONE, "a queue for no events is %#x", eq);
	eq = gt_eq(10);
	struct gt_end t = feed(eq, PT);
	GIVES(PTL_EQ_EMPTY, PtlEQGet(eq, &e));
	GIVES(PTL_EQ_EMPTY, PtlEQPeek(eq, &e));
	GIVES(PTL_EQ_EMPTY, PtlEQPoll(&eq, 1, 0, &e, &which));
	event_there(eq, PT, 42);
	memset(&e, 0, sizeof e);
	OK(PtlEQPeek(eq, &e));
	OK(PtlEQPeek(eq, &f));
	CHECK(memcmp(&e, &f, sizeof e) == 0 && e.hdr_data == 42 && e.type == PTL_EVENT_PUT_END, "two reads of one event differ");
	OK(PtlEQGet(eq, &f));
	CHECK(f.hdr_data == 42 && f.sequence == e.sequence && f.link == e.link, "not the event that was read before");
	GIVES(PTL_EQ_EMPTY, PtlEQGet(eq, &e));

	/* sequence counts the events of the queue; links tell operations apart */
	ptl_seq_t links[10];
	for (unsigned i = 0; i < 10; i++)
		event(PT, i);
	for (unsigned i = 0; i < 10; i++) {
		e = TAKE(eq, PTL_EVENT_PUT_END, &t, .from = gt_me, .length = 8, .data = i);
		CHECK(e.sequence == f.sequence + 1 + i, "sequence %u, %u after %u", e.sequence, i + 1, f.sequence);
		links[i] = e.link;
		for (unsigned k = 0; k < i; k++)
			CHECK(links[k] != links[i], "link %u twice", links[i]);
	}
	event(PT, 43);
	OK(PtlEQWait(eq, &e));
	CHECK(e.hdr_data == 43, "wait gives %d", (int)e.hdr_data);
	event(PT, 44);
	OK(PtlEQPoll(&eq, 1, PTL_TIME_FOREVER, &e, &which));
	CHECK(e.hdr_data == 44 && which == 0, "poll gives %d of queue %d", (int)e.hdr_data, which);

	/* freed: operations have no queue any more, and still move data */
	OK(PtlEQFree(eq));
	GIVES(PTL_EQ_INVALID, PtlEQFree(eq));
	GIVES(PTL_EQ_INVALID, PtlEQGet(eq, &e));
	GIVES(PTL_EQ_INVALID, PtlEQPeek(eq, &e));
	GIVES(PTL_EQ_INVALID, PtlEQWait(eq, &e));
	GIVES(PTL_EQ_INVALID, PtlEQPoll(&eq, 1, 0, &e, &which));
	target[0] = 0;
	event(PT, 45);
	for (int tries = 0; tries < 10000 && !__atomic_load_n(&target[0], __ATOMIC_ACQUIRE); tries++)
		gt_sleep_ms(1);
	CHECK(target[0] == source[0], "nothing arrives without a queue");
	SETTLES(PtlMEUnlink(t.me));
}

static void overflow(void)
{
	enum { MANY = 1000 };
	ptl_handle_eq_t eq = gt_eq(8), after = gt_eq(8);
	struct gt_end t = feed(eq, PT), u = feed(after, PT + 1);
	ptl_event_t e;
	ptl_seq_t last = 0;

	for (int again = 0; again < 3; again++) {
		int rc, events = 0, dropped = 0, which;
		for (unsigned i = 0; i < MANY; i++)
			event(PT, i);
		event(PT + 1, 1);
		e = NEXT_EVENT(after); /* behind all others */
		while ((rc = again == 1 ? PtlEQPoll(&eq, 1, 0, &e, &which) : again == 2 ? PtlEQPeek(eq, &e) : PtlEQGet(eq, &e)) != PTL_EQ_EMPTY) {
			if (again == 2) {
				ptl_event_t f;
				int rc2 = PtlEQGet(eq, &f);
				CHECK(rc2 == rc && f.sequence == e.sequence, "reading gives %s and %u, taking %s and %u", gt_code(rc), e.sequence,
				      gt_code(rc2), f.sequence);
			}
			CHECK(rc == (events == 0 ? PTL_EQ_DROPPED : PTL_OK), "event %d comes with %s", events, gt_code(rc));
			CHECK(e.type == PTL_EVENT_PUT_END && e.mlength == 8 && e.md_handle == t.h, "event %d is invalid", events);
			CHECK(events == 0 || e.sequence == last + 1, "sequence %u after %u", e.sequence, last);
			dropped += rc == PTL_EQ_DROPPED;
			last = e.sequence;
			events++;
		}
		CHECK(events >= 8 && events < MANY, "%d events from a queue for 8", events);
		CHECK(e.hdr_data == MANY - 1, "the last event is %d; the newest have to stay", (int)e.hdr_data);
		CHECK(dropped == 1, "the loss is reported %d times", dropped);
		event(PT, 7);
		e = TAKE(eq, PTL_EVENT_PUT_END, &t, .from = gt_me, .length = 8, .data = 7);
		CHECK(e.sequence == last + 1, "sequence %u after %u", e.sequence, last);
	}
	/* exactly as many events as requested are no loss */
	for (unsigned i = 0; i < 8; i++)
		event(PT, i);
	event(PT + 1, 1);
	NEXT_EVENT(after);
	for (unsigned i = 0; i < 8; i++)
		OK(PtlEQGet(eq, &e));
	NOTHING(eq);
	gt_close(&t);
	gt_close(&u);
	OK(PtlEQFree(eq));
	OK(PtlEQFree(after));
}

static void poll_many(void)
{
	enum { N = 7 };
	ptl_handle_eq_t eqs[N + 1];
	struct gt_end t[N];
	ptl_event_t e;
	int which;
	for (unsigned i = 0; i < N; i++)
		eqs[i] = gt_eq(4), t[i] = feed(eqs[i], PT + i);
	for (unsigned i = 0; i < N; i++) {
		event(PT + i, i);
		OK(PtlEQPoll(eqs, N, GT_TIMEOUT, &e, &which));
		CHECK(which == (int)i && e.hdr_data == i, "queue %d, event %d instead of %u", which, (int)e.hdr_data, i);
	}
	/* the oldest of all, in any queue: programs rely on an event of one queue coming before a later message of another */
	for (unsigned i = 0; i < N; i++)
		event_there(eqs[N - 1 - i], PT + N - 1 - i, N - 1 - i);
	for (int i = 0; i < N; i++) {
		OK(PtlEQPoll(eqs, N, 0, &e, &which));
		CHECK(which == N - 1 - i, "queue %d before %d", which, N - 1 - i);
	}
	GIVES(PTL_EQ_EMPTY, PtlEQPoll(eqs, N, 0, &e, &which));
	eqs[N] = PTL_INVALID_HANDLE;
	GIVES(PTL_EQ_INVALID, PtlEQPoll(eqs, N + 1, 0, &e, &which));
	for (unsigned i = 0; i < N; i++) {
		gt_close(&t[i]);
		OK(PtlEQFree(eqs[i]));
	}
}

static void timeouts(void)
{
	ptl_handle_eq_t eqs[2] = {gt_eq(4), gt_eq(4)};
	ptl_event_t e;
	int which;
	for (ptl_time_t ms = 1; ms <= 64; ms *= 8) {
		uint64_t begin = gt_ns();
		GIVES(PTL_EQ_EMPTY, PtlEQPoll(eqs, 2, ms, &e, &which));
		uint64_t took = gt_ns() - begin;
		CHECK(took >= ms * 1000000ull, "%d ms were over after %d us", (int)ms, (int)(took / 1000));
	}
	OK(PtlEQFree(eqs[0]));
	OK(PtlEQFree(eqs[1]));
}

static int handled;
static uint64_t handled_data;
static ptl_event_t handled_event;

static void handler(ptl_event_t *e)
{
	handled++;
	handled_data = e->hdr_data;
	handled_event = *e;
}

/* A handler may call the library: for each event it makes a put with another queue. */
static void answering(ptl_event_t *e)
{
	handled++;
	OK(PtlPut(out.h, PTL_NOACK_REQ, e->initiator, PT + 1, 0, 0, 0, e->hdr_data + 1000));
}

static void handlers(void)
{
	ptl_handle_eq_t eq, answer, plain = gt_eq(4);
	ptl_event_t e;
	int which;
	OK(PtlEQAlloc(gt_ni, 8, handler, &eq));
	OK(PtlEQAlloc(gt_ni, 8, answering, &answer));
	struct gt_end t = feed(eq, PT), u = feed(plain, PT + 1), v = feed(answer, PT + 2);

	GIVES(PTL_EQ_EMPTY, PtlEQGet(eq, &e));
	CHECK(handled == 0, "called %d times without an event", handled);
	event_there(eq, PT, 1);
	OK(PtlEQPeek(eq, &e));
	CHECK(handled == 0, "called %d times for a read without removal", handled);
	OK(PtlEQGet(eq, &e));
	CHECK(handled == 1 && handled_data == 1 && memcmp(&e, &handled_event, sizeof e) == 0, "called %d times, with %d", handled, (int)handled_data);
	event(PT, 2);
	OK(PtlEQWait(eq, &e));
	CHECK(handled == 2 && handled_data == 2, "called %d times, with %d", handled, (int)handled_data);
	event(PT, 3);
	ptl_handle_eq_t both[2] = {plain, eq};
	OK(PtlEQPoll(both, 2, GT_TIMEOUT, &e, &which));
	CHECK(handled == 3 && handled_data == 3 && which == 1, "called %d times, with %d", handled, (int)handled_data);
	event(PT + 1, 4);
	OK(PtlEQPoll(both, 2, GT_TIMEOUT, &e, &which));
	CHECK(handled == 3 && which == 0, "called for a queue without handler");

	event(PT + 2, 5);
	OK(PtlEQWait(answer, &e));
	CHECK(handled == 4, "called %d times", handled);
	TAKE(plain, PTL_EVENT_PUT_END, &u, .from = gt_me, .pt = PT + 1, .length = 8, .data = 1005);
	gt_close(&t);
	gt_close(&u);
	gt_close(&v);
	OK(PtlEQFree(eq));
	OK(PtlEQFree(plain));
	OK(PtlEQFree(answer));
}

static void *waits(void *arg)
{
	ptl_event_t e;
	int rc = PtlEQWait(*(ptl_handle_eq_t *)arg, &e);
	return (void *)(intptr_t)rc;
}

/* A wait on a queue that is freed returns an error. */
static void freed_under_a_waiter(void)
{
	ptl_handle_eq_t eq = gt_eq(4);
	pthread_t thread;
	void *rc = NULL;
	pthread_create(&thread, NULL, waits, &eq);
	gt_sleep_ms(30);
	OK(PtlEQFree(eq));
	pthread_join(thread, &rc);
	CHECK((intptr_t)rc == PTL_EQ_INVALID, "the waiter gets %s", gt_code((int)(intptr_t)rc));
}

static void sizes(void)
{
	static const ptl_size_t counts[] = {1, 2, 3, 10, 64, 1000, 30000, 100000};
	ptl_handle_eq_t all[200];
	ptl_ni_limits_t l;
	ptl_handle_ni_t ni;
	ptl_event_t e;
	int n = 0, rc = PTL_OK;
	for (unsigned i = 0; i < sizeof counts / sizeof *counts; i++) {
		ptl_handle_eq_t eq = gt_eq(counts[i]);
		struct gt_end t = feed(eq, PT);
		for (ptl_size_t k = 0; k < counts[i] && k < 5000; k++)
			event(PT, k);
		for (ptl_size_t k = 0; k < counts[i] && k < 5000; k++) {
			int which;
			OK(PtlEQPoll(&eq, 1, GT_TIMEOUT, &e, &which));
			CHECK(e.hdr_data == k, "event %d is %d", (int)k, (int)e.hdr_data);
		}
		gt_close(&t);
		OK(PtlEQFree(eq));
	}
	GIVES(PTL_NO_SPACE, PtlEQAlloc(gt_ni, (ptl_size_t)1 << 60, PTL_EQ_HANDLER_NONE, &all[0]));
	GIVES(PTL_IFACE_DUP, PtlNIInit(GT_IFACE, PTL_PID_ANY, NULL, &l, &ni));
	OK(PtlNIFini(ni));
	while (n < 200 && (rc = PtlEQAlloc(gt_ni, 4, PTL_EQ_HANDLER_NONE, &all[n])) == PTL_OK)
		n++;
	CHECK(n == 200 || rc == PTL_NO_SPACE, "queue %d gives %s", n, gt_code(rc));
	CHECK(n >= 64, "%d queues", n);
	while (n > 0)
		OK(PtlEQFree(all[--n]));
}

int main(void)
{
	gt_start();
	memset(source, 'e', sizeof source);
	out = gt_bind(source, 8, PTL_EQ_NONE);
	basics();
	overflow();
	poll_many();
	timeouts();
	handlers();
	freed_under_a_waiter();
	sizes();
	gt_close(&out);
	return gt_finish();
}
