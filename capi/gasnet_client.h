/* gasnet_client.h - gasnet.h as the library itself includes it. */
#ifndef GA_GASNET_CLIENT_H
#define GA_GASNET_CLIENT_H

#define GASNET_PAR 1
#include <gasnet.h>

#undef gasnet_init

#endif
