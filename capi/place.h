/* place.h - ranks that share a core although another one is free.
 *
 * Where there is a core for every rank, ranks spin while they wait. Now and then the kernel has two of them on one core all the same: right after the start,
 * when other programs run beside, or because it put a rank where the one was that woke it up. Then a rank spins for a whole time slice for one that cannot run
 * because of that. So each rank writes down which thread is on which core, when an API comes up and while it waits, and one that has waited for long looks whether another rank's thread
 * is on its core, asks the kernel whether that is so (what is written there may be old), and moves to a core that no rank has. It may go
 * anywhere again at once: nothing is bound. Where there is no other core, it gives this one away instead of spinning. */
#ifndef GA_PLACE_H
#define GA_PLACE_H

#include "edge.h"

#define GA_PLACE_EVERY_US 60u /* while a rank waits: about what a look costs times ten */

/* spins is what ga_spins is while no core is shared; 0: ranks outnumber cores, and there is nothing to mend. */
void ga_place_setup(uint32_t spins);

/* Looks who is on this thread's core, and mends it. Some microseconds when a rank may be there, else as many cache lines as there are ranks. */
void ga_place_look(void);

/* Called at every step of a wait that does not spin: from time to time looks whether the core is still shared. */
void ga_place_shared(void);

#endif
