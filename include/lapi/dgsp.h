/**
 * @file lapi/dgsp.h
 * Data gather and scatter programs: layouts of memory as little programs, which the library interprets.
 */
#ifndef LAPI_DGSP_H
#define LAPI_DGSP_H

#include "types.h"

/** Instructions. */
typedef enum {
  LAPI_DGSM_COPY,    /**< one block */
  LAPI_DGSM_MCOPY,   /**< several blocks */
  LAPI_DGSM_GOSUB,   /**< runs a part of the program several times, with a stride */
  LAPI_DGSM_ITERATE, /**< ends a part; at the end of the program, goes on with the next extent */
  LAPI_DGSM_CONTROL  /**< changes the operation of copies: only a plain copy is there */
} lapi_dgsm_opcode_t;

/** Whether a layout has gaps. */
typedef enum { LAPI_DGSM_SPARSE, LAPI_DGSM_CONTIG, LAPI_DGSM_UNIT } lapi_dgsp_density_t;

typedef struct {
  lapi_dgsm_opcode_t opcode;
  long bytes;
  long offset; /**< from the current position */
} lapi_dgsm_copy_t;

typedef struct {
  long block_disp;
  long block_len;
} lapi_dgsm_block_t;

typedef struct {
  lapi_dgsm_opcode_t opcode;
  int count;
  lapi_dgsm_block_t block[1]; /**< count of them */
} lapi_dgsm_mcopy_t;

typedef struct {
  lapi_dgsm_opcode_t opcode;
  int to_loc;  /**< the part: distance from this instruction, in ints */
  int ret_loc; /**< where the program goes on: likewise */
  long reps;
  long offset; /**< of the first run, from the current position */
  long stride; /**< from one run to the next */
} lapi_dgsm_gosub_t;

typedef struct {
  lapi_dgsm_opcode_t opcode;
  int iter_loc; /**< where the next extent begins: distance from this instruction, in ints */
} lapi_dgsm_iterate_t;

typedef struct {
  lapi_dgsm_opcode_t opcode;
  int operation;
  int operand;
} lapi_dgsm_control_t;

/** A program. LAPI_Util with LAPI_REGISTER_DGSP makes the library's copy of it. */
typedef struct {
  int *code;
  int code_size; /**< ints */
  int depth;     /**< most nested gosubs, and one */
  lapi_dgsp_density_t density;
  long size;   /**< bytes of data in one extent */
  long extent; /**< from the beginning of one extent to that of the next */
  long lext;   /**< lowest offset of data */
  long rext;   /**< end of the highest data */
  int atom_size;
} lapi_dgsp_descr_t;

typedef lapi_dgsp_descr_t *lapi_dg_handle_t;

/** The layout without gaps. */
#if defined(__GNUC__) || defined(__clang__)
#pragma GCC visibility push(default)
#endif
#ifdef __cplusplus
extern "C" {
#endif
extern lapi_dg_handle_t LAPI_BYTE;
#ifdef __cplusplus
}
#endif
#if defined(__GNUC__) || defined(__clang__)
#pragma GCC visibility pop
#endif

#define LAPI_DGSM_NO_CTL (-1)
#define LAPI_DGSM_COPY_SIZE ((int)(sizeof(lapi_dgsm_copy_t) / sizeof(int)))
#define LAPI_DGSM_GOSUB_SIZE ((int)(sizeof(lapi_dgsm_gosub_t) / sizeof(int)))
#define LAPI_DGSM_ITERATE_SIZE ((int)(sizeof(lapi_dgsm_iterate_t) / sizeof(int)))
#define LAPI_DGSM_CONTROL_SIZE ((int)(sizeof(lapi_dgsm_control_t) / sizeof(int)))
#define LAPI_DGSM_MCOPY_BLOCK_SIZE ((int)(sizeof(lapi_dgsm_block_t) / sizeof(int)))
#define LAPI_DGSM_MCOPY_SIZE ((int)(sizeof(lapi_dgsm_mcopy_t) / sizeof(int))) /* with one block */

/** What msg_len of a header handler points to: in, facts about the message; out, what becomes of it. */
typedef struct {
  ulong msg_len; /**< in: bytes of data */
  int MAGIC;
  lapi_ret_flags_t ret_flags;    /**< out: where the completion handler may run */
  lapi_ctl_flags_t ctl_flags;    /**< out */
  lapi_dg_handle_t dgsp_handle;  /**< out: layout at the address that the handler returns; NULL: no gaps */
  ulong bytes;                   /**< out: bytes that are stored; in: all */
  int src;                       /**< in: the sender */
  void *udata_one_pkt_ptr;       /**< in: all of the data, if it is at hand; else NULL */
  ulong recv_offset_dgsp_bytes;  /**< out: bytes of the layout to skip */
} lapi_return_info_t;

#endif
