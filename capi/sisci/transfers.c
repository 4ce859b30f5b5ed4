/* sisci/transfers.c - sequences, barriers, copies, DMA. Live stores to a map are stores to memory that processes share, in the processor's order: barriers are fences. Those of a
 * simulated rank are the adapter's. */
#include "wait.h"
#include "window.h"

static void barrier(int32_t what, const char *fn)
{
	if (GA_UNLIKELY(ga_simulated)) {
		struct ga_sisci_barrier f = {GA_FRAME(barrier, BARRIER, fn), .what = what};

		ga_call(&f.head);
		return;
	}
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
}

/* What the check of a sequence does before it looks whether stores have failed. */
static void settle(bool start, uint32_t flags, const char *fn)
{
	if (start)
		barrier(GA_SISCI_BARRIER_LOADS, fn);
	else
		barrier(flags & SCI_FLAG_NO_STORE_BARRIER ? GA_SISCI_BARRIER_FLUSH : GA_SISCI_BARRIER_STORES, fn);
}

static sci_sequence_status_t check(bool start, uint64_t sequence, uint32_t flags, sci_error_t *error, const char *fn)
{
	struct ga_sisci_check f = {GA_FRAME(check, CHECK, fn), .start = start, .sequence = sequence, .flags = flags};

	settle(start, flags, fn);
	if (!(flags & ~(start ? 0 : SCI_FLAG_NO_FLUSH | SCI_FLAG_NO_STORE_BARRIER)) && ga_sisci_sequence_fine(sequence)) {
		GA_TELL(SCI_ERR_OK);
		return SCI_SEQ_OK;
	}
	ga_call(&f.head);
	if (f.stamp)
		ga_sisci_sequence_is_fine(sequence, f.stamp);
	GA_TELL(f.code);
	return (sci_sequence_status_t)f.status;
}

sci_sequence_status_t SCIStartSequence(sci_sequence_t sequence, unsigned int flags, sci_error_t *error)
{
	return check(true, GA_H(sequence), flags, error, "SCIStartSequence");
}

sci_sequence_status_t SCICheckSequence(sci_sequence_t sequence, unsigned int flags, sci_error_t *error)
{
	return check(false, GA_H(sequence), flags, error, "SCICheckSequence");
}

void SCIStoreBarrier(sci_sequence_t sequence, unsigned int flags) { barrier(GA_SISCI_BARRIER_STORES, "SCIStoreBarrier"); }
void SCIFlushReadBuffers(sci_sequence_t sequence) { barrier(GA_SISCI_BARRIER_LOADS, "SCIFlushReadBuffers"); }
void SCIFlush(sci_sequence_t sequence, unsigned int flags) { barrier(GA_SISCI_BARRIER_FLUSH, "SCIFlush"); }

static void copy(bool checked, uint64_t sequence, void *mem, uint64_t map, size_t offset, size_t bytes, uint32_t flags, sci_error_t *error,
                 const char *fn)
{
	struct ga_sisci_reply r = {0};

	if (GA_UNLIKELY((checked && !sequence) || !ga_sisci_copy(sequence, mem, map, offset, bytes, flags, &r.code, fn))) {
		struct ga_sisci_copy f = {GA_FRAME(copy, COPY, fn), .checked = checked, .sequence = sequence, .at = GA_F(mem), .map = map,
		                          .offset = offset,         .bytes = bytes,     .flags = flags,       .reply = &r};

		ga_call(&f.head);
		ga_sisci_wait(f.ticket, SCI_INFINITE_TIMEOUT, NULL, &r, fn);
	}
	GA_TELL(r.code);
}

void SCIMemCpy(sci_sequence_t sequence, void *memAddr, sci_map_t remoteMap, size_t remoteOffset, size_t size, unsigned int flags, sci_error_t *error)
{
	copy(true, GA_H(sequence), memAddr, GA_H(remoteMap), remoteOffset, size, flags, error, "SCIMemCpy");
}

void SCIMemCopy(void *memAddr, sci_map_t remoteMap, size_t remoteOffset, size_t size, unsigned int flags, sci_error_t *error)
{
	copy(false, 0, memAddr, GA_H(remoteMap), remoteOffset, size, flags, error, "SCIMemCopy");
}

void SCITransferBlock(sci_map_t sourceMap, size_t sourceOffset, sci_map_t destinationMap, size_t destinationOffset, size_t size, unsigned int flags,
                      sci_error_t *error)
{
	struct ga_sisci_reply r = {0};
	struct ga_sisci_block f = {GA_FRAME(block, BLOCK, "SCITransferBlock"),
	                           .source = GA_H(sourceMap),
	                           .source_offset = sourceOffset,
	                           .target = GA_H(destinationMap),
	                           .target_offset = destinationOffset,
	                           .bytes = size,
	                           .flags = flags,
	                           .reply = &r};

	ga_call(&f.head);
	ga_sisci_wait(f.ticket, SCI_INFINITE_TIMEOUT, NULL, &r, f.head.fn);
	GA_TELL(r.code);
}

/* Waits for the end of a transfer or a queue: its code, and the queue's state. */
static struct ga_sisci_reply end_of(int32_t what, uint64_t handle, uint32_t timeout, uint32_t flags, const char *fn)
{
	struct ga_sisci_reply r = {0};
	struct ga_sisci_wait f = {GA_FRAME(wait, WAIT, fn), .what = what, .handle = handle, .flags = flags, .reply = &r};

	ga_call(&f.head);
	ga_sisci_wait(f.ticket, timeout, NULL, &r, fn);
	if (r.code == SCI_ERR_OK)
		r.code = r.status;
	return r;
}

void SCIWaitForBlockTransfer(sci_block_transfer_t block, unsigned int timeout, unsigned int flags, sci_error_t *error)
{
	GA_TELL(end_of(GA_SISCI_WAIT_BLOCK, GA_H(block), timeout, flags, "SCIWaitForBlockTransfer").code);
}

sci_dma_queue_state_t SCIEnqueueDMATransfer(sci_dma_queue_t dq, sci_local_segment_t localSegment, sci_remote_segment_t remoteSegment,
                                            size_t localOffset, size_t remoteOffset, size_t size, unsigned int flags, sci_error_t *error)
{
	struct ga_sisci_reply r = {0};
	struct ga_sisci_enqueue f = {GA_FRAME(enqueue, ENQUEUE, "SCIEnqueueDMATransfer"),
	                             .queue = GA_H(dq),
	                             .segment = GA_H(localSegment),
	                             .remote = GA_H(remoteSegment),
	                             .offset = localOffset,
	                             .remote_offset = remoteOffset,
	                             .bytes = size,
	                             .flags = flags,
	                             .reply = &r};

	ga_call(&f.head);
	ga_sisci_wait(f.ticket, SCI_INFINITE_TIMEOUT, NULL, &r, f.head.fn);
	GA_TELL(r.code);
	return (sci_dma_queue_state_t)r.state;
}

sci_dma_queue_state_t SCIWaitForDMAQueue(sci_dma_queue_t dq, unsigned int timeout, unsigned int flags, sci_error_t *error)
{
	const struct ga_sisci_reply r = end_of(GA_SISCI_WAIT_QUEUE, GA_H(dq), timeout, flags, "SCIWaitForDMAQueue");

	GA_TELL(r.code);
	return (sci_dma_queue_state_t)r.state;
}

/* A part of a transfer. */
struct ga_sisci_part {
	uint64_t local_offset, offset, bytes;
};

static void start(sci_dma_queue_t dq, sci_local_segment_t localSegment, sci_remote_segment_t remoteSegment, struct ga_sisci_part *parts, size_t count,
                  sci_cb_dma_t callback, void *arg, unsigned int flags, sci_error_t *error, const char *fn)
{
	struct ga_sisci_reply r = {0};
	struct ga_sisci_start f = {GA_FRAME(start, START, fn),
	                           .queue = GA_H(dq),
	                           .segment = GA_H(localSegment),
	                           .remote = GA_H(remoteSegment),
	                           .parts = parts,
	                           .count = count,
	                           .function = GA_F(callback),
	                           .argument = GA_F(arg),
	                           .flags = flags,
	                           .reply = &r};

	ga_call(&f.head);
	ga_sisci_wait(f.ticket, SCI_INFINITE_TIMEOUT, NULL, &r, f.head.fn);
	GA_TELL(r.code);
}

void SCIStartDmaTransfer(sci_dma_queue_t dq, sci_local_segment_t localSegment, sci_remote_segment_t remoteSegment, size_t localOffset, size_t size,
                         size_t remoteOffset, sci_cb_dma_t callback, void *arg, unsigned int flags, sci_error_t *error)
{
	struct ga_sisci_part part = {localOffset, remoteOffset, size};

	start(dq, localSegment, remoteSegment, &part, 1, callback, arg, flags, error, "SCIStartDmaTransfer");
}

void SCIStartDmaTransferVec(sci_dma_queue_t dq, sci_local_segment_t localSegment, sci_remote_segment_t remoteSegment, size_t vecLength,
                            dis_dma_vec_t *disDmaVec, sci_cb_dma_t callback, void *arg, unsigned int flags, sci_error_t *error)
{
	struct ga_sisci_part parts[DIS_DMA_MAX_VECLEN];

	if (!disDmaVec || vecLength > DIS_DMA_MAX_VECLEN)
		vecLength = 0;
	for (size_t i = 0; i < vecLength; i++)
		parts[i] = (struct ga_sisci_part){disDmaVec[i].local_offset, disDmaVec[i].remote_offset, disDmaVec[i].size};
	start(dq, localSegment, remoteSegment, parts, vecLength, callback, arg, flags, error, "SCIStartDmaTransferVec");
}
