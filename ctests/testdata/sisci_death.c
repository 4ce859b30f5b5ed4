/* testdata/sisci_death.c - rank 1 ends without a word, in a way that the argument says; the others notice, and go on with each other.
 *
 * kill: by SIGKILL; abort; status: exit(3); exit: exit(0), which is an orderly end. */
#include "../gt_sisci.h"

#include <signal.h>

static int lost, left, asked;

static sci_callback_action_t on_remote(void *arg GT_UNUSED, sci_remote_segment_t segment GT_UNUSED, sci_segment_cb_reason_t reason,
                                       sci_error_t status GT_UNUSED)
{
	__atomic_add_fetch(reason == SCI_CB_LOST ? &lost : &left, 1, __ATOMIC_SEQ_CST);
	return SCI_CALLBACK_CONTINUE;
}

static sci_callback_action_t on_local(void *arg GT_UNUSED, sci_local_segment_t segment GT_UNUSED, sci_segment_cb_reason_t reason, unsigned int node,
                                      unsigned int adapter GT_UNUSED, sci_error_t error GT_UNUSED)
{
	if (node == gt_node(1) && reason != SCI_CB_CONNECT)
		__atomic_store_n(&asked, (int)reason, __ATOMIC_SEQ_CST);
	return SCI_CALLBACK_CONTINUE;
}

static void end(const char *how)
{
	if (strcmp(how, "kill") == 0)
		raise(SIGKILL);
	else if (strcmp(how, "abort") == 0)
		abort();
	exit(strcmp(how, "status") == 0 ? 3 : 0);
}

static void meet(int round) /* all but rank 1 */
{
	for (int r = 0; r < gt_n; r++)
		if (r != 1)
			gt_store(gt_b.there[r], gt_b.maps[r], (size_t)gt_me, 100000u + (unsigned int)round);
	for (int r = 0; r < gt_n; r++)
		while (r != 1 && gt_b.here[r] < 100000u + (unsigned int)round)
			sched_yield();
}

int main(int argc, char **argv)
{
	const char *how = argc > 1 ? argv[1] : "";
	const bool orderly = strcmp(how, "exit") == 0;
	const sci_segment_cb_reason_t reason = orderly ? SCI_CB_DISCONNECT : SCI_CB_LOST;
	sci_desc_t sd;
	sci_local_segment_t own;
	sci_remote_segment_t called, waits, self;
	sci_local_interrupt_t interrupt;
	sci_remote_interrupt_t remote;
	sci_map_t map;
	sci_sequence_t seq;
	sci_dma_queue_t dq;
	sci_error_t status;
	unsigned int number = 5;
	volatile int *at;
	int word = 1;

	gt_start();
	GT_OK(SCIOpen(&sd, 0, &gt_e));
	GT_OK(SCICreateSegment(sd, &own, 1, 4096, on_local, NULL, SCI_FLAG_USE_CALLBACK, &gt_e));
	GT_OK(SCIPrepareSegment(own, 0, 0, &gt_e));
	GT_OK(SCISetSegmentAvailable(own, 0, 0, &gt_e));
	GT_OK(SCICreateInterrupt(sd, &interrupt, 0, &number, NULL, NULL, SCI_FLAG_FIXED_INTNO, &gt_e));
	gt_barrier();
	GT_OK(SCIConnectSegment(sd, &called, gt_node(1), 1, 0, on_remote, NULL, SCI_INFINITE_TIMEOUT, SCI_FLAG_USE_CALLBACK, &gt_e));
	waits = gt_connect(sd, 1, 1);
	self = gt_connect(sd, gt_me == 1 ? 0 : gt_me, 1);
	GT_OK(SCIConnectInterrupt(sd, &remote, gt_node(1), 0, 5, SCI_INFINITE_TIMEOUT, 0, &gt_e));
	GT_OK(at = SCIMapRemoteSegment(called, &map, 0, 4096, NULL, 0, &gt_e));
	GT_OK(SCICreateMapSequence(map, &seq, 0, &gt_e));
	GT_OK(SCICreateDMAQueue(sd, &dq, 0, 1, 0, &gt_e));
	gt_barrier();
	if (gt_me == 1)
		end(how);

	CHECK(SCIWaitForRemoteSegmentEvent(waits, &status, GT_WAIT_MS, 0, &gt_e) == reason && gt_e == SCI_ERR_OK, "%s", SCIGetErrorString(gt_e));
	for (uint64_t over = gt_ns() + GT_WAIT_MS * 1000000ull; __atomic_load_n(orderly ? &left : &lost, __ATOMIC_SEQ_CST) == 0 && gt_ns() < over;)
		gt_sleep_ms(1);
	CHECK(orderly ? left == 1 && lost == 0 : lost == 1 && left == 0, "%d lost, %d left", lost, left);
	if (gt_me == 0) { /* rank 1 was connected with its segment */
		for (uint64_t over = gt_ns() + GT_WAIT_MS * 1000000ull; __atomic_load_n(&asked, __ATOMIC_SEQ_CST) == 0 && gt_ns() < over;)
			gt_sleep_ms(1);
		CHECK(asked == (int)reason, "%d", asked);
	}
	if (!gt_hosts())
		at[1] = 1; /* the map stays */
	GT_CODE(SCIMemCpy(seq, &word, map, 0, sizeof word, 0, &gt_e), SCI_ERR_TRANSFER_FAILED);
	CHECK(SCICheckSequence(seq, 0, &gt_e) == SCI_SEQ_NOT_RETRIABLE, "%#x", gt_e);
	GT_CODE(SCIEnqueueDMATransfer(dq, own, called, 0, 0, 64, SCI_FLAG_DMA_POST | SCI_FLAG_DMA_WAIT, &gt_e), SCI_ERR_SEGMENT_NOT_CONNECTED);
	GT_CODE(SCITriggerInterrupt(remote, 0, &gt_e), SCI_ERR_NOT_CONNECTED);
	for (uint64_t over = gt_ns() + GT_WAIT_MS * 1000000ull; gt_ns() < over; gt_sleep_ms(1)) { /* exit goes on for a while after it */
		SCIConnectSegment(sd, &(sci_remote_segment_t){NULL}, gt_node(1), 1, 0, NULL, NULL, SCI_INFINITE_TIMEOUT, 0, &gt_e);
		if (gt_e == SCI_ERR_NODE_NOT_RESPONDING)
			break;
	}
	CHECK(gt_e == SCI_ERR_NODE_NOT_RESPONDING && !SCIProbeNode(sd, 0, gt_node(1), 0, &gt_e), "%s", SCIGetErrorString(gt_e));
	meet(1);
	GT_OK(SCIUnmapSegment(map, 0, &gt_e));
	GT_OK(SCIDisconnectSegment(called, 0, &gt_e));
	GT_OK(SCIDisconnectSegment(waits, 0, &gt_e));
	GT_OK(SCIDisconnectInterrupt(remote, 0, &gt_e));
	GT_OK(SCIDisconnectSegment(self, 0, &gt_e));
	meet(2);
	GT_OK(SCIRemoveSegment(own, 0, &gt_e)); /* the dead rank keeps nothing busy */
	MSG("the end");
	meet(3);
	SCITerminate();
	return GT_END();
}
