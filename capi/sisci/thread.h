/* sisci/thread.h - the library's threads. */
#ifndef GA_SISCI_THREAD_H
#define GA_SISCI_THREAD_H

#include "plane.h"

/* From Go: starts them, the first time. */
void ga_sisci_begin(void);

/* A thread of callbacks of a simulated rank, on a stack of its own. A call of it waits until there is a callback; the scheduler makes another thread when the last one runs one. */
void ga_sisci_thread(void *unused);

#endif
