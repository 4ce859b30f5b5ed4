/**
 * @file armci/types.h
 * Types and constants of ARMCI. Their values are those of the classic library, so that objects compiled for it fit.
 */
#ifndef ARMCI_TYPES_H
#define ARMCI_TYPES_H

#include <stddef.h>
#include <stdlib.h>

/** A number of bytes. */
typedef long armci_size_t;

/**
 * A piece of a vector transfer: ptr_array_len segments of `bytes` bytes each, from src_ptr_array[i] to dst_ptr_array[i].
 *
 * ARMCI-MPI has the numbers in the other order, which matters to programs that initialise a descriptor without names of fields. A program compiled with
 * ARMCI_MPI_GIOV_ORDER defined has that order; armci/giov_order.h then converts descriptors.
 */
typedef struct {
	void **src_ptr_array;
	void **dst_ptr_array;
#ifdef ARMCI_MPI_GIOV_ORDER
	int bytes;
	int ptr_array_len;
#else
	int ptr_array_len;
	int bytes;
#endif
} armci_giov_t;

/** A non-blocking operation. It belongs to the program; its content to the library, from ARMCI_INIT_HANDLE on. */
typedef struct {
	int data[4];
	double dummy[72];
} armci_hdl_t;
#define armci_req_t armci_hdl_t

/** Makes a handle ready for use. A handle that is complete may be made ready again. */
#define ARMCI_INIT_HANDLE(handle) ((handle)->data[0] = 0, (handle)->data[1] = 0, (handle)->data[2] = 0, (handle)->data[3] = 0)

/** A group of processes. It is copied by value; 0 is the group of all. */
typedef int ARMCI_Group;
typedef int ARMCI_Datatype;

/** @name Results of transfers; 0 is success */
/**@{*/
#define FAIL (-1)  /**< NULL as source or destination; a vector of no pieces */
#define FAIL2 (-2) /**< NULL where an array of strides or addresses is needed */
#define FAIL3 (-3) /**< a negative count; no bytes in a vector's segments */
#define FAIL4 (-4) /**< too few or too many levels of strides; no segments in a piece of a vector */
#define FAIL5 (-5) /**< no such process */
#define FAIL6 (-6) /**< an operation that does not exist */
#define FAIL7 (-7)
#define FAIL8 (-8)
/**@}*/

/** @name Operations of ARMCI_Rmw */
/**@{*/
#define ARMCI_SWAP 10
#define ARMCI_SWAP_LONG 11
#define ARMCI_FETCH_AND_ADD 12
#define ARMCI_FETCH_AND_ADD_LONG 13
/**@}*/

/** @name Types of accumulates */
/**@{*/
#define ARMCI_ACC_OFF 36
#define ARMCI_ACC_INT 37 /**< int */
#define ARMCI_ACC_DBL 38 /**< double */
#define ARMCI_ACC_FLT 39 /**< float */
#define ARMCI_ACC_CPL 40 /**< complex: two floats */
#define ARMCI_ACC_DCP 41 /**< double complex: two doubles */
#define ARMCI_ACC_LNG 42 /**< long */
/**@}*/

/** Most levels of strides. */
#define ARMCI_MAX_STRIDE_LEVEL 8

/** The processes that share memory. The only kind of domain. */
#define ARMCI_DOMAIN_SMP 0
typedef int armci_domain_t;

/** A segment of ARMCI_Memget, as it is sent to other processes byte by byte. */
typedef struct armci_meminfo_ds {
	char *armci_addr; /**< where transfers reach it */
	char *addr;       /**< where its creator sees it */
	size_t size;      /**< bytes */
	int cpid;         /**< its creator */
	long idlist[128];
} armci_meminfo_t;

/** What a checkpoint saves. */
typedef struct {
	void **ptr_arr;
	size_t *sz;
	int *saveonce;
	int count;
} armci_ckpt_ds_t;

#define ARMCI_CKPT 0
#define ARMCI_RESTART 1

#endif
