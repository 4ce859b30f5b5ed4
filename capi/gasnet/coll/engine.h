/* gasnet/coll/engine.h - collectives in progress on a node: calls, teams, and the messages between their steps.
 *
 * A call begins when all images of the node have made it. Its plan (gasnet/coll/plan.h) is then executed step by step: sends and receives are
 * matched by team, number of the call in its team, sender and tag. Small data travels in a message, possibly before its receive is posted; for
 * large data the sender announces the address, and the receiver fetches it or replies with an address to put it to. Handlers only record arrivals.
 * The next thread that polls executes the steps: ga_coll_progress.
 *
 * Only the public functions of core and extended API are used, so that collectives run wherever those do. */
#ifndef GA_GASNET_COLL_ENGINE_H
#define GA_GASNET_COLL_ENGINE_H

#include "../tools/client.h"
#include "plan.h"
#include "../plane.h"

#define GA_COLL_BUCKETS 512u

struct ga_coll;
struct ga_coll_early;
struct ga_coll_flow;

/* Calls of a team are numbered in each of these by itself. */
enum ga_coll_space { GA_COLL_BY_IMAGES, GA_COLL_BY_NODES, GA_COLL_BARRIERS };

struct gasneti_team {
	struct gasneti_team *next; /* of this node */
	uint32_t id;               /* unique among the teams of each of its nodes */
	uint32_t size, me;
	uint32_t *node;               /* by rank */
	uint32_t *first;              /* images of each rank; first[size] is all */
	uint32_t *ones;               /* the same if every node were one image */
	uint32_t *own;                /* which of this node's images are in it; NULL: all, or one for all */
	uint32_t *turn;               /* calls that each image of this node has made */
	uint32_t calls[3];            /* by space; of GA_COLL_BY_IMAGES turn[0] is used with one image */
	uint32_t under_way;           /* calls that are not synchronised */
	struct ga_coll *open;         /* calls that not all images have made */
	struct ga_coll *aggregate[3]; /* by space: the last call, if it shares the next one's handle */
	struct ga_coll *barrier;      /* notified, and not waited for */
	uint64_t barrier_consensus;   /* what the last one has agreed on */
	struct ga_coll_meeting {      /* a barrier of images; gasnet/coll/barrier.c */
		uint32_t lock;
		uint32_t arrived, notified, over; /* images in this phase, phases */
		uint32_t *phase;                  /* of each image */
		uint64_t consensus, agreed[2];
	} meeting;
};

/* A call of this node. */
struct ga_coll {
	struct ga_coll *next;    /* in the list that it is in */
	struct ga_coll *earlier; /* call that is synchronised with this one; the same for all images */
	struct ga_plan plan;
	struct gasneti_team *team;
	uint32_t space_id, number; /* the team's id and space; which call it is there */
	uint32_t joined, users;    /* images that have made it; that have still to synchronise */
	uint32_t at;               /* step */
	uint32_t pending;          /* sends and receives under way, and one while steps are taken */
	uint32_t done;
	struct ga_coll_want want;
	void *one_dst, *one_src; /* lists for one image */
	gasnet_coll_fn_entry_t function;
	int function_arg;
	struct ga_coll_reduction { /* GASNet-EX: in place of function */
		void (*combine)(const struct ga_coll_reduction *r, void *to, const void *from, size_t elements);
		void (*user)(const void *left, void *right_and_out, size_t count, const void *cdata);
		const void *cdata;
		uint32_t dt, op;
	} reduction;
	size_t element;
	uint64_t consensus; /* of barriers */
};

struct ga_coll_node {
	uint32_t lock; /* of all below; never held while anything is sent */
	uint32_t nodes, me;
	size_t eager;   /* bytes that are sent without asking */
	uint32_t stops; /* nodes that want to be asked all the same */
	size_t medium;
	uint64_t window;  /* bytes of a sender that are kept; gasnet/coll/window.h */
	uint64_t unheard; /* bytes sent since this node has last looked whether it is to stop, where sending does not poll */
	bool shared;      /* processes of one host */
	bool ready;       /* gasnet_coll_init is over */
	struct ga_coll_peer {
		struct ga_coll_cookie {
			uint64_t at, value; /* by which a process that reads its memory knows it */
		} cookie;
		uint32_t readable;
	} * peer; /* by node; NULL: memory of others is not read */
	gasnet_seginfo_t *segment;
	struct gasneti_team *all, *teams;
	uint32_t teams_made; /* ids that this node has allocated */
	gasnet_coll_fn_entry_t *function;
	size_t functions;
	uint32_t init_arrived, init_over; /* images; rounds */
	struct ga_coll *idle;             /* for the next calls */
	struct ga_coll *go, **go_end;     /* calls that can go on */
	struct ga_step *move, **move_end; /* sends and receives that can */
	struct ga_step *posted[GA_COLL_BUCKETS];
	struct ga_coll_early *early[GA_COLL_BUCKETS];
	struct ga_coll_flow **flow; /* a table of those that there are */
	uint32_t flows, flow_places;
};

/* Begins collectives for GASNet-EX, with one image of each node. Collective. */
struct ga_coll_node *ga_coll_begin_teams(void);

/* The calling rank's; made at the first use. */
struct ga_coll_node *ga_coll_here(void);

void ga_coll_lock(struct ga_coll_node *n);
static inline void ga_coll_unlock(struct ga_coll_node *n) { __atomic_store_n(&n->lock, 0, __ATOMIC_RELEASE); }

/* Allocates a call, and frees one that all images have synchronised. With the lock. */
struct ga_coll *ga_coll_new(struct ga_coll_node *n, struct gasneti_team *t, enum ga_coll_space space, uint32_t number);
void ga_coll_free(struct ga_coll_node *n, struct ga_coll *c);

/* All images have made it. */
void ga_coll_start(struct ga_coll_node *n, struct ga_coll *c, const char *fn, const struct ga_coll_place *place);

static inline bool ga_coll_done(const struct ga_coll *c) { return __atomic_load_n(&c->done, __ATOMIC_ACQUIRE); }

/* With those that are synchronised with it. */
static inline bool ga_coll_all_done(const struct ga_coll *c)
{
	while (c && ga_coll_done(c))
		c = c->earlier;
	return !c;
}

/* One image has seen that it, and those with it, are done. */
void ga_coll_leave(struct ga_coll_node *n, struct ga_coll *c);

/* After a poll without a result: serves messages, executes steps, waits. */
void ga_coll_wait(struct ga_coll_node *n, struct ga_wait *w);

/* Waits until a call is done, and leaves it. */
void ga_coll_wait_for(struct ga_coll_node *n, struct ga_coll *c);

static inline bool ga_coll_in_segment(const struct ga_coll_node *n, uint32_t node, uint64_t addr, size_t bytes)
{
	const uint64_t off = addr - (uintptr_t)n->segment[node].addr;

	return off <= n->segment[node].size && bytes <= n->segment[node].size - off;
}

/* The team of a handle; ends the job if collectives are not initialised. */
struct gasneti_team *ga_coll_team(struct ga_coll_node *n, const char *fn, gasnet_team_handle_t team);

/* This thread's number among the images of its node. Ends the job if it is not an image. */
uint32_t ga_coll_image(struct ga_coll_node *n, const char *fn, const struct gasneti_team *t);

/* This thread is that image of its node. */
void ga_coll_is_image(uint32_t image);

/* The number of this thread's image in its node. */
uint32_t ga_coll_image_here(struct ga_coll_node *n, const char *fn, const struct gasneti_team *t);

static inline uint32_t ga_coll_images(const struct gasneti_team *t) { return t->first[t->me + 1] - t->first[t->me]; }

/* A team of nodes in order of rank; node NULL: rank r is node r; first NULL: one image each. Takes over both lists. */
struct gasneti_team *ga_coll_new_team(struct ga_coll_node *n, uint32_t id, uint32_t size, uint32_t *node, uint32_t *first);

_Noreturn void ga_coll_no_memory(const char *fn);

/* Zeros for entries of so many bytes each, to be freed; ends the job if there is no memory. */
void *ga_coll_list(const char *fn, size_t entries, size_t bytes);

/* The library's own handlers: those of collectives, and free places behind them for layers above. */
extern void (*ga_coll_own[GA_GASNET_FIRST_HANDLER - GA_COLL_HANDLERS])(void);

#endif
