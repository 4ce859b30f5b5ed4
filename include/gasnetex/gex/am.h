/* gex/am.h - active messages of GASNet-EX with a payload of the caller's.
 *
 * rank is in the team tm. A call returns 0; with GEX_FLAG_IMMEDIATE it returns something else if there is no room now, and has sent nothing. Sources may be reused when a
 * call returns: an event that lc_opt points to is complete. A Long's payload goes to dest_addr in the segment of the receiver. */
#ifndef GEX_AM_H
#define GEX_AM_H

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

unsigned int gex_AM_MaxArgs(void);

/* Largest payloads, in bytes: least upper bounds of all the others, and those for a receiver and arguments. */
size_t gex_AM_LUBRequestMedium(void);
size_t gex_AM_LUBReplyMedium(void);
size_t gex_AM_LUBRequestLong(void);
size_t gex_AM_LUBReplyLong(void);
size_t gex_AM_MaxRequestMedium(gex_TM_t tm, gex_Rank_t other_rank, const gex_Event_t *lc_opt, gex_Flags_t flags, unsigned int numargs);
size_t gex_AM_MaxReplyMedium(gex_TM_t tm, gex_Rank_t other_rank, const gex_Event_t *lc_opt, gex_Flags_t flags, unsigned int numargs);
size_t gex_AM_MaxRequestLong(gex_TM_t tm, gex_Rank_t other_rank, const gex_Event_t *lc_opt, gex_Flags_t flags, unsigned int numargs);
size_t gex_AM_MaxReplyLong(gex_TM_t tm, gex_Rank_t other_rank, const gex_Event_t *lc_opt, gex_Flags_t flags, unsigned int numargs);
size_t gex_Token_MaxReplyMedium(gex_Token_t token, const gex_Event_t *lc_opt, gex_Flags_t flags, unsigned int numargs);
size_t gex_Token_MaxReplyLong(gex_Token_t token, const gex_Event_t *lc_opt, gex_Flags_t flags, unsigned int numargs);

/* In a handler: fields of *info that mask asks for, and perhaps others. Returns which are valid. */
gex_TI_t gex_Token_Info(gex_Token_t token, gex_Token_Info_t *info, gex_TI_t mask);

/* GASNETI_GEX_n are n parameters. */
#define GASNETI_GEX_0
#define GASNETI_GEX_1 , gex_AM_Arg_t a0
#define GASNETI_GEX_2 GASNETI_GEX_1, gex_AM_Arg_t a1
#define GASNETI_GEX_3 GASNETI_GEX_2, gex_AM_Arg_t a2
#define GASNETI_GEX_4 GASNETI_GEX_3, gex_AM_Arg_t a3
#define GASNETI_GEX_5 GASNETI_GEX_4, gex_AM_Arg_t a4
#define GASNETI_GEX_6 GASNETI_GEX_5, gex_AM_Arg_t a5
#define GASNETI_GEX_7 GASNETI_GEX_6, gex_AM_Arg_t a6
#define GASNETI_GEX_8 GASNETI_GEX_7, gex_AM_Arg_t a7
#define GASNETI_GEX_9 GASNETI_GEX_8, gex_AM_Arg_t a8
#define GASNETI_GEX_10 GASNETI_GEX_9, gex_AM_Arg_t a9
#define GASNETI_GEX_11 GASNETI_GEX_10, gex_AM_Arg_t a10
#define GASNETI_GEX_12 GASNETI_GEX_11, gex_AM_Arg_t a11
#define GASNETI_GEX_13 GASNETI_GEX_12, gex_AM_Arg_t a12
#define GASNETI_GEX_14 GASNETI_GEX_13, gex_AM_Arg_t a13
#define GASNETI_GEX_15 GASNETI_GEX_14, gex_AM_Arg_t a14
#define GASNETI_GEX_16 GASNETI_GEX_15, gex_AM_Arg_t a15

/* X for each number of arguments. */
#define GASNETI_GEX_EACH(X) X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) X(10) X(11) X(12) X(13) X(14) X(15) X(16)

#define GASNETI_GEX_DECLARE(n) \
  int gex_AM_RequestShort##n(gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, gex_Flags_t flags GASNETI_GEX_##n); \
  int gex_AM_RequestMedium##n(gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, const void *source_addr, size_t nbytes, gex_Event_t *lc_opt, gex_Flags_t flags GASNETI_GEX_##n); \
  int gex_AM_RequestLong##n(gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, const void *source_addr, size_t nbytes, void *dest_addr, gex_Event_t *lc_opt, gex_Flags_t flags GASNETI_GEX_##n); \
  int gex_AM_ReplyShort##n(gex_Token_t token, gex_AM_Index_t handler, gex_Flags_t flags GASNETI_GEX_##n); \
  int gex_AM_ReplyMedium##n(gex_Token_t token, gex_AM_Index_t handler, const void *source_addr, size_t nbytes, gex_Event_t *lc_opt, gex_Flags_t flags GASNETI_GEX_##n); \
  int gex_AM_ReplyLong##n(gex_Token_t token, gex_AM_Index_t handler, const void *source_addr, size_t nbytes, void *dest_addr, gex_Event_t *lc_opt, gex_Flags_t flags GASNETI_GEX_##n);
GASNETI_GEX_EACH(GASNETI_GEX_DECLARE)
#undef GASNETI_GEX_DECLARE

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

/* Without a number: as many arguments as are written. GASNETI_GEX_MORE counts those behind the first. */
#define GASNETI_GEX_PICK(x0, x1, x2, x3, x4, x5, x6, x7, x8, x9, x10, x11, x12, x13, x14, x15, x16, n, ...) n
#define GASNETI_GEX_MORE(...) GASNETI_GEX_PICK(__VA_ARGS__, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 0)
#define GASNETI_GEX_JOIN_(name, n) name##n
#define GASNETI_GEX_JOIN(name, n) GASNETI_GEX_JOIN_(name, n)
#define gex_AM_RequestShort(tm, rank, handler, ...) GASNETI_GEX_JOIN(gex_AM_RequestShort, GASNETI_GEX_MORE(__VA_ARGS__))(tm, rank, handler, __VA_ARGS__)
#define gex_AM_RequestMedium(tm, rank, handler, source, nbytes, lc_opt, ...) \
  GASNETI_GEX_JOIN(gex_AM_RequestMedium, GASNETI_GEX_MORE(__VA_ARGS__))(tm, rank, handler, source, nbytes, lc_opt, __VA_ARGS__)
#define gex_AM_RequestLong(tm, rank, handler, source, nbytes, dest, lc_opt, ...) \
  GASNETI_GEX_JOIN(gex_AM_RequestLong, GASNETI_GEX_MORE(__VA_ARGS__))(tm, rank, handler, source, nbytes, dest, lc_opt, __VA_ARGS__)
#define gex_AM_ReplyShort(token, handler, ...) GASNETI_GEX_JOIN(gex_AM_ReplyShort, GASNETI_GEX_MORE(__VA_ARGS__))(token, handler, __VA_ARGS__)
#define gex_AM_ReplyMedium(token, handler, source, nbytes, lc_opt, ...) \
  GASNETI_GEX_JOIN(gex_AM_ReplyMedium, GASNETI_GEX_MORE(__VA_ARGS__))(token, handler, source, nbytes, lc_opt, __VA_ARGS__)
#define gex_AM_ReplyLong(token, handler, source, nbytes, dest, lc_opt, ...) \
  GASNETI_GEX_JOIN(gex_AM_ReplyLong, GASNETI_GEX_MORE(__VA_ARGS__))(token, handler, source, nbytes, dest, lc_opt, __VA_ARGS__)

#endif
