/* gasnet/tools/client.h - gasnet.h as the library itself includes it. */
#ifndef GA_GASNET_CLIENT_H
#define GA_GASNET_CLIENT_H

#define GASNET_PAR 1
#define GASNETGO_OUT_OF_LINE /* it is these functions */
#include <gasnet.h>

#undef gasnet_init

#endif
