/* gasnet_fwd.h - constants and types of GASNet-EX that need no threading mode and declare no function. */
#ifndef _GASNET_FWD_H
#define _GASNET_FWD_H

#include <stddef.h>
#include <stdint.h>

#include "gasnet_config.h"
#include "gex/conduit.h"

typedef uint32_t gex_Rank_t;
typedef uint16_t gex_EP_Index_t;
typedef uint32_t gex_Flags_t;
typedef uint32_t gex_DT_t;
typedef uint32_t gex_OP_t;
typedef uint32_t gex_EP_Capabilities_t;
typedef uint8_t gex_AM_Index_t;
typedef int32_t gex_AM_Arg_t;
typedef uint64_t gex_RMA_Value_t;
typedef unsigned int gex_EC_t;
typedef unsigned int gex_TI_t;
typedef void *gex_Addr_t;

#define SIZEOF_GEX_RMA_VALUE_T 8

/* Objects of the library. All bits zero is none. */
typedef struct gasneti_event *gex_Event_t;
typedef struct gasneti_tm *gex_TM_t;
typedef struct gasneti_client *gex_Client_t;
typedef struct gasneti_ep *gex_EP_t;
typedef struct gasneti_segment *gex_Segment_t;
typedef struct gasneti_mk *gex_MK_t;
typedef struct gasneti_ad *gex_AD_t;
typedef struct gasneti_token *gex_Token_t;
typedef struct gasneti_srcdesc *gex_AM_SrcDesc_t;

#define GEX_TM_INVALID ((gex_TM_t)0)
#define GEX_CLIENT_INVALID ((gex_Client_t)0)
#define GEX_EP_INVALID ((gex_EP_t)0)
#define GEX_SEGMENT_INVALID ((gex_Segment_t)0)
#define GEX_MK_INVALID ((gex_MK_t)0)
#define GEX_MK_HOST ((gex_MK_t)(uintptr_t)1)
#define GEX_AD_INVALID ((gex_AD_t)0)
#define GEX_AM_SRCDESC_NO_OP ((gex_AM_SrcDesc_t)0)

#define GEX_RANK_INVALID (~(gex_Rank_t)0)

#define GEX_EVENT_INVALID ((gex_Event_t)0)             /* complete */
#define GEX_EVENT_NO_OP ((gex_Event_t)(uintptr_t)1)    /* nothing was done: GEX_FLAG_IMMEDIATE */
#define GEX_EVENT_NOW ((gex_Event_t *)(uintptr_t)1)    /* the source may be reused when the call returns */
#define GEX_EVENT_DEFER ((gex_Event_t *)(uintptr_t)2)  /* when the operation is complete */
#define GEX_EVENT_GROUP ((gex_Event_t *)(uintptr_t)3)  /* when gex_NBI_Wait of its category returns */

/* The lowest handler index of programs. */
#define GEX_AM_INDEX_BASE 128

/* Endpoints of a process. */
#define GASNET_MAXEPS 1

/* Handlers only run on threads that call GASNet. */
#define GASNET_HIDDEN_AM_CONCURRENCY_LEVEL 0

#define GASNET_SUPPORTS_TI_SRCRANK 1
#define GASNET_SUPPORTS_TI_EP 1
#define GASNET_SUPPORTS_TI_ENTRY 1
#define GASNET_SUPPORTS_TI_IS_REQ 1
#define GASNET_SUPPORTS_TI_IS_LONG 1

#define GASNET_SUPPORTS_AM_CANCEL 20240418L
#define GASNET_SUPPORTS_AM_COMMIT_V2 20240906L

/* Flags of calls. The same bit means different things in different calls. */
#define GEX_FLAG_IMMEDIATE (1u << 0)
#define GEX_FLAG_SELF_SEG_UNKNOWN (1u << 3)
#define GEX_FLAG_SELF_SEG_SOME (1u << 4)
#define GEX_FLAG_SELF_SEG_BOUND (1u << 5)
#define GEX_FLAG_SELF_SEG_OFFSET (1u << 6)
#define GEX_FLAG_PEER_SEG_UNKNOWN (1u << 7)
#define GEX_FLAG_PEER_SEG_SOME (1u << 8)
#define GEX_FLAG_PEER_SEG_BOUND (1u << 9)
#define GEX_FLAG_PEER_SEG_OFFSET (1u << 10)
#define GEX_FLAG_AM_PREPARE_LEAST_CLIENT (1u << 11)
#define GEX_FLAG_AM_PREPARE_LEAST_ALLOC (1u << 12)
#define GEX_FLAG_ENABLE_LEAF_LC (1u << 11)
#define GEX_FLAG_RANK_IS_JOBRANK (1u << 13)
#define GEX_FLAG_PEER_NEVER_NBRHD (1u << 14)
#define GEX_FLAG_PEER_NEVER_SELF (1u << 15)
#define GEX_FLAG_GLOBALLY_QUIESCED (1u << 13)

/* gex_AD_Op*: hints, and ordering. gex_AD_Create: hints. */
#define GEX_FLAG_AD_MY_RANK (1u << 11)
#define GEX_FLAG_AD_MY_NBRHD (1u << 12)
#define GEX_FLAG_AD_REL (1u << 1)
#define GEX_FLAG_AD_ACQ (1u << 2)
#define GEX_FLAG_AD_FAVOR_MY_RANK (1u << 0)
#define GEX_FLAG_AD_FAVOR_MY_NBRHD (1u << 1)
#define GEX_FLAG_AD_FAVOR_REMOTE (1u << 2)

/* gex_AM_Entry_t: one class and one role. */
#define GEX_FLAG_AM_SHORT (1u << 0)
#define GEX_FLAG_AM_MEDIUM (1u << 1)
#define GEX_FLAG_AM_LONG (1u << 2)
#define GEX_FLAG_AM_MEDLONG (GEX_FLAG_AM_MEDIUM | GEX_FLAG_AM_LONG)
#define GEX_FLAG_AM_REQUEST (1u << 3)
#define GEX_FLAG_AM_REPLY (1u << 4)
#define GEX_FLAG_AM_REQREP (GEX_FLAG_AM_REQUEST | GEX_FLAG_AM_REPLY)

/* gex_Client_Init */
#define GEX_FLAG_USES_GASNET1 (1u << 0)
#define GEX_FLAG_DEFER_THREADS (1u << 1)

/* gex_TM_Split, gex_TM_Create */
#define GEX_FLAG_TM_SCRATCH_SIZE_MIN (1u << 0)
#define GEX_FLAG_TM_SCRATCH_SIZE_RECOMMENDED (1u << 1)
#define GEX_FLAG_TM_GLOBAL_SCRATCH (1u << 2)
#define GEX_FLAG_TM_LOCAL_SCRATCH (1u << 3)
#define GEX_FLAG_TM_SYMMETRIC_SCRATCH (1u << 4)
#define GEX_FLAG_TM_NO_SCRATCH (1u << 5)
#define GEX_FLAG_SCRATCH_SEG_OFFSET (1u << 6)

/* gex_EP_Create */
#define GEX_FLAG_HINT_ACCEL_AD (1u << 0)
#define GEX_FLAG_HINT_ACCEL_COLL (1u << 1)
#define GEX_FLAG_HINT_ACCEL_ALL (GEX_FLAG_HINT_ACCEL_AD | GEX_FLAG_HINT_ACCEL_COLL)

#define GEX_EP_CAPABILITY_RMA (1u << 0)
#define GEX_EP_CAPABILITY_AM (1u << 1)
#define GEX_EP_CAPABILITY_VIS (1u << 2)
#define GEX_EP_CAPABILITY_COLL (1u << 3)
#define GEX_EP_CAPABILITY_AD (1u << 4)
#define GEX_EP_CAPABILITY_ALL 31u

/* Data types of reductions and atomics. */
#define GEX_DT_I32 (1 << 0)
#define GEX_DT_U32 (1 << 1)
#define GEX_DT_I64 (1 << 2)
#define GEX_DT_U64 (1 << 3)
#define GEX_DT_FLT (1 << 4)
#define GEX_DT_DBL (1 << 5)
#define GEX_DT_USER (1 << 6)

/* Their operations; those that also return the old value are 15 bits further up. */
#define GEX_OP_AND (1 << 0)
#define GEX_OP_OR (1 << 1)
#define GEX_OP_XOR (1 << 2)
#define GEX_OP_ADD (1 << 3)
#define GEX_OP_SUB (1 << 4)
#define GEX_OP_MULT (1 << 5)
#define GEX_OP_MIN (1 << 6)
#define GEX_OP_MAX (1 << 7)
#define GEX_OP_INC (1 << 8)
#define GEX_OP_DEC (1 << 9)
#define GEX_OP_SET (1 << 10)
#define GEX_OP_CAS (1 << 11)
#define GEX_OP_FAND (1 << 15)
#define GEX_OP_FOR (1 << 16)
#define GEX_OP_FXOR (1 << 17)
#define GEX_OP_FADD (1 << 18)
#define GEX_OP_FSUB (1 << 19)
#define GEX_OP_FMULT (1 << 20)
#define GEX_OP_FMIN (1 << 21)
#define GEX_OP_FMAX (1 << 22)
#define GEX_OP_FINC (1 << 23)
#define GEX_OP_FDEC (1 << 24)
#define GEX_OP_SWAP (1 << 25)
#define GEX_OP_FCAS (1 << 26)
#define GEX_OP_CSWAP GEX_OP_FCAS
#define GEX_OP_GET (1 << 27)
#define GEX_OP_USER (1 << 30)
#define GEX_OP_USER_NC (1u << 31)
#define GEX_OP_TO_FETCHING(op) ((op) << 15)
#define GEX_OP_TO_NONFETCHING(op) ((op) >> 15)

/* Categories of completion. A put's includes that of its source. */
#define GEX_EC_LC 2u
#define GEX_EC_AM 2u
#define GEX_EC_PUT 3u
#define GEX_EC_GET 4u
#define GEX_EC_RMW 8u
#define GEX_EC_ALL (~0u)

/* Fields of gex_Token_Info_t. */
#define GEX_TI_SRCRANK 1u
#define GEX_TI_ENTRY 2u
#define GEX_TI_IS_REQ 4u
#define GEX_TI_IS_LONG 8u
#define GEX_TI_EP 16u
#define GEX_TI_ALL 31u

#define GEX_THREAD_ROLE_RCV 1u
#define GEX_THREAD_ROLE_SND 2u

/* Bytes of a handler's payload at the end of a put of vectors. */
#define GEX_VIS_MAX_PEERCOMPLETION 127

#endif
