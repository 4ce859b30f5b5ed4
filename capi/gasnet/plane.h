/* gasnet/plane.h - GASNet's part of the live data plane: segments, handlers and channels as this process sees them.
 *
 * All of core and extended that a program does all day stays in C: a put is a copy, a message goes through a ring (gasnet/channel.h), handlers run
 * on the thread that polls. Functions look at ga_gasnet.ranks first: it is 0 before gasnet_attach, in a simulated world, in jobs of several hosts and with
 * GASNETGO_PLANE=go, and then a frame is packed and Go answers (gasnet/frames.c). Puts and gets look at ga_gasnet.locals, which is not 0 in jobs of several hosts. */
#ifndef GA_PLANE_GASNET_H
#define GA_PLANE_GASNET_H

#include "../runtime/edge.h"
#include "channel.h"
#include "progress.h"
#include "../plane/network.h"
#include "../plane/plane.h"
#include "../plane/wait.h"
#include "zgasnet_frames.h"

typedef void ga_am_handler(void); /* called through the type that its arguments make */

enum ga_am_role { GA_AM_REQUEST, GA_AM_REPLY };

struct ga_gasnet {
	uint32_t ranks;    /* of the job, which are all local, while the plane serves core and extended; else 0 */
	uint32_t locals;   /* ranks of this host, while the plane moves memory between them; else 0 */
	uint32_t rings;    /* of those, in a job of several hosts, from when the plane takes their messages: here.h; else 0 */
	uint32_t size;     /* ranks of the job from gasnet_init on, in the live world */
	uint32_t me;       /* this one, in the job */
	uint32_t threads;  /* PAR: several threads may call at the same time */
	uint32_t watch;    /* one of the next two */
	uint32_t checks;   /* GASNETGO_DEBUG: look for what the specification forbids */
	uint32_t traces;   /* the program wants to know of messages and handlers */
	uint32_t block;    /* gasnet_set_waitmode: yield at once */
	uint32_t hinted;   /* so many ranks that rings are not all looked at */
	uintptr_t segment; /* of local rank 0; local rank l's is l * stride further on, in every rank of this host */
	size_t stride;
	const uint64_t *bytes;           /* of each rank's segment */
	char *inboxes;                   /* of rank 0 */
	size_t part;                     /* from one inbox to the next */
	struct ga_am_writer *writers[2]; /* by role, then by rank */
	struct ga_am_reader *readers[2];
	uint32_t reading[2]; /* a thread takes messages of this role */
	size_t most_medium;  /* bytes, where rings is not 0 */
	size_t most_long;
	struct ga_network network; /* when polls look at it */
	ga_am_handler *handlers[256];
};

extern struct ga_gasnet ga_gasnet;

/* Who sent a message; what a gasnet_token_t of the plane points to. */
struct ga_am_token {
	uint32_t from;
	uint32_t role;
	uint32_t replied;
	uint32_t kind, index; /* of the handler */
};

/* A message as its sender has it. */
struct ga_am_message {
	uint32_t role, kind, handler, nargs;
	const void *source;
	size_t bytes;
	void *dest;     /* Long */
	bool async;     /* the source must stay until a reply */
	bool immediate; /* GASNet-EX: give up rather than wait for room */
	bool anywhere;  /* GASNet-EX: a Long without payload needs no segment */
	bool moved;     /* GASNet-EX: a Long whose payload is there already */
	const int32_t *args;
};

static inline struct ga_am_inbox *ga_am_inbox(uint32_t rank) { return (struct ga_am_inbox *)(void *)(ga_gasnet.inboxes + rank * ga_gasnet.part); }

static inline uint8_t *ga_am_hints(uint32_t rank, enum ga_am_role role)
{
	return (uint8_t *)(ga_am_inbox(rank) + 1) + role * GA_AM_HINTS(ga_gasnet.ranks);
}

/* What sender writes and receiver reads. */
static inline struct ga_am_ring *ga_am_ring(uint32_t sender, uint32_t receiver, enum ga_am_role role)
{
	struct ga_am_channel *all = (struct ga_am_channel *)(void *)(ga_am_hints(receiver, GA_AM_REQUEST) + 2 * GA_AM_HINTS(ga_gasnet.ranks));

	return &all[sender].ring[role];
}

/* Whether rank is on this host, and [addr, addr+bytes) may be reached there. A rank reaches all of its own memory. */
static inline bool ga_gasnet_reach(uint32_t rank, const void *addr, size_t bytes)
{
	const uint32_t local = ga_local_of(rank, ga_gasnet.locals);
	uintptr_t off;

	if (GA_UNLIKELY(local == GA_NO_RANK))
		return false;
	off = (uintptr_t)addr - (ga_gasnet.segment + local * ga_gasnet.stride);
	return GA_LIKELY(off <= ga_gasnet.bytes[rank] && bytes <= ga_gasnet.bytes[rank] - off) || (rank == ga_gasnet.me && !ga_gasnet.checks);
}

/* How a wait begins. */
static inline struct ga_wait ga_gasnet_wait(void) { return (struct ga_wait){.polite = ga_gasnet.block != 0}; }

/* Takes messages and runs their handlers; how many. roles: bit for each of GA_AM_REQUEST and GA_AM_REPLY. In a job of several hosts the messages of other hosts,
 * and those that are for Go, stay. */
uint32_t ga_am_serve(uint32_t roles);

/* A thread takes messages of a role, until ga_am_end_reading; false: another thread does. */
static inline bool ga_am_begin_reading(enum ga_am_role role)
{
	if (__atomic_load_n(&ga_gasnet.reading[role], __ATOMIC_RELAXED))
		return false;
	if (!ga_gasnet.threads)
		return (ga_gasnet.reading[role] = 1);
	return !__atomic_exchange_n(&ga_gasnet.reading[role], 1, __ATOMIC_ACQUIRE);
}

static inline void ga_am_end_reading(enum ga_am_role role) { __atomic_store_n(&ga_gasnet.reading[role], 0, __ATOMIC_RELEASE); }

/* Runs a handler. */
void ga_am_run(ga_am_handler *handler, uint32_t kind, void *token, void *buffer, size_t bytes, uint32_t nargs, const int32_t *args);

/* Whether a sender's ring has something. */
static inline bool ga_am_from(enum ga_am_role role, uint32_t from)
{
	uint64_t word;

	return ga_am_peek(&ga_gasnet.readers[role][from], &word) != NULL;
}

/* Whether a ring may have something; false at once when there is nothing. */
static inline bool ga_am_mail(enum ga_am_role role)
{
	if (GA_UNLIKELY(ga_gasnet.hinted))
		return true;
	for (uint32_t from = 0; from < ga_gasnet.ranks; from++)
		if (GA_UNLIKELY(ga_am_from(role, from)))
			return true;
	return false;
}

static inline uint32_t ga_am_poll(void)
{
	if (GA_LIKELY(!ga_am_mail(GA_AM_REQUEST) && !ga_am_mail(GA_AM_REPLY)))
		return 0;
	return ga_am_serve(1u << GA_AM_REQUEST | 1u << GA_AM_REPLY);
}

/* A program that polls in a loop of its own: where ranks outnumber cores, the one that it waits for may want this one. */
void ga_gasnet_yield(void);
static inline void ga_gasnet_fruitless(void)
{
	if (GA_UNLIKELY(!ga_spins || ga_gasnet.block))
		ga_gasnet_yield();
	ga_polled();
}

/* One step of a wait that nothing has come for. */
static inline void ga_gasnet_step(struct ga_wait *w)
{
	if (ga_am_poll() > 0 || ga_coll_progress())
		*w = ga_gasnet_wait();
	else
		ga_wait_step(w);
}

/* A message that Go hands over; gasnet/memory_unsafe.go writes it. */
struct ga_gasnet_delivery_to {
	void *token;
	void *buffer;
	uint64_t bytes;
	ga_am_handler *handler;
	uint32_t kind, nargs;
	uint32_t reply, index;
	int32_t args[GA_AM_ARGS];
};

/* Runs the handler of the message that Go hands over: run_handler of GASNet. */
void ga_gasnet_deliver(void);

/* Lays the plane over a job; after it gasnet_attach has everything but handlers and segments. Collective in effect: rings must be zero. */
void ga_gasnet_open(void *inboxes, size_t part, uint32_t ranks, uint32_t me, bool threads);

/* Opens it for core and extended. direct false: everything goes through Go. bytes is kept; handlers are copied. */
void ga_gasnet_attach(uintptr_t segment, size_t stride, const uint64_t *bytes, const uintptr_t *handlers, bool direct);

#endif
