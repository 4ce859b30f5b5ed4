/* gasnet/coll/plan.h - what a node does in a collective: a list of steps, made before any of them is taken. Pure: nothing here sends or waits.
 *
 * Steps are taken in order; a GA_STEP_ROUND is passed when all sends and receives before it are complete. Of two nodes, what one sends with a tag the
 * other receives with that tag. gasnet/coll/engine.c takes the steps. */
#ifndef GA_GASNET_COLL_PLAN_H
#define GA_GASNET_COLL_PLAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum ga_coll_kind {
	GA_COLL_BROADCAST,
	GA_COLL_SCATTER,
	GA_COLL_GATHER,
	GA_COLL_GATHER_ALL,
	GA_COLL_EXCHANGE,
	GA_COLL_REDUCE,
	GA_COLL_BARRIER,
	GA_COLL_SCAN,
	GA_COLL_REDUCE_ALL
};

enum ga_step_kind {
	GA_STEP_SEND,    /* bytes at from, to peer */
	GA_STEP_RECEIVE, /* bytes to to, from peer */
	GA_STEP_COPY,    /* bytes at from, to to; they may be the same */
	GA_STEP_COMBINE, /* to = to op from */
	GA_STEP_AGREE,   /* what a barrier's nodes say: to = to and from */
	GA_STEP_ROUND,
	GA_STEP_WORK, /* work(to) */
};

/* The function of a call: to = to op from, element by element. */
struct ga_coll_function {
	void (*combine)(void *with, void *to, const void *from, size_t elements);
	void *with;
};

/* Local work of a plan, on its own memory and the program's. */
typedef void ga_coll_work_t(void *arg, const struct ga_coll_function *f);

struct ga_step {
	uint8_t kind;
	uint32_t peer; /* rank in the team */
	uint32_t tag;
	void *to;
	const void *from;
	size_t bytes;
	/* The engine's, of a send or receive under way. */
	struct ga_coll *call;
	struct ga_step *next;
	union {
		uint64_t theirs;      /* the peer's step, or where its bytes are */
		ga_coll_work_t *work; /* the function to call */
	};
	uint64_t there;
	uint8_t doing;
};

/* Nodes of a team, by rank, and the images on them. */
struct ga_coll_place {
	uint32_t nodes, me;
	const uint32_t *first; /* of each node's images; first[nodes] is how many there are */
};

/* Where an array is that all images have together; gasnet/coll/layout.h. */
struct ga_coll_layout {
	size_t block; /* elements; 0: image offset has all */
	size_t offset;
};

/* What a scan is of. */
struct ga_coll_prefix {
	bool exclusive;
	bool spread; /* the images share one distributed array; else each has its own */
	size_t element, count;
	struct ga_coll_layout from, to;
};

/* A call, as a node has it. */
struct ga_coll_want {
	enum ga_coll_kind kind;
	bool in_all, out_all; /* ALLSYNC */
	bool ordered;         /* of reductions: operands in order */
	bool shared;          /* all nodes share memory: one step over two, bytes twice rather than in pieces */
	size_t bytes;         /* of an image's block */
	uint32_t root;        /* image */
	void *at_root;        /* src or dst there; not used elsewhere */
	void **dst;           /* of this node's images */
	void **src;
	void *consensus;               /* of a barrier: GA_COLL_CONSENSUS bytes */
	struct ga_coll_prefix *prefix; /* of scans */
};

#define GA_COLL_CONSENSUS 8

struct ga_plan {
	struct ga_step *steps;
	uint32_t count, room;
	void **scratch; /* memory that lasts until the last step */
	uint32_t scratches, scratch_room;
	bool failed; /* no memory */
};

/* Makes the plan of place->me. p is all zero, or one that ga_plan_clear left. False: no memory. */
bool ga_plan_make(struct ga_plan *p, const struct ga_coll_place *place, const struct ga_coll_want *want);

/* Gives scratch memory back; steps are kept for the next plan. */
void ga_plan_clear(struct ga_plan *p);
void ga_plan_free(struct ga_plan *p);

#endif
