/* gasnet_coll_team.h - GASNet's teams, by the name of a header of its own that older clients include; gasnet.h has them already. */
#ifndef _GASNET_COLL_TEAM_H
#define _GASNET_COLL_TEAM_H

#include <gasnet_coll.h>

#endif
