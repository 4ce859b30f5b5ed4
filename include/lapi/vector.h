/**
 * @file lapi/vector.h
 * Memory that is not contiguous.
 */
#ifndef LAPI_VECTOR_H
#define LAPI_VECTOR_H

#include "types.h"

/** How a vector describes its memory. */
typedef enum {
  LAPI_GEN_IOVECTOR,     /**< info[i]: address of piece i, len[i]: its bytes */
  LAPI_GEN_STRIDED_XFER, /**< info[0]: address, info[1]: bytes of a block, info[2]: bytes from one block to the next; num_vecs blocks */
  LAPI_GEN_GENERIC       /**< as LAPI_GEN_IOVECTOR; in an active message the target's vector may be any other */
} lapi_vectype_t;

/** A vector. The library reads it before the call returns. */
typedef struct {
  lapi_vectype_t vec_type;
  uint num_vecs;
  void **info;
  ulong *len; /**< NULL for strides */
} lapi_vec_t;

/** The same with addresses of 64 bits. */
typedef struct {
  lapi_vectype_t vec_type;
  uint num_vecs;
  lapi_long_t *info;
  ulong *len;
} lapi_lvec_t;

/** A header handler of LAPI_Amsendv: answers where the data goes. */
typedef lapi_vec_t *vhdr_hndlr_t(lapi_handle_t *hndl, void *uhdr, uint *uhdr_len, ulong *len_vec, compl_hndlr_t **comp_h, void **uinfo);

#endif
