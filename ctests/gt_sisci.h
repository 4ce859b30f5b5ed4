/* gt_sisci.h - gt.h for SISCI's programs: ranks are nodes 4, 8, 12 and so on, and have a barrier of stores to maps. */
#ifndef GT_SISCI_H
#define GT_SISCI_H

#include "gt.h"

#include <pthread.h>
#include <sched.h>

#include <gasnetgo.h>
#include <sisci_api.h>

static sci_error_t gt_e GT_UNUSED;

/* A call that must write a code to gt_e; otherwise the program cannot continue. */
#define GT_IS(call, code)                                                                                    \
	do {                                                                                                 \
		gt_e = (sci_error_t)1;                                                                       \
		call;                                                                                        \
		if (gt_e != (code))                                                                          \
			FATAL("%s: %s; wanted %s", #call, SCIGetErrorString(gt_e), SCIGetErrorString(code)); \
	} while (0)
#define GT_OK(call) GT_IS(call, SCI_ERR_OK)

/* The same, and the program continues. */
#define GT_CODE(call, code)                                                                                          \
	do {                                                                                                         \
		gt_e = (sci_error_t)1;                                                                               \
		call;                                                                                                \
		CHECK(gt_e == (code), "%s: %s; wanted %s", #call, SCIGetErrorString(gt_e), SCIGetErrorString(code)); \
	} while (0)

#define GT_WAIT_MS 20000u /* for what must come */

static inline unsigned int gt_node(int rank) { return 4u * ((unsigned int)rank + 1u); }

/* Connects with a segment as soon as it is there. */
static inline sci_remote_segment_t gt_connect(sci_desc_t sd, int rank, unsigned int id)
{
	sci_remote_segment_t s = NULL;

	for (uint64_t end = gt_ns() + GT_WAIT_MS * 1000000ull;; gt_sleep_ms(2)) {
		SCIConnectSegment(sd, &s, gt_node(rank), id, 0, NULL, NULL, SCI_INFINITE_TIMEOUT, 0, &gt_e);
		if (gt_e != SCI_ERR_NO_SUCH_SEGMENT || gt_ns() > end)
			break;
	}
	if (gt_e != SCI_ERR_OK)
		FATAL("connecting with segment %#x of rank %d: %s", id, rank, SCIGetErrorString(gt_e));
	return s;
}

/* A segment that others can connect with. */
static inline sci_local_segment_t gt_segment(sci_desc_t sd, unsigned int id, size_t bytes)
{
	sci_local_segment_t s = NULL;

	GT_OK(SCICreateSegment(sd, &s, id, bytes, NULL, NULL, 0, &gt_e));
	GT_OK(SCIPrepareSegment(s, 0, 0, &gt_e));
	GT_OK(SCISetSegmentAvailable(s, 0, 0, &gt_e));
	return s;
}

static bool gt_simulated; /* set by gt_start */

/* Whether the job has several hosts: maps of segments on another one cannot be accessed by plain loads and stores. */
static inline bool gt_hosts(void)
{
	const char *hosts = getenv("GT_EXPECT_HOSTS");

	return hosts && atoi(hosts) > 1;
}

/* A word of a map, of which at is the address: stores it and loads it plainly, or between hosts by copies. */
static GT_UNUSED void gt_store(volatile unsigned int *at, sci_map_t map, size_t word, unsigned int value)
{
	sci_error_t e = SCI_ERR_OK;

	if (!gt_hosts())
		at[word] = value;
	else
		SCIMemCopy(&value, map, word * sizeof value, sizeof value, 0, &e);
	if (e != SCI_ERR_OK && e != SCI_ERR_TRANSFER_FAILED) /* who has seen the word may end before the copy has ended here */
		FATAL("word %zu of a map: %s", word, SCIGetErrorString(e));
}

static GT_UNUSED unsigned int gt_load(volatile unsigned int *at, sci_map_t map, size_t word)
{
	unsigned int value = 0;
	sci_error_t e = SCI_ERR_OK;

	if (!gt_hosts())
		return at[word];
	SCIMemCopy(&value, map, word * sizeof value, sizeof value, SCI_FLAG_BLOCK_READ, &e);
	if (e != SCI_ERR_OK)
		FATAL("word %zu of a map: %s", word, SCIGetErrorString(e));
	return value;
}

#define GT_BARRIER_ID 0xba000000u

static struct {
	sci_desc_t sd;
	sci_local_segment_t own;
	sci_map_t own_map;
	sci_remote_segment_t *segments;
	sci_map_t *maps;
	volatile unsigned int *here, **there; /* a word for each rank */
	unsigned int round;
} gt_b;

/* Waits for all ranks. What they have stored before is visible then. */
static GT_UNUSED void gt_barrier(void)
{
	gt_b.round++;
	SCIStoreBarrier(NULL, 0);
	for (int r = 0; r < gt_n; r++)
		gt_store(gt_b.there[r], gt_b.maps[r], (size_t)gt_me, gt_b.round);
	const uint64_t begin = gt_ns();
	for (int r = 0; r < gt_n; r++)
		while ((int)(gt_b.here[r] - gt_b.round) < 0) {
			if (gt_simulated) /* a plain poll sleeps there, and a rank that waits for nothing is named */
				continue;
			if (gt_ns() - begin > 10 * GT_WAIT_MS * 1000000ull) /* it has failed, which does not end the job */
				FATAL("rank %d does not come", r);
			sched_yield();
		}
}

static GT_UNUSED void gt_start(void)
{
	const char *expected = getenv("GT_EXPECT_SIZE");
	unsigned int node = 0;

	gt_simulated = strcmp(gasnetgo_world(), "sim") == 0;
	GT_OK(SCIInitialize(0, &gt_e));
	GT_BEGIN(gasnetgo_rank(), gasnetgo_size());
	if (expected && atoi(expected) != gt_n)
		FATAL("a job of %d instead of %s", gt_n, expected);
	GT_OK(SCIGetLocalNodeId(0, &node, 0, &gt_e));
	CHECK(node == gt_node(gt_me), "node %u", node);
	GT_OK(SCIOpen(&gt_b.sd, 0, &gt_e));
	gt_b.own = gt_segment(gt_b.sd, GT_BARRIER_ID, sizeof(unsigned int) * (size_t)gt_n);
	gt_b.here = SCIMapLocalSegment(gt_b.own, &gt_b.own_map, 0, sizeof(unsigned int) * (size_t)gt_n, NULL, 0, &gt_e);
	gt_b.segments = calloc((size_t)gt_n, sizeof *gt_b.segments);
	gt_b.maps = calloc((size_t)gt_n, sizeof *gt_b.maps);
	gt_b.there = calloc((size_t)gt_n, sizeof *gt_b.there);
	for (int r = 0; r < gt_n; r++) {
		gt_b.segments[r] = gt_connect(gt_b.sd, r, GT_BARRIER_ID);
		gt_b.there[r] = SCIMapRemoteSegment(gt_b.segments[r], &gt_b.maps[r], 0, sizeof(unsigned int) * (size_t)gt_n, NULL, 0, &gt_e);
		if (!gt_b.there[r])
			FATAL("map of rank %d: %s", r, SCIGetErrorString(gt_e));
	}
	gt_barrier();
}

/* The end of every program: everything else has been removed. */
static GT_UNUSED int gt_stop(void)
{
	gt_barrier();
	for (int r = 0; r < gt_n; r++) {
		GT_OK(SCIUnmapSegment(gt_b.maps[r], 0, &gt_e));
		GT_OK(SCIDisconnectSegment(gt_b.segments[r], 0, &gt_e));
	}
	GT_OK(SCIUnmapSegment(gt_b.own_map, 0, &gt_e));
	for (uint64_t end = gt_ns() + GT_WAIT_MS * 1000000ull;; gt_sleep_ms(1)) { /* until all have disconnected */
		SCIRemoveSegment(gt_b.own, 0, &gt_e);
		if (gt_e != SCI_ERR_BUSY || gt_ns() > end)
			break;
	}
	CHECK(gt_e == SCI_ERR_OK, "%s", SCIGetErrorString(gt_e));
	GT_CODE(SCIClose(gt_b.sd, 0, &gt_e), SCI_ERR_OK);
	SCITerminate();
	return GT_END();
}

#endif
