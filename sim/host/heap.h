/* heap.h - what heap.c, the pieces of a rank's heap, and heap_calls.c, malloc and its like, share. */
#ifndef GA_SIM_HEAP_H
#define GA_SIM_HEAP_H

#include "rank.h"

struct piece {
	uint64_t
	    before; /* the size of the piece before this one, if that is free; otherwise it belongs to that piece. Of a mapping: where in it this is */
	uint64_t head;
	struct piece *next, *prev; /* in a list; what the program gets begins here */
};

/* A head. */
enum { IN_USE = 1, BEFORE_IN_USE = 2, MAPPED = 4, KEPT = 8, FLAGS = 15, OWNER_SHIFT = 40 };
#define SIZE (((uint64_t)1 << OWNER_SHIFT) - 1 - FLAGS)

enum { UNIT = 16, HEAD = 16, SMALLEST = 32, SMALL = 1024, SMALL_LISTS = SMALL / UNIT, PARTS = 4, LISTS = SMALL_LISTS + (OWNER_SHIFT - 10) * PARTS };
enum { LOOKS = 32, TINY = 128, TINY_KEPT = 512 << 10, KEEPS = 24 }; /* how many pieces are looked at; bytes and numbers of those kept of one size */
#define LARGE_FIRST ((uint64_t)1 << 20)
#define LARGE_MOST ((uint64_t)32 << 20)
#define SEGMENT ((uint64_t)64 << 20)

struct ga_sim_heap {
	struct piece *rest; /* which begins here */
	char *begin, *end;  /* of the memory that has the rest; end leaves room for a head */
	char *touched;      /* behind this it is zero */
	uint64_t large;     /* from this size on pieces are mappings */
	uint64_t owner;     /* the rank's number, as in a head */
	struct ga_sim_rank *rank;
	bool in_part;                     /* the rank's part of the area has been used */
	uint64_t some[(LISTS + 63) / 64]; /* a bit for each list that is not empty */
	struct piece *kept[SMALL_LISTS + 1];
	uint16_t keeps[SMALL_LISTS + 1];
	struct piece *lists[LISTS];
};

static inline uint64_t size_of(const struct piece *p) { return p->head & SIZE; }
static inline struct piece *at(const struct piece *p, uint64_t bytes) { return (struct piece *)((char *)p + bytes); }
static inline void *given(const struct piece *p) { return (void *)&p->next; }
static inline struct piece *piece_of(const void *memory) { return (struct piece *)((char *)memory - HEAD); }

/* What the program may use of a piece: up to the head of the next one. */
static inline uint64_t room(const struct piece *p) { return size_of(p) - (p->head & MAPPED ? HEAD : HEAD - sizeof p->before); }

static inline uint64_t size_for(size_t n) { return n <= SMALLEST - 8 ? SMALLEST : (n + 8 + UNIT - 1) & -(uint64_t)UNIT; }

/* heap.c. Those that return NULL or false have set errno, or found no room. */
HIDDEN void ga_sim_heap_start(struct ga_sim_heap *h);                                     /* before anything else */
HIDDEN struct piece *ga_sim_heap_get(struct ga_sim_heap *h, uint64_t size);               /* a piece in use */
HIDDEN void ga_sim_heap_release(struct ga_sim_heap *h, struct piece *p);                  /* is free again, and joins its neighbours */
HIDDEN void ga_sim_heap_cut(struct ga_sim_heap *h, struct piece *p, uint64_t size);       /* gives back what is beyond size */
HIDDEN bool ga_sim_heap_grow(struct ga_sim_heap *h, struct piece *p, uint64_t size);      /* becomes longer where it is */
HIDDEN struct piece *ga_sim_heap_map(struct ga_sim_heap *h, uint64_t align, size_t n);    /* a mapping with n bytes for the program, aligned */
HIDDEN struct piece *ga_sim_heap_remap(struct ga_sim_heap *h, struct piece *p, size_t n); /* the same for a mapping, which may move */
HIDDEN void ga_sim_heap_unmap(struct ga_sim_heap *h, struct piece *p);

#endif
