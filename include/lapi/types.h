/**
 * @file lapi/types.h
 * Types and constants of LAPI.
 */
#ifndef LAPI_TYPES_H
#define LAPI_TYPES_H

#include <netinet/in.h>
#include <pthread.h>
#include <sys/types.h>
#include <time.h>

#ifndef __USE_MISC /* strict C hides these in <sys/types.h> */
typedef unsigned int uint;
typedef unsigned long ulong;
#endif

/** A context: what LAPI_Init returns. */
typedef uint lapi_handle_t;
/** A group of tasks. */
typedef uint lapi_group_t;
/** An address of any task, or 64 bits. */
typedef unsigned long long lapi_long_t;
typedef uint lapi_status_t;
typedef uint lapi_msg_state_t;
typedef int lapi_ret_flags_t;
typedef unsigned int lapi_user_cxt_t;
typedef unsigned long long lapi_user_pvo_t;
typedef unsigned short lapi_rdma_tag_t;
typedef unsigned short lapi_rdma_op_t;
typedef unsigned short lapi_rdma_flg_t;

#define LAPI_MAX_ERR_STRING 160 /**< bytes of the buffer that LAPI_Msg_string fills */
#define LAPI_ADDR_NULL ((void *)0)
/** Most bytes of a message. */
#if defined(__64BIT__) || defined(__LP64__)
#define LAPI_MAX_MSG_SZ 0x7fffffffffffffffLL
#else
#define LAPI_MAX_MSG_SZ 0x7fffffff
#endif
#define LAPI_VOID_HANDLE ((lapi_handle_t)-1)
#define LAPI_NULL_THREAD_ID ((pthread_t)-1)

/** @name Bits of lapi_info_t.protocol */
/**@{*/
#define LAPI_SHARE_PROTOCOL 0x80000000
#define LAPI_PSS_GPFS 0x40000000
#define LAPI_INTERRUPT_OFF 0x20000000 /**< starts with INTERRUPT_SET 0 */
/**@}*/

/** @name Bits of lapi_msg_info_t.status */
/**@{*/
#define LAPI_COMPLETE 0
#define LAPI_SEND_COMPLETE 1
#define LAPI_RECV_COMPLETE 2
#define LAPI_BOTH_COMPLETE 3
#define LAPI_POLLING_NET 4
#define LAPI_DISP_CNTR 8
/**@}*/

/** @name Bits of lapi_return_info_t.ret_flags: where the completion handler may run */
/**@{*/
#define LAPI_NORMAL 0
#define LAPI_LOCAL_STATE 1 /**< at once, on the thread that ran the header handler: it does not communicate */
#define LAPI_SEND_REPLY 2  /**< likewise; it communicates with the sender only */
/**@}*/

/** @name Destination states of LAPI_Setcntr_wstatus */
/**@{*/
#define LAPI_MSG_INITIAL 0
#define LAPI_MSG_RECVD 1
#define LAPI_MSG_PURGED 2
#define LAPI_MSG_PURGED_RCVD 3
#define LAPI_MSG_INVALID 4
/**@}*/

/** @name Flags of LAPI_Xfer. All but the first are hints. */
/**@{*/
#define USE_TGT_VEC_TYPE 0x2 /**< tgt_vec is a lapi_lvec_t */
#define LAPI_USE_LAZY_ACKS 0x4
#define BUFFER_BOTH_CONTIGUOUS 0x10
#define LAPI_NOT_USE_BULK_XFER 0x20
#define LAPI_USE_BULK_XFER 0x40
#define LAPI_NOT_STRIPE 0x80
#define LAPI_NO_LOCAL_COPY 0x100
#define LAPI_RC_NO_LRU 0x200
/**@}*/

/** @name Bits of lapi_hwxfer_t.op */
/**@{*/
#define LAPI_RDMA_GET 1
#define LAPI_RDMA_PUT 2
#define LAPI_RCALLBACK 4
#define LAPI_RCNTR_UPDATE 8
/**@}*/

/** The device of a context. 0 is the default. */
typedef enum { LAPI_DEFAULT_DEV, TB3_DEV } lapi_dev_t;

/** The kind of operation that an error handler is told. */
typedef enum { GET_ERR, PUT_ERR, RMW_ERR, AM_ERR, INT_ERR, TMR_ERR } lapi_err_t;

/** The level of the interface that LAPI_Init asks for. */
typedef enum { L1_LIB, L2_LIB, L3_LIB, L4_LIB, LAST_LIB } lapi_lib_t;

/** Operations of LAPI_Rmw. COMPARE_AND_SWAP: in_val is {compare, new}, and the result is 1 if it swapped, else 0. */
typedef enum { FETCH_AND_ADD, FETCH_AND_OR, SWAP, COMPARE_AND_SWAP } RMW_ops_t;

/** What LAPI_Qenv reads, and LAPI_Senv sets. */
typedef enum {
  TASK_ID,
  NUM_TASKS,
  MAX_UHDR_SZ,
  MAX_DATA_SZ,
  ERROR_CHK,
  TIMEOUT,
  MIN_TIMEOUT,
  MAX_TIMEOUT,
  INTERRUPT_SET,
  MAX_PORTS,
  MAX_PKT_SZ,
  NUM_REX_BUFS,
  REX_BUF_SZ,
  LOC_ADDRTBL_SZ,
  EPOCH_NUM,
  USE_THRESH,
  RCV_FIFO_SIZE,
  MAX_ATOM_SIZE,
  BUF_CP_SIZE,
  MAX_PKTS_OUT,
  ACK_THRESHOLD,
  QUERY_SHM_ENABLED,
  QUERY_SHM_NUM_TASKS,
  QUERY_SHM_TASKS,
  QUERY_STATISTICS,
  PRINT_STATISTICS,
  QUERY_SHM_STATISTICS,
  QUERY_LOCAL_SEND_STATISTICS,
  BULK_XFER,
  BULK_MIN_MSG_SIZE,
  RDMA_REMOTE_RCXT_AVAIL,
  RDMA_REMOTE_RCXT_TOTAL,
  RC_MAX_QP,
  RC_QP_IN_USE,
  RC_QP_USE_LRU,
  RC_QP_USE_LMC,
  RC_QP_INIT_SETUP,
  LAST_QUERY
} lapi_query_t;

/** What becomes of the data of an active message. */
typedef enum { LAPI_DELIVER_MSG, LAPI_BURY_MSG, LAPI_DROP_PKT } lapi_ctl_flags_t;

/** A count of completed operations. The program declares it and sets it with LAPI_Setcntr; its content is the library's. */
typedef struct lapi_counter_t {
  int cntr;
  uint num_dest;
  ulong reserve[3];
} lapi_count_t;
typedef union {
  int cntr;
  lapi_count_t new_cntr;
} lapi_cntr_t;

/** Passed to send completion handlers. */
typedef struct {
  uint src;    /**< target of the operation */
  uint reason; /**< LAPI_SUCCESS, or why it failed */
  ulong reserve[6];
} lapi_sh_info_t;

/** @name Types of handlers. They run on a thread of the library or on a thread of the program that is in a call of LAPI; hndl points to the context. */
/**@{*/
typedef void compl_hndlr_t(lapi_handle_t *hndl, void *param);
typedef void scompl_hndlr_t(lapi_handle_t *hndl, void *param, lapi_sh_info_t *info);
typedef void *hdr_hndlr_t(lapi_handle_t *hndl, void *uhdr, uint *uhdr_len, ulong *msg_len, compl_hndlr_t **comp_h, void **uinfo);
typedef void LAPI_err_hndlr(lapi_handle_t *hndl, int *error_code, lapi_err_t *err_type, int *task_id, int *src);
typedef void remote_hndlr_t(lapi_handle_t *hndl, void *sinfo, int *src);
typedef long ddm_func_t(void *in, void *inout, long bytes, int operand, int operation);
/**@}*/

/** What LAPI_Msgpoll found. */
typedef struct {
  lapi_msg_state_t status;
  ulong reserve[10];
} lapi_msg_info_t;

/** Of LAPI_Qenv with QUERY_STATISTICS. */
typedef struct {
  lapi_long_t Tot_dup_pkt_cnt;
  lapi_long_t Tot_retrans_pkt_cnt;
  lapi_long_t Tot_gho_pkt_cnt;
  lapi_long_t Tot_pkt_sent_cnt;
  lapi_long_t Tot_pkt_recv_cnt;
  lapi_long_t Tot_data_sent;
  lapi_long_t Tot_data_recv;
  lapi_long_t Tot_ack_send_cnt;
  lapi_long_t Tot_ack_recv_cnt;
} lapi_statistics_t;

/** A condition of lapi_thread_func_t. */
typedef union {
  pthread_cond_t Pt;
  long long Lw;
} lapi_cond_t;

/** @name UDP, which this library does not use */
/**@{*/
typedef struct {
  in_addr_t ip_addr;
  in_port_t port_no;
} lapi_udp_t;
typedef union {
  in_addr_t ipv4_addr;
  struct in6_addr ipv6_addr;
} inet_address;
typedef struct {
  inet_address addr;
  int af;
} in_addr_storage;
typedef struct {
  inet_address ip_addr;
  in_port_t port_no;
  int af;
} lapi_udp_storage;
typedef struct {
  uint task_id;
  uint tot_num_tasks;
  uint num_tasks;
  uint instance_no;
  ulong reserve[10];
} lapi_udpinfo_t;
typedef int udp_init_hndlr(lapi_handle_t *hndl, lapi_udp_storage *local, lapi_udp_storage *list, lapi_udpinfo_t *info);
typedef struct {
  udp_init_hndlr *udp_hndlr;
  lapi_udp_t *add_udp_addrs;
  uint num_udp_addr;
  uint pad;
  udp_init_hndlr *udp_ext_hndlr;
  lapi_udp_storage *add_udp_ext_addrs;
  ulong reserve[8];
} lapi_extend_t;
/**@}*/

typedef struct {
  void *reserve;
} com_thread_info_t;

/** What LAPI_Init gets. All that a program does not use is 0. */
typedef struct {
  lapi_dev_t protocol; /**< in: bits; out: the device */
  lapi_lib_t lib_vers;
  uint epoch_num;
  int num_compl_hndlr_thr; /**< ignored: there is one thread */
  uint instance_no;
  int info6;
  LAPI_err_hndlr *err_hndlr; /**< of errors that no call can return; NULL: they end the job */
  com_thread_info_t *lapi_thread_attr;
  void *adapter_name;
  lapi_extend_t *add_info;
} lapi_info_t;

#endif
