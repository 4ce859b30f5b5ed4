/* gasnet/ex/am_entry.c - the functions that send active messages, one for each kind and number of arguments. */
#include "am.h"

#define MESSAGE(role_, kind_, n, src, nbytes, to)                                                                                       \
	{                                                                                                                               \
		.role = role_, .kind = kind_, .handler = handler, .nargs = n, .source = src, .bytes = nbytes, .dest = to, .args = args, \
		.immediate = (flags & GEX_FLAG_IMMEDIATE) != 0, .anywhere = true                                                        \
	}

#define FAMILY(n)                                                                                                                                \
	int gex_AM_RequestShort##n(gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, gex_Flags_t flags GASNETI_GEX_##n)                      \
	{                                                                                                                                        \
		const int32_t args[] = {GA_GEX_NAMES_##n};                                                                                       \
		const struct ga_am_message m = MESSAGE(GA_AM_REQUEST, GA_AM_SHORT, n, NULL, 0, NULL);                                            \
		return ga_gex_request("gex_AM_RequestShort" #n, &m, tm, rank, NULL);                                                             \
	}                                                                                                                                        \
	int gex_AM_RequestMedium##n(gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, const void *source_addr, size_t nbytes,                \
	                            gex_Event_t *lc_opt, gex_Flags_t flags GASNETI_GEX_##n)                                                      \
	{                                                                                                                                        \
		const int32_t args[] = {GA_GEX_NAMES_##n};                                                                                       \
		const struct ga_am_message m = MESSAGE(GA_AM_REQUEST, GA_AM_MEDIUM, n, source_addr, nbytes, NULL);                               \
		return ga_gex_request("gex_AM_RequestMedium" #n, &m, tm, rank, lc_opt);                                                          \
	}                                                                                                                                        \
	int gex_AM_RequestLong##n(gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, const void *source_addr, size_t nbytes, void *dest_addr, \
	                          gex_Event_t *lc_opt, gex_Flags_t flags GASNETI_GEX_##n)                                                        \
	{                                                                                                                                        \
		const int32_t args[] = {GA_GEX_NAMES_##n};                                                                                       \
		const struct ga_am_message m = MESSAGE(GA_AM_REQUEST, GA_AM_LONG, n, source_addr, nbytes, dest_addr);                            \
		return ga_gex_request("gex_AM_RequestLong" #n, &m, tm, rank, lc_opt);                                                            \
	}                                                                                                                                        \
	int gex_AM_ReplyShort##n(gex_Token_t token, gex_AM_Index_t handler, gex_Flags_t flags GASNETI_GEX_##n)                                   \
	{                                                                                                                                        \
		const int32_t args[] = {GA_GEX_NAMES_##n};                                                                                       \
		const struct ga_am_message m = MESSAGE(GA_AM_REPLY, GA_AM_SHORT, n, NULL, 0, NULL);                                              \
		return ga_gex_reply("gex_AM_ReplyShort" #n, &m, token, NULL);                                                                    \
	}                                                                                                                                        \
	int gex_AM_ReplyMedium##n(gex_Token_t token, gex_AM_Index_t handler, const void *source_addr, size_t nbytes, gex_Event_t *lc_opt,        \
	                          gex_Flags_t flags GASNETI_GEX_##n)                                                                             \
	{                                                                                                                                        \
		const int32_t args[] = {GA_GEX_NAMES_##n};                                                                                       \
		const struct ga_am_message m = MESSAGE(GA_AM_REPLY, GA_AM_MEDIUM, n, source_addr, nbytes, NULL);                                 \
		return ga_gex_reply("gex_AM_ReplyMedium" #n, &m, token, lc_opt);                                                                 \
	}                                                                                                                                        \
	int gex_AM_ReplyLong##n(gex_Token_t token, gex_AM_Index_t handler, const void *source_addr, size_t nbytes, void *dest_addr,              \
	                        gex_Event_t *lc_opt, gex_Flags_t flags GASNETI_GEX_##n)                                                          \
	{                                                                                                                                        \
		const int32_t args[] = {GA_GEX_NAMES_##n};                                                                                       \
		const struct ga_am_message m = MESSAGE(GA_AM_REPLY, GA_AM_LONG, n, source_addr, nbytes, dest_addr);                              \
		return ga_gex_reply("gex_AM_ReplyLong" #n, &m, token, lc_opt);                                                                   \
	}

GASNETI_GEX_EACH(FAMILY)
