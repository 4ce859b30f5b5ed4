/* gasnetex.h - GASNet-EX, specification 0.19: clients, endpoints, teams, segments, active messages, RMA, events, barriers, diagnostics.
 *
 * Define one of GASNET_SEQ (one thread calls), GASNET_PARSYNC (one at a time) and GASNET_PAR (any number at once). gasnet_coll.h, gasnet_vis.h, gasnet_ratomic.h and
 * gasnet_mk.h have the rest of the interface, gasnet.h adds that of GASNet-1. */
#ifndef _GASNETEX_H
#define _GASNETEX_H
#define _INCLUDED_GASNETEX_H

/* Clients rely on these. */
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <pthread.h>
#include <sched.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "gasnet_fwd.h"

#include <gasnet/mode.h>

#include <gasnet/types.h>

/* What GASNet-EX has of GASNet-1, and the tools: not for programs that read the headers for what belongs to GASNet-EX alone. */
#ifndef GASNETGO_WITHOUT_GASNET1
#include <gasnet/core.h>

#include <gasnet/am.h>

#include <gasnet/extended.h>
#endif

#include "gex/types.h"

#include "gex/objects.h"

#include "gex/am.h"

#include "gex/prepared.h"

#include "gex/rma.h"

#ifndef GASNETGO_WITHOUT_GASNET1
#include <gasnet/toolhelp.h>

#include "gasnet_tools.h"
#endif

#include "gex/diagnostics.h"

#endif
