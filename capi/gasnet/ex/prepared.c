/* gasnet/ex/prepared.c - messages whose payload is negotiated. The library's memory for a payload is the descriptor's own, and is copied into the message at Commit. */
#include "am.h"

#include <stdlib.h>

struct gasneti_srcdesc {
	uint32_t role, kind, nargs;
	gex_TM_t tm;
	gex_Rank_t rank;
	gex_Token_t token;
	void *addr, *dest;
	size_t bytes;
	gex_Event_t *lc_opt;
	_Alignas(16) char memory[];
};

static gex_AM_SrcDesc_t prepare(const char *fn, struct gasneti_srcdesc d, const void *client_buf, size_t least, size_t most, size_t limit, size_t own)
{
	gex_AM_SrcDesc_t sd;
	size_t room = 0;

	if (GA_UNLIKELY(least > most))
		ga_fatal(1, "%s: least_payload = %zu: more than most_payload = %zu", fn, least, most);
	if (GA_UNLIKELY(d.nargs > GA_AM_ARGS))
		ga_fatal(1, "%s: numargs = %u: not in 0..%d", fn, d.nargs, GA_AM_ARGS);
	if (!client_buf && own < limit)
		limit = own;
	if (GA_UNLIKELY(least > limit))
		ga_fatal(1, "%s: least_payload = %zu: more than %zu, the largest payload", fn, least, limit);
	d.bytes = most < limit ? most : limit;
	if (!client_buf)
		room = d.bytes;
	sd = malloc(sizeof *sd + room);
	if (!sd)
		ga_fatal(1, "%s: no memory for a message of %zu bytes", fn, d.bytes);
	*sd = d;
	sd->addr = client_buf ? (void *)(uintptr_t)client_buf : sd->memory;
	return sd;
}

gex_AM_SrcDesc_t gex_AM_PrepareRequestMedium(gex_TM_t tm, gex_Rank_t rank, const void *client_buf, size_t least_payload, size_t most_payload,
                                             gex_Event_t *lc_opt, gex_Flags_t flags, unsigned int numargs)
{
	const size_t limit = gex_AM_LUBRequestMedium();

	(void)flags; /* there is always memory */
	return prepare(
	    "gex_AM_PrepareRequestMedium",
	    (struct gasneti_srcdesc){.role = GA_AM_REQUEST, .kind = GA_AM_MEDIUM, .nargs = numargs, .tm = tm, .rank = rank, .lc_opt = lc_opt},
	    client_buf, least_payload, most_payload, limit, limit);
}

gex_AM_SrcDesc_t gex_AM_PrepareReplyMedium(gex_Token_t token, const void *client_buf, size_t least_payload, size_t most_payload, gex_Event_t *lc_opt,
                                           gex_Flags_t flags, unsigned int numargs)
{
	const size_t limit = gex_AM_LUBReplyMedium();

	(void)flags;
	return prepare("gex_AM_PrepareReplyMedium",
	               (struct gasneti_srcdesc){.role = GA_AM_REPLY, .kind = GA_AM_MEDIUM, .nargs = numargs, .token = token, .lc_opt = lc_opt},
	               client_buf, least_payload, most_payload, limit, limit);
}

gex_AM_SrcDesc_t gex_AM_PrepareRequestLong(gex_TM_t tm, gex_Rank_t rank, const void *client_buf, size_t least_payload, size_t most_payload,
                                           void *dest_addr, gex_Event_t *lc_opt, gex_Flags_t flags, unsigned int numargs)
{
	(void)flags;
	return prepare("gex_AM_PrepareRequestLong",
	               (struct gasneti_srcdesc){
			   .role = GA_AM_REQUEST, .kind = GA_AM_LONG, .nargs = numargs, .tm = tm, .rank = rank, .dest = dest_addr, .lc_opt = lc_opt},
	               client_buf, least_payload, most_payload, gex_AM_LUBRequestLong(), gex_AM_LUBRequestMedium());
}

gex_AM_SrcDesc_t gex_AM_PrepareReplyLong(gex_Token_t token, const void *client_buf, size_t least_payload, size_t most_payload, void *dest_addr,
                                         gex_Event_t *lc_opt, gex_Flags_t flags, unsigned int numargs)
{
	(void)flags;
	return prepare(
	    "gex_AM_PrepareReplyLong",
	    (struct gasneti_srcdesc){.role = GA_AM_REPLY, .kind = GA_AM_LONG, .nargs = numargs, .token = token, .dest = dest_addr, .lc_opt = lc_opt},
	    client_buf, least_payload, most_payload, gex_AM_LUBReplyLong(), gex_AM_LUBReplyMedium());
}

void *gex_AM_SrcDescAddr(gex_AM_SrcDesc_t sd) { return sd->addr; }
size_t gex_AM_SrcDescSize(gex_AM_SrcDesc_t sd) { return sd->bytes; }

static void check(const char *fn, gex_AM_SrcDesc_t sd, uint32_t role, uint32_t kind)
{
	if (GA_UNLIKELY(!sd))
		ga_fatal(1, "%s: sd = GEX_AM_SRCDESC_NO_OP: nothing has been prepared", fn);
	if (GA_UNLIKELY(sd->role != role || sd->kind != kind))
		ga_fatal(1, "%s: sd = %p: it was prepared for a %s of kind %s", fn, (void *)sd, sd->role == GA_AM_REPLY ? "reply" : "request",
		         sd->kind == GA_AM_LONG ? "Long" : "Medium");
}

static int cancel(const char *fn, gex_AM_SrcDesc_t sd, uint32_t role, uint32_t kind)
{
	check(fn, sd, role, kind);
	free(sd);
	return 0;
}

int gex_AM_CancelRequestMedium(gex_AM_SrcDesc_t sd, gex_Flags_t flags)
{
	(void)flags;
	return cancel("gex_AM_CancelRequestMedium", sd, GA_AM_REQUEST, GA_AM_MEDIUM);
}

int gex_AM_CancelRequestLong(gex_AM_SrcDesc_t sd, gex_Flags_t flags)
{
	(void)flags;
	return cancel("gex_AM_CancelRequestLong", sd, GA_AM_REQUEST, GA_AM_LONG);
}

int gex_AM_CancelReplyMedium(gex_AM_SrcDesc_t sd, gex_Flags_t flags)
{
	(void)flags;
	return cancel("gex_AM_CancelReplyMedium", sd, GA_AM_REPLY, GA_AM_MEDIUM);
}

int gex_AM_CancelReplyLong(gex_AM_SrcDesc_t sd, gex_Flags_t flags)
{
	(void)flags;
	return cancel("gex_AM_CancelReplyLong", sd, GA_AM_REPLY, GA_AM_LONG);
}

static int commit(const char *fn, gex_AM_SrcDesc_t sd, uint32_t role, uint32_t kind, gex_AM_Index_t handler, size_t nbytes, void *dest,
                  gex_Flags_t flags, uint32_t nargs, const int32_t *args)
{
	struct ga_am_message m = {.role = role,
	                          .kind = kind,
	                          .handler = handler,
	                          .nargs = nargs,
	                          .bytes = nbytes,
	                          .dest = dest,
	                          .args = args,
	                          .immediate = (flags & GEX_FLAG_IMMEDIATE) != 0,
	                          .anywhere = true};
	int rc;

	check(fn, sd, role, kind);
	if (GA_UNLIKELY(nbytes > sd->bytes))
		ga_fatal(1, "%s: nbytes = %zu: more than gex_AM_SrcDescSize(sd), which is %zu", fn, nbytes, sd->bytes);
	if (GA_UNLIKELY(nargs != sd->nargs))
		ga_fatal(1, "%s: sd = %p: it was prepared for %u arguments", fn, (void *)sd, sd->nargs);
	if (GA_UNLIKELY(sd->dest && dest != sd->dest))
		ga_fatal(1, "%s: dest_addr = %p: it was prepared for %p", fn, dest, sd->dest);
	m.source = sd->addr;
	rc = role == GA_AM_REQUEST ? ga_gex_request(fn, &m, sd->tm, sd->rank, sd->lc_opt) : ga_gex_reply(fn, &m, sd->token, sd->lc_opt);
	if (!rc)
		free(sd);
	return rc;
}

#define FAMILY(n)                         \
	MEDIUM(Request, GA_AM_REQUEST, n) \
	MEDIUM(Reply, GA_AM_REPLY, n)     \
	LONG(Request, GA_AM_REQUEST, n)   \
	LONG(Reply, GA_AM_REPLY, n)

#define MEDIUM(name, role, n)                                                                                                                 \
	int gex_AM_Commit##name##Medium##n##_v2(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes,                                   \
	                                        gex_Flags_t commit_flags GASNETI_GEX_##n)                                                     \
	{                                                                                                                                     \
		const int32_t args[] = {GA_GEX_NAMES_##n};                                                                                    \
		return commit("gex_AM_Commit" #name "Medium" #n "_v2", sd, role, GA_AM_MEDIUM, handler, nbytes, NULL, commit_flags, n, args); \
	}                                                                                                                                     \
	void gex_AM_Commit##name##Medium##n(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes GASNETI_GEX_##n)                       \
	{                                                                                                                                     \
		const int32_t args[] = {GA_GEX_NAMES_##n};                                                                                    \
		commit("gex_AM_Commit" #name "Medium" #n, sd, role, GA_AM_MEDIUM, handler, nbytes, NULL, 0, n, args);                         \
	}

#define LONG(name, role, n)                                                                                                                    \
	int gex_AM_Commit##name##Long##n##_v2(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,                     \
	                                      gex_Flags_t commit_flags GASNETI_GEX_##n)                                                        \
	{                                                                                                                                      \
		const int32_t args[] = {GA_GEX_NAMES_##n};                                                                                     \
		return commit("gex_AM_Commit" #name "Long" #n "_v2", sd, role, GA_AM_LONG, handler, nbytes, dest_addr, commit_flags, n, args); \
	}                                                                                                                                      \
	void gex_AM_Commit##name##Long##n(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr GASNETI_GEX_##n)         \
	{                                                                                                                                      \
		const int32_t args[] = {GA_GEX_NAMES_##n};                                                                                     \
		commit("gex_AM_Commit" #name "Long" #n, sd, role, GA_AM_LONG, handler, nbytes, dest_addr, 0, n, args);                         \
	}

GASNETI_GEX_EACH(FAMILY)
