/**
 * @file gasnet_tools.h
 * GASNet's portability tools, specification 1.9: gasnet/tools.h.
 */
#ifndef GASNET_TOOLS_OF_GASNET_1_H
#define GASNET_TOOLS_OF_GASNET_1_H

#include "gasnet/tools.h"

#endif
