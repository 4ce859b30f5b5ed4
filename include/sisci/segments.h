/**
 * @file sisci/segments.h
 * Segments of this node, connections with segments of all nodes, maps.
 */
#ifndef SISCI_SEGMENTS_H
#define SISCI_SEGMENTS_H

#include "flags.h"
#include "../sisci_types.h"

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__) || defined(__clang__)
#pragma GCC visibility push(default)
#endif

/**
 * Makes a segment. segmentId: unique on the node. size: more than 0, otherwise any. flags: SCI_FLAG_USE_CALLBACK, SCI_FLAG_EMPTY, SCI_FLAG_PRIVATE,
 * SCI_FLAG_AUTO_ID. Errors: SCI_ERR_SEGMENTID_USED, SCI_ERR_SIZE_ALIGNMENT, SCI_ERR_NOSPC, SCI_ERR_API_NOSPC, SCI_ERR_SYSTEM.
 */
void SCICreateSegment(sci_desc_t sd, sci_local_segment_t *segment, unsigned int segmentId, size_t size, sci_cb_local_segment_t callback, void *arg,
                      unsigned int flags, sci_error_t *error);

/**
 * Makes a segment usable by an adapter, for connections and for DMA. flags: SCI_FLAG_DMA_SOURCE_ONLY. Errors: SCI_ERR_ILLEGAL_OPERATION: it has no
 * memory yet.
 */
void SCIPrepareSegment(sci_local_segment_t segment, unsigned int adapterNo, unsigned int flags, sci_error_t *error);

/**
 * Gives memory of the program, in whole pages, to a segment that was made with SCI_FLAG_EMPTY. Errors: SCI_ERR_ILLEGAL_OPERATION,
 * SCI_ERR_SIZE_ALIGNMENT, SCI_ERR_ILLEGAL_ADDRESS, SCI_ERR_OUT_OF_RANGE.
 */
void SCIRegisterSegmentMemory(void *addr, size_t size, sci_local_segment_t segment, unsigned int flags, sci_error_t *error);

/** Lets nodes connect. Errors: SCI_ERR_SEGMENT_NOT_PREPARED; SCI_ERR_ILLEGAL_OPERATION: the segment is private. */
void SCISetSegmentAvailable(sci_local_segment_t segment, unsigned int adapterNo, unsigned int flags, sci_error_t *error);

/** Lets no more nodes connect. flags: SCI_FLAG_FORCE_DISCONNECT, SCI_FLAG_NOTIFY. Errors: SCI_ERR_ILLEGAL_OPERATION: it is not available. */
void SCISetSegmentUnavailable(sci_local_segment_t segment, unsigned int adapterNo, unsigned int flags, sci_error_t *error);

/**
 * Removes a segment, which is no longer available then; what waits for its events gets SCI_ERR_CANCELLED. Errors: SCI_ERR_BUSY: it is mapped,
 * connected or used by DMA.
 */
void SCIRemoveSegment(sci_local_segment_t segment, unsigned int flags, sci_error_t *error);

/**
 * Waits for the next event of a segment, and returns what it was and of which node. Errors: SCI_ERR_TIMEOUT, SCI_ERR_CANCELLED;
 * SCI_ERR_ILLEGAL_OPERATION: it has a callback; SCI_ERR_OVERFLOW: so many had happened that some were forgotten.
 */
sci_segment_cb_reason_t SCIWaitForLocalSegmentEvent(sci_local_segment_t segment, unsigned int *sourcenodeId, unsigned int *localAdapterNo,
                                                    unsigned int timeout, unsigned int flags, sci_error_t *error);

/** Lets other processes of the node attach. */
void SCIShareSegment(sci_local_segment_t segment, unsigned int flags, sci_error_t *error);

/**
 * Makes a handle for a segment that a process of the node has shared. *size: its size. flags: SCI_FLAG_USE_CALLBACK. Errors:
 * SCI_ERR_NO_SUCH_SEGMENT, SCI_ERR_ACCESS.
 */
void SCIAttachLocalSegment(sci_desc_t sd, sci_local_segment_t *segment, unsigned int segmentId, unsigned int *size, sci_cb_local_segment_t callback,
                           void *arg, unsigned int flags, sci_error_t *error);

/** SCI_ERR_NOT_IMPLEMENTED. */
void SCIAttachPhysicalMemory(sci_ioaddr_t ioaddress, void *addr, unsigned int busNo, size_t size, sci_local_segment_t segment, unsigned int flags,
                             sci_error_t *error);

/**
 * Connects with a segment, of this node as well. timeout: for the answer of its node, not for the segment: one that is not available fails, and
 * programs try again. flags: SCI_FLAG_USE_CALLBACK, SCI_FLAG_ASYNCHRONOUS_CONNECT. Errors: SCI_ERR_NO_SUCH_SEGMENT, SCI_ERR_CONNECTION_REFUSED,
 * SCI_ERR_TIMEOUT, SCI_ERR_ILLEGAL_NODEID, SCI_ERR_NO_SUCH_NODEID, SCI_ERR_NODE_NOT_RESPONDING, SCI_ERR_NO_LINK_ACCESS,
 * SCI_ERR_NO_REMOTE_LINK_ACCESS.
 */
void SCIConnectSegment(sci_desc_t sd, sci_remote_segment_t *segment, unsigned int nodeId, unsigned int segmentId, unsigned int adapterNo,
                       sci_cb_remote_segment_t callback, void *arg, unsigned int timeout, unsigned int flags, sci_error_t *error);

/** Ends a connection. Errors: SCI_ERR_BUSY: it is mapped or used by DMA. */
void SCIDisconnectSegment(sci_remote_segment_t segment, unsigned int flags, sci_error_t *error);

/**
 * @name What a segment is
 * Its id, its node, and the size with which it was made; 0 for a handle that is none, and for the size without a connection.
 */
/**@{*/
size_t SCIGetRemoteSegmentSize(sci_remote_segment_t segment);
unsigned int SCIGetRemoteSegmentId(sci_remote_segment_t segment);
unsigned int SCIGetRemoteSegmentNodeId(sci_remote_segment_t segment);
size_t SCIGetLocalSegmentSize(sci_local_segment_t segment);
unsigned int SCIGetLocalSegmentId(sci_local_segment_t segment);
/**@}*/

/**
 * Waits for the next event of a connection. Errors: SCI_ERR_TIMEOUT, SCI_ERR_CANCELLED, SCI_ERR_OVERFLOW; SCI_ERR_ILLEGAL_OPERATION: it has a
 * callback.
 */
sci_segment_cb_reason_t SCIWaitForRemoteSegmentEvent(sci_remote_segment_t segment, sci_error_t *status, unsigned int timeout, unsigned int flags,
                                                     sci_error_t *error);

/** SCI_ERR_NOT_IMPLEMENTED. */
void SCIConnectSCISpace(sci_desc_t sd, unsigned int adapterNo, sci_remote_segment_t *segment, sci_address_t address, size_t size, unsigned int flags,
                        sci_error_t *error);

/**
 * @name Maps
 * size bytes of a segment from offset on, as memory of the program; its address at offset 0 is that of a page. addr: where, with
 * SCI_FLAG_FIXED_MAP_ADDR. They return NULL after an error. flags: SCI_FLAG_FIXED_MAP_ADDR, SCI_FLAG_READONLY_MAP, and hints. Errors:
 * SCI_ERR_OUT_OF_RANGE, SCI_ERR_SIZE_ALIGNMENT, SCI_ERR_OFFSET_ALIGNMENT, SCI_ERR_HW_NOSPC; SCI_ERR_SEGMENT_NOT_CONNECTED.
 */
/**@{*/
void *SCIMapLocalSegment(sci_local_segment_t segment, sci_map_t *map, size_t offset, size_t size, void *addr, unsigned int flags, sci_error_t *error);
sci_mapped_memory_t SCIMapRemoteSegment(sci_remote_segment_t segment, sci_map_t *map, size_t offset, size_t size, void *addr, unsigned int flags,
                                        sci_error_t *error);
/**@}*/

/** Returns where a map begins, as the call that made it has; NULL for a handle that is none. */
sci_mapped_memory_t SCIGetMapPointer(sci_map_t map);

/** Ends a map of either kind. Sequences of it stay. Errors: SCI_ERR_BUSY: a copy to or from it is not complete. */
void SCIUnmapSegment(sci_map_t map, unsigned int flags, sci_error_t *error);

#if defined(__GNUC__) || defined(__clang__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
