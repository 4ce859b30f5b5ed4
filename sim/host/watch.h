/* watch.h - what the files about watched memory know of each other: watch.c, access.c, strings.c. */
#ifndef GA_SIM_WATCH_H
#define GA_SIM_WATCH_H

#include "rank.h"

/* A range of addresses of a rank whose accesses are seen. */
struct watch {
	uintptr_t at;
	uint64_t bytes;
	struct ga_sim_rank *rank;
	uint8_t *seen;              /* NULL: a map. Of own memory: accesses to each page in this turn; OPEN: it can be accessed */
	bool open;                  /* a page of it may be */
	struct watch *next, *other; /* of the rank; of own memory, in the process */
};
enum { OPEN = 255, SEEN = 8 /* accesses to a page in a turn, before it is opened */ };

HIDDEN struct watch *ga_sim_watch_at(const struct ga_sim_rank *r, uintptr_t at); /* NULL: none */
HIDDEN void ga_sim_watch_open(struct watch *w, uintptr_t at);                    /* its page can be accessed until the rank's next turn */

/* access.c: the bytes of a watch as the rank finds them, and as it leaves them. They may let other ranks run. */
HIDDEN void ga_sim_watch_load(struct watch *w, uintptr_t at, void *into, uint64_t bytes);
HIDDEN void ga_sim_watch_store(struct watch *w, uintptr_t at, const void *from, uint64_t bytes);

/* strings.c: does what is watched of an instruction that repeats itself, and changes the registers as that does. */
HIDDEN void ga_sim_watch_string(struct ga_sim_rank *r, struct saved *all, const struct ga_sim_trap *t);

#endif
