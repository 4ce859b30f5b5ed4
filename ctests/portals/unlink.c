/* How descriptors and entries are unlinked, automatically and by calls, with which events. All combinations of flags, enabled events, and causes. */
#include "../gt_portals.h"

static ptl_handle_eq_t eq;
static struct gt_end out;
static char target[100], source[100];

enum cause { THRESHOLD, SPACE, BY_MD, BY_ME, CAUSES };

static void put(size_t n) { OK(PtlPutRegion(out.h, 0, n, PTL_NOACK_REQ, NEXT_ID, PT, 0, 0xabcd, 0, 7)); }

static void case_of(ptl_unlink_t me_goes, ptl_unlink_t md_goes, unsigned options, enum cause cause)
{
	bool automatic = cause == THRESHOLD || cause == SPACE, by_hand = false, tell, start = !(options & PTL_MD_EVENT_START_DISABLE),
	     end = !(options & PTL_MD_EVENT_END_DISABLE);
	struct gt_end e = {.md = gt_md(target, 100, cause == THRESHOLD ? 2 : PTL_MD_THRESH_INF, PTL_MD_OP_PUT | options, eq)};
	ptl_handle_md_t again;
	int before = gt_errs;

	if (cause == SPACE) {
		e.md.options |= PTL_MD_MAX_SIZE;
		e.md.max_size = 60;
	}
	MUST(PtlMEAttach(gt_ni, PT, gt_anyone, 0, ALL_BITS, me_goes, PTL_INS_AFTER, &e.me));
	MUST(PtlMDAttach(e.me, e.md, md_goes, &e.h));
	gt_barrier();
	for (int i = 0; i < 2; i++) {
		put(25);
		if (start)
			TAKE(eq, PTL_EVENT_PUT_START, &e, .from = GT_PREV, .bits = 0xabcd, .length = 25, .offset = (ptl_size_t)i * 25, .data = 7);
		if (end)
			TAKE(eq, PTL_EVENT_PUT_END, &e, .from = GT_PREV, .bits = 0xabcd, .length = 25, .offset = (ptl_size_t)i * 25, .data = 7);
	}
	if (!end) { /* then only the data shows that both have arrived */
		while (memcmp(target, source, 25) != 0 || memcmp(target + 25, source, 25) != 0)
			__asm__ __volatile__("" ::: "memory");
		for (int tries = 0; tries < 5000; tries++) { /* and the library may have some work left */
			int rc = PtlMDUpdate(e.h, NULL, NULL, PTL_EQ_NONE);
			if (automatic && md_goes == PTL_UNLINK ? rc == PTL_MD_INVALID : tries == 2)
				break;
			gt_sleep_ms(1);
		}
	}
	if (automatic) {
		tell = md_goes == PTL_UNLINK && (options & PTL_MD_EVENT_AUTO_UNLINK_ENABLE);
		if (tell) {
			ptl_event_t ev = TAKE(eq, PTL_EVENT_UNLINK, &e);
			CHECK(ev.match_bits == 0xabcd, "bits %#" PRIx64 " of UNLINK are not those of the last put", (uint64_t)ev.match_bits);
		}
		NOTHING(eq);
		GIVES(md_goes == PTL_UNLINK ? PTL_MD_INVALID : PTL_OK, PtlMDUpdate(e.h, NULL, NULL, PTL_EQ_NONE));
		if (md_goes == PTL_RETAIN)
			OK(PtlMDUnlink(e.h));
		by_hand = md_goes == PTL_RETAIN;
	} else if (cause == BY_MD) {
		OK(PtlMDUnlink(e.h));
		by_hand = true;
	} else {
		OK(PtlMEUnlink(e.me));
		by_hand = true;
	}
	if (by_hand && (options & PTL_MD_EVENT_MANUAL_UNLINK_ENABLE))
		TAKE(eq, PTL_EVENT_UNLINK, &e);
	NOTHING(eq);
	GIVES(PTL_MD_INVALID, PtlMDUnlink(e.h));
	if (cause == BY_ME || me_goes == PTL_UNLINK) {
		GIVES(PTL_ME_INVALID, PtlMDAttach(e.me, e.md, PTL_RETAIN, &again));
		GIVES(PTL_ME_INVALID, PtlMEUnlink(e.me));
	} else { /* without descriptor, and free for another */
		OK(PtlMDAttach(e.me, gt_md(target, 10, 1, PTL_MD_OP_PUT, eq), PTL_RETAIN, &again));
		CHECK(again != e.h, "the handle of the one before");
		OK(PtlMEUnlink(e.me));
		GIVES(PTL_MD_INVALID, PtlMDUnlink(again));
	}
	if (gt_errs != before)
		ERR("... with entry %s, descriptor %s, options %#x, cause %d", me_goes == PTL_UNLINK ? "going" : "staying",
		    md_goes == PTL_UNLINK ? "going" : "staying", options, cause);
	memset(target, 0, sizeof target);
	gt_barrier();
}

/* Source descriptors: used up by SEND, ACK and REPLY. */
static void initiators(void)
{
	struct gt_end there = gt_offer(0, target, sizeof target, BOTH_OPS | PTL_MD_MANAGE_REMOTE | QUIET, PTL_EQ_NONE);
	unsigned tell = PTL_MD_EVENT_AUTO_UNLINK_ENABLE | PTL_MD_EVENT_START_DISABLE;
	gt_barrier();
	for (int flags = 0; flags < 4; flags++) {
		unsigned options = (flags & 1 ? tell : PTL_MD_EVENT_START_DISABLE) | (flags & 2 ? PTL_MD_EVENT_END_DISABLE : 0);
		for (int op = 0; op < 4; op++) { /* put, put with ACK, get, two puts with ACK */
			struct gt_end e = gt_bind_md(gt_md(source, 10, op == 0 ? 1 : op == 3 ? 4 : 2, options, eq), PTL_UNLINK);
			for (int i = 0; i <= (op == 3); i++) {
				if (op == 2)
					OK(PtlGet(e.h, NEXT_ID, PT, 0, 0, 0));
				else
					OK(PtlPut(e.h, op ? PTL_ACK_REQ : PTL_NOACK_REQ, NEXT_ID, PT, 0, 0, 0, 0));
				if (!(flags & 2))
					TAKE(eq, PTL_EVENT_SEND_END, &e, .length = 10, .threshold = op == 0 ? 1 : op == 3 ? 4 - 2 * i : 2);
				if (op == 1 || op == 3)
					TAKE(eq, PTL_EVENT_ACK, &e, .length = 10, .threshold = op == 3 ? 3 - 2 * i : 1);
				if (op == 2 && !(flags & 2))
					TAKE(eq, PTL_EVENT_REPLY_END, &e, .length = 10, .threshold = 1);
			}
			if (flags & 1)
				TAKE(eq, PTL_EVENT_UNLINK, &e);
			else if (flags & 2)
				for (int tries = 0; tries < 10000 && PtlMDUpdate(e.h, NULL, NULL, PTL_EQ_NONE) == PTL_OK; tries++)
					gt_sleep_ms(1);
			NOTHING(eq);
			GIVES(PTL_MD_INVALID, PtlMDUnlink(e.h));
		}
	}
	/* the reply comes although the request has used the threshold up */
	struct gt_end e = gt_bind_md(gt_md(source, 10, 1, tell, eq), PTL_UNLINK);
	OK(PtlGet(e.h, NEXT_ID, PT, 0, 0, 0));
	TAKE(eq, PTL_EVENT_SEND_END, &e, .length = 10, .threshold = 1);
	ptl_event_t ev = NEXT_EVENT(eq);
	CHECK(ev.type == PTL_EVENT_REPLY_END && ev.mlength == 10, "%s", ptl_event_str[ev.type]);
	TAKE(eq, PTL_EVENT_UNLINK, &e);
	GIVES(PTL_MD_INVALID, PtlMDUnlink(e.h));

	/* used up and retained: inactive, but not freed */
	e = gt_bind_md(gt_md(source, 10, 1, tell, eq), PTL_RETAIN);
	OK(PtlPut(e.h, PTL_NOACK_REQ, NEXT_ID, PT, 0, 0, 0, 0));
	TAKE(eq, PTL_EVENT_SEND_END, &e, .length = 10);
	GIVES(PTL_MD_INVALID, PtlPut(e.h, PTL_NOACK_REQ, NEXT_ID, PT, 0, 0, 0, 0));
	OK(PtlMDUnlink(e.h));
	NOTHING(eq);
	gt_barrier();
	gt_close(&there);
	gt_barrier();
}

/* Operations in flight keep a descriptor; unread events do not, and neither does an ACK that may never arrive. */
static void pending(void)
{
	enum { LARGE = 1 << 20 };
	static char large[LARGE], into[LARGE];
	struct gt_end e = gt_bind(source, 10, eq);
	OK(PtlGet(e.h, NEXT_ID, PT + 1, 0, 0, 0)); /* no such entry: no reply */
	GIVES(PTL_MD_IN_USE, PtlMDUnlink(e.h));
	TAKE_BOTH(eq, SEND, &e, .length = 10, .pt = PT + 1);
	GIVES(PTL_MD_IN_USE, PtlMDUnlink(e.h));

	struct gt_end there = gt_offer(0, into, LARGE, PTL_MD_OP_PUT | PTL_MD_MANAGE_REMOTE | QUIET, PTL_EQ_NONE);
	gt_barrier();
	for (size_t n = 1; n <= LARGE; n *= 4) {
		struct gt_end sends = gt_bind_md(gt_md(large, n, PTL_MD_THRESH_INF, PTL_MD_EVENT_START_DISABLE, eq), PTL_RETAIN);
		gt_fill(large, n, gt_me, (int)n);
		OK(PtlPut(sends.h, PTL_NOACK_REQ, NEXT_ID, PT, 0, 0, 0, 0));
		OK(PtlMDUnlink(sends.h)); /* with its SEND_END unread, or not yet posted */
		GIVES(PTL_MD_INVALID, PtlMDUnlink(sends.h));
		ptl_event_t ev = TAKE(eq, PTL_EVENT_SEND_END, &sends, .length = n);
		CHECK(ev.md.user_ptr == sends.md.user_ptr, "the copy is not what it was");
		gt_barrier();
		gt_sleep_ms(n == LARGE ? 20 : 0);
		gt_barrier();
	}
	struct gt_end acked = gt_bind_md(gt_md(large, 10, PTL_MD_THRESH_INF, PTL_MD_EVENT_START_DISABLE, eq), PTL_RETAIN);
	OK(PtlPut(acked.h, PTL_ACK_REQ, NEXT_ID, PT + 1, 0, 0, 0, 0)); /* no such entry: no ACK */
	TAKE(eq, PTL_EVENT_SEND_END, &acked, .length = 10, .pt = PT + 1);
	OK(PtlMDUnlink(acked.h));
	gt_barrier();
	gt_close(&there);
	gt_barrier();
	NOTHING(eq);
}

int main(void)
{
	static const unsigned events[] = {0, PTL_MD_EVENT_AUTO_UNLINK_ENABLE, PTL_MD_EVENT_MANUAL_UNLINK_ENABLE,
	                                  PTL_MD_EVENT_AUTO_UNLINK_ENABLE | PTL_MD_FLAG_AUTO_UNLINK, PTL_MD_FLAG_AUTO_UNLINK};
	static const unsigned quiet[] = {0, PTL_MD_EVENT_START_DISABLE, PTL_MD_EVENT_END_DISABLE, QUIET};

	gt_start();
	eq = gt_eq(64);
	memset(source, 'x', sizeof source);
	out = gt_bind(source, sizeof source, PTL_EQ_NONE);
	for (int flags = 0; flags < 4; flags++)
		for (unsigned i = 0; i < sizeof events / sizeof *events; i++)
			for (unsigned k = 0; k < sizeof quiet / sizeof *quiet; k++)
				for (enum cause cause = 0; cause < CAUSES; cause++)
					case_of(flags & 1 ? PTL_UNLINK : PTL_RETAIN, flags & 2 ? PTL_UNLINK : PTL_RETAIN, events[i] | quiet[k],
					        cause);
	initiators();
	pending();
	NOTHING(eq);
	gt_close(&out);
	return gt_finish();
}
