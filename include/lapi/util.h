/**
 * @file lapi/util.h
 * The structures of LAPI_Util. The library reads and writes only the structure that Util_type selects.
 */
#ifndef LAPI_UTIL_H
#define LAPI_UTIL_H

#include "dgsp.h"

/**
 * Selects the member of lapi_util_t. DGSPs and LAPI_GET_THREAD_FUNC are there; the others answer LAPI_ERR_UTIL_CMD: there is no UDP and no RDMA.
 */
typedef enum {
  LAPI_REGISTER_DGSP,
  LAPI_RESERVE_DGSP,
  LAPI_UNRESERVE_DGSP,
  LAPI_REG_DDM_FUNC,
  LAPI_DGSP_PACK,
  LAPI_DGSP_UNPACK,
  LAPI_ADD_UDP_DEST_PORT,
  LAPI_GET_THREAD_FUNC,
  LAPI_REMOTE_RCXT,
  LAPI_XLATE_ADDRESS,
  LAPI_REGISTER_NOTIFICATION,
  LAPI_TRIGGER_ADD,
  LAPI_TRIGGER_REMOVE,
  LAPI_ADD_UDP_DEST_EXT,
  LAPI_STAT_SAVE,
  LAPI_LAST_UTIL
} lapi_util_type_t;

typedef enum { LAPI_NORMAL_CALL, LAPI_SEND_COMPL_HNDLR, LAPI_RECV_INLINE_HNDLR } lapi_usr_fcall_t;
typedef enum { LAPI_RDMA_ACQUIRE, LAPI_RDMA_RELEASE } lapi_rdma_req_t;

typedef struct {
  lapi_util_type_t Util_type;
  lapi_dgsp_descr_t *idgsp;     /**< the program's description */
  lapi_dg_handle_t dgsp_handle; /**< out: the library's */
  lapi_usr_fcall_t in_usr_func;
  lapi_status_t status;
} lapi_reg_dgsp_t;

typedef struct {
  lapi_util_type_t Util_type;
  lapi_dg_handle_t dgsp_handle;
  lapi_usr_fcall_t in_usr_func;
  lapi_status_t status;
} lapi_resv_dgsp_t, lapi_dref_dgsp_t;

typedef struct {
  lapi_util_type_t Util_type;
  ddm_func_t *ddm_func;
  lapi_usr_fcall_t in_usr_func;
  lapi_status_t status;
} lapi_reg_ddm_t;

typedef struct {
  lapi_util_type_t Util_type;
  uint tgt;
  lapi_udp_t *udp_port;
  uint instance_no;
  lapi_usr_fcall_t in_usr_func;
  lapi_status_t status;
} lapi_add_udp_port_t;

typedef struct {
  lapi_util_type_t Util_type;
  uint tgt;
  lapi_udp_storage *udp_port;
  uint instance_no;
  lapi_usr_fcall_t in_usr_func;
  lapi_status_t status;
} lapi_add_udp_port_ext;

/** Gathers bytes of a layout at in_buf to out_buf + position. */
typedef struct {
  lapi_util_type_t Util_type;
  lapi_dg_handle_t dgsp;
  void *in_buf;
  ulong bytes;
  void *out_buf;
  ulong out_size;
  ulong position; /**< in out_buf; out: behind what was packed */
  lapi_usr_fcall_t in_usr_func;
  lapi_status_t status;
} lapi_pack_dgsp_t;

/** Scatters bytes from in_buf + position to a layout at out_buf. */
typedef struct {
  lapi_util_type_t Util_type;
  lapi_dg_handle_t dgsp;
  void *in_buf;
  ulong in_size;
  void *out_buf;
  ulong bytes;
  ulong position; /**< in in_buf; out: behind what was unpacked */
  lapi_usr_fcall_t in_usr_func;
  lapi_status_t status;
} lapi_unpack_dgsp_t;

/** @name The locks of the library, for programs that share them */
/**@{*/
typedef int (*lapi_mutex_lock_t)(lapi_handle_t hndl);
typedef int (*lapi_mutex_unlock_t)(lapi_handle_t hndl);
typedef int (*lapi_mutex_trylock_t)(lapi_handle_t hndl);
typedef int (*lapi_mutex_getowner_t)(lapi_handle_t hndl, pthread_t *tid);
typedef int (*lapi_cond_wait_t)(lapi_handle_t hndl, lapi_cond_t *cond);
typedef int (*lapi_cond_timedwait_t)(lapi_handle_t hndl, lapi_cond_t *cond, struct timespec *timeout);
typedef int (*lapi_cond_signal_t)(lapi_handle_t hndl, lapi_cond_t *cond);
typedef int (*lapi_cond_init_t)(lapi_handle_t hndl, lapi_cond_t *cond);
typedef int (*lapi_cond_destroy_t)(lapi_handle_t hndl, lapi_cond_t *cond);
typedef struct {
  lapi_util_type_t Util_type;
  lapi_mutex_lock_t mutex_lock;
  lapi_mutex_unlock_t mutex_unlock;
  lapi_mutex_trylock_t mutex_trylock;
  lapi_mutex_getowner_t mutex_getowner;
  lapi_cond_wait_t cond_wait;
  lapi_cond_timedwait_t cond_timedwait;
  lapi_cond_signal_t cond_signal;
  lapi_cond_init_t cond_init;
  lapi_cond_destroy_t cond_destroy;
} lapi_thread_func_t;
/**@}*/

typedef struct {
  lapi_util_type_t Util_type;
  uint length;
  lapi_user_pvo_t usr_pvo;
  void *address;
  lapi_rdma_req_t operation;
} lapi_get_pvo_t;

typedef struct {
  lapi_util_type_t Util_type;
  lapi_rdma_req_t operation;
  int dest;
  lapi_user_cxt_t usr_rcxt;
} lapi_remote_cxt_t;

typedef struct {
  lapi_util_type_t Util_type;
  lapi_rdma_tag_t rdma_tag;
  lapi_rdma_flg_t flags;
  lapi_cntr_t *cntr;
  remote_hndlr_t *callback;
  void *sinfo;
} lapi_rdma_notification_t;

typedef int (*lapi_trigger_function_t)(lapi_handle_t hndl, int argc, char *argv[]);
typedef struct {
  lapi_util_type_t Util_type;
  lapi_trigger_function_t trigger;
  char *trigger_name;
} lapi_trigger_util_t;

typedef struct {
  char *key;
  lapi_long_t value;
} lapi_stat_t;
typedef struct {
  lapi_util_type_t Util_type;
  int count;
  lapi_stat_t *stat;
} lapi_stat_util_t;

typedef union {
  lapi_util_type_t Util_type;
  lapi_reg_dgsp_t RegDgsp;
  lapi_resv_dgsp_t ResvDgsp;
  lapi_dref_dgsp_t DrefDgsp;
  lapi_reg_ddm_t DdmFunc;
  lapi_add_udp_port_t Udp;
  lapi_add_udp_port_ext Udp_ext;
  lapi_pack_dgsp_t PackDgsp;
  lapi_unpack_dgsp_t UnpackDgsp;
  lapi_thread_func_t ThreadFunc;
  lapi_get_pvo_t Pvo;
  lapi_remote_cxt_t Rcxt;
  lapi_rdma_notification_t RdmaNotify;
  lapi_trigger_util_t TriggerUtil;
} lapi_util_t;

#endif
