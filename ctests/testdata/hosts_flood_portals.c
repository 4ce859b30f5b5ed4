/* hosts_flood_portals.c - puts to a process that takes no messages for a second; its descriptor takes one behind the other, so a message that is lost, doubled or out of
 * order is seen. */
#include "../gt_portals.h"

#include "hosts_flood.h"

int main(int argc, char **argv)
{
	gt_begin(cnos_get_rank(), cnos_get_size());
	gt_open();
	const int last = gt_n - 1;
	flood_begin(argc, argv);
	const size_t total = (size_t)last * (size_t)flood_messages;
	uint64_t(*room)[WORDS] = NULL;
	ptl_handle_eq_t eq = gt_eq(64);
	ptl_handle_me_t me;
	ptl_handle_md_t md;

	if (flood_last()) {
		room = calloc(total, sizeof *room);
		ptl_md_t into = {.start = room,
		                 .length = total * sizeof *room,
		                 .threshold = PTL_MD_THRESH_INF,
		                 .options = PTL_MD_OP_PUT | QUIET,
		                 .eq_handle = PTL_EQ_NONE};
		MUST(PtlMEAttach(gt_ni, PT, gt_anyone, 0, ALL_BITS, PTL_RETAIN, PTL_INS_AFTER, &me));
		MUST(PtlMDAttach(me, into, PTL_RETAIN, &md));
		flood_before = flood_resident();
	}
	gt_barrier();
	if (flood_last()) {
		flood_away();
		for (size_t i = 0; i < total; i++) {
			const volatile uint64_t *end = &room[i][WORDS - 1];
			const double late = (double)gt_ns() + 60e9;
			while (*end == 0)
				if ((double)gt_ns() > late)
					FATAL("%zu of %zu messages have come", i, total);
				else
					usleep(100);
		}
		int *next = calloc((size_t)last, sizeof *next);
		for (size_t i = 0; i < total; i++) {
			const int from = (int)(room[i][0] >> 48);
			if (from < 0 || from >= last || flood_number(room[i], from) != next[from]++)
				FATAL("message %zu is number %d of %d", i, flood_number(room[i], from), from);
		}
	} else {
		uint64_t words[WORDS];
		ptl_md_t of = {
		    .start = words, .length = sizeof words, .threshold = PTL_MD_THRESH_INF, .options = PTL_MD_EVENT_START_DISABLE, .eq_handle = eq};
		MUST(PtlMDBind(gt_ni, of, PTL_RETAIN, &md));
		for (int i = 0; i < flood_messages; i++) {
			ptl_event_t event;
			flood_fill(words, gt_me, i);
			MUST(PtlPut(md, PTL_NOACK_REQ, gt_id(last), PT, 0, 0, 0, 0));
			MUST(PtlEQWait(eq, &event));
			if (event.type != PTL_EVENT_SEND_END || event.ni_fail_type != PTL_NI_OK)
				FATAL("event %d", event.type);
		}
		flood_sent();
	}
	return gt_finish();
}
