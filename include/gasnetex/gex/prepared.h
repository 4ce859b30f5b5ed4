/* gex/prepared.h - active messages of GASNet-EX whose payload is negotiated: prepared, then committed or cancelled.
 *
 * Prepare returns a descriptor of a message to be: an address and a size of at least least_payload and at most most_payload bytes. client_buf NULL: the address is memory of
 * the library's, which the caller fills, and lc_opt is NULL. A thread has one open descriptor, and makes no call that communicates before it is committed or cancelled. */
#ifndef GEX_PREPARED_H
#define GEX_PREPARED_H

#include "am.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

gex_AM_SrcDesc_t gex_AM_PrepareRequestMedium(gex_TM_t tm, gex_Rank_t rank, const void *client_buf, size_t least_payload, size_t most_payload, gex_Event_t *lc_opt, gex_Flags_t flags, unsigned int numargs);
gex_AM_SrcDesc_t gex_AM_PrepareReplyMedium(gex_Token_t token, const void *client_buf, size_t least_payload, size_t most_payload, gex_Event_t *lc_opt, gex_Flags_t flags, unsigned int numargs);
/* dest_addr NULL: Commit says where. */
gex_AM_SrcDesc_t gex_AM_PrepareRequestLong(gex_TM_t tm, gex_Rank_t rank, const void *client_buf, size_t least_payload, size_t most_payload, void *dest_addr, gex_Event_t *lc_opt, gex_Flags_t flags, unsigned int numargs);
gex_AM_SrcDesc_t gex_AM_PrepareReplyLong(gex_Token_t token, const void *client_buf, size_t least_payload, size_t most_payload, void *dest_addr, gex_Event_t *lc_opt, gex_Flags_t flags, unsigned int numargs);

void *gex_AM_SrcDescAddr(gex_AM_SrcDesc_t sd);
size_t gex_AM_SrcDescSize(gex_AM_SrcDesc_t sd);

/* Frees a descriptor; nothing is sent. Returns 0. */
int gex_AM_CancelRequestMedium(gex_AM_SrcDesc_t sd, gex_Flags_t flags);
int gex_AM_CancelRequestLong(gex_AM_SrcDesc_t sd, gex_Flags_t flags);
int gex_AM_CancelReplyMedium(gex_AM_SrcDesc_t sd, gex_Flags_t flags);
int gex_AM_CancelReplyLong(gex_AM_SrcDesc_t sd, gex_Flags_t flags);

/* Sends the first nbytes, and frees the descriptor. The forms with _v2 take flags: with GEX_FLAG_IMMEDIATE one may return something other than 0; then nothing was sent, and
 * the descriptor is as before. */
#define GASNETI_GEX_DECLARE(n) \
  void gex_AM_CommitRequestMedium##n(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes GASNETI_GEX_##n); \
  void gex_AM_CommitReplyMedium##n(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes GASNETI_GEX_##n); \
  void gex_AM_CommitRequestLong##n(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr GASNETI_GEX_##n); \
  void gex_AM_CommitReplyLong##n(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr GASNETI_GEX_##n); \
  int gex_AM_CommitRequestMedium##n##_v2(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, gex_Flags_t commit_flags GASNETI_GEX_##n); \
  int gex_AM_CommitReplyMedium##n##_v2(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, gex_Flags_t commit_flags GASNETI_GEX_##n); \
  int gex_AM_CommitRequestLong##n##_v2(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr, gex_Flags_t commit_flags GASNETI_GEX_##n); \
  int gex_AM_CommitReplyLong##n##_v2(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr, gex_Flags_t commit_flags GASNETI_GEX_##n);
GASNETI_GEX_EACH(GASNETI_GEX_DECLARE)
#undef GASNETI_GEX_DECLARE

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#define gex_AM_CommitRequestMedium(sd, handler, ...) GASNETI_GEX_JOIN(gex_AM_CommitRequestMedium, GASNETI_GEX_MORE(__VA_ARGS__))(sd, handler, __VA_ARGS__)
#define gex_AM_CommitReplyMedium(sd, handler, ...) GASNETI_GEX_JOIN(gex_AM_CommitReplyMedium, GASNETI_GEX_MORE(__VA_ARGS__))(sd, handler, __VA_ARGS__)
#define gex_AM_CommitRequestLong(sd, handler, nbytes, ...) GASNETI_GEX_JOIN(gex_AM_CommitRequestLong, GASNETI_GEX_MORE(__VA_ARGS__))(sd, handler, nbytes, __VA_ARGS__)
#define gex_AM_CommitReplyLong(sd, handler, nbytes, ...) GASNETI_GEX_JOIN(gex_AM_CommitReplyLong, GASNETI_GEX_MORE(__VA_ARGS__))(sd, handler, nbytes, __VA_ARGS__)
#define GASNETI_GEX_JOIN_V2_(name, n) name##n##_v2
#define GASNETI_GEX_JOIN_V2(name, n) GASNETI_GEX_JOIN_V2_(name, n)
#define gex_AM_CommitRequestMedium_v2(sd, handler, nbytes, ...) \
  GASNETI_GEX_JOIN_V2(gex_AM_CommitRequestMedium, GASNETI_GEX_MORE(__VA_ARGS__))(sd, handler, nbytes, __VA_ARGS__)
#define gex_AM_CommitReplyMedium_v2(sd, handler, nbytes, ...) GASNETI_GEX_JOIN_V2(gex_AM_CommitReplyMedium, GASNETI_GEX_MORE(__VA_ARGS__))(sd, handler, nbytes, __VA_ARGS__)
#define gex_AM_CommitRequestLong_v2(sd, handler, nbytes, dest, ...) \
  GASNETI_GEX_JOIN_V2(gex_AM_CommitRequestLong, GASNETI_GEX_MORE(__VA_ARGS__))(sd, handler, nbytes, dest, __VA_ARGS__)
#define gex_AM_CommitReplyLong_v2(sd, handler, nbytes, dest, ...) \
  GASNETI_GEX_JOIN_V2(gex_AM_CommitReplyLong, GASNETI_GEX_MORE(__VA_ARGS__))(sd, handler, nbytes, dest, __VA_ARGS__)

#endif
