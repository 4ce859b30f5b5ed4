/* watch.h - what the files about watched memory know of each other: watch.c, access.c, strings.c, window.c. */
#ifndef GA_SIM_WATCH_H
#define GA_SIM_WATCH_H

#include "rank.h"

/* A range of addresses of a rank whose accesses are seen. */
struct watch {
	uintptr_t at;
	uint64_t bytes;
	struct ga_sim_rank *rank;
	uint8_t *seen;              /* NULL: a map. Of own memory: accesses to each page in this turn, or OPEN, REACHED: it can be accessed */
	bool counted, open;         /* a page of it has been accessed in this turn; is open */
	struct watch *next, *other; /* of the rank; of own memory, in the process */
};
/* What is known of the accesses of a rank. */
struct accesses {
	struct ga_sim_trap trap;        /* the latest */
	const struct ga_sim_loop *loop; /* whose copy the rank has entered last */
	uint64_t stored_at;             /* the instruction that has stored to a map last */
	int stores;                     /* to maps in a row, by instructions close to each other */
	uint64_t turn;                  /* of the rank, or of a thread of a library's on it */
	int asleep;                     /* of these how many wait for a poll to find something else */
	uint64_t slept;                 /* the turn of the latest such wait */
	int polls;                      /* loads of own memory in this turn */
	struct ga_sim_poll {
		uint64_t pc, address, state, value;
	} polled[16];
};

enum {
	OPEN = 255,    /* the rank has accessed it often, or by the C library */
	REACHED = 254, /* it is open, for others: the rank has not accessed it in this turn */
	SEEN = 8       /* accesses to a page in a turn, before it is opened */
};

enum { GA_SIM_ALIGN = 64 /* of accesses that mind it */, GA_SIM_LONGEST = 64 };

/* Below 2 GB. A rank's copy runs as soon as this has been filled in for it. */
struct ga_sim_low {
	_Alignas(GA_SIM_ALIGN) unsigned char window[2 * GA_SIM_LONGEST];
	uint64_t back;               /* the rank's next instruction */
	uint64_t again;              /* ga_sim_interrupt */
	uint64_t rax, address, exit; /* of loops: a register, where the store goes, where the program goes on */
};
extern HIDDEN struct ga_sim_low *ga_sim_low; /* NULL: no memory is watched yet */

HIDDEN struct watch *ga_sim_watch_at(const struct ga_sim_rank *r, uintptr_t at); /* NULL: none */
HIDDEN void ga_sim_watch_count(struct watch *w, uintptr_t at);                   /* an access of the rank to its page */
HIDDEN void ga_sim_watch_open(struct watch *w, uintptr_t at);                    /* its page can be accessed until the rank's next turn */

/* access.c: the bytes of a watch as the rank finds them, and as it leaves them. They may let other ranks run. */
HIDDEN void ga_sim_watch_load(struct watch *w, uintptr_t at, void *into, uint64_t bytes);
HIDDEN void ga_sim_watch_store(struct watch *w, uintptr_t at, const void *from, uint64_t bytes);

/* strings.c: does what is watched of an instruction that repeats itself, and changes the registers as that does. */
HIDDEN void ga_sim_watch_string(struct ga_sim_rank *r, struct saved *all, const struct ga_sim_trap *t);

#endif
