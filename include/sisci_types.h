/**
 * @file sisci_types.h
 * Types of SISCI: handles, states, callbacks, arguments of SCIQuery.
 */
#ifndef SISCI_TYPES_H
#define SISCI_TYPES_H

#include <stddef.h>

#include "sisci_error.h"

/* Programs decorate parameters with these. C++ programs use the names for themselves. */
#ifndef __cplusplus
#ifndef IN
#define IN
#endif
#ifndef OUT
#define OUT
#endif
#ifndef IN_OUT
#define IN_OUT
#endif
#endif

/** @name Handles. The library makes and ends them; programs copy them, and never follow them. */
/**@{*/
typedef struct sci_desc *sci_desc_t;                                   /**< what SCIOpen opens: the owner of all others */
typedef struct sci_local_segment *sci_local_segment_t;                 /**< memory of this node */
typedef struct sci_remote_segment *sci_remote_segment_t;               /**< a connection with a segment, of any node */
typedef struct sci_map *sci_map_t;                                     /**< a part of a segment in the program's address space */
typedef struct sci_sequence *sci_sequence_t;                           /**< a check of the stores to a map */
typedef struct sci_dma_queue *sci_dma_queue_t;                         /**< transfers for a DMA engine */
typedef struct sci_block_transfer *sci_block_transfer_t;               /**< a copy that SCITransferBlockAsync has begun */
typedef struct sci_local_interrupt *sci_local_interrupt_t;             /**< an interrupt of this node */
typedef struct sci_remote_interrupt *sci_remote_interrupt_t;           /**< a connection with an interrupt */
typedef struct sci_local_data_interrupt *sci_local_data_interrupt_t;   /**< the same for interrupts that carry data */
typedef struct sci_remote_data_interrupt *sci_remote_data_interrupt_t; /**< likewise */
/**@}*/

/** An address in SCI's space of 64 bits. */
typedef struct {
	unsigned short nodeId;
	unsigned short offsHi;
	unsigned int offsLo;
} sci_address_t;

/** A part of a DMA transfer, in bytes; offsets are in the two segments. */
typedef struct {
	unsigned int size;
	unsigned int local_offset;
	unsigned int remote_offset;
	unsigned int flags; /**< not read */
} dis_dma_vec_t;

#define DIS_DMA_MAX_VECLEN 256 /**< parts of a transfer, at most */

/** Memory of a segment that other nodes may change, as SCIMapRemoteSegment returns it. */
typedef volatile void *sci_mapped_memory_t;

/** An address on the IO bus, of which this library has none. */
typedef unsigned int sci_ioaddr_t;

/** What has happened to a segment or to a connection with it. */
typedef enum {
	SCI_CB_CONNECT = 1,         /**< local: a node has connected; remote: the connection is there, or the status says why not */
	SCI_CB_DISCONNECT = 2,      /**< the other one has ended the connection */
	SCI_CB_NOT_OPERATIONAL = 3, /**< the link is down */
	SCI_CB_OPERATIONAL = 4,     /**< the link is up again */
	SCI_CB_LOST = 5             /**< the other node has died */
} sci_segment_cb_reason_t;

#define MAX_CB_REASON SCI_CB_LOST

/** The state of a DMA queue: IDLE, with transfers GATHER, POSTED, then one of the last three until SCIResetDMAQueue. */
typedef enum {
	SCI_DMAQUEUE_IDLE = 0,
	SCI_DMAQUEUE_GATHER,
	SCI_DMAQUEUE_POSTED,
	SCI_DMAQUEUE_DONE,
	SCI_DMAQUEUE_ABORTED,
	SCI_DMAQUEUE_ERROR
} sci_dma_queue_state_t;

/** Whether the stores of a sequence have arrived. */
typedef enum {
	SCI_SEQ_OK = 0,
	SCI_SEQ_RETRIABLE,     /**< they may not have: make them again */
	SCI_SEQ_NOT_RETRIABLE, /**< they have not, and will not */
	SCI_SEQ_PENDING        /**< it is not known yet */
} sci_sequence_status_t;

/** What a callback returns: whether the handle gets more of them. */
typedef enum { SCI_CALLBACK_CANCEL = 1, SCI_CALLBACK_CONTINUE = 2 } sci_callback_action_t;

/**
 * @name Callbacks
 * They run on a thread of the library, which holds no lock: they may make any call, and need not return. A handle has one callback running at a
 * time. No call waits for one, not even the call that removes the handle.
 */
/**@{*/
typedef sci_callback_action_t (*sci_cb_local_segment_t)(void *arg, sci_local_segment_t segment, sci_segment_cb_reason_t reason, unsigned int nodeId,
                                                        unsigned int localAdapterNo, sci_error_t error);
typedef sci_callback_action_t (*sci_cb_remote_segment_t)(void *arg, sci_remote_segment_t segment, sci_segment_cb_reason_t reason, sci_error_t status);
typedef sci_callback_action_t (*sci_cb_dma_t)(void *arg, sci_dma_queue_t queue, sci_error_t status);
typedef int (*sci_cb_block_transfer_t)(void *arg, sci_block_transfer_t block, sci_error_t status);
typedef sci_callback_action_t (*sci_cb_interrupt_t)(void *arg, sci_local_interrupt_t interrupt, sci_error_t status);
/** data is valid until the callback returns. */
typedef sci_callback_action_t (*sci_cb_data_interrupt_t)(void *arg, sci_local_data_interrupt_t interrupt, void *data, unsigned int length,
                                                         sci_error_t status);
/**@}*/

/** @name Arguments of SCIQuery. Each has its type's name also as a tag, for programs of API 1. */
/**@{*/
/** SCI_Q_VENDORID, SCI_Q_API. The text is cut to length - 1 bytes. */
typedef struct sci_query_string {
	char *str;
	unsigned int length;
} sci_query_string_t;

/** SCI_Q_ADAPTER. */
typedef struct sci_query_adapter {
	unsigned int localAdapterNo;
	unsigned int portNo; /**< ignored */
	unsigned int subcommand;
	void *data; /**< an unsigned int */
} sci_query_adapter_t;

/** SCI_Q_SYSTEM. */
typedef struct sci_query_system {
	unsigned int subcommand;
	void *data; /**< an unsigned int */
} sci_query_system_t;

/** SCI_Q_LOCAL_SEGMENT. */
typedef struct sci_query_local_segment {
	sci_local_segment_t segment;
	unsigned int subcommand;
	union {
		sci_ioaddr_t ioaddr;
	} data;
} sci_query_local_segment_t;

/** SCI_Q_REMOTE_SEGMENT. */
typedef struct sci_query_remote_segment {
	sci_remote_segment_t segment;
	unsigned int subcommand;
	union {
		sci_ioaddr_t ioaddr;
	} data;
} sci_query_remote_segment_t;

/** SCI_Q_MAP. */
typedef struct sci_query_map {
	sci_map_t map;
	unsigned int subcommand;
	unsigned int data;
} sci_query_map_t;
/**@}*/

#endif
