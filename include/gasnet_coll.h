/* gasnet_coll.h - GASNet's collectives; gasnet.h has them already. */
#ifndef _GASNET_COLL_H
#define _GASNET_COLL_H

#include <gasnet.h>

#include <gasnet/coll.h>

#endif
