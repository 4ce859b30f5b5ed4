/* sim_bench.c - the loads of gasnetgo bench sim on simulated machines. The tool measures the simulation from outside: the program itself prints
 * nothing.
 *
 *   sim_bench empty             SHMEM's start and end
 *   sim_bench call N            each rank polls an empty event queue N times
 *   sim_bench pingpong N        rank 0 and 1: N puts of 8 bytes to each other, in turn
 *   sim_bench halo N BYTES      N steps of a grid of ranks, each a put to and from each of 4 neighbours
 *   sim_bench barrier N         N barriers of SHMEM */
#define _GNU_SOURCE
#include "bench_portals.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include <shmem.h>

enum { INDEX = 4, SIDES = 4, MOST = 1 << 16 };

static _Alignas(64) char sends[SIDES * MOST], receives[SIDES * MOST]; /* a side behind the other */
static cnos_nidpid_map_t *map;
static int me, ranks;

static ptl_process_id_t id(int rank) { return (ptl_process_id_t){.nid = map[rank].nid, .pid = map[rank].pid}; }

static void call(long n)
{
	ptl_event_t event;

	cnos_barrier();
	while (n-- > 0)
		if (PtlEQGet(eq, &event) != PTL_EQ_EMPTY)
			must(PTL_FAIL, "PtlEQGet");
}

static void pingpong(long n)
{
	ptl_handle_md_t md;
	ptl_event_t event;

	offer(INDEX, 0, memory(receives, 8, 0, eq));
	md = bind(memory(sends, 8, PTL_MD_EVENT_END_DISABLE, eq));
	cnos_barrier();
	if (me > 1)
		return;
	for (long i = 0; i < n; i++) {
		if (me == (int)(i % 2))
			MUST(PtlPut(md, PTL_NOACK_REQ, id(1 - me), INDEX, 0, 0, 0, 0));
		else
			MUST(PtlEQWait(eq, &event));
	}
}

/* If a neighbour is on side s of a rank, the rank is on the opposite side of the neighbour. Sides 0 and 1 are opposite, and 2 and 3. */
static void halo(long n, size_t bytes)
{
	int width = 1, neighbours[SIDES];
	long here[SIDES] = {0}, left = 0;
	ptl_handle_md_t md[SIDES];
	ptl_event_t event;

	for (int w = 1; w * w <= ranks; w++)
		if (ranks % w == 0)
			width = w;
	const int height = ranks / width, x = me % width, y = me / width;
	neighbours[0] = y * width + (x + 1) % width;
	neighbours[1] = y * width + (x + width - 1) % width;
	neighbours[2] = (y + 1) % height * width + x;
	neighbours[3] = (y + height - 1) % height * width + x;
	for (int s = 0; s < SIDES; s++) {
		offer(INDEX, (ptl_match_bits_t)s, memory(receives + s * bytes, bytes, 0, eq));
		md[s] = bind(memory(sends + s * bytes, bytes, 0, eq));
	}
	cnos_barrier();
	for (long step = 1; step <= n; step++) {
		for (int s = 0; s < SIDES; s++)
			MUST(PtlPut(md[s], PTL_NOACK_REQ, id(neighbours[s]), INDEX, 0, (ptl_match_bits_t)(s ^ 1), 0, 0));
		while (left < step * SIDES || here[0] < step || here[1] < step || here[2] < step || here[3] < step) {
			MUST(PtlEQWait(eq, &event));
			if (event.type == PTL_EVENT_PUT_END)
				here[event.match_bits]++;
			else
				left++;
		}
	}
}

int main(int argc, char **argv)
{
	const char *mode = argc > 1 ? argv[1] : "";
	const long n = argc > 2 ? atol(argv[2]) : 0;
	const size_t bytes = argc > 3 ? strtoul(argv[3], NULL, 10) : 1024;
	const bool shmem = !strcmp(mode, "empty") || !strcmp(mode, "barrier");

	if (shmem) {
		shmem_init();
		for (long i = 0; i < n; i++)
			shmem_barrier_all();
		shmem_finalize();
		return 0;
	}
	open_interface(64);
	me = cnos_get_rank();
	ranks = cnos_get_size();
	cnos_get_nidpid_map(&map);
	if (!strcmp(mode, "call")) {
		call(n);
	} else if (!strcmp(mode, "pingpong") && ranks > 1) {
		pingpong(n);
	} else if (!strcmp(mode, "halo") && bytes <= MOST) {
		halo(n, bytes);
	} else {
		fprintf(stderr, "sim_bench: empty, call N, pingpong N, halo N BYTES or barrier N\n");
		return 2;
	}
	cnos_barrier();
	PtlFini();
	return 0;
}
