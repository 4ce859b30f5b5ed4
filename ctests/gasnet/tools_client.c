/* The tools that need GASNet: diagnostics, and descriptions of transfers; and the hooks that a program may define. */
#include "../gt_gasnet.h"

#include <gasnet_tools.h>
#include <gasnet_vis.h>

uint64_t gasnet_max_segsize = 3 << 20;

static void *hooked;
static uintptr_t hooked_size;
static void hook(void *segbase, uintptr_t segsize)
{
	hooked = segbase;
	hooked_size = segsize;
}
gasneti_attach_hook_t gasnet_client_attach_hook = hook;

static void formats(void)
{
	char room[4000], area[64];
	gasnet_memvec_t v[] = {{area + 10, 5}, {area, 3}, {NULL, 0}, {area + 40, 20}};
	void *at[] = {area + 30, area + 2, area + 9};
	size_t strides[] = {10, 100}, count[] = {4, 3, 2};
	gasneti_memveclist_stats_t s;
	gasneti_addrlist_stats_t a;

	memset(room, 0x5a, sizeof room);
	s = gasnett_format_memveclist(room, 4, v);
	CHECK(s.minsz == 0 && s.maxsz == 20 && s.totalsz == 28 && s.minaddr == area && s.maxaddr == area + 59, "%s", room);
	CHECK(strlen(room) < gasnett_format_memveclist_bufsz(4) && room[gasnett_format_memveclist_bufsz(4)] == 0x5a, "room");
	a = gasnett_format_addrlist(room, 3, at, 4);
	CHECK(a.minaddr == area + 2 && a.maxaddr == area + 33 && strlen(room) < gasnett_format_addrlist_bufsz(3), "%s", room);
	CHECK(strcmp(gasnett_format_strides(room, 3, count), "[4, 3, 2]") == 0 && strlen(room) < gasnett_format_strides_bufsz(3), "%s", room);
	CHECK(gasnett_format_putvgetv(room, 0, 4, v, 4, v) == 28 && strlen(room) < gasnett_format_putvgetv_bufsz(4, 4), "%s", room);
	CHECK(gasnett_format_putigeti(room, 0, 3, at, 4, 3, at, 4) == 12 && strlen(room) < gasnett_format_putigeti_bufsz(3, 3), "%s", room);
	CHECK(gasnett_format_putsgets(room, NULL, 0, area, strides, area, strides, count, 2) == 24 && strlen(room) < gasnett_format_putsgets_bufsz(2),
	      "%s", room);
}

static gasnet_register_value_t word(const void *from, size_t bytes) { GASNETT_VALUE_RETURN(from, bytes); }

static void values(void)
{
	for (size_t bytes = 1; bytes <= sizeof(gasnet_register_value_t); bytes *= 2) {
		const gasnet_register_value_t x = gt_rand() * UINT64_C(0x9E3779B97F4A7C15),
					      low = bytes < 8 ? x & ((UINT64_C(1) << 8 * bytes) - 1) : x;
		unsigned char room[16], copy[16], same[16];
		memset(room, 0x5a, sizeof room);
		GASNETT_VALUE_ASSIGN(room + 3, x, bytes);
		CHECK(word(room + 3, bytes) == low && room[2] == 0x5a && room[3 + bytes] == 0x5a, "%zu bytes of %" PRIx64, bytes, (uint64_t)x);
		GASNETT_FAST_ALIGNED_MEMCPY(copy, room, sizeof copy);
		GASNETT_FAST_UNALIGNED_MEMCPY(same + 1, copy + 1, sizeof same - 1);
		CHECK(memcmp(same + 1, room + 1, sizeof same - 1) == 0, "copies");
	}
}

int main(int argc, char **argv)
{
	gasnet_handlerentry_t *table = NULL;
	int entries = -1, errors;

	gasnett_diagnostic_gethandlers(&table, &entries);
	CHECK(entries > 0 && table != NULL, "%d handlers", entries);
	GT_OK(gasnet_init(&argc, &argv));
	CHECK(gasnet_getMaxLocalSegmentSize() == gasnet_max_segsize && gasnet_getMaxGlobalSegmentSize() == gasnet_max_segsize, "at most %zu",
	      (size_t)gasnet_getMaxLocalSegmentSize());
	GT_BEGIN((int)gasnet_mynode(), (int)gasnet_nodes());
	GT_OK(gasnet_attach(table, entries, 1 << 16, 0));
	gt_segments = (gasnet_seginfo_t *)calloc((size_t)gt_n, sizeof *gt_segments);
	GT_OK(gasnet_getSegmentInfo(gt_segments, gt_n));
	CHECK(hooked == gt_segments[gt_me].addr && hooked_size == gt_segments[gt_me].size, "the hook was given %p, %zu", hooked, (size_t)hooked_size);
	formats();
	values();
	errors = gasnett_run_diagnostics(200, 3, NULL, gt_segments);
	CHECK(errors == 0, "%d errors", errors);
	CHECK(gasnett_run_diagnostics(10, 1, "PB", gt_segments) == 0, "two sections");
	gt_leave();
	return 0;
}
