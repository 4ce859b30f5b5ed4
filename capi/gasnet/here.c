/* gasnet/here.c - polling in a job of several hosts: rings of this host in C, and from time to time the network in Go. */
#include "here.h"

/* Whether a ring of this host has something. */
static bool mail(enum ga_am_role role)
{
	for (uint32_t i = 0, from = ga_plane.first; i < ga_gasnet.rings; i++, from++)
		if (ga_am_from(role, from))
			return true;
	return false;
}

bool ga_here_poll(void)
{
	bool some, came;

	if (ga_gasnet.rings == 0 || ga_gasnet.watch)
		return false;
	some = mail(GA_AM_REQUEST) || mail(GA_AM_REPLY);
	came = (some && ga_am_serve(1u << GA_AM_REQUEST | 1u << GA_AM_REPLY) > 0) || ga_coll_progress();
	if (some && !came) /* for Go */
		ga_network_ask(&ga_gasnet.network);
	if (ga_network_due(&ga_gasnet.network, came))
		return false;
	if (!came)
		ga_gasnet_fruitless();
	return true;
}
