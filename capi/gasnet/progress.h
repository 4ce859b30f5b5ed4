/* gasnet/progress.h - what core and extended know of collectives: that there may be something to do. */
#ifndef GA_GASNET_COLL_PROGRESS_H
#define GA_GASNET_COLL_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

#include "rank.h"

/* Indices of the library's own handlers, and the program's first: gasnet/conduit/conduit.go says who has which, capi/gasnet.go compares. */
#define GA_COLL_HANDLERS 112
#define GA_GASNET_FIRST_HANDLER 128

/* Those of collectives, which come first. */
#define GA_COLL_HANDLERS_USED 8

/* The library's own handlers, one for each of these indices, for gasnet_attach; NULL: none. Collectives set this and ga_coll_carry_on when the library is loaded. */
extern void (*const *ga_coll_handlers)(void);

/* Takes the steps that the calling rank can take; whether there were any. Never in a handler. */
extern bool (*ga_coll_carry_on)(void);

/* Segments exist now. */
extern void (*ga_coll_attached)(void);

static inline bool ga_coll_progress(void)
{
	return GA_UNLIKELY(__atomic_load_n(&ga_gasnet_rank()->coll_work, __ATOMIC_RELAXED) != 0) && ga_coll_carry_on();
}

#endif
