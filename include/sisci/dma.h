/**
 * @file sisci/dma.h
 * DMA queues: idle, with transfers gathering, posted, then done, aborted or in error until they are reset.
 */
#ifndef SISCI_DMA_H
#define SISCI_DMA_H

#include "flags.h"
#include "../sisci_types.h"

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__) || defined(__clang__)
#pragma GCC visibility push(default)
#endif

/** Makes a queue. maxEntries: transfers that it can have. Errors: SCI_ERR_API_NOSPC. */
void SCICreateDMAQueue(sci_desc_t sd, sci_dma_queue_t *dq, unsigned int localAdapterNo, unsigned int maxEntries, unsigned int flags,
                       sci_error_t *error);

/** Removes a queue. Errors: SCI_ERR_ILLEGAL_OPERATION: it is posted. */
void SCIRemoveDMAQueue(sci_dma_queue_t dq, unsigned int flags, sci_error_t *error);

/**
 * Adds a transfer from the local segment, which is prepared, to the remote one, which is connected and need not be mapped; with SCI_FLAG_DMA_READ
 * the other way. Transfers are made in order. flags: also SCI_FLAG_DMA_POST, SCI_FLAG_DMA_WAIT, SCI_FLAG_DMA_RESET. Returns the state. Errors:
 * SCI_ERR_OUT_OF_RANGE, SCI_ERR_MAX_ENTRIES, SCI_ERR_SIZE_ALIGNMENT, SCI_ERR_OFFSET_ALIGNMENT, SCI_ERR_SEGMENT_NOT_PREPARED,
 * SCI_ERR_SEGMENT_NOT_CONNECTED; SCI_ERR_ILLEGAL_OPERATION: the queue is neither idle nor gathering; of waiting: SCI_ERR_TRANSFER_FAILED,
 * SCI_ERR_CANCELLED.
 */
sci_dma_queue_state_t SCIEnqueueDMATransfer(sci_dma_queue_t dq, sci_local_segment_t localSegment, sci_remote_segment_t remoteSegment,
                                            size_t localOffset, size_t remoteOffset, size_t size, unsigned int flags, sci_error_t *error);

/** Starts the transfers of a queue. flags: SCI_FLAG_USE_CALLBACK. Errors: SCI_ERR_ILLEGAL_OPERATION: it is not gathering. */
void SCIPostDMAQueue(sci_dma_queue_t dq, sci_cb_dma_t callback, void *arg, unsigned int flags, sci_error_t *error);

/**
 * Waits until a queue is done, aborted or in error, and returns which. Errors: SCI_ERR_TIMEOUT, SCI_ERR_CANCELLED, SCI_ERR_TRANSFER_FAILED;
 * SCI_ERR_ILLEGAL_OPERATION: it was never posted, or has a callback.
 */
sci_dma_queue_state_t SCIWaitForDMAQueue(sci_dma_queue_t dq, unsigned int timeout, unsigned int flags, sci_error_t *error);

/** Returns the state. */
sci_dma_queue_state_t SCIDMAQueueState(sci_dma_queue_t dq);

/** Ends the transfers of a queue that is posted; some of their bytes may still be stored. Errors: SCI_ERR_ILLEGAL_OPERATION: it is not posted. */
void SCIAbortDMAQueue(sci_dma_queue_t dq, unsigned int flags, sci_error_t *error);

/** Makes a queue idle. Errors: SCI_ERR_ILLEGAL_OPERATION: it is posted. */
void SCIResetDMAQueue(sci_dma_queue_t dq, unsigned int flags, sci_error_t *error);

/**
 * Makes one transfer, with a queue in any state but posted and gathering; it needs no reset. The size is before remoteOffset. flags:
 * SCI_FLAG_USE_CALLBACK, SCI_FLAG_DMA_WAIT, SCI_FLAG_DMA_READ. Errors: those of SCIEnqueueDMATransfer.
 */
void SCIStartDmaTransfer(sci_dma_queue_t dq, sci_local_segment_t localSegment, sci_remote_segment_t remoteSegment, size_t localOffset, size_t size,
                         size_t remoteOffset, sci_cb_dma_t callback, void *arg, unsigned int flags, sci_error_t *error);

/**
 * The same for several parts, one after the other, however many entries the queue has. vecLength: parts, from 1 to DIS_DMA_MAX_VECLEN; their flags
 * are not read. Errors: also SCI_ERR_ILLEGAL_PARAMETER: vecLength.
 */
void SCIStartDmaTransferVec(sci_dma_queue_t dq, sci_local_segment_t localSegment, sci_remote_segment_t remoteSegment, size_t vecLength,
                            dis_dma_vec_t *disDmaVec, sci_cb_dma_t callback, void *arg, unsigned int flags, sci_error_t *error);

#if defined(__GNUC__) || defined(__clang__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
