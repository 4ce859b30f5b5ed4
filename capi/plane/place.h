/* plane/place.h - moves ranks that share a core while another one is free.
 *
 * If there is a core for every rank, ranks spin while they wait. Sometimes the kernel puts two of them on one core nevertheless: right after the
 * start, when other programs run, or because it put a rank on the core of the rank that woke it. Then a rank spins for a whole time slice while
 * the rank that it waits for cannot run. So each rank publishes its thread and core when an API is initialised and while it waits. A rank that has
 * waited for long checks whether another rank's thread is on its core, asks the kernel to confirm that (the published core may be out of date),
 * and moves to a core without a rank. Its affinity is restored at once: nothing stays bound. If there is no other core, it yields instead of
 * spinning. */
#ifndef GA_PLACE_H
#define GA_PLACE_H

#include "../runtime/edge.h"

#define GA_PLACE_EVERY_US 60u /* while a rank waits: about what a look costs times ten */

/* spins is ga_spins while no core is shared; 0: more ranks than cores, and nothing to fix. */
void ga_place_setup(uint32_t spins);

/* Checks which ranks are on this thread's core, and moves if one is. Takes some microseconds if a rank may be there, else as many cache lines as
 * there are ranks. */
void ga_place_look(void);

/* Called at every step of a wait that does not spin: from time to time looks whether the core is still shared. */
void ga_place_shared(void);

#endif
