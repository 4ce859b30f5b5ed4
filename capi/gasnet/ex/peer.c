/* gasnet/ex/peer.c - gex_VIS_SetPeerCompletionHandler. A request to a handler of the library's own follows the put, which is complete then; that handler runs the program's, as if it were that of a reply. */
#include "peer.h"

#include "../coll/engine.h"
#include "../message.h"

#include <gasnetex/gasnet_vis.h>

void gex_VIS_SetPeerCompletionHandler(gex_AM_Index_t handler, const void *source_addr, size_t nbytes, gex_Flags_t flags)
{
	static const char fn[] = "gex_VIS_SetPeerCompletionHandler";

	(void)flags;
	if (handler && handler < GEX_AM_INDEX_BASE)
		ga_fatal(1, "%s: handler = %u: programs have %d to 255, or 0 for none", fn, handler, GEX_AM_INDEX_BASE);
	if (handler && nbytes > GEX_VIS_MAX_PEERCOMPLETION)
		ga_fatal(1, "%s: nbytes = %zu: more than GEX_VIS_MAX_PEERCOMPLETION, which is %d", fn, nbytes, GEX_VIS_MAX_PEERCOMPLETION);
	if (handler && nbytes && !source_addr)
		ga_fatal(1, "%s: source_addr = NULL with nbytes = %zu", fn, nbytes);
	ga_gasnet_thread()->peer = (struct ga_gex_peer){.payload = source_addr, .bytes = (uint32_t)nbytes, .handler = handler};
}

void ga_gex_peer_complete(const char *fn, uint32_t to)
{
	struct ga_gasnet_thread *t = ga_gasnet_thread();
	const struct ga_gex_peer peer = t->peer;
	const int32_t args[] = {peer.handler};
	const struct ga_am_message m = {.role = GA_AM_REQUEST,
	                                .kind = GA_AM_MEDIUM,
	                                .handler = GA_GEX_PEER_HANDLER,
	                                .nargs = 1,
	                                .source = peer.payload,
	                                .bytes = peer.bytes,
	                                .args = args};

	t->peer.handler = 0;
	ga_am_request(fn, &m, to);
}

typedef void client_handler(gex_Token_t token, void *buffer, size_t bytes);

static void handle_completion(gasnet_token_t token, void *buffer, size_t bytes, gasnet_handlerarg_t handler)
{
	const gex_AM_Entry_t *e = &ga_gex()->ep.entry[(uint8_t)handler];
	struct ga_gasnet_thread *t = ga_gasnet_thread();

	if (!e->gex_fnptr)
		ga_fatal(1, "handler = %d: the completion of a peer's put is for it, but it is not registered here", handler);
	t->running_peer = (uint32_t)handler; /* gex_Token_Info */
	((client_handler *)e->gex_fnptr)((gex_Token_t)token, buffer, bytes);
	t->running_peer = 0;
}

__attribute__((constructor)) static void join_core(void) { ga_coll_own[GA_COLL_HANDLERS_USED] = (void (*)(void))handle_completion; }
