/**
 * @file sisci/flags.h
 * Flags of SISCI and other constants. All are macros of type unsigned int, valid in \#if and in case labels.
 */
#ifndef SISCI_FLAGS_H
#define SISCI_FLAGS_H

#define SCI_INFINITE_TIMEOUT 0xffffffffU /**< waits as long as it takes */
#define SCI_LOCAL_HOST 0xfffffffeU       /**< as a node id: this node */

/** @name SCIOpen */
/**@{*/
#define SCI_FLAG_THREAD_SAFE 0x1U /**< no effect: every descriptor is */
/**@}*/

/** @name SCICreateSegment, SCIPrepareSegment, SCISetSegmentUnavailable, SCIRemoveSegment */
/**@{*/
#define SCI_FLAG_USE_CALLBACK 0x1U     /**< events go to the callback; also of connections, DMA queues, interrupts, block transfers */
#define SCI_FLAG_EMPTY 0x2U            /**< no memory yet: SCIRegisterSegmentMemory gives it */
#define SCI_FLAG_PRIVATE 0x4U          /**< no node can connect */
#define SCI_FLAG_DMA_SOURCE_ONLY 0x8U  /**< SCIPrepareSegment: no effect */
#define SCI_FLAG_AUTO_ID 0x20000000U   /**< the library chooses an id that is free */
#define SCI_FLAG_PHYSICAL 0x1000U      /**< not implemented */
#define SCI_FLAG_FORCE_REMOVE 0x20U    /**< not implemented */
#define SCI_FLAG_FORCE_DISCONNECT 0x1U /**< SCISetSegmentUnavailable: ends all connections */
#define SCI_FLAG_NOTIFY 0x2U           /**< SCISetSegmentUnavailable: nodes that are connected get SCI_CB_DISCONNECT, and stay connected */
/**@}*/

/** @name SCIConnectSegment */
/**@{*/
#define SCI_FLAG_ASYNCHRONOUS_CONNECT 0x4U /**< returns at once; SCI_CB_CONNECT brings the result */
#define SCI_FLAG_SHARE_EXTERNAL 0x40U      /**< not implemented */
#define SCI_FLAG_ALLOW_UNICAST 0x80U       /**< not implemented */
#define SCI_FLAG_BROADCAST 0x40000U        /**< not implemented: there is no reflective memory */
#define DIS_BROADCAST_NODEID_GROUP_ALL 252
/**@}*/

/** @name SCIMapLocalSegment, SCIMapRemoteSegment */
/**@{*/
#define SCI_FLAG_FIXED_MAP_ADDR 0x1U                    /**< the map begins at addr */
#define SCI_FLAG_READONLY_MAP 0x2U                      /**< the map is for loads */
#define SCI_FLAG_LOCK_OPERATION 0x4U                    /**< not implemented */
#define SCI_FLAG_CONDITIONAL_INTERRUPT_MAP 0x8U         /**< not implemented */
#define SCI_FLAG_UNCONDITIONAL_DATA_INTERRUPT_MAP 0x10U /**< not implemented */
#define SCI_FLAG_READ_PREFETCH_AGGR_HOLD_MAP 0x20U      /**< no effect, as the following */
#define SCI_FLAG_READ_PREFETCH_NO_HOLD_MAP 0x40U
#define SCI_FLAG_IO_MAP_IOSPACE 0x80U
#define SCI_FLAG_DMOVE_MAP 0x100U
#define SCI_FLAG_WRITES_DISABLE_GATHER_MAP 0x200U
#define SCI_FLAG_DISABLE_128_BYTES_PACKETS 0x400U
#define SCI_FLAG_NO_MEMORY_LOOPBACK_MAP 0x800U
#define SCI_FLAG_NO_MEMORY_LOOPBACK 0x800U
#define SCI_FLAG_SHARED_MAP 0x2000U
#define SCI_FLAG_WRITE_BACK_CACHE_MAP 0x08000000U
/**@}*/

/** @name Sequences, SCIMemCpy, blocks */
/**@{*/
#define SCI_FLAG_FAST_BARRIER 0x1U           /**< SCICreateMapSequence: no effect */
#define SCI_FLAG_NO_FLUSH 0x1U               /**< SCICheckSequence: no flush of buffers */
#define SCI_FLAG_NO_STORE_BARRIER 0x2U       /**< SCICheckSequence: no wait for the stores */
#define SCI_FLAG_FLUSH_CPU_BUFFERS_ONLY 0x1U /**< SCIFlush */
#define FLUSH_CPU_BUFFERS_ONLY SCI_FLAG_FLUSH_CPU_BUFFERS_ONLY
#define SCI_FLAG_BLOCK_READ 0x2U            /**< SCIMemCpy, SCIMemCopy: from the map to memory */
#define SCI_FLAG_ERROR_CHECK 0x4U           /**< SCIMemCpy, SCIMemCopy: fails unless the bytes have arrived */
#define SCI_FLAG_CACHE_FLUSH 0x100000U      /**< SCICacheSync: no effect */
#define SCI_FLAG_CACHE_INVALIDATE 0x200000U /**< SCICacheSync: no effect */
/**@}*/

/** @name DMA */
/**@{*/
#define SCI_FLAG_DMA_POST 0x2U        /**< SCIEnqueueDMATransfer: posts the queue */
#define SCI_FLAG_DMA_WAIT 0x4U        /**< with SCI_FLAG_DMA_POST, or SCIStartDmaTransfer: returns when the transfers are complete */
#define SCI_FLAG_DMA_RESET 0x8U       /**< with SCI_FLAG_DMA_WAIT: leaves the queue idle */
#define SCI_FLAG_DMA_READ 0x10U       /**< from the remote segment to the local one */
#define SCI_FLAG_DMA_PHDMA 0x20U      /**< not implemented */
#define SCI_FLAG_DMA_GLOBAL 0x40U     /**< no effect: which engine; also SCICreateSegment */
#define SCI_FLAG_DMA_SYSDMA 0x100U    /**< no effect */
#define SCI_FLAG_DMA_USER_MEM 0x200U  /**< not implemented */
#define SCI_FLAG_LOCK_USER_MEM 0x400U /**< not implemented */
#define SCI_FLAG_DMA_ADAPTER 0x800U   /**< no effect */
#define SCI_FLAG_DMA_CHANNEL_SHARED 0x1U
#define SCI_DMA_TYPE_DONTCARE 1
#define SCI_DMA_TYPE_ADAPTER 2
#define SCI_DMA_TYPE_GLOBAL 3
#define SCI_DMA_TYPE_SYSTEM 4
#define SCI_DMA_TYPE_TRANSPARENT 5
#define SCI_DMA_CHANNEL_ID_DONTCARE 0xffffffffU
/**@}*/

/** @name Interrupts */
/**@{*/
#define SCI_FLAG_FIXED_INTNO 0x2U           /**< *interruptNo is the number that the interrupt gets */
#define SCI_FLAG_SHARED_INT 0x4U            /**< interrupts may share the number; each is triggered */
#define SCI_FLAG_CONDITIONAL_INTERRUPT 0x8U /**< not implemented */
#define SCI_FLAG_COUNTING_INT 0x20U         /**< each trigger is one event; without it those that nothing has waited for become one */
/**@}*/

#endif
