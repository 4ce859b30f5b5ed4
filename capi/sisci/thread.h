/* sisci/thread.h - the library's threads. */
#ifndef GA_SISCI_THREAD_H
#define GA_SISCI_THREAD_H

#include "plane.h"

/* From Go: starts them, the first time. */
void ga_sisci_begin(void);

#endif
