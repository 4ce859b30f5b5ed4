/* Every operation, to every rank and to itself: events at both endpoints with all their fields, and memory. */
#include "../gt_portals.h"

#define SIZE 1024

static ptl_handle_eq_t eq, there;
static unsigned char mine[SIZE], target[SIZE], before[SIZE];
static ptl_match_bits_t bits;
static ptl_hdr_data_t data;

/* Each rank in turn does one operation on each rank; the other ranks get no events. */
typedef void operation(int to, struct gt_end *s);

static void answered_by(const ptl_event_t *e, int rank)
{
	CHECK(gt_rank_of(e->initiator) == rank, "%s says %u/%u where the target is rank %d", ptl_event_str[e->type], e->initiator.nid,
	      e->initiator.pid, rank);
}

static void put(int to, struct gt_end *s)
{
	OK(PtlPut(s->h, PTL_ACK_REQ, gt_id(to), PT, 0, bits, 100, data));
	TAKE_BOTH(eq, SEND, s, .bits = bits, .length = 300, .data = data);
	ptl_event_t e = TAKE(eq, PTL_EVENT_ACK, s, .bits = bits, .length = 300);
	answered_by(&e, to);
}

static void put_there(int from, struct gt_end *t)
{
	TAKE_BOTH(there, PUT, t, .from = from, .bits = bits, .length = 300, .offset = 100, .data = data);
	CHECK(gt_differs(target + 100, 300, from, 1) == 300, "the data of a put");
}

static void put_region(int to, struct gt_end *s)
{
	OK(PtlPutRegion(s->h, 17, 200, PTL_ACK_REQ, gt_id(to), PT, 0, bits, 33, data));
	TAKE_BOTH(eq, SEND, s, .bits = bits, .length = 200, .offset = 17, .data = data);
	ptl_event_t e = TAKE(eq, PTL_EVENT_ACK, s, .bits = bits, .length = 200, .offset = 17);
	answered_by(&e, to);
}

static void put_region_there(int from, struct gt_end *t)
{
	TAKE_BOTH(there, PUT, t, .from = from, .bits = bits, .length = 200, .offset = 33, .data = data);
	for (size_t i = 0; i < 200; i++)
		if (target[33 + i] != gt_byte(from, 1, 17 + i)) {
			ERR("byte %zu of a region", i);
			break;
		}
}

static void get_events(int to, struct gt_end *s, ptl_size_t n, ptl_size_t at)
{
	TAKE_BOTH(eq, SEND, s, .bits = bits, .length = n, .offset = at);
	ptl_event_t e = TAKE_BOTH(eq, REPLY, s, .bits = bits, .length = n, .offset = at);
	answered_by(&e, to);
}

static void get(int to, struct gt_end *s)
{
	OK(PtlGet(s->h, gt_id(to), PT, 0, bits, 50));
	get_events(to, s, 300, 0);
	for (size_t i = 0; i < 300; i++)
		if (mine[i] != gt_byte(to, 2, 50 + i)) {
			ERR("byte %zu of a get", i);
			break;
		}
}

static void copy(int to, struct gt_end *s)
{
	OK(PtlMDMDCopy(s->h, gt_id(to), PT, 0, bits, 50));
	get_events(to, s, 300, 0);
	CHECK(mine[0] == gt_byte(to, 2, 50) && mine[299] == gt_byte(to, 2, 349), "the data of a copy");
}

static void get_there(int from, struct gt_end *t) { TAKE_BOTH(there, GET, t, .from = from, .bits = bits, .length = 300, .offset = 50); }

static void get_region(int to, struct gt_end *s)
{
	OK(PtlGetRegion(s->h, 11, 100, gt_id(to), PT, 0, bits, 60));
	get_events(to, s, 100, 11);
	CHECK(mine[10] == before[10] && mine[11] == gt_byte(to, 2, 60) && mine[110] == gt_byte(to, 2, 159) && mine[111] == before[111],
	      "the data of a region");
}

static void get_region_there(int from, struct gt_end *t) { TAKE_BOTH(there, GET, t, .from = from, .bits = bits, .length = 100, .offset = 60); }

static void getput(int to, struct gt_end *s)
{
	static unsigned char old[8];
	struct gt_end p = gt_bind(mine, 8, eq), g = gt_bind(old, 8, eq);
	(void)s;
	OK(PtlGetPut(g.h, p.h, gt_id(to), PT, 0, bits, 64, data));
	TAKE_BOTH(eq, SEND, &p, .bits = bits, .length = 8, .data = data);
	ptl_event_t e = TAKE_BOTH(eq, REPLY, &g, .bits = bits, .length = 8);
	answered_by(&e, to);
	for (size_t i = 0; i < 8; i++)
		CHECK(old[i] == gt_byte(to, 2, 64 + i), "old byte %zu", i);
	gt_close(&p);
	gt_close(&g);
}

static void getput_region(int to, struct gt_end *s)
{
	static unsigned char old[40];
	struct gt_end g = gt_bind(old, sizeof old, eq);
	OK(PtlGetPutRegion(g.h, 3, s->h, 100, 5, gt_id(to), PT, 0, bits, 64, data));
	TAKE_BOTH(eq, SEND, s, .bits = bits, .length = 5, .offset = 100, .data = data);
	ptl_event_t e = TAKE_BOTH(eq, REPLY, &g, .bits = bits, .length = 5, .offset = 3);
	answered_by(&e, to);
	for (size_t i = 0; i < 5; i++)
		CHECK(old[3 + i] == gt_byte(to, 2, 64 + i), "old byte %zu", i);
	gt_close(&g);
}

static void getput_there(int from, struct gt_end *t)
{
	TAKE_BOTH(there, GETPUT, t, .from = from, .bits = bits, .length = 8, .offset = 64, .data = data);
	for (size_t i = 0; i < 8; i++)
		CHECK(target[64 + i] == gt_byte(from, 1, i) && target[72] == gt_byte(gt_me, 2, 72), "new byte %zu", i);
}

static void getput_region_there(int from, struct gt_end *t)
{
	TAKE_BOTH(there, GETPUT, t, .from = from, .bits = bits, .length = 5, .offset = 64, .data = data);
	for (size_t i = 0; i < 5; i++)
		CHECK(target[64 + i] == gt_byte(from, 1, 100 + i) && target[69] == gt_byte(gt_me, 2, 69), "new byte %zu", i);
}

/* n exchanges by every rank with one word: exactly one exchange returns each value, so that they form one chain. */
static void chain(void)
{
	enum { TURNS = 200 };
	static uint64_t word, seen[TURNS], value;
	struct gt_end t = gt_offer_md(PT, 9, 0, gt_md(&word, 8, PTL_MD_THRESH_INF, BOTH_OPS | PTL_MD_MANAGE_REMOTE, PTL_EQ_NONE), PTL_UNLINK);
	struct gt_end g = gt_bind(seen, sizeof seen, eq), p = gt_bind(&value, 8, PTL_EQ_NONE);
	struct gt_end all = {.h = PTL_INVALID_HANDLE};
	static uint64_t sums[64];
	word = 0;
	gt_barrier();
	uint64_t sum = 0;
	for (uint64_t i = 0; i < TURNS; i++) {
		value = (uint64_t)gt_me * TURNS + i + 1;
		sum += value;
		OK(PtlGetPutRegion(g.h, i * 8, p.h, 0, 8, gt_id(0), PT, 0, 9, 0, 0));
		TAKE(eq, PTL_EVENT_REPLY_START, &g, .bits = 9, .length = 8, .offset = i * 8);
		TAKE(eq, PTL_EVENT_REPLY_END, &g, .bits = 9, .length = 8, .offset = i * 8);
	}
	for (int i = 0; i < TURNS; i++)
		sum -= seen[i];
	/* the sum of what was put minus what was got is the word itself */
	all = gt_offer_md(PT, 8, 0,
	                  gt_md(sums, sizeof sums, PTL_MD_THRESH_INF, PTL_MD_OP_PUT | PTL_MD_MANAGE_REMOTE | PTL_MD_EVENT_START_DISABLE, there),
	                  PTL_UNLINK);
	gt_barrier();
	struct gt_end s = gt_bind(&sum, 8, PTL_EQ_NONE);
	OK(PtlPut(s.h, PTL_NOACK_REQ, gt_id(0), PT, 0, 8, (ptl_size_t)gt_me * 8, 0));
	if (gt_me == 0) {
		uint64_t total = 0;
		for (int i = 0; i < gt_n; i++)
			NEXT_EVENT(there);
		for (int i = 0; i < gt_n; i++)
			total += sums[i];
		CHECK(total == word, "exchanges lost or seen twice: %" PRIu64 " instead of %" PRIu64, total, word);
	}
	gt_barrier();
	gt_close(&all);
	gt_close(&t);
	gt_close(&g);
	gt_close(&p);
	gt_close(&s);
	gt_barrier();
}

/* Bits and header data are the program's, all 64 of each. */
static void verbatim(void)
{
	static const uint64_t words[] = {
	    0, 1, 0x7fffffff, 0x80000000, 0xffffffff, 0x100000000, 0x7fffffffffffffff, 0x8000000000000000, 0xffffffffffffffff, 0x0123456789abcdef};
	struct gt_end t = gt_offer_md(PT, 0, ALL_BITS, gt_md(target, 8, PTL_MD_THRESH_INF, PTL_MD_OP_PUT | PTL_MD_MANAGE_REMOTE, there), PTL_UNLINK);
	struct gt_end s = gt_bind(mine, 8, eq);
	gt_barrier();
	for (unsigned i = 0; i < 10; i++)
		for (unsigned k = 0; k < 10; k++) {
			ptl_size_t n = k % 9;
			OK(PtlPutRegion(s.h, 0, n, PTL_ACK_REQ, NEXT_ID, PT, 0, words[i], 0, words[k]));
			TAKE_BOTH(eq, SEND, &s, .bits = words[i], .length = n, .data = words[k]);
			TAKE(eq, PTL_EVENT_ACK, &s, .bits = words[i], .length = n);
			TAKE_BOTH(there, PUT, &t, .from = GT_PREV, .bits = words[i], .length = n, .data = words[k]);
		}
	gt_barrier();
	gt_close(&s);
	gt_close(&t);
	gt_barrier();
}

/* A get that the target cuts, and one of nothing. */
static void short_answers(void)
{
	struct gt_end t = gt_offer(1, target, 100, PTL_MD_OP_GET | PTL_MD_TRUNCATE | PTL_MD_MANAGE_REMOTE, there), s = gt_bind(mine, SIZE, eq);
	static const struct {
		ptl_size_t n, from, got;
	} cases[] = {{100, 0, 100}, {200, 0, 100}, {60, 80, 20}, {60, 100, 0}, {0, 0, 0}, {1, 99, 1}};
	gt_fill(target, SIZE, gt_me, 5);
	gt_barrier();
	for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
		ptl_size_t n = cases[i].n, from = cases[i].from, got = cases[i].got;
		memset(mine, 0xee, SIZE);
		OK(PtlGetRegion(s.h, 7, n, NEXT_ID, PT, 0, 1, from));
		TAKE_BOTH(eq, SEND, &s, .bits = 1, .rlength = n, .mlength = n, .offset = 7);
		TAKE_BOTH(eq, REPLY, &s, .bits = 1, .rlength = n, .mlength = got, .offset = 7);
		TAKE_BOTH(there, GET, &t, .from = GT_PREV, .bits = 1, .rlength = n, .mlength = got, .offset = from);
		for (size_t k = 0; k < 200; k++)
			if (mine[k] != (k >= 7 && k < 7 + got ? gt_byte(GT_NEXT, 5, from + k - 7) : 0xee)) {
				ERR("case %u: byte %zu", i, k);
				break;
			}
	}
	gt_barrier();
	gt_close(&s);
	gt_close(&t);
	gt_barrier();
}

/* A get from a descriptor with a local offset advances through its memory. */
static void local_get(void)
{
	struct gt_end t = gt_offer(1, target, 100, PTL_MD_OP_GET, there), s = gt_bind(mine, SIZE, eq);
	gt_barrier();
	for (ptl_size_t at = 0; at < 100; at += 25) {
		OK(PtlGetRegion(s.h, 0, 25, NEXT_ID, PT, 0, 1, 999));
		TAKE_BOTH(eq, SEND, &s, .bits = 1, .length = 25);
		TAKE_BOTH(eq, REPLY, &s, .bits = 1, .length = 25);
		TAKE_BOTH(there, GET, &t, .from = GT_PREV, .bits = 1, .length = 25, .offset = at);
		CHECK(mine[0] == gt_byte(GT_NEXT, 5, at) && mine[24] == gt_byte(GT_NEXT, 5, at + 24), "at %d", (int)at);
	}
	gt_barrier();
	gt_close(&s);
	gt_close(&t);
	gt_barrier();
}

int main(void)
{
	static const struct {
		operation *here;
		void (*there)(int, struct gt_end *);
		const char *name;
	} all[] = {{put, put_there, "put"},
	           {put_region, put_region_there, "put region"},
	           {get, get_there, "get"},
	           {get_region, get_region_there, "get region"},
	           {copy, get_there, "copy"},
	           {getput, getput_there, "getput"},
	           {getput_region, getput_region_there, "getput region"}};
	gt_start();
	eq = gt_eq(64);
	there = gt_eq(64);
	for (unsigned op = 0; op < sizeof all / sizeof *all; op++)
		for (int from = 0; from < gt_n; from++)
			for (int to = 0; to < gt_n; to++) {
				int errors = gt_errs;
				gt_fill(mine, SIZE, gt_me, 1);
				memcpy(before, mine, SIZE);
				gt_fill(target, SIZE, gt_me, 2);
				bits = gt_mix((uint64_t)(from * 64 + to)), data = gt_mix(bits);
				struct gt_end t = gt_offer(bits, target, SIZE, BOTH_OPS | PTL_MD_MANAGE_REMOTE, there), s = gt_bind(mine, 300, eq);
				gt_barrier();
				if (gt_me == from)
					all[op].here(to, &s);
				if (gt_me == to)
					all[op].there(from, &t);
				gt_barrier();
				NOTHING(eq);
				NOTHING(there);
				gt_close(&s);
				gt_close(&t);
				if (errors != gt_errs)
					ERR("... in %s from %d to %d", all[op].name, from, to);
			}
	gt_barrier();
	chain();
	verbatim();
	short_answers();
	local_get();
	return gt_finish();
}
