/* lapi/sim.c - LAPI of a simulated task. Its contexts are the rank's, and threads of the library are further stacks of the rank, which the scheduler runs. */
#include <stdlib.h>

#include "../../sim/host/host.h"
#include "port.h"

#define THREADS (2 * GA_LAPI_PORTS * 8) /* of a task, in all contexts that it ever has; more have one flag together */

struct task {
	struct ga_lapi_port ports[GA_LAPI_PORTS];
	struct ga_mail mail[GA_LAPI_PORTS];
	struct ga_lapi_inside inside[THREADS];
};

static struct task *task(void)
{
	static struct task none; /* a call outside any rank: there is no context */
	void **kept = ga_sim_kept(GA_API_LAPI);

	if (!kept)
		return &none;
	if (!*kept && !(*kept = calloc(1, sizeof(struct task))))
		ga_fatal(1, "LAPI_Init: no memory for the state of a simulated task");
	return *kept;
}

struct ga_lapi_port *ga_lapi_sim_ports(void) { return task()->ports; }

struct ga_lapi_inside *ga_lapi_sim_inside(void)
{
	const int n = ga_sim_fiber_number();

	return &task()->inside[n < THREADS ? n : THREADS - 1];
}

void ga_lapi_sim_open(uint32_t handle, uint32_t life)
{
	struct task *t = task();
	struct ga_lapi_port *p = &t->ports[handle];
	struct ga_mail *m = &t->mail[handle];
	struct ga_lapi_words f = {.head = {GA_OP_LAPI_WORDS, sizeof f, "LAPI_Init"},
	                          .handle = handle,
	                          .bell = &m->bell,
	                          .pollers = &m->pollers,
	                          .work = &m->work,
	                          .queued = &p->queued};

	*m = (struct ga_mail){0};
	*p = (struct ga_lapi_port){.handle = handle, .life = life, .mail = m};
	ga_call(&f.head);
}

void ga_lapi_sim_close(uint32_t handle)
{
	task()->ports[handle].life = 0;
	task()->ports[handle].mail = NULL;
}

void ga_lapi_sim_start(void *(*f)(void *), struct ga_lapi_port *p, void *arg)
{
	struct ga_lapi_start s = {.head = {GA_OP_LAPI_START, sizeof s, "LAPI_Init"}, .handle = p->handle, .run = (uintptr_t)f, .arg = (uintptr_t)arg};

	ga_call(&s.head);
}

bool ga_lapi_sim_rest(struct ga_lapi_port *p, uint32_t life, int thread, uint32_t seen, const char *fn)
{
	struct ga_lapi_rest f = {.head = {GA_OP_LAPI_REST, sizeof f, fn}, .handle = p->handle, .life = life, .thread = thread, .bell = seen};

	ga_call(&f.head);
	return !f.closed;
}
