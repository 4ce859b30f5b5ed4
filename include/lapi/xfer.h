/**
 * @file lapi/xfer.h
 * The structures of LAPI_Xfer. Fields mean what the parameters of the plain calls mean. shdlr, with sinfo, is called when the origin's memory may be used again;
 * chndlr, with cinfo, when a get is complete. The library reads them before the call returns.
 */
#ifndef LAPI_XFER_H
#define LAPI_XFER_H

#include "dgsp.h"
#include "vector.h"

/** Selects the member of lapi_xfer_t. LAPI_RDMA_XFER, LAPI_AM_LW_XFER and LAPI_MC_XFER answer LAPI_ERR_XFER_CMD. */
typedef enum {
  LAPI_GET_XFER,
  LAPI_AM_XFER,
  LAPI_PUT_XFER,
  LAPI_GETV_XFER,
  LAPI_PUTV_XFER,
  LAPI_AMV_XFER,
  LAPI_RMW_XFER,
  LAPI_DGSP_XFER,
  LAPI_RDMA_XFER,
  LAPI_AM_LW_XFER,
  LAPI_AMX_XFER,
  LAPI_MC_XFER,
  LAPI_LAST_XFER
} lapi_xfer_type_t;

typedef struct {
  lapi_xfer_type_t Xfer_type;
  int flags;
  uint tgt;
  lapi_long_t tgt_addr;
  void *org_addr;
  ulong len;
  lapi_long_t tgt_cntr;
  lapi_cntr_t *org_cntr;
  compl_hndlr_t *chndlr;
  void *cinfo;
} lapi_get_t;

typedef struct {
  lapi_xfer_type_t Xfer_type;
  int flags;
  uint tgt;
  lapi_long_t hdr_hdl;
  uint uhdr_len;
  void *uhdr;
  void *udata;
  ulong udata_len;
  scompl_hndlr_t *shdlr;
  void *sinfo;
  lapi_long_t tgt_cntr;
  lapi_cntr_t *org_cntr;
  lapi_cntr_t *cmpl_cntr;
} lapi_am_t;

typedef struct {
  lapi_xfer_type_t Xfer_type;
  int flags;
  uint tgt;
  lapi_long_t tgt_addr;
  void *org_addr;
  ulong len;
  scompl_hndlr_t *shdlr;
  void *sinfo;
  lapi_long_t tgt_cntr;
  lapi_cntr_t *org_cntr;
  lapi_cntr_t *cmpl_cntr;
} lapi_put_t;

typedef struct {
  lapi_xfer_type_t Xfer_type;
  int flags;
  uint tgt;
  lapi_vec_t *org_vec;
  void *tgt_vec; /**< lapi_vec_t, or with USE_TGT_VEC_TYPE lapi_lvec_t */
  lapi_long_t tgt_cntr;
  lapi_cntr_t *org_cntr;
  compl_hndlr_t *chndlr;
  void *cinfo;
} lapi_getv_t;

typedef struct {
  lapi_xfer_type_t Xfer_type;
  int flags;
  uint tgt;
  scompl_hndlr_t *shdlr;
  void *sinfo;
  lapi_vec_t *org_vec;
  void *tgt_vec; /**< lapi_vec_t, or with USE_TGT_VEC_TYPE lapi_lvec_t */
  lapi_long_t tgt_cntr;
  lapi_cntr_t *org_cntr;
  lapi_cntr_t *cmpl_cntr;
} lapi_putv_t;

typedef struct {
  lapi_xfer_type_t Xfer_type;
  int flags;
  uint tgt;
  lapi_long_t hdr_hdl;
  uint uhdr_len;
  void *uhdr;
  scompl_hndlr_t *shdlr;
  void *sinfo;
  lapi_vec_t *org_vec;
  lapi_long_t tgt_cntr;
  lapi_cntr_t *org_cntr;
  lapi_cntr_t *cmpl_cntr;
} lapi_amv_t;

typedef struct {
  lapi_xfer_type_t Xfer_type;
  RMW_ops_t op;
  uint tgt;
  uint size; /**< 32 or 64 */
  lapi_long_t tgt_var;
  void *in_val;
  void *prev_tgt_val;
  lapi_cntr_t *org_cntr;
  scompl_hndlr_t *shdlr;
  void *sinfo;
} lapi_rmw_t;

/** An active message whose data has a layout: udata_len bytes of dgsp at udata. */
typedef struct {
  lapi_xfer_type_t Xfer_type;
  int flags;
  uint tgt;
  lapi_long_t hdr_hdl;
  uint uhdr_len;
  void *uhdr;
  void *udata;
  ulong udata_len;
  scompl_hndlr_t *shdlr;
  void *sinfo;
  lapi_long_t tgt_cntr;
  lapi_cntr_t *org_cntr;
  lapi_cntr_t *cmpl_cntr;
  lapi_dg_handle_t dgsp;
  lapi_status_t status; /**< set by the library */
} lapi_amdgsp_t;

typedef struct {
  lapi_xfer_type_t Xfer_type;
  uint tgt;
  lapi_rdma_op_t op;
  lapi_rdma_tag_t rdma_tag;
  lapi_user_cxt_t remote_cxt;
  lapi_user_pvo_t src_pvo; /**< of the local buffer, also of a get */
  lapi_user_pvo_t tgt_pvo;
  uint src_offset;
  uint tgt_offset;
  uint len;
  lapi_cntr_t *org_cntr;
  scompl_hndlr_t *shdlr;
  void *sinfo;
} lapi_hwxfer_t;

/** lapi_amdgsp_t whose data begins after some bytes of the layout. */
typedef struct {
  lapi_xfer_type_t Xfer_type;
  int flags;
  uint tgt;
  lapi_long_t hdr_hdl;
  uint uhdr_len;
  void *uhdr;
  void *udata;
  ulong udata_len;
  scompl_hndlr_t *shdlr;
  void *sinfo;
  lapi_long_t tgt_cntr;
  lapi_cntr_t *org_cntr;
  lapi_cntr_t *cmpl_cntr;
  lapi_dg_handle_t dgsp;
  lapi_status_t status;
  ulong send_offset_dgsp_bytes;
} lapi_amx_t;

typedef struct {
  lapi_xfer_type_t Xfer_type;
  int flags;
  lapi_group_t group;
  lapi_long_t hdr_hdl;
  uint uhdr_len;
  void *uhdr;
  void *udata;
  ulong udata_len;
  scompl_hndlr_t *shdlr;
  void *sinfo;
  lapi_long_t tgt_cntr;
  lapi_cntr_t *org_cntr;
  lapi_cntr_t *cmpl_cntr;
} lapi_mc_t;

typedef union {
  lapi_xfer_type_t Xfer_type;
  lapi_get_t Get;
  lapi_am_t Am;
  lapi_put_t Put;
  lapi_getv_t Getv;
  lapi_putv_t Putv;
  lapi_amv_t Amv;
  lapi_rmw_t Rmw;
  lapi_amdgsp_t Dgsp;
  lapi_hwxfer_t HwXfer;
  lapi_amx_t Amx;
  lapi_mc_t Mc;
} lapi_xfer_t;

#endif
