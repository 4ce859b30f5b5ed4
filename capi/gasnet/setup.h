/* gasnet/setup.h - what the starts of GASNet-1 and of GASNet-EX share. */
#ifndef GA_GASNET_SETUP_H
#define GA_GASNET_SETUP_H

#include "tools/client.h"

#define GA_GEX_ENTRY_BYTES 40 /* of a gex_AM_Entry_t */

/* gasnet_attach under the name fn. */
int ga_gasnet_attach_segment(const char *fn, gasnet_handlerentry_t *table, int numentries, uintptr_t segsize, uintptr_t minheapoffset);

/* Opens the plane for messages between ranks of this host, in a job of several. */
void ga_gasnet_open_rings(void);

#endif
