/* All ranks send to one with a tiny queue, then all to all with any size. No loss is silent: received events and lost events add
 * up, every ACK arrives, every byte is correct. GT_COUNT: messages of each rank in the second part. */
#include "../gt_portals.h"

#define FLOOD 400

static void flood(void)
{
	static char memory[64 * 64], source[64];
	ptl_handle_eq_t tiny = gt_eq(4), acks = gt_eq(2 * FLOOD + 16);
	struct gt_end t = {.h = PTL_INVALID_HANDLE},
		      s = gt_bind_md(gt_md(source, sizeof source, PTL_MD_THRESH_INF, PTL_MD_EVENT_START_DISABLE, acks), PTL_RETAIN);
	if (gt_me == 0)
		t = gt_offer(1, memory, sizeof memory, PTL_MD_OP_PUT | PTL_MD_MANAGE_REMOTE, tiny);
	gt_barrier();
	for (int i = 0; i < FLOOD; i++)
		OK(PtlPutRegion(s.h, 0, gt_range(0, 64), PTL_ACK_REQ, gt_id(0), PT, 0, 1, (ptl_size_t)gt_me * 64, 0));
	uint64_t expected = 2ull * FLOOD * (uint64_t)gt_n, events = 0, lost = 0;
	ptl_seq_t last = 0;
	/* rank 0 polls now and then, and takes the rest when all messages have arrived */
	for (int phase = 0; phase < 2; phase++) {
		for (int looks = 0; gt_me == 0 && looks < 2000; looks++) {
			ptl_event_t e;
			int rc = PtlEQGet(tiny, &e);
			if (rc == PTL_EQ_EMPTY && phase == 1)
				break;
			if (rc == PTL_EQ_EMPTY)
				continue;
			CHECK(rc == PTL_OK || rc == PTL_EQ_DROPPED, "%s", gt_code(rc));
			CHECK((e.sequence - last != 1) == (rc == PTL_EQ_DROPPED), "%s with sequence %u after %u", gt_code(rc), e.sequence, last);
			lost += e.sequence - last - 1;
			last = e.sequence;
			events++;
		}
		if (phase == 0) {
			int ends = 0, acked = 0;
			for (int i = 0; i < 2 * FLOOD; i++) {
				ptl_event_t e = NEXT_EVENT(acks);
				ends += e.type == PTL_EVENT_SEND_END;
				acked += e.type == PTL_EVENT_ACK && e.mlength == e.rlength;
			}
			CHECK(ends == FLOOD && acked == FLOOD, "%d SEND_ENDs and %d ACKs of %d", ends, acked, FLOOD);
			gt_barrier();
		}
	}
	if (gt_me == 0) {
		CHECK(events + lost == expected, "%d events and %d lost instead of %d", (int)events, (int)lost, (int)expected);
		NOTHING(tiny);
		gt_close(&t);
	}
	CHECK(gt_drops() == 0, "%d messages dropped", (int)gt_drops());
	NOTHING(acks);
	gt_close(&s);
	gt_barrier();
}

enum { DATA = 1, CREDIT = 2, FINISHED = 3, SHELF = 4 };

static size_t slot, *outstanding; /* bytes in flight to each rank, + 1; 0: none */
static char *inbox, *outbox, *shelf, *fetched;

static size_t draw(void)
{
	switch (gt_range(0, 5)) {
	case 0: return gt_range(0, 64);
	case 1:
	case 2: return gt_range(0, 4096);
	case 3:
	case 4: return gt_range(0, 65536 < slot ? 65536 : slot);
	default: return gt_range(0, 3) ? gt_range(0, slot / 8) : gt_range(0, slot);
	}
}

static void all_to_all(int count)
{
	ptl_handle_eq_t data = gt_eq(4 * (ptl_size_t)gt_n + 64), news = gt_eq(8 * (ptl_size_t)gt_n + 64), local = gt_eq(1024);
	unsigned quiet = PTL_MD_EVENT_START_DISABLE;
	struct gt_end in, credit, shelf_end, out, none, into;
	int sent = 0, credits = 0, finished = 0, gets = 0, getting = 0;
	ptl_event_t e;

	slot = gt_n <= 4 ? 8 << 20 : 1 << 20;
	inbox = malloc(slot * (size_t)gt_n), outbox = malloc(slot * (size_t)gt_n), shelf = malloc(slot), fetched = malloc(slot);
	outstanding = calloc((size_t)gt_n, sizeof *outstanding);
	gt_fill(shelf, slot < 1 << 20 ? slot : 1 << 20, gt_me, 999);
	in = gt_offer(DATA, inbox, slot * (size_t)gt_n, PTL_MD_OP_PUT | PTL_MD_MANAGE_REMOTE | quiet, data);
	credit = gt_offer_md(PT, CREDIT, 1, gt_md(NULL, 0, PTL_MD_THRESH_INF, PTL_MD_OP_PUT | quiet, news), PTL_UNLINK); /* FINISHED as well */
	shelf_end = gt_offer(SHELF, shelf, 1 << 20, PTL_MD_OP_GET | PTL_MD_MANAGE_REMOTE | QUIET, PTL_EQ_NONE);
	out = gt_bind_md(gt_md(outbox, slot * (size_t)gt_n, PTL_MD_THRESH_INF, quiet, local), PTL_RETAIN);
	into = gt_bind_md(gt_md(fetched, slot, PTL_MD_THRESH_INF, quiet, local), PTL_RETAIN);
	none = gt_bind(NULL, 0, PTL_EQ_NONE);
	gt_barrier();
	while (finished < gt_n) {
		int to = (int)gt_range(0, (uint64_t)gt_n - 1), which, rc;
		if (sent < count && outstanding[to] == 0) {
			size_t n = draw();
			outstanding[to] = n + 1;
			gt_fill(outbox + slot * (size_t)to, n, gt_me, sent);
			OK(PtlPutRegion(out.h, slot * (size_t)to, n, PTL_ACK_REQ, gt_id(to), PT, 0, DATA, slot * (size_t)gt_me,
			                (ptl_hdr_data_t)sent));
			sent++;
		} else if (!getting && gets < count / 4) {
			size_t n = gt_range(0, gt_range(0, 3) ? 5000 : 1 << 20);
			OK(PtlGetRegion(into.h, 0, n, gt_id(to), PT, 0, SHELF, 0));
			getting = to + 1;
		}
		ptl_handle_eq_t eqs[] = {local, news, data};
		rc = PtlEQPoll(eqs, 3, sent < count ? 0 : GT_TIMEOUT, &e, &which);
		if (rc == PTL_EQ_EMPTY) {
			if (sent == count)
				FATAL("no more progress: %d credits of %d, %d have finished, get from %d", credits, count, finished, getting - 1);
			continue;
		}
		CHECK(rc == PTL_OK && e.ni_fail_type == PTL_NI_OK, "%s", gt_code(rc));
		int from = gt_rank_of(e.initiator);
		if (which == 2) {
			size_t wrong = gt_differs(inbox + slot * (size_t)from, e.mlength, from, (int)e.hdr_data);
			CHECK(wrong == e.mlength && e.rlength == e.mlength && e.offset == slot * (size_t)from,
			      "message %d of rank %d: byte %zu of %zu", (int)e.hdr_data, from, wrong, (size_t)e.mlength);
			OK(PtlPut(none.h, PTL_NOACK_REQ, e.initiator, PT, 0, CREDIT, 0, e.mlength));
		} else if (which == 1 && e.match_bits == CREDIT) {
			CHECK(outstanding[from] == e.hdr_data + 1, "a credit from rank %d for %d bytes", from, (int)e.hdr_data);
			outstanding[from] = 0;
			credits++;
		} else if (which == 1) {
			finished++;
		} else if (e.type == PTL_EVENT_REPLY_END) {
			CHECK(e.mlength == e.rlength && gt_differs(fetched, e.mlength, getting - 1, 999) == e.mlength,
			      "a get of %zu bytes from rank %d", (size_t)e.mlength, getting - 1);
			getting = 0;
			gets++;
		}
		if (credits == count && gets == count / 4 && !getting) {
			credits++; /* once */
			for (int r = 0; r < gt_n; r++)
				OK(PtlPut(none.h, PTL_NOACK_REQ, gt_id(r), PT, 0, FINISHED, 0, 0));
		}
	}
	gt_barrier();
	CHECK(gt_drops() == 0, "%d messages dropped", (int)gt_drops());
	NOTHING(data);
	NOTHING(news);
	gt_close(&in);
	gt_close(&credit);
	gt_close(&shelf_end);
	gt_close(&out);
	gt_close(&into);
	gt_close(&none);
}

int main(void)
{
	const char *word = getenv("GT_COUNT");
	gt_start();
	for (int i = 0; i < 3; i++)
		flood();
	all_to_all(word ? atoi(word) : 100);
	return gt_finish();
}
