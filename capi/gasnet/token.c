/* gasnet/token.c - what a handler can ask of its token. */
#include "tools/client.h"

#include "here.h"

int gasnet_AMGetMsgSource(gasnet_token_t token, gasnet_node_t *source)
{
	if (GA_UNLIKELY(!token || !source))
		return GASNET_ERR_BAD_ARG;
	if (GA_UNLIKELY(!ga_here_token(token))) {
		struct ga_gasnet_source f = {
		    .head = {GA_OP_GASNET_SOURCE, sizeof f, "gasnet_AMGetMsgSource"}, .token = (uintptr_t)token, .node = source};

		ga_call(&f.head);
		return f.rc;
	}
	*source = ((struct ga_am_token *)token)->from;
	return GASNET_OK;
}
