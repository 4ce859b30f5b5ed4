/* gasnet/ex/am.h - a message of GASNet-EX on its way into that of GASNet-1. */
#ifndef GA_GASNET_EX_AM_H
#define GA_GASNET_EX_AM_H

#include "objects.h"

#include "../message.h"

/* 0, or 1: nothing was sent. */
int ga_gex_request(const char *fn, const struct ga_am_message *m, gex_TM_t tm, gex_Rank_t rank, gex_Event_t *lc_opt);
int ga_gex_reply(const char *fn, const struct ga_am_message *m, gex_Token_t token, gex_Event_t *lc_opt);

/* Arguments behind the handler: a0, a1, ... as an array. */
#define GA_GEX_NAMES_0 0
#define GA_GEX_NAMES_1 a0
#define GA_GEX_NAMES_2 GA_GEX_NAMES_1, a1
#define GA_GEX_NAMES_3 GA_GEX_NAMES_2, a2
#define GA_GEX_NAMES_4 GA_GEX_NAMES_3, a3
#define GA_GEX_NAMES_5 GA_GEX_NAMES_4, a4
#define GA_GEX_NAMES_6 GA_GEX_NAMES_5, a5
#define GA_GEX_NAMES_7 GA_GEX_NAMES_6, a6
#define GA_GEX_NAMES_8 GA_GEX_NAMES_7, a7
#define GA_GEX_NAMES_9 GA_GEX_NAMES_8, a8
#define GA_GEX_NAMES_10 GA_GEX_NAMES_9, a9
#define GA_GEX_NAMES_11 GA_GEX_NAMES_10, a10
#define GA_GEX_NAMES_12 GA_GEX_NAMES_11, a11
#define GA_GEX_NAMES_13 GA_GEX_NAMES_12, a12
#define GA_GEX_NAMES_14 GA_GEX_NAMES_13, a13
#define GA_GEX_NAMES_15 GA_GEX_NAMES_14, a14
#define GA_GEX_NAMES_16 GA_GEX_NAMES_15, a15

#endif
