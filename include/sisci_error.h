/**
 * @file sisci_error.h
 * What every function of SISCI writes to its last argument, sci_error_t *error: SCI_ERR_OK after success, else why it failed.
 */
#ifndef SISCI_ERROR_H
#define SISCI_ERROR_H

#define SCI_ERR_MASK 0x40000000 /**< the bit that all codes but SCI_ERR_OK have */
#define SCI_ERR_REMOTE_MASK 1

/** Codes. The values from 0x40000922 on have no published counterpart. */
typedef enum {
	SCI_ERR_OK = 0,

	/** @name Of this node */
	/**@{*/
	SCI_ERR_BUSY = 0x40000900,                     /**< something depends on the object */
	SCI_ERR_FLAG_NOT_IMPLEMENTED = 0x40000901,     /**< the flag belongs to the function, and this library does not support it */
	SCI_ERR_ILLEGAL_FLAG = 0x40000902,             /**< the flag does not belong to the function */
	SCI_ERR_NOSPC = 0x40000904,                    /**< no memory, or no space in a queue */
	SCI_ERR_API_NOSPC = 0x40000905,                /**< too many objects of the library */
	SCI_ERR_HW_NOSPC = 0x40000906,                 /**< no space in the adapter's address translation */
	SCI_ERR_NOT_IMPLEMENTED = 0x40000907,          /**< this library does not have the function */
	SCI_ERR_ILLEGAL_ADAPTERNO = 0x40000908,        /**< no adapter can have this number */
	SCI_ERR_NO_SUCH_ADAPTERNO = 0x40000909,        /**< the node has no adapter of this number */
	SCI_ERR_TIMEOUT = 0x4000090A,                  /**< the time is over */
	SCI_ERR_OUT_OF_RANGE = 0x4000090B,             /**< the bytes are not inside the segment or map */
	SCI_ERR_NO_SUCH_SEGMENT = 0x4000090C,          /**< the node has no segment of this id, or it is not available */
	SCI_ERR_ILLEGAL_NODEID = 0x4000090D,           /**< no node can have this id */
	SCI_ERR_CONNECTION_REFUSED = 0x4000090E,       /**< the owner accepts no connection, or no more */
	SCI_ERR_SEGMENT_NOT_CONNECTED = 0x4000090F,    /**< the connection is not there yet, or has ended */
	SCI_ERR_SIZE_ALIGNMENT = 0x40000910,           /**< the size is 0, or no multiple of what it must be */
	SCI_ERR_OFFSET_ALIGNMENT = 0x40000911,         /**< the offset is no multiple of what it must be */
	SCI_ERR_ILLEGAL_PARAMETER = 0x40000912,        /**< an argument is NULL, is no object of its type, or one that has been removed */
	SCI_ERR_MAX_ENTRIES = 0x40000913,              /**< the DMA queue has as many transfers as it can have */
	SCI_ERR_SEGMENT_NOT_PREPARED = 0x40000914,     /**< SCIPrepareSegment has not been called */
	SCI_ERR_ILLEGAL_ADDRESS = 0x40000915,          /**< no memory can be there */
	SCI_ERR_ILLEGAL_OPERATION = 0x40000916,        /**< the object's state does not allow the call */
	SCI_ERR_ILLEGAL_QUERY = 0x40000917,            /**< no query has this code */
	SCI_ERR_SEGMENTID_USED = 0x40000918,           /**< the node has a segment of this id */
	SCI_ERR_SYSTEM = 0x40000919,                   /**< the operating system refused; see errno */
	SCI_ERR_CANCELLED = 0x4000091A,                /**< the object was removed while the call waited, or the transfer was aborted */
	SCI_ERR_NOT_CONNECTED = 0x4000091B,            /**< the interrupt's owner has removed it, or has ended */
	SCI_ERR_NOT_AVAILABLE = 0x4000091C,            /**< the query is known, and this machine has no answer */
	SCI_ERR_INCONSISTENT_VERSIONS = 0x4000091D,    /**< library and driver do not belong together */
	SCI_ERR_COND_INT_RACE_PROBLEM = 0x4000091E,    /**< of conditional interrupts, which this library does not have */
	SCI_ERR_OVERFLOW = 0x4000091F,                 /**< events were lost, or the buffer is too small for the data */
	SCI_ERR_NOT_INITIALIZED = 0x40000920,          /**< SCIInitialize has not been called, or SCITerminate has */
	SCI_ERR_ACCESS = 0x40000921,                   /**< the owner has not shared the segment */
	SCI_ERR_NOT_SUPPORTED = 0x40000922,            /**< not on this machine */
	SCI_ERR_DEPRECATED = 0x40000923,               /**< not returned */
	SCI_ERR_DMA_NOT_AVAILABLE = 0x40000924,        /**< not returned */
	SCI_ERR_DMA_DISABLED = 0x40000925,             /**< not returned */
	SCI_ERR_EWOULD_BLOCK = 0x40000926,             /**< not returned */
	SCI_ERR_SEMAPHORE_COUNT_EXCEEDED = 0x40000927, /**< not returned */
	SCI_ERR_IRQL_ILLEGAL = 0x40000928,             /**< not returned */
	SCI_ERR_INTNO_USED = 0x40000929,               /**< the node has an interrupt of this number */
	/**@}*/

	/** @name Of another node, or of the way to it */
	/**@{*/
	SCI_ERR_NO_SUCH_NODEID = 0x40000A00,        /**< no node answers to this id, though the links work */
	SCI_ERR_NODE_NOT_RESPONDING = 0x40000A02,   /**< the node has ended */
	SCI_ERR_NO_REMOTE_LINK_ACCESS = 0x40000A04, /**< the other node's link does not work */
	SCI_ERR_NO_LINK_ACCESS = 0x40000A05,        /**< this node's link does not work */
	SCI_ERR_TRANSFER_FAILED = 0x40000A06,       /**< the data has not arrived */
	SCI_ERR_REMOTE_BUSY = 0x40000A08,           /**< not returned */
	SCI_ERR_LOCAL_BUSY = 0x40000A09,            /**< not returned */
	SCI_ERR_ALL_BUSY = 0x40000A0A,              /**< not returned */
	SCI_ERR_NO_SUCH_INTNO = 0x40000A0C          /**< the node has no interrupt of this number */
						    /**@}*/
} sci_error_t;

#endif
