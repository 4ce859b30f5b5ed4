/* gasnet/progress.c - how core and extended reach collectives, which are built on them. */
#include "progress.h"

#include <stddef.h>

void (*const *ga_coll_handlers)(void);
bool (*ga_coll_carry_on)(void);
void (*ga_coll_attached)(void);
