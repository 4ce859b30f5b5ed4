/* toy/handler.c - runs the pending handler of a call, and counts what each rank has run. */
#include <stdlib.h>
#include <toy.h>

#include "../../sim/host/host.h"
#include "ztoy_frames.h"

void ga_toy_run_handler(void);

/* A simulated rank has its own; the host frees it with the rank. */
static int *runs(void)
{
	static int process;
	void **const kept = ga_sim_kept(GA_API_TOY);

	if (kept && !*kept && !(*kept = calloc(1, sizeof process)))
		ga_fatal(1, "toy_call: no memory");
	return kept ? *kept : &process;
}

int toy_runs(void) { return *runs(); }

void ga_toy_run_handler(void)
{
	struct ga_toy_ready f = {.head = {GA_OP_TOY_READY, sizeof f, "toy_call"}};

	ga_call(&f.head);
	((toy_handler_t)f.handler)(f.value);
	++*runs();
}
