/**
 * @file sisci/transfers.h
 * Stores to maps and their checks, barriers, copies.
 */
#ifndef SISCI_TRANSFERS_H
#define SISCI_TRANSFERS_H

#include "flags.h"
#include "../sisci_types.h"

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__) || defined(__clang__)
#pragma GCC visibility push(default)
#endif

/**
 * @name Sequences
 * Stores to a map are posted. A sequence says whether those since its last check, or its start, have arrived. A new sequence counts as started.
 */
/**@{*/
/** Makes a sequence of a map, which may have many. flags: SCI_FLAG_FAST_BARRIER. */
void SCICreateMapSequence(sci_map_t map, sci_sequence_t *sequence, unsigned int flags, sci_error_t *error);

/** Removes a sequence. */
void SCIRemoveSequence(sci_sequence_t sequence, unsigned int flags, sci_error_t *error);

/** Begins anew. SCI_SEQ_OK, SCI_SEQ_PENDING: the link is down; SCI_SEQ_NOT_RETRIABLE: the map or its connection has ended. */
sci_sequence_status_t SCIStartSequence(sci_sequence_t sequence, unsigned int flags, sci_error_t *error);

/**
 * Waits until the stores have arrived, and says whether they have. After SCI_SEQ_OK they are in the memory of the other node. flags:
 * SCI_FLAG_NO_FLUSH, SCI_FLAG_NO_STORE_BARRIER.
 */
sci_sequence_status_t SCICheckSequence(sci_sequence_t sequence, unsigned int flags, sci_error_t *error);
/**@}*/

/** Orders the stores before it before those after it; sequence: NULL, or one whose map they go to. */
void SCIStoreBarrier(sci_sequence_t sequence, unsigned int flags);

/** Drops what has been read ahead. */
void SCIFlushReadBuffers(sci_sequence_t sequence);

/** Sends the stores that buffers hold. flags: SCI_FLAG_FLUSH_CPU_BUFFERS_ONLY. */
void SCIFlush(sci_sequence_t sequence, unsigned int flags);

/**
 * Copies size bytes of memory to a map, with SCI_FLAG_BLOCK_READ from it. offset: in the map. With SCI_FLAG_ERROR_CHECK it returns after they have
 * arrived. Errors: SCI_ERR_OUT_OF_RANGE, SCI_ERR_SIZE_ALIGNMENT, SCI_ERR_OFFSET_ALIGNMENT, SCI_ERR_TRANSFER_FAILED;
 * SCI_ERR_ILLEGAL_OPERATION: the map is for loads only.
 */
void SCIMemCpy(sci_sequence_t sequence, void *memAddr, sci_map_t remoteMap, size_t remoteOffset, size_t size, unsigned int flags, sci_error_t *error);

/** The same without a sequence. */
void SCIMemCopy(void *memAddr, sci_map_t remoteMap, size_t remoteOffset, size_t size, unsigned int flags, sci_error_t *error);

/**
 * Writes back the processor's caches of bytes at addr, and drops them, for machines whose adapters do not do that. Here all do. map: of the bytes, or
 * NULL. flags: SCI_FLAG_CACHE_FLUSH, SCI_FLAG_CACHE_INVALIDATE, or both.
 */
void SCICacheSync(sci_map_t map, void *addr, size_t bytes, unsigned int flags, sci_error_t *error);

/** Copies from a map to a map. Errors: those of SCIMemCpy. */
void SCITransferBlock(sci_map_t sourceMap, size_t sourceOffset, sci_map_t destinationMap, size_t destinationOffset, size_t size, unsigned int flags,
                      sci_error_t *error);

/**
 * Begins such a copy. flags: SCI_FLAG_USE_CALLBACK, SCI_FLAG_BLOCK_READ, which has no effect. The handle ends when its callback has returned, or a
 * wait has said how the copy ended.
 */
void SCITransferBlockAsync(sci_map_t sourceMap, size_t sourceOffset, sci_map_t destinationMap, size_t destinationOffset, size_t size,
                           sci_block_transfer_t *block, sci_cb_block_transfer_t callback, void *arg, unsigned int flags, sci_error_t *error);

/** Waits for a copy. Errors: SCI_ERR_TIMEOUT, SCI_ERR_CANCELLED, SCI_ERR_TRANSFER_FAILED; SCI_ERR_ILLEGAL_OPERATION: it has a callback. */
void SCIWaitForBlockTransfer(sci_block_transfer_t block, unsigned int timeout, unsigned int flags, sci_error_t *error);

/** Ends a copy, of which any part may have been made. Errors: SCI_ERR_ILLEGAL_OPERATION: it is complete. */
void SCIAbortBlockTransfer(sci_block_transfer_t block, unsigned int flags, sci_error_t *error);

#if defined(__GNUC__) || defined(__clang__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
