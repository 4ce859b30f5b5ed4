/* gasnet/rank.h - what C keeps for a rank: one for the process in the live world, one for each simulated rank, of which there are many in a process. */
#ifndef GA_GASNET_RANK_H
#define GA_GASNET_RANK_H

#include "../runtime/edge.h"
#include "thread.h"

struct ga_gasnet_rank {
	struct ga_coll_node *coll;      /* gasnet/coll/team.c; NULL before its first use */
	struct ga_gex *ex;              /* gasnet/ex/init.c; NULL in a program of GASNet-1 */
	uint32_t coll_work;             /* steps and calls of collectives that can go on */
	uint32_t exit_asked;            /* gasnet/exit.c, live: status of gasnet_exit; futex */
	struct ga_gasnet_thread thread; /* of a simulated rank: a live one has it for each thread */
};

/* The process's. */
extern struct ga_gasnet_rank ga_gasnet_process;

struct ga_gasnet_rank *ga_gasnet_simulated_rank(void);

static inline struct ga_gasnet_rank *ga_gasnet_rank(void) { return GA_LIKELY(!ga_simulated) ? &ga_gasnet_process : ga_gasnet_simulated_rank(); }

#endif
