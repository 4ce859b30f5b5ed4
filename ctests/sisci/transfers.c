/* sisci/transfers.c - SCIMemCpy with sequences, blocks, DMA queues, between all ranks of a ring; their states and errors. */
#include "../gt_sisci.h"

#define NEXT ((gt_me + 1) % gt_n)
#define BEFORE ((gt_me + gt_n - 1) % gt_n)
#define BYTES (1u << 20)

static sci_desc_t sd;
static sci_local_segment_t own, staging;
static sci_remote_segment_t remote;
static sci_map_t own_map, map, readable;
static unsigned char *here, *stage, mine[BYTES];
static volatile unsigned char *there;

static void expect(const void *at, size_t bytes, int writer, int round, const char *what)
{
	const size_t wrong = gt_differs(at, bytes, writer, round);

	if (wrong < bytes)
		FATAL("%s of %zu bytes: byte %zu differs", what, bytes, wrong);
}

static const size_t sizes[] = {1, 8, 16, 63, 64, 2128, 4096, 70000, BYTES};
#define SIZES (sizeof sizes / sizeof *sizes)

static void copies(void)
{
	sci_sequence_t seq;

	GT_OK(SCICreateMapSequence(map, &seq, 0, &gt_e));
	for (size_t i = 0; i < SIZES; i++) {
		const size_t n = sizes[i], off = n == BYTES ? 0 : 3;

		gt_fill(mine, n, gt_me, (int)i);
		while (SCIStartSequence(seq, 0, &gt_e) != SCI_SEQ_OK)
			;
		GT_OK(SCIMemCpy(seq, mine, map, off, n, i % 2 ? SCI_FLAG_ERROR_CHECK : 0, &gt_e));
		CHECK(SCICheckSequence(seq, 0, &gt_e) == SCI_SEQ_OK && gt_e == SCI_ERR_OK, "%#x", gt_e);
		gt_barrier();
		expect(here + off, n, BEFORE, (int)i, "SCIMemCpy");
		memset(mine, 0, n);
		GT_OK(SCIMemCpy(seq, mine, map, off, n, SCI_FLAG_BLOCK_READ, &gt_e)); /* back from there */
		expect(mine, n, gt_me, (int)i, "SCIMemCpy to memory");
		gt_barrier();
		gt_fill(mine, n, gt_me, 100 + (int)i);
		GT_OK(SCIMemCopy(mine, map, off, n, 0, &gt_e));
		gt_barrier();
		expect(here + off, n, BEFORE, 100 + (int)i, "SCIMemCopy");
		gt_barrier();
	}
	GT_OK(SCIMemCpy(seq, mine, map, BYTES, 0, 0, &gt_e));
	GT_CODE(SCIMemCpy(seq, mine, map, BYTES, 1, 0, &gt_e), SCI_ERR_OUT_OF_RANGE);
	GT_CODE(SCIMemCpy(seq, mine, map, 1, BYTES, 0, &gt_e), SCI_ERR_OUT_OF_RANGE);
	GT_CODE(SCIMemCpy(seq, mine, map, 1, (size_t)-1, 0, &gt_e), SCI_ERR_OUT_OF_RANGE);
	GT_CODE(SCIMemCpy(seq, NULL, map, 0, 4, 0, &gt_e), SCI_ERR_ILLEGAL_PARAMETER);
	GT_CODE(SCIMemCpy(NULL, mine, map, 0, 4, 0, &gt_e), SCI_ERR_ILLEGAL_PARAMETER);
	GT_CODE(SCIMemCpy((sci_sequence_t)(void *)map, mine, map, 0, 4, 0, &gt_e), SCI_ERR_ILLEGAL_PARAMETER);
	GT_CODE(SCIMemCpy(seq, mine, (sci_map_t)(void *)seq, 0, 4, 0, &gt_e), SCI_ERR_ILLEGAL_PARAMETER);
	GT_CODE(SCIMemCpy(seq, mine, map, 0, 4, 0x8000, &gt_e), SCI_ERR_ILLEGAL_FLAG);
	GT_CODE(SCIMemCpy(seq, mine, readable, 0, 4, 0, &gt_e), SCI_ERR_ILLEGAL_OPERATION);
	GT_OK(SCIMemCpy(seq, mine, readable, 0, 4, SCI_FLAG_BLOCK_READ, &gt_e));
	GT_OK(SCIRemoveSequence(seq, 0, &gt_e));
	GT_CODE(SCIMemCpy(seq, mine, map, 0, 4, 0, &gt_e), SCI_ERR_ILLEGAL_PARAMETER);
	gt_barrier();
}

static volatile int ended;

static int on_block(void *arg, sci_block_transfer_t block, sci_error_t status)
{
	CHECK(block && status == SCI_ERR_OK, "%#x", status);
	__atomic_store_n(&ended, *(int *)arg, __ATOMIC_SEQ_CST);
	return SCI_CALLBACK_CONTINUE;
}

static void await(int value)
{
	for (uint64_t end = gt_ns() + GT_WAIT_MS * 1000000ull; __atomic_load_n(&ended, __ATOMIC_SEQ_CST) != value; sched_yield())
		if (gt_ns() > end)
			FATAL("no callback");
}

static void blocks(void)
{
	sci_block_transfer_t block;
	sci_map_t from;
	int number;

	GT_OK(SCIMapLocalSegment(staging, &from, 0, BYTES, NULL, 0, &gt_e));
	for (size_t i = 0; i < SIZES; i++) {
		const size_t n = sizes[i], off = n == BYTES ? 0 : 7;

		gt_fill(stage + off, n, gt_me, (int)i);
		GT_OK(SCITransferBlock(from, off, map, off, n, 0, &gt_e));
		gt_barrier();
		expect(here + off, n, BEFORE, (int)i, "SCITransferBlock");
		gt_fill(stage + off, n, gt_me, 100 + (int)i);
		gt_barrier();
		number = (int)i + 1;
		GT_OK(SCITransferBlockAsync(from, off, map, off, n, &block, on_block, &number, SCI_FLAG_USE_CALLBACK, &gt_e));
		await(number);
		gt_barrier();
		expect(here + off, n, BEFORE, 100 + (int)i, "SCITransferBlockAsync");
		gt_fill(stage + off, n, gt_me, 200 + (int)i);
		gt_barrier();
		GT_OK(SCITransferBlockAsync(from, off, map, off, n, &block, NULL, NULL, 0, &gt_e));
		GT_OK(SCIWaitForBlockTransfer(block, SCI_INFINITE_TIMEOUT, 0, &gt_e));
		GT_CODE(SCIWaitForBlockTransfer(block, 0, 0, &gt_e), SCI_ERR_ILLEGAL_PARAMETER); /* it has ended */
		gt_barrier();
		expect(here + off, n, BEFORE, 200 + (int)i, "SCITransferBlockAsync");
		gt_barrier();
	}
	GT_CODE(SCITransferBlock(from, 0, map, 1, BYTES, 0, &gt_e), SCI_ERR_OUT_OF_RANGE);
	GT_CODE(SCITransferBlock(from, 0, readable, 0, 8, 0, &gt_e), SCI_ERR_ILLEGAL_OPERATION);
	GT_OK(SCIUnmapSegment(from, 0, &gt_e));
}

static sci_callback_action_t on_queue(void *arg, sci_dma_queue_t queue, sci_error_t status)
{
	CHECK(queue && status == SCI_ERR_OK, "%#x", status);
	__atomic_store_n(&ended, *(int *)arg, __ATOMIC_SEQ_CST);
	return SCI_CALLBACK_CONTINUE;
}

#define AT_ONCE (SCI_FLAG_DMA_POST | SCI_FLAG_DMA_WAIT | SCI_FLAG_DMA_RESET)

static void queues(void)
{
	dis_dma_vec_t parts[DIS_DMA_MAX_VECLEN + 1] = {{0}};
	sci_dma_queue_t one, two;
	int number;

	GT_CODE(SCICreateDMAQueue(sd, &one, 0, 0, 0, &gt_e), SCI_ERR_ILLEGAL_PARAMETER);
	GT_OK(SCICreateDMAQueue(sd, &one, 0, 1, 0, &gt_e));
	GT_OK(SCIResetDMAQueue(one, 0, &gt_e));    /* an idle one */
	for (int round = 0; round < 60; round++) { /* one entry, again and again; the remote segment need not be mapped */
		const size_t n = sizes[(size_t)round % (SIZES - 1)], off = 64;

		gt_fill(stage + off, n, gt_me, round);
		CHECK(SCIEnqueueDMATransfer(one, staging, remote, off, off, n, AT_ONCE, &gt_e) == SCI_DMAQUEUE_IDLE && gt_e == SCI_ERR_OK, "%#x",
		      gt_e);
		gt_barrier();
		expect(here + off, n, BEFORE, round, "DMA");
		memset(stage + off, 0, n);
		CHECK(SCIEnqueueDMATransfer(one, staging, remote, off, off, n, AT_ONCE | SCI_FLAG_DMA_READ, &gt_e) == SCI_DMAQUEUE_IDLE, "%#x", gt_e);
		expect(stage + off, n, gt_me, round, "DMA to the local segment");
		gt_barrier();
	}
	GT_CODE(SCIEnqueueDMATransfer(one, staging, remote, 1, 0, BYTES, AT_ONCE, &gt_e), SCI_ERR_OUT_OF_RANGE);
	GT_CODE(SCIEnqueueDMATransfer(one, staging, remote, 0, 1, BYTES, AT_ONCE, &gt_e), SCI_ERR_OUT_OF_RANGE);
	GT_CODE(SCIEnqueueDMATransfer(one, staging, remote, 0, 0, 0, AT_ONCE, &gt_e), SCI_ERR_SIZE_ALIGNMENT);
	GT_CODE(SCIEnqueueDMATransfer(one, staging, remote, 0, 0, 8, SCI_FLAG_DMA_WAIT, &gt_e), SCI_ERR_ILLEGAL_FLAG);
	GT_CODE(SCIEnqueueDMATransfer(one, staging, (sci_remote_segment_t)(void *)staging, 0, 0, 8, AT_ONCE, &gt_e), SCI_ERR_ILLEGAL_PARAMETER);
	CHECK(SCIDMAQueueState(one) == SCI_DMAQUEUE_IDLE, "%d", SCIDMAQueueState(one));

	/* Gathered, posted, waited for, reset. */
	GT_OK(SCICreateDMAQueue(sd, &two, 0, 4, 0, &gt_e));
	for (int how = 0; how < 2; how++) {
		GT_CODE(SCIPostDMAQueue(two, NULL, NULL, 0, &gt_e), SCI_ERR_ILLEGAL_OPERATION);
		GT_CODE(SCIWaitForDMAQueue(two, 0, 0, &gt_e), SCI_ERR_ILLEGAL_OPERATION);
		gt_fill(stage, 4000, gt_me, 500 + how);
		for (size_t k = 0; k < 4; k++)
			CHECK(SCIEnqueueDMATransfer(two, staging, remote, 1000 * k, 1000 * k, 1000, 0, &gt_e) == SCI_DMAQUEUE_GATHER, "%#x", gt_e);
		GT_CODE(SCIEnqueueDMATransfer(two, staging, remote, 0, 0, 8, 0, &gt_e), SCI_ERR_MAX_ENTRIES);
		GT_CODE(SCIRemoveSegment(staging, 0, &gt_e), SCI_ERR_BUSY);
		number = 1000 + how;
		if (how == 0) {
			GT_OK(SCIPostDMAQueue(two, NULL, NULL, 0, &gt_e));
			CHECK(SCIWaitForDMAQueue(two, SCI_INFINITE_TIMEOUT, 0, &gt_e) == SCI_DMAQUEUE_DONE && gt_e == SCI_ERR_OK, "%#x", gt_e);
		} else {
			GT_OK(SCIPostDMAQueue(two, on_queue, &number, SCI_FLAG_USE_CALLBACK, &gt_e));
			await(number);
			GT_CODE(SCIWaitForDMAQueue(two, 0, 0, &gt_e), SCI_ERR_ILLEGAL_OPERATION); /* it has a callback */
		}
		CHECK(SCIDMAQueueState(two) == SCI_DMAQUEUE_DONE, "%d", SCIDMAQueueState(two));
		GT_CODE(SCIAbortDMAQueue(two, 0, &gt_e), SCI_ERR_ILLEGAL_OPERATION);
		GT_CODE(SCIEnqueueDMATransfer(two, staging, remote, 0, 0, 8, 0, &gt_e), SCI_ERR_ILLEGAL_OPERATION);
		GT_OK(SCIResetDMAQueue(two, 0, &gt_e));
		gt_barrier();
		expect(here, 4000, BEFORE, 500 + how, "a queue");
		gt_barrier();
	}

	/* The short way of later versions. */
	gt_fill(stage, 5000, gt_me, 600);
	GT_OK(SCIStartDmaTransfer(two, staging, remote, 0, 5000, 100, NULL, NULL, 0, &gt_e));
	CHECK(SCIWaitForDMAQueue(two, SCI_INFINITE_TIMEOUT, 0, &gt_e) == SCI_DMAQUEUE_DONE, "%#x", gt_e);
	gt_barrier();
	expect(here + 100, 5000, BEFORE, 600, "SCIStartDmaTransfer");
	gt_barrier();
	number = 2000;
	GT_OK(SCIStartDmaTransfer(two, staging, remote, 0, 5000, 200, on_queue, &number, SCI_FLAG_USE_CALLBACK, &gt_e));
	await(number);
	gt_barrier();
	expect(here + 200, 5000, BEFORE, 600, "SCIStartDmaTransfer");
	memset(stage, 0, 5000);
	GT_OK(SCIStartDmaTransfer(two, staging, remote, 0, 5000, 200, NULL, NULL, SCI_FLAG_DMA_READ | SCI_FLAG_DMA_WAIT, &gt_e));
	expect(stage, 5000, gt_me, 600, "SCIStartDmaTransfer");

	/* Every third part of 100 bytes, more of them than the queue has entries; the last part is in the middle. */
	gt_fill(stage, 5000, gt_me, 700);
	for (unsigned int i = 0; i < 50; i++)
		parts[i] = (dis_dma_vec_t){
		    .size = i == 49 ? 1 : 100, .local_offset = 100 * (i == 49 ? 25 : i), .remote_offset = 6000 + 300 * (i == 49 ? 30 : i)};
	GT_OK(SCIStartDmaTransferVec(two, staging, remote, 49, parts, NULL, NULL, 0, &gt_e));
	CHECK(SCIWaitForDMAQueue(two, SCI_INFINITE_TIMEOUT, 0, &gt_e) == SCI_DMAQUEUE_DONE, "%#x", gt_e);
	gt_barrier();
	for (unsigned int i = 0; i < 49; i++)
		for (unsigned int b = 0; b < 100; b++)
			if (here[6000 + 300 * i + b] != gt_byte(BEFORE, 700, 100 * i + b))
				FATAL("byte %u of part %u", b, i);
	gt_barrier();
	GT_OK(SCIStartDmaTransferVec(two, staging, remote, 50, parts, NULL, NULL, SCI_FLAG_DMA_WAIT, &gt_e));
	gt_barrier();
	CHECK(here[6000 + 300 * 30] == gt_byte(BEFORE, 700, 2500), "the last part: %d", here[6000 + 300 * 30]);
	GT_CODE(SCIStartDmaTransferVec(two, staging, remote, 0, parts, NULL, NULL, 0, &gt_e), SCI_ERR_ILLEGAL_PARAMETER);
	GT_CODE(SCIStartDmaTransferVec(two, staging, remote, DIS_DMA_MAX_VECLEN + 1, parts, NULL, NULL, 0, &gt_e), SCI_ERR_ILLEGAL_PARAMETER);
	GT_CODE(SCIStartDmaTransferVec(two, staging, remote, 1, NULL, NULL, NULL, 0, &gt_e), SCI_ERR_ILLEGAL_PARAMETER);
	parts[1].size = 1u << 30;
	GT_CODE(SCIStartDmaTransferVec(two, staging, remote, 2, parts, NULL, NULL, 0, &gt_e), SCI_ERR_OUT_OF_RANGE);
	GT_OK(SCIRemoveDMAQueue(one, 0, &gt_e));
	GT_OK(SCIRemoveDMAQueue(two, 0, &gt_e));
	GT_CODE(SCIRemoveDMAQueue(two, 0, &gt_e), SCI_ERR_ILLEGAL_PARAMETER);
	CHECK(SCIDMAQueueState(two) == SCI_DMAQUEUE_ERROR, "%d", SCIDMAQueueState(two));
	gt_barrier();
}

/* Threads that copy through one map while another one tries to unmap it: no copy is lost, and none goes to memory that is no longer there. */
static void *copies_on(void *arg)
{
	sci_map_t m = *(sci_map_t *)arg;
	unsigned char bytes[256] = {0};
	sci_error_t e;

	do
		SCIMemCopy(bytes, m, 0, sizeof bytes, 0, &e);
	while (e == SCI_ERR_OK);
	return (void *)(uintptr_t)e;
}

static void races(void)
{
	for (int round = 0; round < 10; round++) {
		pthread_t t[2];
		sci_map_t m;
		void *e;

		GT_OK(SCIMapRemoteSegment(remote, &m, 8192, 4096, NULL, 0, &gt_e));
		for (int k = 0; k < 2; k++)
			pthread_create(&t[k], NULL, copies_on, &m);
		sched_yield();
		do
			SCIUnmapSegment(m, 0, &gt_e);
		while (gt_e == SCI_ERR_BUSY);
		CHECK(gt_e == SCI_ERR_OK, "%#x", gt_e);
		for (int k = 0; k < 2; k++) {
			pthread_join(t[k], &e);
			CHECK((sci_error_t)(uintptr_t)e == SCI_ERR_ILLEGAL_PARAMETER, "%#lx", (unsigned long)(uintptr_t)e);
		}
	}
	gt_barrier();
}

int main(void)
{
	sci_map_t stage_map;

	gt_start();
	GT_OK(SCIOpen(&sd, 0, &gt_e));
	own = gt_segment(sd, 1, BYTES);
	GT_OK(SCICreateSegment(sd, &staging, 2, BYTES, NULL, NULL, 0, &gt_e));
	GT_OK(SCIPrepareSegment(staging, 0, SCI_FLAG_DMA_SOURCE_ONLY, &gt_e));
	GT_OK(here = SCIMapLocalSegment(own, &own_map, 0, BYTES, NULL, 0, &gt_e));
	GT_OK(stage = SCIMapLocalSegment(staging, &stage_map, 0, BYTES, NULL, 0, &gt_e));
	remote = gt_connect(sd, NEXT, 1);
	GT_OK(there = SCIMapRemoteSegment(remote, &map, 0, BYTES, NULL, 0, &gt_e));
	GT_OK(SCIMapRemoteSegment(remote, &readable, 0, BYTES, NULL, SCI_FLAG_READONLY_MAP, &gt_e));
	gt_barrier();
	copies();
	blocks();
	if (!gt_simulated) /* a rank is one thread there */
		races();
	GT_OK(SCIUnmapSegment(map, 0, &gt_e));
	GT_OK(SCIUnmapSegment(readable, 0, &gt_e));
	queues();
	GT_OK(SCIUnmapSegment(own_map, 0, &gt_e));
	GT_OK(SCIUnmapSegment(stage_map, 0, &gt_e));
	GT_OK(SCIDisconnectSegment(remote, 0, &gt_e));
	gt_barrier();
	GT_OK(SCIRemoveSegment(staging, 0, &gt_e));
	GT_OK(SCIRemoveSegment(own, 0, &gt_e));
	GT_OK(SCIClose(sd, 0, &gt_e));
	return gt_stop();
}
