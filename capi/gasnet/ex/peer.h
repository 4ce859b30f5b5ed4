/* gasnet/ex/peer.h - handlers that run at the target of a put of vectors when its data is in place. */
#ifndef GA_GASNET_EX_PEER_H
#define GA_GASNET_EX_PEER_H

#include "objects.h"

/* The library's own handler that runs them, behind those of collectives: gasnet/progress.h. */
#define GA_GEX_PEER_HANDLER (GA_COLL_HANDLERS + GA_COLL_HANDLERS_USED)

/* What the calling thread's next put has to have run. Answers 0 if that is nothing. */
static inline gex_AM_Index_t ga_gex_peer_armed(void) { return ga_gasnet_thread()->peer.handler; }

/* Sends what was armed to a rank, whose memory has the put's data. */
void ga_gex_peer_complete(const char *fn, uint32_t to);

#endif
