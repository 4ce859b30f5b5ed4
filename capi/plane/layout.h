/* plane/layout.h - the job's memory file as the C data plane sees it. node/layout.go is the same in Go; capi/layout.go compares the two at compile time.
 *
 * Every word that one rank writes and another polls has a cache line of its own. Counters only grow; comparisons are by signed difference.
 * All arrays are indexed by local rank. */
#ifndef GA_LAYOUT_H
#define GA_LAYOUT_H

#include <stdint.h>

#define GA_LINE 64
#define GA_PAGE 4096
#define GA_BARRIER_ROUNDS 16 /* dissemination rounds: 65,536 local ranks */
#define GA_EXCHANGE_BYTES 1024
#define GA_SEGMENTS 32
#define GA_SEGMENT_NAME 24

/* A word that is polled by others, alone on its line. */
struct ga_word {
	_Alignas(GA_LINE) uint32_t v;
};

/* One per host, offset GA_PAGE: job.Page, which only Go reads, comes before it. */
struct ga_node_block {
	uint32_t state; /* 0 new, 1 being laid out, 2 ready */
	uint32_t version;
	uint64_t base;          /* address of offset 0 in every rank */
	uint64_t mailbox_bytes; /* ring of one rank */
	uint32_t cores;         /* that the first rank may run on: decides between spinning and sleeping */
	uint32_t lock;          /* futex mutex over top and the segment table */
	uint64_t top;           /* first free offset */

	struct ga_word gone;          /* ranks that have left */
	struct ga_word control_count; /* control barrier (Go): arrivals, ever */
	struct ga_word control_gen;   /* control barrier: completed, futex */
	struct ga_word count;         /* data-plane barrier when ranks outnumber cores: arrivals, ever */
	struct ga_word gen;           /* data-plane barrier: completed, futex */
	struct ga_word sleepers;      /* on gen */
	struct ga_word moved;         /* us, when a rank last changed cores: place.h */

	struct ga_segment {
		char name[GA_SEGMENT_NAME]; /* empty: free entry */
		uint64_t bytes;             /* that each rank asked for */
		uint64_t off;               /* of local rank 0's part */
		uint64_t stride;            /* from one rank's part to the next */
		uint64_t tag;               /* what all ranks must agree on besides the size */
		uint32_t owner;             /* local rank that made it */
		uint32_t pad;
	} segment[GA_SEGMENTS];
};

/* Head and tail of a rank's mailbox ring, in bytes, ever. */
struct ga_mailbox {
	_Alignas(GA_LINE) uint64_t tail; /* producers reserve by compare and swap */
	_Alignas(GA_LINE) uint64_t head; /* the owner frees */
};

/* One per local rank, GA_PAGE each, after the node block. */
struct ga_rank_block {
	/* identity: written by its owner at start and end */
	int32_t pid;
	uint32_t gone;  /* 1 once the owner has left for good */
	uint64_t image; /* hash of the executable's layout */
	uint64_t bias;  /* load address of the executable */
	char program[104];

	_Alignas(GA_LINE) uint32_t sleeping; /* doorbell: the owner is about to sleep, wait.h says until what; a writer that sees it rings */
	struct ga_bell {
		_Alignas(GA_LINE) uint32_t v; /* doorbell: futex, counts rings */
		uint32_t rung;                /* us, when C last rang; 0: Go did */
	} bell;
	struct ga_word epoch; /* data-plane barriers entered, ever; read by others only to word a failure */
	struct ga_word round[GA_BARRIER_ROUNDS];
	struct ga_mailbox mailbox;
	_Alignas(GA_LINE) unsigned char exchange[GA_EXCHANGE_BYTES];
	unsigned char notes[2][GA_LINE];

	/* progress: how a mailbox is looked at while its program computes; node/service.go has the protocol */
	struct ga_service {
		_Alignas(GA_LINE) uint32_t asleep; /* the progress thread sleeps; read by Go only */
		uint64_t polled;                   /* ticks when the program last looked by itself; GA_POLLED_ASLEEP while it sleeps there */
		struct ga_word bell;               /* futex: rings for the progress thread */
	} service;

	/* Portals: what this rank's interface tells its peers; read by Go only */
	_Alignas(GA_LINE) unsigned char endpoint[GA_LINE];

	struct ga_claim {
		_Alignas(GA_LINE) uint64_t v; /* the thread that waited last, and its core: place.h */
	} claim;
};

#define GA_POLLED_ASLEEP UINT64_MAX

_Static_assert(sizeof(struct ga_node_block) <= GA_PAGE, "the node block is one page");
_Static_assert(sizeof(struct ga_rank_block) <= GA_PAGE, "a rank block is one page");

#endif
