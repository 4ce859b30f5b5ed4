/* gasnet_coll_progress.h - what core and extended know of collectives: that there may be something to do. */
#ifndef GA_GASNET_COLL_PROGRESS_H
#define GA_GASNET_COLL_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

#define GA_COLL_HANDLERS 112 /* first index of the library's own handlers */

/* The library's own handlers, for gasnet_attach; NULL: none. */
extern void (*const ga_coll_handlers[16])(void);

/* Things that can go on, of all ranks of this process. */
extern uint32_t ga_coll_work;

/* Takes the steps that the calling rank can take; whether there were any. Never in a handler. */
bool ga_coll_carry_on(void);

static inline bool ga_coll_progress(void) { return __builtin_expect(__atomic_load_n(&ga_coll_work, __ATOMIC_RELAXED) != 0, 0) && ga_coll_carry_on(); }

#endif
