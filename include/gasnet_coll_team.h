/* gasnet_coll_team.h - GASNet's teams. Older clients include this header; gasnet.h has the declarations already. */
#ifndef _GASNET_COLL_TEAM_H
#define _GASNET_COLL_TEAM_H

#include <gasnet_coll.h>

#endif
