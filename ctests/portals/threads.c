/* Threads: two that wait on different queues all the time, four that make all calls at once, and one queue from which several take events. */
#include "../gt_portals.h"

#include <pthread.h>

#define THREADS 4
#define TURNS 400

static char zone[64 * THREADS][64];

/* Waits for N messages and replies to each; no other thread of the process makes a call. */
struct server {
	ptl_handle_eq_t eq;
	ptl_pt_index_t pt, answers;
	int n;
};

static void *serves(void *arg)
{
	struct server *s = arg;
	struct gt_end out = gt_bind(NULL, 0, PTL_EQ_NONE);
	for (int i = 0; i < s->n; i++) {
		ptl_event_t e;
		int rc = PtlEQWait(s->eq, &e);
		CHECK(rc == PTL_OK && e.type == PTL_EVENT_PUT_END && e.pt_index == s->pt, "%s %s at %u", gt_code(rc), ptl_event_str[e.type],
		      e.pt_index);
		OK(PtlPut(out.h, PTL_NOACK_REQ, e.initiator, s->answers, 0, 0, 0, e.hdr_data + 1));
	}
	SETTLES(PtlMDUnlink(out.h));
	return NULL;
}

static struct gt_end listen_at(ptl_pt_index_t pt, ptl_handle_eq_t eq)
{
	return gt_offer_md(pt, 0, ALL_BITS, gt_md(NULL, 0, PTL_MD_THRESH_INF, PTL_MD_OP_PUT | PTL_MD_EVENT_START_DISABLE, eq), PTL_UNLINK);
}

static void two_servers(void)
{
	enum { N = 200 };
	struct server a = {gt_eq(16), PT, PT + 2, N}, b = {gt_eq(16), PT + 1, PT + 3, N};
	ptl_handle_eq_t answers = gt_eq(16), others = gt_eq(16);
	pthread_t threads[2];
	struct gt_end ends[] = {listen_at(PT, a.eq), listen_at(PT + 1, b.eq), listen_at(PT + 2, answers), listen_at(PT + 3, others)};
	struct gt_end out = gt_bind(NULL, 0, PTL_EQ_NONE);
	pthread_create(&threads[0], NULL, serves, &a);
	pthread_create(&threads[1], NULL, serves, &b);
	gt_barrier();
	for (uint64_t i = 0; i < N; i++) {
		OK(PtlPut(out.h, PTL_NOACK_REQ, NEXT_ID, PT, 0, 0, 0, 1000 + i));
		TAKE(answers, PTL_EVENT_PUT_END, &ends[2], .from = GT_NEXT, .pt = PT + 2, .data = 1001 + i);
		OK(PtlPut(out.h, PTL_NOACK_REQ, NEXT_ID, PT + 1, 0, 0, 0, 2000 + i));
		TAKE(others, PTL_EVENT_PUT_END, &ends[3], .from = GT_NEXT, .pt = PT + 3, .data = 2001 + i);
	}
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	gt_barrier();
	for (int i = 0; i < 4; i++)
		gt_close(&ends[i]);
	gt_barrier();
}

static void *hammers(void *arg)
{
	int t = (int)(intptr_t)arg;
	static __thread char out[64], in[64];
	ptl_handle_eq_t eq = gt_eq(64);
	struct gt_end s = gt_bind_md(gt_md(out, 64, PTL_MD_THRESH_INF, PTL_MD_EVENT_START_DISABLE, eq), PTL_RETAIN);
	struct gt_end g = gt_bind_md(gt_md(in, 64, PTL_MD_THRESH_INF, PTL_MD_EVENT_START_DISABLE, eq), PTL_RETAIN);
	for (int i = 0; i < TURNS; i++) {
		int to = (gt_me + i + t) % gt_n;
		ptl_size_t place = (ptl_size_t)(gt_me * THREADS + t) * 64, n = 1 + (ptl_size_t)(i * 7 + t) % 64;
		memset(out, i + t, 64);
		OK(PtlPutRegion(s.h, 0, n, PTL_ACK_REQ, gt_id(to), PT, 0, (ptl_match_bits_t)t, place, 0));
		TAKE(eq, PTL_EVENT_SEND_END, &s, .bits = (ptl_match_bits_t)t, .length = n);
		TAKE(eq, PTL_EVENT_ACK, &s, .bits = (ptl_match_bits_t)t, .length = n);
		OK(PtlGetRegion(g.h, 0, n, gt_id(to), PT, 0, (ptl_match_bits_t)t, place));
		TAKE(eq, PTL_EVENT_SEND_END, &g, .bits = (ptl_match_bits_t)t, .length = n);
		TAKE(eq, PTL_EVENT_REPLY_END, &g, .bits = (ptl_match_bits_t)t, .length = n);
		CHECK(memcmp(in, out, n) == 0, "thread %d, turn %d: not its own bytes", t, i);
		/* objects are made and freed meanwhile */
		ptl_handle_me_t me;
		ptl_handle_md_t h;
		OK(PtlMEMDAttach(gt_ni, PT, gt_anyone, 1u << 20, 0, PTL_UNLINK, i % 2 ? PTL_INS_BEFORE : PTL_INS_AFTER,
		                 gt_md(in, 1, 1, PTL_MD_OP_PUT, eq), PTL_UNLINK, &me, &h));
		OK(i % 3 ? PtlMDUnlink(h) : PtlMEUnlink(me));
		ptl_handle_eq_t q = gt_eq(2);
		OK(PtlEQFree(q));
	}
	gt_close(&s);
	gt_close(&g);
	OK(PtlEQFree(eq));
	return NULL;
}

static int taken[5000];

struct taker {
	ptl_handle_eq_t eq;
	int quit;
};

static void *takes(void *arg)
{
	struct taker *k = arg;
	for (;;) {
		ptl_event_t e;
		OK(PtlEQWait(k->eq, &e));
		if (e.hdr_data >= 5000)
			return NULL;
		__sync_fetch_and_add(&taken[e.hdr_data], 1);
	}
}

/* Each event goes to exactly one of several that wait for it. */
static void shared_queue(void)
{
	enum { N = 5000 };
	struct taker k = {gt_eq(N + 100), 0};
	struct gt_end t = listen_at(PT, k.eq), out = gt_bind(NULL, 0, PTL_EQ_NONE);
	pthread_t threads[THREADS];
	for (int i = 0; i < THREADS; i++)
		pthread_create(&threads[i], NULL, takes, &k);
	gt_barrier();
	for (uint64_t i = 0; i < N + THREADS; i++)
		OK(PtlPut(out.h, PTL_NOACK_REQ, NEXT_ID, PT, 0, 0, 0, i < N ? i : 5000));
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	for (int i = 0; i < N; i++)
		CHECK(taken[i] == 1, "event %d taken %d times", i, taken[i]);
	NOTHING(k.eq);
	gt_barrier();
	gt_close(&t);
	gt_barrier();
}

int main(void)
{
	pthread_t threads[THREADS];
	gt_start();
	two_servers();
	struct gt_end t = gt_offer_md(PT, 0, ALL_BITS >> 44,
	                              gt_md(zone, sizeof zone, PTL_MD_THRESH_INF, BOTH_OPS | PTL_MD_MANAGE_REMOTE | QUIET, PTL_EQ_NONE), PTL_UNLINK);
	gt_barrier();
	for (int i = 0; i < THREADS; i++)
		pthread_create(&threads[i], NULL, hammers, (void *)(intptr_t)i);
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	gt_barrier();
	gt_close(&t);
	gt_barrier();
	shared_queue();
	return gt_finish();
}
