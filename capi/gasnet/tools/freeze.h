/* gasnet/tools/freeze.h - waiting for a debugger. */
#ifndef GA_GASNET_TOOLS_FREEZE_H
#define GA_GASNET_TOOLS_FREEZE_H

#include <stdbool.h>

/* The flag that a debugger sets to 0: gasnet_frozen of the program, or the library's own. */
volatile int *ga_frozen(void);

/* Whether errors are to wait for a debugger: GASNET_FREEZE_ON_ERROR. */
bool ga_gasnet_wants_debugger(void);

#endif
