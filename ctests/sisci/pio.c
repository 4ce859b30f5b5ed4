/* sisci/pio.c - plain stores to maps of other nodes, which poll; local and remote maps of a segment show the same memory. */
#include "../gt_sisci.h"

#define ID 7u
#define BYTES 8512u /* no whole page */
#define ROUNDS 100u

static sci_desc_t sd;

/* A ring: each rank stores to the next one, data first, then a byte, and then another byte that says where to look. */
static void messages(void)
{
	const int next = (gt_me + 1) % gt_n, before = (gt_me + gt_n - 1) % gt_n;
	sci_local_segment_t own = gt_segment(sd, ID, BYTES);
	sci_remote_segment_t remote = gt_connect(sd, next, ID), self = gt_connect(sd, gt_me, ID);
	sci_map_t own_map, map, self_map;
	volatile unsigned char *here, *there, *mine;

	GT_OK(here = SCIMapLocalSegment(own, &own_map, 0, BYTES, NULL, 0, &gt_e));
	GT_OK(there = SCIMapRemoteSegment(remote, &map, 0, BYTES, NULL, 0, &gt_e));
	GT_OK(mine = SCIMapRemoteSegment(self, &self_map, 0, BYTES, NULL, 0, &gt_e));
	CHECK((uintptr_t)here % 4096 == 0 && (uintptr_t)there % 4096 == 0, "maps at %p, %p", (void *)here, (void *)there);
	CHECK((gt_simulated || here != mine) && SCIGetRemoteSegmentSize(remote) == BYTES, "%zu bytes", SCIGetRemoteSegmentSize(remote));
	gt_barrier();
	for (unsigned int round = 1; round <= ROUNDS; round++) {
		const unsigned char mark = (unsigned char)(1 + round % 250);

		for (int i = 0; i < 40; i++)
			there[64 + i] = gt_byte(gt_me, (int)round, (size_t)i);
		there[BYTES - 2] = mark;
		if (gt_simulated) /* a busy node has some stores sent again, and others pass them */
			SCIStoreBarrier(NULL, 0);
		there[BYTES - 1] = 1;
		SCIStoreBarrier(NULL, 0);
		while (mine[BYTES - 1] == 0) /* through the map of the own node */
			sched_yield();
		mine[BYTES - 1] = 0;
		if (here[BYTES - 2] != mark)
			FATAL("round %u: mark %d instead of %d", round, here[BYTES - 2], mark);
		for (int i = 0; i < 40; i++) /* through the local one */
			if (here[64 + i] != gt_byte(before, (int)round, (size_t)i))
				FATAL("round %u: byte %d is %d", round, i, here[64 + i]);
		gt_barrier();
	}
	GT_OK(SCIUnmapSegment(own_map, 0, &gt_e));
	GT_OK(SCIUnmapSegment(map, 0, &gt_e));
	GT_OK(SCIUnmapSegment(self_map, 0, &gt_e));
	GT_OK(SCIDisconnectSegment(remote, 0, &gt_e));
	GT_OK(SCIDisconnectSegment(self, 0, &gt_e));
	gt_barrier();
	GT_OK(SCIRemoveSegment(own, 0, &gt_e));
	gt_barrier(); /* the id is used again */
}

/* A map that begins in the middle of a segment, and one where the program wants it. */
static void places(void)
{
	sci_local_segment_t own = gt_segment(sd, ID, 3 * 4096 + 5);
	sci_remote_segment_t remote = gt_connect(sd, (gt_me + 1) % gt_n, ID);
	sci_map_t whole, part, fixed;
	char *all, *some, *at;
	void *const wanted = (void *)0x700000000000;

	GT_OK(all = SCIMapLocalSegment(own, &whole, 0, 3 * 4096 + 5, NULL, 0, &gt_e));
	GT_OK(some = SCIMapLocalSegment(own, &part, 4099, 4096, NULL, 0, &gt_e));
	all[4099] = 'x';
	all[8194] = 'y';
	CHECK(some[0] == 'x' && some[4095] == 'y', "%d, %d", some[0], some[4095]);
	if (gt_simulated) { /* ranks share an address space */
		GT_CODE(SCIMapRemoteSegment(remote, &fixed, 4096, 8192, wanted, SCI_FLAG_FIXED_MAP_ADDR, &gt_e), SCI_ERR_NOT_SUPPORTED);
		GT_OK(at = (char *)SCIMapRemoteSegment(remote, &fixed, 4096, 8192, NULL, 0, &gt_e));
	} else {
		GT_OK(at = (char *)SCIMapRemoteSegment(remote, &fixed, 4096, 8192, wanted, SCI_FLAG_FIXED_MAP_ADDR, &gt_e));
		CHECK(at == wanted, "at %p", (void *)at);
		GT_CODE(SCIMapRemoteSegment(remote, &part, 0, 1, wanted, SCI_FLAG_FIXED_MAP_ADDR, &gt_e), SCI_ERR_ILLEGAL_ADDRESS); /* it is taken */
	}
	gt_barrier();
	CHECK(at[3] == 'x', "%d", at[3]);
	GT_OK(SCIUnmapSegment(fixed, 0, &gt_e));
	GT_OK(SCIUnmapSegment(part, 0, &gt_e));
	GT_OK(SCIUnmapSegment(whole, 0, &gt_e));
	GT_OK(SCIDisconnectSegment(remote, 0, &gt_e));
	gt_barrier();
	GT_OK(SCIRemoveSegment(own, 0, &gt_e));
}

int main(void)
{
	gt_start();
	GT_OK(SCIOpen(&sd, 0, &gt_e));
	messages();
	places();
	GT_OK(SCIClose(sd, 0, &gt_e));
	return gt_stop();
}
