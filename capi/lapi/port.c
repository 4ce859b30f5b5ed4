/* lapi/port.c - contexts. */
#include "port.h"

#include "fast.h"

struct ga_lapi_port ga_lapi_ports[GA_LAPI_PORTS];
struct ga_lapi_fast ga_lapi_fasts[GA_LAPI_PORTS] = {[0 ... GA_LAPI_PORTS - 1] = {.lock = PTHREAD_MUTEX_INITIALIZER}};

__attribute__((tls_model("initial-exec"))) _Thread_local struct ga_lapi_inside ga_lapi_thread_inside;

void ga_lapi_open(int handle, const struct ga_lapi_place *at)
{
	struct ga_lapi_port *p = &ga_lapi_ports[handle];
	struct ga_lapi_fast *f = &ga_lapi_fasts[handle];

	if (!f->at.mail) /* threads of the context before, which has the same place, may still read it */
		f->at = *at;
	f->port = p;
	p->handle = (uint32_t)handle;
	p->place = &f->at;
	p->check = 0;
	p->statuses = false;
	__atomic_store_n(&p->mail, at->mail, __ATOMIC_RELEASE);
}

void ga_lapi_close(int handle)
{
	struct ga_lapi_port *p = &ga_lapi_ports[handle];

	__atomic_store_n(&p->fast, NULL, __ATOMIC_RELEASE);
	__atomic_store_n(&p->life, 0, __ATOMIC_RELEASE);
	__atomic_store_n(&p->mail, NULL, __ATOMIC_RELEASE);
}

void ga_lapi_in_child(void)
{
	for (int h = 0; h < GA_LAPI_PORTS; h++)
		ga_lapi_ports[h].fast = NULL;
}
