/* gasnet.h - GASNet-1 on top of GASNet-EX: calls of both may be mixed. */
#ifndef _GASNET_H
#define _GASNET_H
#define _INCLUDED_GASNET_H

#include "gasnetex.h"

#include <gasnet/direct.h>

#undef gasnet_init
#define gasnet_init(argc, argv) gasneti_gex_init_legacy(argc, argv, GASNETI_MODE | GASNETI_CHECKED_CLIENT)

#endif
