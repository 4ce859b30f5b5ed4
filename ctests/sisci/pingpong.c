/* sisci/pingpong.c - as programs for SISCI measure latency: each of two nodes exports a word, maps that of the other one, stores to it and polls its own. It begins without
 * a barrier: nodes retry until the peer is there. */
#include "../gt_sisci.h"

#define KEY 0x100u
#define ROUNDS 300u
#define TRY(call)                                                                      \
	do {                                                                           \
		call;                                                                  \
		if (error != SCI_ERR_OK)                                               \
			FATAL("%s: %#x (%s)", #call, error, SCIGetErrorString(error)); \
	} while (0)

int main(void)
{
	sci_desc_t descriptor;
	sci_local_segment_t local;
	sci_remote_segment_t remote;
	sci_map_t local_map, remote_map;
	sci_sequence_t sequence;
	sci_sequence_status_t status;
	sci_error_t error;
	volatile unsigned int *mine, *theirs;
	unsigned int node, peer;

	TRY(SCIInitialize(0, &error));
	TRY(SCIOpen(&descriptor, 0, &error));
	GT_BEGIN(gasnetgo_rank(), gasnetgo_size());
	TRY(SCIGetLocalNodeId(0, &node, 0, &error));
	peer = gt_node(gt_me ^ 1);
	if ((gt_me ^ 1) >= gt_n) /* one is left over: it plays with itself */
		peer = node;
	TRY(SCICreateSegment(descriptor, &local, node << 16 | KEY, 8, NULL, NULL, 0, &error));
	TRY(SCIPrepareSegment(local, 0, 0, &error));
	TRY(mine = SCIMapLocalSegment(local, &local_map, 0, 8, NULL, 0, &error));
	*mine = 0;
	TRY(SCISetSegmentAvailable(local, 0, 0, &error));
	do {
		SCIConnectSegment(descriptor, &remote, peer, peer << 16 | KEY, 0, NULL, NULL, SCI_INFINITE_TIMEOUT, 0, &error);
		if (error != SCI_ERR_OK)
			gt_sleep_ms(5);
	} while (error != SCI_ERR_OK);
	TRY(theirs = (volatile unsigned int *)SCIMapRemoteSegment(remote, &remote_map, 0, 8, NULL, 0, &error));
	TRY(SCICreateMapSequence(remote_map, &sequence, SCI_FLAG_FAST_BARRIER, &error));
	do
		status = SCIStartSequence(sequence, 0, &error);
	while (status != SCI_SEQ_OK);
	for (unsigned int round = 1; round <= ROUNDS; round++) {
		if (gt_me % 2 == 0) {
			gt_store(theirs, remote_map, 0, round);
			SCIFlush(sequence, SCI_FLAG_FLUSH_CPU_BUFFERS_ONLY);
		}
		while (*mine != round)
			sched_yield();
		if (gt_me % 2 == 1) {
			gt_store(theirs, remote_map, 0, round);
			SCIFlush(sequence, SCI_FLAG_FLUSH_CPU_BUFFERS_ONLY);
		}
	}
	status = SCICheckSequence(sequence, 0, &error);
	CHECK(status == SCI_SEQ_OK && error == SCI_ERR_OK, "%d, %#x", status, error);
	TRY(SCIRemoveSequence(sequence, 0, &error));
	TRY(SCIUnmapSegment(remote_map, 0, &error));
	TRY(SCIDisconnectSegment(remote, 0, &error));
	TRY(SCISetSegmentUnavailable(local, 0, 0, &error));
	TRY(SCIUnmapSegment(local_map, 0, &error));
	do { /* the peer may still be connected */
		SCIRemoveSegment(local, 0, &error);
		sched_yield();
	} while (error == SCI_ERR_BUSY);
	CHECK(error == SCI_ERR_OK, "%#x", error);
	TRY(SCIClose(descriptor, 0, &error));
	SCITerminate();
	return GT_END();
}
