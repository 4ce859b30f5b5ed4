/* shmem/group.h - groups of ranks over shared memory: how they publish data and wait for each other.
 *
 * A group (group) is a team or an active set. Each of its ranks has a slot for it in the control memory behind its symmetric heap
 * (shmem/control.go); the slot's number is the same on all of them.
 *
 * Collectives of a group are numbered from 1, by each rank for itself. A rank that begins collective s publishes that in cell s mod GA_CELLS of
 * its slot: the address of its memory, or the data itself if it is small; the number is stored last. Collective s + GA_CELLS reuses the cell, when
 * no rank may still read it. That holds if every rank has begun s + 1: a rank knows that when it has finished a collective in which each rank
 * receives from all, the last of which is `together`. A rank that has got too far ahead of it, which only the root of broadcasts can, first waits
 * for all; all count alike, so all do. */
#ifndef GA_GROUP_H
#define GA_GROUP_H

#include "plane.h"

#define GA_TEAM_SLOTS 320 /* by id */
#define GA_SETS 1024      /* active sets of a job */
#define GA_CELLS 4
#define GA_CALLS 4 /* that a rank keeps for others to see */
#define GA_CALL_SHIFT 40
#define GA_CALL_BYTES ((UINT64_C(1) << GA_CALL_SHIFT) - 1) /* or more */
#define GA_CELL_BYTES 4096
#define GA_SLOT_BYTES (9 * 4096)
#define GA_ARRIVED_AT (4096 - GA_LINE) /* in the world's slot: counts writes of others, shmem/counters.c */

struct ga_cell {
	_Alignas(GA_LINE) uint64_t seq; /* number of the collective that all of this is about */
	uint64_t what;                  /* which routine, and what all must agree on */
	uint64_t bytes;
	char *source, *dest; /* this rank's, in windows: good in every rank */
	union {
		uint64_t have;          /* of dest, while a broadcast continues */
		unsigned char word[24]; /* few bytes are here, on the line that says that they are */
	};
	unsigned char payload[GA_CELL_BYTES - GA_LINE];
};

#define GA_EAGER sizeof(((struct ga_cell *)0)->payload)

/* A call of a collective routine: two words that each say which, so that a reader sees when one has been written over. shmem/calls.go reads them. */
struct ga_call {
	uint64_t what;  /* number << 40 | kind << 32 | what all must have in common */
	uint64_t bytes; /* number << 40 | length */
};

struct ga_slot {
	/* the owner's alone */
	_Alignas(GA_LINE) uint64_t seq;
	uint64_t together;
	uint64_t lent;  /* completed reads of its memory that the owner has waited for, in total */
	uint32_t epoch; /* of syncs */

	uint64_t past;  /* a number made of what all calls so far were */
	uint64_t calls; /* of collective routines, ever; read by others that have waited for long, as are the last ones */
	_Alignas(GA_LINE) struct ga_call call[GA_CALLS];

	struct ga_word round[GA_BARRIER_ROUNDS];
	struct ga_word count, gen, sleepers; /* the first rank's: arrivals at syncs, ever; completed, futex; sleepers on it */
	_Alignas(GA_LINE) uint64_t returned; /* reads of the owner's memory that are over, ever */

	_Alignas(4096) struct ga_cell cell[GA_CELLS];
};

_Static_assert(sizeof(struct ga_slot) <= GA_SLOT_BYTES, "the slot of a group");
_Static_assert(offsetof(struct ga_slot, returned) + GA_LINE <= GA_ARRIVED_AT, "the count of arrivals has a line of its own");

/* Rank start + i * stride of the job is rank i of the group. */
struct ga_group {
	uint32_t slot;
	int32_t start, stride, size, me;
};

/* shmem.Algorithm. */
enum { GA_ALGORITHM_AUTO, GA_ALGORITHM_LINEAR, GA_ALGORITHM_TREE, GA_ALGORITHM_DISSEMINATION, GA_ALGORITHM_DOUBLING, GA_ALGORITHM_SPLIT };

/* What the environment says about collectives. */
struct ga_tuning {
	uint32_t barrier, broadcast, reduce, scan; /* GA_ALGORITHM_ */
	uint32_t crossover;                        /* ranks from which on a tree pays */
	uint32_t radix;                            /* of trees */
	uint64_t size_crossover;                   /* bytes from which on memory is read where it is, instead of from cells */
};

extern struct ga_tuning ga_tuning;

/* The group of a team's handle, or of an active set if that is GA_ACTIVE_SET. False if there is none, or this rank is not in it. */
bool ga_group_of(uintptr_t team, int start, int logstride, int size, struct ga_group *g);

static inline uint32_t ga_member(const struct ga_group *g, int i) { return (uint32_t)(g->start + i * g->stride); }

static inline struct ga_slot *ga_slot(const struct ga_group *g, int i)
{
	return (struct ga_slot *)(void *)(ga_plane.control + ga_member(g, i) * ga_plane.heap.stride + (size_t)g->slot * GA_SLOT_BYTES);
}

/* Waits until all ranks of the group have called it as often. Stores before it are visible after it. */
void ga_group_sync(const struct ga_group *g);

/* The routine of a kind of calls, GA_SHMEM_CALL_..., without the type in its name. */
const char *ga_call_name(unsigned kind);

/* Notes a call of a collective routine, whether there is anything to do or not: its kind, GA_SHMEM_CALL_..., and what all ranks of the group must have in common. Answers what `past`
 * was before. */
uint64_t ga_group_record(const struct ga_group *g, unsigned kind, uint32_t detail, uint64_t bytes);

/* Begins a collective that has been noted: its number, and the cell to fill. */
uint64_t ga_group_begin(const struct ga_group *g, struct ga_cell **mine);

/* Publishes the cell to the others, and wakes the ranks that wait for it. */
void ga_group_publish(const struct ga_group *g, struct ga_cell *mine, uint64_t seq);

/* The cell of rank i once it has shown it. */
const struct ga_cell *ga_group_await(const struct ga_group *g, int i, uint64_t seq);

/* ga_group_publish by all ranks: ga_group_await does not wait any more. */
void ga_group_publish_and_await(const struct ga_group *g, struct ga_cell *mine, uint64_t seq);

/* Called by a rank that has waited for long for rank i of the group (all of them: -1), from time to time: ends the job if that one has left it, is in another
 * call, or waits for this rank elsewhere, which shmem/mismatch.go finds out. */
void ga_group_mismatch(const struct ga_group *g, int i);

/* ga_group_mismatch, in a wait, every now and then. */
static inline void ga_group_check(const struct ga_wait *w, const struct ga_group *g, int i)
{
	if (GA_UNLIKELY(w->naps > 8 && w->armed && w->naps % 4 == 1))
		ga_group_mismatch(g, i);
}

/* The payload of a cell with so many bytes. */
static inline unsigned char *ga_payload(struct ga_cell *c, size_t bytes) { return bytes <= sizeof c->word ? c->word : c->payload; }
static inline const unsigned char *ga_payload_of(const struct ga_cell *c, size_t bytes) { return bytes <= sizeof c->word ? c->word : c->payload; }

#endif
