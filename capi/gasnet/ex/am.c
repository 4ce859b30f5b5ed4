/* gasnet/ex/am.c - active messages of GASNet-EX: limits, tokens, sends that give up. */
#include "am.h"

#include "peer.h"
#include "segment.h"

/* Sends unless there is no room; whether it has. */
static bool try_request(const char *fn, const struct ga_am_message *m, uint32_t rank)
{
	if (!ga_am_can(m, rank))
		return ga_gasnet_am_frame(fn, m, rank, NULL) == GASNET_OK;
	if (GA_UNLIKELY(ga_gasnet.watch))
		ga_am_watch_request(fn, m, rank);
	if (rank == ga_gasnet.me)
		return ga_am_send_slowly(m, rank) == 0;
	return ga_am_try(m, rank);
}

static bool try_reply(const char *fn, const struct ga_am_message *m, void *token)
{
	struct ga_am_token *t = token;

	if (!ga_here_token(token) || t->from == ga_gasnet.me || !ga_am_can(m, t->from))
		return ga_here_token(token) ? ga_am_reply(fn, m, token) == 0 : ga_gasnet_am_frame(fn, m, 0, token) == GASNET_OK;
	if (GA_UNLIKELY(ga_gasnet.watch))
		ga_am_watch_reply(fn, m, t);
	if (!ga_am_try(m, t->from))
		return false;
	t->replied = 1;
	return true;
}

/* The payload of a Long for a segment that its owner has created goes there before the message. */
static inline const struct ga_am_message *move_first(const char *fn, const struct ga_am_message *m, uint32_t to, struct ga_am_message *moved)
{
	if (GA_LIKELY(m->kind != GA_AM_LONG || m->bytes == 0 || m->bytes > GA_AM_MAX_LONG || ga_gasnet_reach(to, m->dest, m->bytes)))
		return m;
	if (!ga_gex_put_published(fn, to, m->dest, m->source, m->bytes))
		return m;
	*moved = *m;
	moved->moved = true;
	return moved;
}

int ga_gex_request(const char *fn, const struct ga_am_message *m, gex_TM_t tm, gex_Rank_t rank, gex_Event_t *lc_opt)
{
	const uint32_t to = ga_gex_jobrank(fn, tm, rank);
	struct ga_am_message moved;

	m = move_first(fn, m, to, &moved);
	if (GA_UNLIKELY(m->immediate)) {
		if (!try_request(fn, m, to))
			return 1;
	} else {
		ga_am_request(fn, m, to);
	}
	ga_gex_set_local(lc_opt);
	return 0;
}

int ga_gex_reply(const char *fn, const struct ga_am_message *m, gex_Token_t token, gex_Event_t *lc_opt)
{
	struct ga_am_message moved;

	if (GA_LIKELY(ga_here_token(token)))
		m = move_first(fn, m, ((const struct ga_am_token *)(void *)token)->from, &moved);
	if (GA_UNLIKELY(m->immediate)) {
		if (!try_reply(fn, m, token))
			return 1;
	} else {
		ga_am_reply(fn, m, token);
	}
	ga_gex_set_local(lc_opt);
	return 0;
}

unsigned int gex_AM_MaxArgs(void) { return GA_AM_ARGS; }

size_t gex_AM_LUBRequestMedium(void) { return ga_gex_client("gex_AM_LUBRequestMedium")->medium; }
size_t gex_AM_LUBReplyMedium(void) { return ga_gex_client("gex_AM_LUBReplyMedium")->medium; }
size_t gex_AM_LUBRequestLong(void) { return ga_gex_client("gex_AM_LUBRequestLong")->long_request; }
size_t gex_AM_LUBReplyLong(void) { return ga_gex_client("gex_AM_LUBReplyLong")->long_reply; }

/* The most that Prepare promises to have memory of its own for. */
static size_t most_long(size_t most, size_t medium, gex_Flags_t flags)
{
	return flags & GEX_FLAG_AM_PREPARE_LEAST_ALLOC && medium < most ? medium : most;
}

size_t gex_AM_MaxRequestMedium(gex_TM_t tm, gex_Rank_t other_rank, const gex_Event_t *lc_opt, gex_Flags_t flags, unsigned int numargs)
{
	(void)tm, (void)other_rank, (void)lc_opt, (void)flags, (void)numargs;
	return gex_AM_LUBRequestMedium();
}

size_t gex_AM_MaxReplyMedium(gex_TM_t tm, gex_Rank_t other_rank, const gex_Event_t *lc_opt, gex_Flags_t flags, unsigned int numargs)
{
	return gex_AM_MaxRequestMedium(tm, other_rank, lc_opt, flags, numargs);
}

size_t gex_AM_MaxRequestLong(gex_TM_t tm, gex_Rank_t other_rank, const gex_Event_t *lc_opt, gex_Flags_t flags, unsigned int numargs)
{
	(void)tm, (void)other_rank, (void)lc_opt, (void)numargs;
	return most_long(gex_AM_LUBRequestLong(), gex_AM_LUBRequestMedium(), flags);
}

size_t gex_AM_MaxReplyLong(gex_TM_t tm, gex_Rank_t other_rank, const gex_Event_t *lc_opt, gex_Flags_t flags, unsigned int numargs)
{
	(void)tm, (void)other_rank, (void)lc_opt, (void)numargs;
	return most_long(gex_AM_LUBReplyLong(), gex_AM_LUBReplyMedium(), flags);
}

size_t gex_Token_MaxReplyMedium(gex_Token_t token, const gex_Event_t *lc_opt, gex_Flags_t flags, unsigned int numargs)
{
	(void)token;
	return gex_AM_MaxReplyMedium(GEX_TM_INVALID, 0, lc_opt, flags, numargs);
}

size_t gex_Token_MaxReplyLong(gex_Token_t token, const gex_Event_t *lc_opt, gex_Flags_t flags, unsigned int numargs)
{
	(void)token;
	return gex_AM_MaxReplyLong(GEX_TM_INVALID, 0, lc_opt, flags, numargs);
}

/* The message of a token. */
static struct ga_am_token message_of(gex_Token_t token)
{
	struct ga_gasnet_token_info f = {.head = {GA_OP_GASNET_TOKEN_INFO, sizeof f, "gex_Token_Info"}, .token = (uintptr_t)token};

	if (GA_LIKELY(ga_here_token(token)))
		return *(struct ga_am_token *)(void *)token;
	ga_call(&f.head);
	if (f.rc != GASNET_OK)
		ga_fatal(1, "gex_Token_Info: token = %p: not that of a message whose handler runs", (void *)token);
	return (struct ga_am_token){.from = f.from, .role = f.reply ? GA_AM_REPLY : GA_AM_REQUEST, .kind = f.kind, .index = f.handler};
}

gex_TI_t gex_Token_Info(gex_Token_t token, gex_Token_Info_t *info, gex_TI_t mask)
{
	struct ga_gex *g = ga_gex_client("gex_Token_Info");
	struct ga_am_token t;

	(void)mask;
	if (GA_UNLIKELY(!token || !info))
		ga_fatal(1, "gex_Token_Info: token = %p, info = %p: neither may be NULL", (void *)token, (void *)info);
	t = message_of(token);
	if (GA_UNLIKELY(t.index == GA_GEX_PEER_HANDLER)) {
		t.index = ga_gasnet_thread()->running_peer;
		t.role = GA_AM_REPLY;
	}
	g->ep.entry[t.index].gex_index = (gex_AM_Index_t)t.index; /* gasnet_attach does not set it */
	info->gex_srcrank = t.from;
	info->gex_ep = &g->ep;
	info->gex_entry = &g->ep.entry[t.index];
	info->gex_is_req = t.role == GA_AM_REQUEST;
	info->gex_is_long = t.kind == GA_AM_LONG;
	return GEX_TI_ALL;
}
