/* gasnet/here.c - polling in a job of several hosts: rings of this host in C, and from time to time the network in Go. */
#include "frames.h"

#include "here.h"
#include "message.h"
#include "../plane/network.h"

_Thread_local const struct ga_am_token *ga_am_handled;

static struct ga_network network;

bool ga_here_can(const struct ga_am_message *m, uint32_t rank)
{
	if (ga_local_of(rank, ga_gasnet.rings) == GA_NO_RANK || !ga_gasnet.handlers[m->handler])
		return false;
	return m->kind == GA_AM_SHORT || m->bytes <= (m->kind == GA_AM_MEDIUM ? ga_gasnet.most_medium : ga_gasnet.most_long);
}

void ga_here_open(void)
{
	if (ga_gasnet.ranks != 0 || ga_gasnet.locals < 2)
		return;
	ga_gasnet.most_medium = gasnet_AMMaxMedium();
	const size_t request = gasnet_AMMaxLongRequest(), reply = gasnet_AMMaxLongReply();
	ga_gasnet.most_long = request < reply ? request : reply;
	__atomic_store_n(&ga_gasnet.rings, ga_gasnet.locals, __ATOMIC_RELEASE);
}

void ga_here_came(void) { ga_network_came(&network); }

static bool mail(enum ga_am_role role)
{
	uint64_t word;

	for (uint32_t i = 0, from = ga_plane.first; i < ga_gasnet.rings; i++, from++)
		if (ga_am_peek(&ga_gasnet.readers[role][from], &word))
			return true;
	return false;
}

bool ga_here_poll(void)
{
	if (ga_gasnet.rings == 0 || ga_gasnet.watch)
		return false;
	const bool some = mail(GA_AM_REQUEST) || mail(GA_AM_REPLY);

	const bool came = (some && ga_am_serve(1u << GA_AM_REQUEST | 1u << GA_AM_REPLY) > 0) || ga_coll_progress();

	if (some && !came) /* for Go */
		ga_network_ask(&network);
	if (ga_network_due(&network, came))
		return false;
	if (!came)
		ga_gasnet_fruitless();
	return true;
}
