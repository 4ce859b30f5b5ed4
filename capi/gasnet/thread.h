/* gasnet/thread.h - what the checks of GASNETGO_DEBUG=1, and GASNet-EX, know of a thread, or of a simulated rank, of which there are many on one thread. */
#ifndef GA_GASNET_THREAD_H
#define GA_GASNET_THREAD_H

#include <stdint.h>

enum { GA_MOST_LOCKS = 16 };

struct ga_asyncs {
	struct ga_async *first; /* the oldest */
	uint32_t n;
};

/* A handler that the next put of vectors is to have run at its target: gasnet/ex/peer.c. */
struct ga_gex_peer {
	const void *payload;
	uint32_t bytes;
	uint8_t handler; /* 0: none */
};

struct ga_gasnet_thread {
	uint32_t depth;      /* handlers that run; one in another when a message is for this rank itself */
	uint32_t role;       /* of the innermost */
	uint32_t outer_role; /* of the one around it */
	uint32_t held;       /* interrupts */
	uint32_t region;
	uint32_t image; /* that the thread is in collectives, + 1; 0: it has not said */
	uint32_t locks;
	uint32_t locks_before; /* that were taken when the handler began */
	uint64_t held_since;
	const void *lock[GA_MOST_LOCKS];

	struct ga_pending *first, *last; /* gasnet/pending.c: operations under way, the oldest first */
	uint32_t pending;
	struct ga_asyncs asyncs; /* gasnet/async.c, of a simulated rank */
	struct ga_gex_peer peer;
	uint32_t running_peer; /* such a handler runs */
};

struct ga_gasnet_thread *ga_gasnet_thread(void);

#endif
