/* sisci/clients.c - the roles of SISCI's usual demonstrations: rank 0 is a server with a segment and interrupts, the others are clients that fill their part of it, by stores, by
 * SCIMemCpy and by DMA, and trigger an interrupt. The server checks, and answers by an interrupt of the client's. */
#include "../gt_sisci.h"

#define SEGMENT 4u
#define DONE 20u    /* interrupt of the server, for all clients: counting */
#define SEEN 21u    /* interrupt of a client */
#define PART 65536u /* bytes of each client */

static sci_desc_t descriptor;
static sci_error_t error;

#define TRY(call)                                                                      \
	do {                                                                           \
		call;                                                                  \
		if (error != SCI_ERR_OK)                                               \
			FATAL("%s: %#x (%s)", #call, error, SCIGetErrorString(error)); \
	} while (0)

/* Makes a call again until it succeeds: the peer may not be there yet. */
#define RETRY(call)                      \
	do {                             \
		call;                    \
		if (error != SCI_ERR_OK) \
			gt_sleep_ms(5);  \
	} while (error != SCI_ERR_OK)

static void serve(int clients)
{
	sci_local_segment_t segment;
	sci_local_interrupt_t done;
	sci_map_t map;
	unsigned int number = DONE, node, adapter;
	unsigned char *at;

	TRY(SCICreateSegment(descriptor, &segment, SEGMENT, PART * (size_t)(clients + 1), NULL, NULL, 0, &error));
	TRY(SCIPrepareSegment(segment, 0, 0, &error));
	TRY(at = SCIMapLocalSegment(segment, &map, 0, PART * (size_t)(clients + 1), NULL, 0, &error));
	TRY(SCICreateInterrupt(descriptor, &done, 0, &number, NULL, NULL, SCI_FLAG_FIXED_INTNO | SCI_FLAG_COUNTING_INT, &error));
	TRY(SCISetSegmentAvailable(segment, 0, 0, &error));
	for (int i = 0; i < clients; i++) {
		CHECK(SCIWaitForLocalSegmentEvent(segment, &node, &adapter, SCI_INFINITE_TIMEOUT, 0, &error) == SCI_CB_CONNECT && error == SCI_ERR_OK,
		      "%#x", error);
		CHECK(node > gt_node(0) && node <= gt_node(clients), "node %u", node);
	}
	for (int how = 0; how < 3; how++) {
		for (int i = 0; i < clients; i++)
			TRY(SCIWaitForInterrupt(done, SCI_INFINITE_TIMEOUT, 0, &error));
		for (int c = 1; c <= clients; c++) {
			sci_remote_interrupt_t seen;
			const size_t wrong = gt_differs(at + PART * (size_t)c, PART, c, how);

			CHECK(wrong == PART, "way %d: byte %zu of client %d", how, wrong, c);
			RETRY(SCIConnectInterrupt(descriptor, &seen, gt_node(c), 0, SEEN, SCI_INFINITE_TIMEOUT, 0, &error));
			TRY(SCITriggerInterrupt(seen, 0, &error));
			TRY(SCIDisconnectInterrupt(seen, 0, &error));
		}
	}
	for (int left = clients; left > 0;)
		left -= SCIWaitForLocalSegmentEvent(segment, &node, &adapter, SCI_INFINITE_TIMEOUT, 0, &error) == SCI_CB_DISCONNECT;
	TRY(SCIUnmapSegment(map, 0, &error));
	TRY(SCIRemoveSegment(segment, 0, &error));
	TRY(SCIRemoveInterrupt(done, 0, &error));
}

static void store(volatile unsigned char *at, sci_map_t map)
{
	static unsigned char bytes[PART];
	sci_sequence_t sequence;

	TRY(SCICreateMapSequence(map, &sequence, 0, &error));
	do {
		while (SCIStartSequence(sequence, 0, &error) != SCI_SEQ_OK)
			;
		if (gt_hosts()) { /* the map may be of a segment on another one */
			gt_fill(bytes, PART, gt_me, 0);
			TRY(SCIMemCpy(sequence, bytes, map, 0, PART, 0, &error));
			continue;
		}
		for (size_t i = 0; i < PART; i++)
			at[i] = gt_byte(gt_me, 0, i);
	} while (SCICheckSequence(sequence, 0, &error) != SCI_SEQ_OK);
	TRY(SCIRemoveSequence(sequence, 0, &error));
}

static void transfer(sci_remote_segment_t remote)
{
	sci_local_segment_t staging;
	sci_dma_queue_t queue;
	sci_map_t map;
	void *at;

	TRY(SCICreateSegment(descriptor, &staging, 99, PART, NULL, NULL, 0, &error));
	TRY(SCIPrepareSegment(staging, 0, 0, &error));
	TRY(at = SCIMapLocalSegment(staging, &map, 0, PART, NULL, 0, &error));
	gt_fill(at, PART, gt_me, 2);
	TRY(SCICreateDMAQueue(descriptor, &queue, 0, 2, 0, &error));
	TRY(SCIEnqueueDMATransfer(queue, staging, remote, 0, PART * (size_t)gt_me, PART / 2, 0, &error));
	TRY(SCIEnqueueDMATransfer(queue, staging, remote, PART / 2, PART * (size_t)gt_me + PART / 2, PART / 2, 0, &error));
	TRY(SCIPostDMAQueue(queue, NULL, NULL, 0, &error));
	TRY(SCIWaitForDMAQueue(queue, SCI_INFINITE_TIMEOUT, 0, &error));
	CHECK(SCIDMAQueueState(queue) == SCI_DMAQUEUE_DONE, "%d", SCIDMAQueueState(queue));
	TRY(SCIResetDMAQueue(queue, 0, &error));
	TRY(SCIRemoveDMAQueue(queue, 0, &error));
	TRY(SCIUnmapSegment(map, 0, &error));
	TRY(SCIRemoveSegment(staging, 0, &error));
}

static void use(void)
{
	static unsigned char bytes[PART];
	sci_remote_segment_t remote;
	sci_remote_interrupt_t done;
	sci_local_interrupt_t seen;
	sci_map_t map;
	unsigned int number = SEEN;
	volatile unsigned char *at;

	TRY(SCICreateInterrupt(descriptor, &seen, 0, &number, NULL, NULL, SCI_FLAG_FIXED_INTNO, &error));
	RETRY(SCIConnectSegment(descriptor, &remote, gt_node(0), SEGMENT, 0, NULL, NULL, SCI_INFINITE_TIMEOUT, 0, &error));
	RETRY(SCIConnectInterrupt(descriptor, &done, gt_node(0), 0, DONE, SCI_INFINITE_TIMEOUT, 0, &error));
	TRY(at = SCIMapRemoteSegment(remote, &map, PART * (size_t)gt_me, PART, NULL, 0, &error));
	for (int how = 0; how < 3; how++) {
		if (how == 0) {
			store(at, map);
		} else if (how == 1) {
			gt_fill(bytes, PART, gt_me, 1);
			TRY(SCIMemCopy(bytes, map, 0, PART, 0, &error));
		} else {
			transfer(remote);
		}
		TRY(SCITriggerInterrupt(done, 0, &error));
		do
			SCIWaitForInterrupt(seen, 50, 0, &error);
		while (error == SCI_ERR_TIMEOUT);
		CHECK(error == SCI_ERR_OK, "%#x", error);
	}
	TRY(SCIUnmapSegment(map, 0, &error));
	TRY(SCIDisconnectInterrupt(done, 0, &error));
	TRY(SCIDisconnectSegment(remote, 0, &error));
	TRY(SCIRemoveInterrupt(seen, 0, &error));
}

int main(void)
{
	TRY(SCIInitialize(0, &error));
	TRY(SCIOpen(&descriptor, 0, &error));
	GT_BEGIN(gasnetgo_rank(), gasnetgo_size());
	if (gt_me == 0)
		serve(gt_n - 1);
	else
		use();
	TRY(SCIClose(descriptor, 0, &error));
	SCITerminate();
	return GT_END();
}
