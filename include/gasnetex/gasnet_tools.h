/* gasnet_tools.h - the tools of GASNet-EX, specification 1.20: those of GASNet-1 (gasnet/tools.h), and gex/tools.h.
 *
 * They need no job, no gex_Client_Init and no gasnetex.h, which includes them. */
#ifndef GEX_GASNET_TOOLS_H
#define GEX_GASNET_TOOLS_H

#include "gasnet_config.h"

#include <gasnet/tools.h>

#include "gex/tools.h"

#endif
