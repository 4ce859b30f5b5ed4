/* hosts_close_portals.c - HOW AWAY BYTES: the last rank takes no messages for AWAY seconds; meanwhile all others send it some, fewer than a call waits for, and close at
 * once: by PtlNIFini ("nifini"), PtlFini ("fini"), exit ("exit") or the end of main ("return"). What PtlPut has accepted arrives. */
#include "../gt_portals.h"

#include "hosts_flood.h"

#define MESSAGES 800

int main(int argc, char **argv)
{
	gt_begin(cnos_get_rank(), cnos_get_size());
	gt_open();
	const char *how = argc > 1 ? argv[1] : "nifini";
	const int away = argc > 2 ? atoi(argv[2]) : 1, last = gt_n - 1;
	const size_t bytes = argc > 3 ? (size_t)atoi(argv[3]) : sizeof(uint64_t[WORDS]), total = (size_t)last * MESSAGES,
		     words = bytes / sizeof(uint64_t);
	const int count = bytes > 4096 ? 8 : MESSAGES;
	ptl_handle_me_t me;
	ptl_handle_md_t md;
	uint64_t *room = NULL;

	flood_how = "stops";
	if (flood_last()) {
		room = calloc(total, bytes);
		ptl_md_t into = {.start = room,
		                 .length = total * bytes,
		                 .threshold = PTL_MD_THRESH_INF,
		                 .options = PTL_MD_OP_PUT | QUIET,
		                 .eq_handle = PTL_EQ_NONE};
		MUST(PtlMEAttach(gt_ni, PT, gt_anyone, 0, ALL_BITS, PTL_RETAIN, PTL_INS_AFTER, &me));
		MUST(PtlMDAttach(me, into, PTL_RETAIN, &md));
	}
	gt_barrier();
	if (!flood_last()) {
		uint64_t *data = malloc(bytes);
		ptl_md_t of = {.start = data, .length = bytes, .threshold = PTL_MD_THRESH_INF, .options = QUIET, .eq_handle = PTL_EQ_NONE};

		for (size_t i = 0; i < words; i++)
			data[i] = i + 1;
		MUST(PtlMDBind(gt_ni, of, PTL_RETAIN, &md));
		gt_sleep_ms(100); /* the receiver has stopped */
		for (int i = 0; i < count; i++)
			MUST(PtlPut(md, PTL_NOACK_REQ, gt_id(last), PT, 0, 0, 0, 0));
		if (strcmp(how, "nifini") == 0)
			OK(PtlNIFini(gt_ni));
		if (strcmp(how, "fini") == 0)
			PtlFini();
		if (strcmp(how, "exit") == 0)
			exit(GT_END());
		return GT_END();
	}
	for (int i = 0; i < away; i++)
		flood_away();
	for (size_t i = 0; i < (size_t)last * (size_t)count; i++) {
		const volatile uint64_t *end = &room[i * words + words - 1];
		const double late = (double)gt_ns() + 20e9;

		while (*end == 0)
			if ((double)gt_ns() > late)
				FATAL("%zu of %d messages have come", i, last * count);
			else
				usleep(100);
		for (size_t w = 0; w < words; w++)
			CHECK(room[i * words + w] == w + 1, "message %zu, word %zu: %llu", i, w, (unsigned long long)room[i * words + w]);
	}
	return GT_END();
}
