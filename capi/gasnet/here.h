/* gasnet/here.h - active messages between ranks of one host in a job of several.
 *
 * They travel through the rings of channel.h and are taken in C, as in a job of one host. Messages of other hosts, and those of the library's own handlers in Go, are Go's,
 * which polls the network; Go also takes those of this host while it waits (live/gasnet/core.go). A token may be that of either: a handler that C runs has ga_am_handled. */
#ifndef GA_GASNET_HERE_H
#define GA_GASNET_HERE_H

#include "plane.h"

/* The token of the innermost handler of this thread that C runs in a job of several hosts; NULL: none. */
extern __attribute__((tls_model("initial-exec"))) _Thread_local const struct ga_am_token *ga_am_handled;

/* Whether a token is the plane's, and may be looked into. */
static inline bool ga_here_token(const void *token)
{
	return GA_LIKELY(ga_gasnet.ranks != 0) || (ga_gasnet.rings != 0 && token && token == ga_am_handled);
}

/* Whether a message is for a rank whose ring the plane writes in a job of several hosts, and one that the network could carry, too. */
static inline bool ga_here_can(const struct ga_am_message *m, uint32_t rank)
{
	if (ga_local_of(rank, ga_gasnet.rings) == GA_NO_RANK || !ga_gasnet.handlers[m->handler])
		return false;
	return m->kind == GA_AM_SHORT || m->bytes <= (m->kind == GA_AM_MEDIUM ? ga_gasnet.most_medium : ga_gasnet.most_long);
}

/* Takes messages of this host. False: the caller is to poll the network, because it is time for that, or Go has something to do here. */
bool ga_here_poll(void);

#endif
