/* runtime/sim.c - the process of a simulated job: all ranks of it, on one thread. sim/host runs them, sim/run answers what they want. */
#include "edge.h"

#include "../../sim/host/host.h"
#include "go.h"

/* What the executable of such a process calls; declared there. argv is the program's, the rest is in GASNETGO_SIM. Answers the job's status. */
__attribute__((visibility("default"))) int gasnetgo_sim_main(int argc, char **argv)
{
	ga_simulated = true;
	ga_enter = ga_sim_enter;
	return gaSimMain(argc, argv);
}
