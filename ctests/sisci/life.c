/* sisci/life.c - the life of segments: order of calls, what is busy, what SCITerminate leaves. */
#include "../gt_sisci.h"

#define NEXT ((gt_me + 1) % gt_n)

static sci_desc_t sd;

static void before_start(void)
{
	sci_desc_t none = NULL;
	sci_query_adapter_t q = {.subcommand = SCI_Q_ADAPTER_NODEID};
	unsigned int node = 0;

	q.data = &node;
	GT_CODE(SCIOpen(&none, 0, &gt_e), SCI_ERR_NOT_INITIALIZED);
	GT_CODE(SCIClose(none, 0, &gt_e), SCI_ERR_NOT_INITIALIZED);
	GT_CODE(SCIQuery(SCI_Q_ADAPTER, &q, 0, &gt_e), SCI_ERR_NOT_INITIALIZED);
	GT_CODE(SCIRemoveSegment(NULL, 0, &gt_e), SCI_ERR_NOT_INITIALIZED);
	GT_CODE(SCIMemCpy(NULL, &node, NULL, 0, 4, 0, &gt_e), SCI_ERR_NOT_INITIALIZED);
	CHECK(SCIStartSequence(NULL, 0, &gt_e) == SCI_SEQ_NOT_RETRIABLE && gt_e == SCI_ERR_NOT_INITIALIZED, "%#x", gt_e);
	CHECK(SCIGetRemoteSegmentSize(NULL) == 0, "a size");
	CHECK(SCIGetRemoteSegmentId(NULL) == 0 && SCIGetRemoteSegmentNodeId(NULL) == 0 && SCIGetLocalSegmentId(NULL) == 0 &&
	          SCIGetLocalSegmentSize(NULL) == 0 && SCIGetMapPointer(NULL) == NULL,
	      "of no object");
	GT_CODE(SCICacheSync(NULL, &node, sizeof node, SCI_FLAG_CACHE_FLUSH, &gt_e), SCI_ERR_NOT_INITIALIZED);
	SCITerminate();
}

/* Each step fails before the step that it needs, and each end while something depends on it. */
static void steps(void)
{
	sci_local_segment_t own = NULL, other = NULL;
	sci_remote_segment_t remote;
	sci_map_t map, far;
	sci_mapped_memory_t at;
	sci_sequence_t seq;
	sci_error_t later;

	GT_CODE(SCICreateSegment(sd, &own, 1, 0, NULL, NULL, 0, &gt_e), SCI_ERR_SIZE_ALIGNMENT);
	GT_OK(SCICreateSegment(sd, &own, 1, 10000, NULL, NULL, SCI_FLAG_DMA_GLOBAL, &gt_e)); /* a hint */
	GT_CODE(SCICreateSegment(sd, &other, 1, 10, NULL, NULL, 0, &gt_e), SCI_ERR_SEGMENTID_USED);
	CHECK(other == NULL, "a handle after an error");
	GT_CODE(SCIClose(sd, 0, &gt_e), SCI_ERR_BUSY);
	GT_CODE(SCISetSegmentAvailable(own, 0, 0, &gt_e), SCI_ERR_SEGMENT_NOT_PREPARED);
	GT_CODE(SCISetSegmentUnavailable(own, 0, 0, &gt_e), SCI_ERR_ILLEGAL_OPERATION);
	gt_barrier();
	GT_CODE(SCIConnectSegment(sd, &remote, gt_node(NEXT), 1, 0, NULL, NULL, SCI_INFINITE_TIMEOUT, 0, &gt_e), SCI_ERR_NO_SUCH_SEGMENT);
	gt_barrier();
	GT_OK(SCIPrepareSegment(own, 0, 0, &gt_e));
	GT_CODE(SCIPrepareSegment(own, 3, 0, &gt_e), SCI_ERR_NO_SUCH_ADAPTERNO);
	GT_OK(SCISetSegmentAvailable(own, 0, 0, &gt_e));
	GT_OK(SCIMapLocalSegment(own, &map, 0, 10000, NULL, 0, &gt_e));
	GT_CODE(SCIMapLocalSegment(own, &far, 1, 10000, NULL, 0, &gt_e), SCI_ERR_OUT_OF_RANGE);
	GT_CODE(SCIRemoveSegment(own, 0, &gt_e), SCI_ERR_BUSY);
	gt_barrier();
	remote = gt_connect(sd, NEXT, 1);
	CHECK(SCIGetRemoteSegmentSize(remote) == 10000, "%zu", SCIGetRemoteSegmentSize(remote));
	CHECK(SCIGetRemoteSegmentId(remote) == 1, "%u", SCIGetRemoteSegmentId(remote));
	CHECK(SCIGetRemoteSegmentNodeId(remote) == gt_node(NEXT), "%u", SCIGetRemoteSegmentNodeId(remote));
	CHECK(SCIGetLocalSegmentId(own) == 1 && SCIGetLocalSegmentSize(own) == 10000, "%u, %zu", SCIGetLocalSegmentId(own),
	      SCIGetLocalSegmentSize(own));
	GT_OK(at = SCIMapRemoteSegment(remote, &far, 0, 10000, NULL, 0, &gt_e));
	CHECK(SCIGetMapPointer(far) == at, "%p", (void *)(uintptr_t)SCIGetMapPointer(far));
	GT_OK(SCICacheSync(far, (void *)(uintptr_t)at, 64, SCI_FLAG_CACHE_FLUSH | SCI_FLAG_CACHE_INVALIDATE, &gt_e));
	GT_OK(SCICacheSync(NULL, (void *)(uintptr_t)at, 64, SCI_FLAG_CACHE_FLUSH, &gt_e));
	GT_CODE(SCICacheSync(far, (void *)(uintptr_t)at, 64, 0, &gt_e), SCI_ERR_ILLEGAL_FLAG);
	GT_OK(SCICreateMapSequence(far, &seq, 0, &gt_e));
	GT_CODE(SCIDisconnectSegment(remote, 0, &gt_e), SCI_ERR_BUSY);
	GT_OK(SCIUnmapSegment(map, 0, &gt_e));
	gt_barrier();
	GT_CODE(SCIRemoveSegment(own, 0, &gt_e), SCI_ERR_BUSY); /* a node is connected */
	gt_barrier();
	GT_OK(SCIUnmapSegment(far, 0, &gt_e)); /* its sequence stays, and says that it has gone */
	CHECK(SCICheckSequence(seq, 0, &gt_e) == SCI_SEQ_NOT_RETRIABLE && gt_e == SCI_ERR_OK, "%#x", gt_e);
	GT_OK(SCIRemoveSequence(seq, 0, &gt_e));
	GT_CODE(SCIUnmapSegment(far, 0, &gt_e), SCI_ERR_ILLEGAL_PARAMETER); /* twice */
	GT_CODE(SCIRemoveSequence(seq, 0, &gt_e), SCI_ERR_ILLEGAL_PARAMETER);
	GT_OK(SCIDisconnectSegment(remote, 0, &gt_e));
	GT_CODE(SCIDisconnectSegment(remote, 0, &gt_e), SCI_ERR_ILLEGAL_PARAMETER);
	gt_barrier();
	GT_OK(SCIRemoveSegment(own, 0, &gt_e));
	GT_CODE(SCIRemoveSegment(own, 0, &gt_e), SCI_ERR_ILLEGAL_PARAMETER);
	GT_CODE(SCISetSegmentAvailable(own, 0, 0, &gt_e), SCI_ERR_ILLEGAL_PARAMETER);
	gt_barrier();
	SCIConnectSegment(sd, &remote, gt_node(NEXT), 1, 0, NULL, NULL, SCI_INFINITE_TIMEOUT, 0, &later);
	CHECK(later == SCI_ERR_NO_SUCH_SEGMENT, "%#x", later);
	gt_barrier();
}

/* Segments that no node can connect with, that have the program's memory, whose ids the library chooses; sizes from one byte on. */
static void kinds(void)
{
	static const size_t sizes[] = {1, 4, 4095, 4096, 8512, 1 << 20, 64 << 20};
	sci_local_segment_t s[10];
	sci_remote_segment_t remote;
	sci_map_t map;
	unsigned int *there;
	char *at, *own;

	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		GT_OK(SCICreateSegment(sd, &s[i], 0, sizes[i], NULL, NULL, SCI_FLAG_AUTO_ID, &gt_e));
		GT_OK(at = SCIMapLocalSegment(s[i], &map, 0, sizes[i], NULL, 0, &gt_e));
		at[0] = at[sizes[i] - 1] = (char)i;
		GT_OK(SCIUnmapSegment(map, 0, &gt_e));
		GT_OK(at = SCIMapLocalSegment(s[i], &map, 0, sizes[i], NULL, SCI_FLAG_READONLY_MAP, &gt_e));
		CHECK(at[0] == (char)i && at[sizes[i] - 1] == (char)i, "%zu bytes: %d, %d", sizes[i], at[0], at[sizes[i] - 1]);
		GT_OK(SCIUnmapSegment(map, 0, &gt_e));
	}
	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
		GT_OK(SCIRemoveSegment(s[i], 0, &gt_e));

	GT_OK(SCICreateSegment(sd, s, 2, 64, NULL, NULL, SCI_FLAG_PRIVATE, &gt_e));
	GT_OK(SCIPrepareSegment(*s, 0, 0, &gt_e));
	GT_CODE(SCISetSegmentAvailable(*s, 0, 0, &gt_e), SCI_ERR_ILLEGAL_OPERATION);
	gt_barrier();
	GT_CODE(SCIConnectSegment(sd, &remote, gt_node(NEXT), 2, 0, NULL, NULL, SCI_INFINITE_TIMEOUT, 0, &gt_e), SCI_ERR_CONNECTION_REFUSED);
	gt_barrier();
	GT_OK(SCIRemoveSegment(*s, 0, &gt_e));

	if (posix_memalign((void **)&own, 4096, 8192) != 0)
		FATAL("no memory");
	memset(own, gt_me + 1, 8192);
	GT_OK(SCICreateSegment(sd, s, 3, 8192, NULL, NULL, SCI_FLAG_EMPTY, &gt_e));
	GT_CODE(SCIPrepareSegment(*s, 0, 0, &gt_e), SCI_ERR_ILLEGAL_OPERATION);
	GT_CODE(SCIMapLocalSegment(*s, &map, 0, 8192, NULL, 0, &gt_e), SCI_ERR_ILLEGAL_OPERATION);
	GT_CODE(SCIRegisterSegmentMemory(own, 4096, *s, 0, &gt_e), SCI_ERR_OUT_OF_RANGE);
	GT_CODE(SCIRegisterSegmentMemory(own + 1, 8192, *s, 0, &gt_e), SCI_ERR_ILLEGAL_ADDRESS);
	GT_CODE(SCIRegisterSegmentMemory((void *)0x10000000, 8192, *s, 0, &gt_e), SCI_ERR_ILLEGAL_ADDRESS); /* nothing is there */
	GT_OK(SCIRegisterSegmentMemory(own, 8192, *s, 0, &gt_e));
	GT_CODE(SCIRegisterSegmentMemory(own, 8192, *s, 0, &gt_e), SCI_ERR_ILLEGAL_OPERATION);
	GT_OK(SCIPrepareSegment(*s, 0, 0, &gt_e));
	GT_OK(SCISetSegmentAvailable(*s, 0, 0, &gt_e));
	remote = gt_connect(sd, NEXT, 3);
	GT_OK(there = (unsigned int *)SCIMapRemoteSegment(remote, &map, 0, 8192, NULL, 0, &gt_e));
	const unsigned int filled = 0x01010101u * (unsigned int)(NEXT + 1), first = gt_load(there, map, 0), last = gt_load(there, map, 2047);

	CHECK(first == filled && last == filled, "%#x, %#x", first, last);
	gt_barrier();
	gt_store(there, map, 25, 77); /* into memory that malloc has given the other rank */
	gt_barrier();
	CHECK(own[100] == 77 && own[0] == gt_me + 1, "%d", own[100]);
	GT_OK(SCIUnmapSegment(map, 0, &gt_e));
	GT_OK(SCIDisconnectSegment(remote, 0, &gt_e));
	gt_barrier();
	GT_OK(SCIRemoveSegment(*s, 0, &gt_e));
	CHECK(own[100] == 77 && own[8191] == gt_me + 1, "%d after the end of the segment", own[100]);
	free(own);
}

/* A second handle of the same node for a segment. */
static void attach(void)
{
	sci_local_segment_t own = gt_segment(sd, 4, 100), again = NULL;
	unsigned int size = 0;
	sci_map_t a, b;
	char *x, *y;

	GT_CODE(SCIAttachLocalSegment(sd, &again, 4, &size, NULL, NULL, 0, &gt_e), SCI_ERR_ACCESS);
	GT_CODE(SCIAttachLocalSegment(sd, &again, 5, &size, NULL, NULL, 0, &gt_e), SCI_ERR_NO_SUCH_SEGMENT);
	GT_OK(SCIShareSegment(own, 0, &gt_e));
	GT_OK(SCIAttachLocalSegment(sd, &again, 4, &size, NULL, NULL, 0, &gt_e));
	CHECK(size == 100, "%u", size);
	GT_OK(x = SCIMapLocalSegment(own, &a, 0, 100, NULL, 0, &gt_e));
	GT_OK(y = SCIMapLocalSegment(again, &b, 0, 100, NULL, 0, &gt_e));
	x[5] = 5;
	CHECK((gt_simulated || x != y) && y[5] == 5, "%d", y[5]);
	GT_OK(SCIUnmapSegment(a, 0, &gt_e));
	GT_OK(SCIUnmapSegment(b, 0, &gt_e));
	GT_CODE(SCIRemoveSegment(own, 0, &gt_e), SCI_ERR_BUSY); /* the creator goes last */
	GT_OK(SCIRemoveSegment(again, 0, &gt_e));
	GT_OK(SCIRemoveSegment(own, 0, &gt_e));
}

/* After SCITerminate everything that ends succeeds, however often, and memory stays. */
static void after_end(void)
{
	sci_local_segment_t own = gt_segment(sd, 6, 4096);
	sci_remote_segment_t remote = gt_connect(sd, gt_me, 6);
	sci_map_t map, far;
	sci_sequence_t seq;
	sci_dma_queue_t dq;
	char *x, *y;

	GT_OK(x = SCIMapLocalSegment(own, &map, 0, 4096, NULL, 0, &gt_e));
	GT_OK(y = (char *)SCIMapRemoteSegment(remote, &far, 0, 4096, NULL, 0, &gt_e));
	GT_OK(SCICreateMapSequence(far, &seq, 0, &gt_e));
	GT_OK(SCICreateDMAQueue(sd, &dq, 0, 1, 0, &gt_e));
	gt_barrier(); /* the last one: its maps go on */
	SCITerminate();
	x[9] = 9;
	CHECK(y[9] == 9, "%d", y[9]);
	for (int twice = 0; twice < 2; twice++) {
		GT_CODE(SCIRemoveSequence(seq, 0, &gt_e), SCI_ERR_OK);
		GT_CODE(SCISetSegmentUnavailable(own, 0, SCI_FLAG_FORCE_DISCONNECT, &gt_e), SCI_ERR_OK);
		GT_CODE(SCIRemoveDMAQueue(dq, 0, &gt_e), SCI_ERR_OK);
		GT_CODE(SCIResetDMAQueue(dq, 0, &gt_e), SCI_ERR_OK);
		GT_CODE(SCIUnmapSegment(far, 0, &gt_e), SCI_ERR_OK);
		GT_CODE(SCIUnmapSegment(map, 0, &gt_e), SCI_ERR_OK);
		GT_CODE(SCIDisconnectSegment(remote, 0, &gt_e), SCI_ERR_OK);
		GT_CODE(SCIRemoveSegment(own, 0, &gt_e), SCI_ERR_OK);
		GT_CODE(SCIClose(sd, 0, &gt_e), SCI_ERR_OK);
	}
	GT_CODE(SCIOpen(&sd, 0, &gt_e), SCI_ERR_NOT_INITIALIZED);
	GT_CODE(SCIPrepareSegment(own, 0, 0, &gt_e), SCI_ERR_NOT_INITIALIZED);
	GT_CODE(SCIMemCpy(seq, x, far, 0, 8, 0, &gt_e), SCI_ERR_NOT_INITIALIZED);
	GT_OK(SCIInitialize(0, &gt_e)); /* again */
	GT_OK(SCIOpen(&sd, 0, &gt_e));
	GT_OK(SCICreateSegment(sd, &own, 6, 4096, NULL, NULL, 0, &gt_e)); /* the id is free */
	GT_OK(SCIRemoveSegment(own, 0, &gt_e));
	GT_CODE(SCIPrepareSegment(own, 0, 0, &gt_e), SCI_ERR_ILLEGAL_PARAMETER);
	GT_OK(SCIClose(sd, 0, &gt_e));
	SCITerminate();
}

int main(void)
{
	before_start();
	gt_start();
	GT_OK(SCIOpen(&sd, SCI_FLAG_THREAD_SAFE, &gt_e));
	steps();
	kinds();
	attach();
	after_end();
	return GT_END();
}
