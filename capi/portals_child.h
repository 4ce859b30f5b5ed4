/* portals_child.h - Portals in a forked child. */
#ifndef GA_PORTALS_CHILD_H
#define GA_PORTALS_CHILD_H

#include "edge.h"

/* Answers a frame of Portals without Go: PTL_FAIL, or -1 where there are no codes. PtlFini has nothing to do. */
void ga_portals_in_child(struct ga_head *head);

#endif
