/* sisci/events.c - the events of segments and connections: by callbacks, on a thread of the library, and by calls that wait. */
#include "../gt_sisci.h"

#define NEXT ((gt_me + 1) % gt_n)
#define BEFORE ((gt_me + gt_n - 1) % gt_n)

static sci_desc_t sd;
static pthread_t program;

/* What a callback has seen, in order. */
struct seen {
	pthread_mutex_t lock;
	int n, quits; /* quits: it returns SCI_CALLBACK_CANCEL from the event of that number on */
	struct {
		int reason;
		unsigned int node;
	} events[100];
};

static void note(struct seen *s, int reason, unsigned int node)
{
	pthread_mutex_lock(&s->lock);
	CHECK(gt_simulated || !pthread_equal(pthread_self(), program), "a callback on the program's thread");
	if (s->n < 100) {
		s->events[s->n].reason = reason;
		s->events[s->n].node = node;
	}
	s->n++;
	pthread_mutex_unlock(&s->lock);
}

static int count(struct seen *s)
{
	pthread_mutex_lock(&s->lock);
	const int n = s->n;
	pthread_mutex_unlock(&s->lock);
	return n;
}

static void wait_for(struct seen *s, int n, const char *what)
{
	for (uint64_t end = gt_ns() + GT_WAIT_MS * 1000000ull; count(s) < n; gt_sleep_ms(1))
		if (gt_ns() > end)
			FATAL("%s: %d events instead of %d", what, count(s), n);
	CHECK(count(s) == n, "%s: %d events instead of %d", what, count(s), n);
}

static sci_callback_action_t on_local(void *arg, sci_local_segment_t segment, sci_segment_cb_reason_t reason, unsigned int node, unsigned int adapter,
                                      sci_error_t error)
{
	struct seen *s = arg;

	CHECK(segment && adapter == 0 && error == SCI_ERR_OK, "adapter %u, %#x", adapter, error);
	note(s, reason, node);
	return s->quits && count(s) >= s->quits ? SCI_CALLBACK_CANCEL : SCI_CALLBACK_CONTINUE;
}

static sci_callback_action_t on_remote(void *arg, sci_remote_segment_t segment, sci_segment_cb_reason_t reason, sci_error_t status)
{
	CHECK(segment != NULL, "no segment");
	note(arg, reason, (unsigned int)status);
	return SCI_CALLBACK_CONTINUE;
}

static sci_local_segment_t make(unsigned int id, sci_cb_local_segment_t cb, void *arg)
{
	sci_local_segment_t own;

	GT_OK(SCICreateSegment(sd, &own, id, 64, cb, arg, cb ? SCI_FLAG_USE_CALLBACK : 0, &gt_e));
	GT_OK(SCIPrepareSegment(own, 0, 0, &gt_e));
	GT_OK(SCISetSegmentAvailable(own, 0, 0, &gt_e));
	return own;
}

static sci_remote_segment_t join(unsigned int id, struct seen *s)
{
	sci_remote_segment_t remote;

	GT_OK(SCIConnectSegment(sd, &remote, gt_node(NEXT), id, 0, on_remote, s, SCI_INFINITE_TIMEOUT, SCI_FLAG_USE_CALLBACK, &gt_e));
	return remote;
}

/* Connect and disconnect, as the owner sees them. */
static void owners(void)
{
	struct seen s = {.lock = PTHREAD_MUTEX_INITIALIZER}, r = s, few = {.lock = PTHREAD_MUTEX_INITIALIZER, .quits = 1};
	sci_local_segment_t own = make(1, on_local, &s), quiet = make(2, on_local, &few);
	sci_remote_segment_t remote, other;
	unsigned int node, adapter;

	gt_barrier();
	remote = join(1, &r);
	other = join(2, &r);
	wait_for(&s, 1, "connect");
	CHECK(s.events[0].reason == SCI_CB_CONNECT && s.events[0].node == gt_node(BEFORE), "%d of %u", s.events[0].reason, s.events[0].node);
	wait_for(&few, 1, "connect");
	CHECK(SCIWaitForLocalSegmentEvent(own, &node, &adapter, 0, 0, &gt_e) == 0 && gt_e == SCI_ERR_ILLEGAL_OPERATION, "%#x", gt_e);
	gt_barrier();
	GT_OK(SCIDisconnectSegment(remote, 0, &gt_e));
	GT_OK(SCIDisconnectSegment(other, 0, &gt_e));
	wait_for(&s, 2, "disconnect");
	CHECK(s.events[1].reason == SCI_CB_DISCONNECT && s.events[1].node == gt_node(BEFORE), "%d of %u", s.events[1].reason, s.events[1].node);
	gt_barrier();
	CHECK(count(&few) == 1, "%d events after SCI_CALLBACK_CANCEL", count(&few));
	CHECK(count(&r) == 0, "%d events of connections", count(&r)); /* their own calls are none */
	GT_OK(SCIRemoveSegment(own, 0, &gt_e));
	GT_OK(SCIRemoveSegment(quiet, 0, &gt_e));
}

/* The same with calls that wait. */
static void waits(void)
{
	sci_local_segment_t own = make(1, NULL, NULL);
	sci_remote_segment_t remote;
	unsigned int node = 0, adapter = 9;
	sci_error_t status;

	CHECK(SCIWaitForLocalSegmentEvent(own, &node, &adapter, 10, 0, &gt_e) == 0 && gt_e == SCI_ERR_TIMEOUT, "%#x", gt_e);
	gt_barrier();
	remote = gt_connect(sd, NEXT, 1);
	CHECK(SCIWaitForLocalSegmentEvent(own, &node, &adapter, SCI_INFINITE_TIMEOUT, 0, &gt_e) == SCI_CB_CONNECT && gt_e == SCI_ERR_OK, "%#x", gt_e);
	CHECK(node == gt_node(BEFORE) && adapter == 0, "of %u by %u", node, adapter);
	CHECK(SCIWaitForRemoteSegmentEvent(remote, &status, 0, 0, &gt_e) == 0 && gt_e == SCI_ERR_TIMEOUT, "%#x", gt_e);
	gt_barrier();
	GT_OK(SCISetSegmentUnavailable(own, 0, SCI_FLAG_NOTIFY, &gt_e));
	CHECK(SCIWaitForRemoteSegmentEvent(remote, &status, GT_WAIT_MS, 0, &gt_e) == SCI_CB_DISCONNECT && gt_e == SCI_ERR_OK, "%#x", gt_e);
	gt_barrier();
	GT_OK(SCIDisconnectSegment(remote, 0, &gt_e));
	CHECK(SCIWaitForLocalSegmentEvent(own, &node, &adapter, GT_WAIT_MS, 0, &gt_e) == SCI_CB_DISCONNECT && gt_e == SCI_ERR_OK, "%#x", gt_e);
	GT_OK(SCIRemoveSegment(own, 0, &gt_e));
	gt_barrier();
}

static void *waits_forever(void *arg)
{
	sci_error_t e;
	unsigned int node, adapter;

	SCIWaitForLocalSegmentEvent(arg, &node, &adapter, SCI_INFINITE_TIMEOUT, 0, &e);
	return (void *)(uintptr_t)e;
}

/* A wait ends with its segment. */
static void cancelled(void)
{
	sci_local_segment_t own = make(1, NULL, NULL);
	pthread_t t;
	void *e;

	pthread_create(&t, NULL, waits_forever, own);
	gt_sleep_ms(20);
	GT_OK(SCIRemoveSegment(own, 0, &gt_e));
	pthread_join(t, &e);
	CHECK((sci_error_t)(uintptr_t)e == SCI_ERR_CANCELLED || (sci_error_t)(uintptr_t)e == SCI_ERR_ILLEGAL_PARAMETER, "%#lx",
	      (unsigned long)(uintptr_t)e);
}

/* A segment that is made unavailable by force: connections end, with an event each; maps stay until they are unmapped. */
static void forced(void)
{
	struct seen s = {.lock = PTHREAD_MUTEX_INITIALIZER}, r = s, self = s;
	sci_local_segment_t own = make(1, on_local, &s);
	sci_remote_segment_t remote, mine, again;
	sci_map_t map;
	sci_sequence_t seq;
	volatile char *at;
	char byte = 1;

	gt_barrier();
	remote = join(1, &r);
	GT_OK(SCIConnectSegment(sd, &mine, SCI_LOCAL_HOST, 1, 0, on_remote, &self, SCI_INFINITE_TIMEOUT, SCI_FLAG_USE_CALLBACK, &gt_e));
	GT_OK(at = SCIMapRemoteSegment(remote, &map, 0, 64, NULL, 0, &gt_e));
	GT_OK(SCICreateMapSequence(map, &seq, 0, &gt_e));
	GT_OK(SCIMemCpy(seq, &byte, map, 3, 1, 0, &gt_e));
	wait_for(&s, 2, "connects");
	gt_barrier();
	GT_OK(SCISetSegmentUnavailable(own, 0, SCI_FLAG_FORCE_DISCONNECT, &gt_e));
	wait_for(&r, 1, "force");
	wait_for(&self, 1, "force");
	CHECK(r.events[0].reason == SCI_CB_DISCONNECT && self.events[0].reason == SCI_CB_DISCONNECT, "%d, %d", r.events[0].reason,
	      self.events[0].reason);
	if (!gt_hosts())
		at[4] = 4; /* the memory is there */
	GT_CODE(SCIMemCpy(seq, &byte, map, 3, 1, 0, &gt_e), SCI_ERR_TRANSFER_FAILED);
	CHECK(SCICheckSequence(seq, 0, &gt_e) == SCI_SEQ_NOT_RETRIABLE, "%#x", gt_e);
	GT_CODE(SCIConnectSegment(sd, &again, gt_node(NEXT), 1, 0, NULL, NULL, SCI_INFINITE_TIMEOUT, 0, &gt_e), SCI_ERR_NO_SUCH_SEGMENT);
	GT_OK(SCIRemoveSegment(own, 0, &gt_e)); /* though the other one has not disconnected */
	gt_barrier();
	if (!gt_hosts())
		at[5] = 5;
	GT_OK(SCIRemoveSequence(seq, 0, &gt_e));
	GT_OK(SCIUnmapSegment(map, 0, &gt_e));
	GT_OK(SCIDisconnectSegment(remote, 0, &gt_e));
	GT_OK(SCIDisconnectSegment(mine, 0, &gt_e));
	gt_barrier();
}

/* A connection that is made while the program goes on. */
static void asynchronous(void)
{
	struct seen r = {.lock = PTHREAD_MUTEX_INITIALIZER}, none = r;
	sci_local_segment_t own = make(1, NULL, NULL);
	sci_remote_segment_t remote, missing;

	gt_barrier();
	GT_OK(SCIConnectSegment(sd, &remote, gt_node(NEXT), 1, 0, on_remote, &r, SCI_INFINITE_TIMEOUT,
	                        SCI_FLAG_USE_CALLBACK | SCI_FLAG_ASYNCHRONOUS_CONNECT, &gt_e));
	GT_OK(SCIConnectSegment(sd, &missing, gt_node(NEXT), 99, 0, on_remote, &none, SCI_INFINITE_TIMEOUT,
	                        SCI_FLAG_USE_CALLBACK | SCI_FLAG_ASYNCHRONOUS_CONNECT, &gt_e));
	wait_for(&r, 1, "connect");
	wait_for(&none, 1, "connect");
	CHECK(r.events[0].reason == SCI_CB_CONNECT && r.events[0].node == SCI_ERR_OK, "%d, %#x", r.events[0].reason, r.events[0].node);
	CHECK(none.events[0].reason == SCI_CB_CONNECT && none.events[0].node == SCI_ERR_NO_SUCH_SEGMENT, "%d, %#x", none.events[0].reason,
	      none.events[0].node);
	GT_OK(SCIDisconnectSegment(remote, 0, &gt_e));
	GT_OK(SCIDisconnectSegment(missing, 0, &gt_e));
	gt_barrier();
	GT_OK(SCIRemoveSegment(own, 0, &gt_e));
}

static pthread_mutex_t held = PTHREAD_MUTEX_INITIALIZER;

static sci_callback_action_t stays(void *arg, sci_remote_segment_t segment GT_UNUSED, sci_segment_cb_reason_t reason, sci_error_t status GT_UNUSED)
{
	note(arg, reason, 0);
	pthread_mutex_lock(&held); /* as a program does that is about to exit */
	pthread_mutex_unlock(&held);
	return SCI_CALLBACK_CONTINUE;
}

/* A callback that does not return keeps no other one, and no call, from going on. */
static void blocked(void)
{
	struct seen a = {.lock = PTHREAD_MUTEX_INITIALIZER}, b = a;
	sci_local_segment_t own = make(1, NULL, NULL);
	sci_remote_segment_t first[8], second;

	gt_barrier();
	for (int i = 0; i < 8; i++)
		GT_OK(SCIConnectSegment(sd, &first[i], gt_node(NEXT), 1, 0, stays, &a, SCI_INFINITE_TIMEOUT, SCI_FLAG_USE_CALLBACK, &gt_e));
	second = join(1, &b);
	gt_barrier();
	pthread_mutex_lock(&held);
	GT_OK(SCISetSegmentUnavailable(own, 0, SCI_FLAG_FORCE_DISCONNECT, &gt_e));
	wait_for(&a, 8, "callbacks that stay");
	wait_for(&b, 1, "another callback");
	for (int i = 0; i < 8; i++)
		GT_OK(SCIDisconnectSegment(first[i], 0, &gt_e));
	GT_OK(SCIDisconnectSegment(second, 0, &gt_e));
	pthread_mutex_unlock(&held);
	GT_OK(SCIRemoveSegment(own, 0, &gt_e));
	gt_barrier();
}

int main(void)
{
	program = pthread_self();
	gt_start();
	GT_OK(SCIOpen(&sd, 0, &gt_e));
	for (int again = 0; again < 3; again++) {
		owners();
		waits();
		if (!gt_simulated) /* a rank is one thread there */
			cancelled();
		forced();
		asynchronous();
		if (!gt_simulated) /* its callbacks wait for each other by a lock of threads, and are one thread there */
			blocked();
	}
	GT_OK(SCIClose(sd, 0, &gt_e));
	return gt_stop();
}
