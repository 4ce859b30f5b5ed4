/* gasnet/rank.c - finds what C keeps for the calling rank. */
#include "rank.h"

#include <stdlib.h>

#include "../../sim/host/host.h"
#include "zgasnet_frames.h"

struct ga_gasnet_rank ga_gasnet_process;

struct ga_gasnet_rank *ga_gasnet_simulated_rank(void)
{
	void **kept = ga_sim_kept(GA_API_GASNET);

	if (!kept)
		return &ga_gasnet_process;
	if (!*kept && !(*kept = calloc(1, sizeof ga_gasnet_process)))
		ga_fatal(1, "gasnet_init: no memory for the state of a simulated rank");
	return *kept;
}

struct ga_gasnet_thread *ga_gasnet_thread(void)
{
	static __attribute__((tls_model("initial-exec"))) _Thread_local struct ga_gasnet_thread thread;

	return ga_simulated && !ga_sim_on_thread() ? &ga_gasnet_simulated_rank()->thread : &thread;
}
