/* gex/types.h - structures of GASNet-EX. Clients initialise some of them by position. */
#ifndef GEX_TYPES_H
#define GEX_TYPES_H

#include <gasnet/types.h>

#include "../gasnet_fwd.h"

/* Any handler: a function without a prototype. */
typedef gasneti_handler_fnptr_t gex_AM_Fn_t;

/* A handler that is registered. */
typedef struct {
  gex_AM_Index_t gex_index;  /* 128 to 255; 0: the library chooses */
  gex_AM_Fn_t gex_fnptr;
  gex_Flags_t gex_flags;     /* GEX_FLAG_AM_...: a class and a role */
  unsigned int gex_nargs;    /* of each message for it */
  const void *gex_cdata;     /* the client's own */
  const char *gex_name;
} gex_AM_Entry_t;

/* What gex_Token_Info says of a message. */
typedef struct {
  gex_Rank_t gex_srcrank;    /* of the sender in the job */
  gex_EP_t gex_ep;           /* that received it */
  const gex_AM_Entry_t *gex_entry;
  int gex_is_req;
  int gex_is_long;
} gex_Token_Info_t;

/* A member of a team. */
typedef struct {
  gex_Rank_t gex_rank;
  gex_EP_Index_t gex_ep_index;
} gex_EP_Location_t;

/* A rank in the job; constant. */
typedef const struct {
  gex_Rank_t gex_jobrank;
} gex_RankInfo_t;

/* A piece of memory. */
typedef struct {
  void *gex_addr;
  size_t gex_len;
} gex_Memvec_t;

/* A thread that polls for the library. There are none. */
typedef struct {
  const char *gex_device_list;
  unsigned int gex_thread_roles;
  void *(*gex_progress_fn)(void *);
  void *gex_progress_arg;
} gex_ProgressThreadInfo_t;

/* Handler-safe locks are those of GASNet-1. */
typedef gasnet_hsl_t gex_HSL_t;
#define GEX_HSL_INITIALIZER GASNET_HSL_INITIALIZER

#endif
