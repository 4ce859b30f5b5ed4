/* gasnet/channel.h - how active messages travel between ranks of a host: a ring in shared memory for each sender and receiver, and one more for replies.
 *
 * A ring has one writer, the sending rank, and one reader. A message takes a slot of two cache lines; arguments beyond the tenth are in the second, so that
 * most messages are one line. A Medium's payload lies in the ring's payload area, which is used from its beginning again as soon as that is free: what a
 * ping-pong touches stays in the caches. A Long's payload is in place before its slot is written.
 *
 *   writer: fill slot tail & mask, store its word (sequence = tail + 1, release), tail++          full: tail - head == GA_AM_SLOTS
 *   reader: slot head & mask is there when its sequence is head + 1; run the handler; head++       head is acknowledged when no message follows, or after 16
 *
 * Nothing deadlocks: a sender that finds a request ring full serves requests and replies; a sender that finds a reply ring full is in a handler and serves
 * replies, and their handlers send nothing. */
#ifndef GA_GASNET_CHANNEL_H
#define GA_GASNET_CHANNEL_H

#include "../runtime/edge.h"
#include "../plane/layout.h"

#define GA_AM_SLOTS 64u            /* of a ring, a power of two */
#define GA_AM_ARGS 16              /* most arguments */
#define GA_AM_PAYLOAD (128u << 10) /* bytes of a ring's payload area, a power of two: room for two of the largest Mediums */
#define GA_AM_WARM (16u << 10)     /* bytes of it that are used again early */
#define GA_AM_MAX_MEDIUM 65000u    /* bytes */
#define GA_AM_MAX_LONG 0x7fffffffu /* bytes: clients print it as an int */
#define GA_AM_ACKNOWLEDGE 16u      /* messages between two acknowledgements */
#define GA_AM_SCAN 16u             /* up to so many ranks all rings are looked at; beyond, hints say which */

enum ga_am_kind { GA_AM_SHORT, GA_AM_MEDIUM, GA_AM_LONG };

struct ga_am_slot {
	_Alignas(2 * GA_LINE) uint64_t word; /* sequence | kind << 32 | handler << 40 | arguments << 48 */
	uint32_t bytes;                      /* of payload */
	uint32_t place;                      /* of a Medium's in the payload area */
	uint64_t addr;                       /* of a Long's */
	int32_t args[GA_AM_ARGS];
};

struct ga_am_ring {
	struct ga_word head; /* messages taken, ever; the reader's */
	struct ga_am_slot slots[GA_AM_SLOTS];
	_Alignas(GA_LINE) unsigned char payload[GA_AM_PAYLOAD];
};

/* What one rank sends to another. */
struct ga_am_channel {
	struct ga_am_ring ring[2]; /* requests, replies */
};

/* One rank's part of the segment: the messages that it receives. The channels, one for each sender, follow. */
struct ga_am_inbox {
	struct ga_am_arrival {
		_Alignas(GA_LINE) uint64_t word;
	} arrival[2], gather[2], release[2]; /* barriers: gasnet/barrier.c */
	_Alignas(2 * GA_LINE) uint32_t exit; /* 1 once it has called gasnet_exit, and its status is known */
	uint32_t stuck;                      /* 1 while it waits in a barrier for a rank that has */
};

#define GA_AM_HINTS(ranks)                     \
	(((size_t)(ranks) + 2 * GA_LINE - 1) & \
	 ~(size_t)(2 * GA_LINE - 1)) /* bytes: one for each sender, and one such row each for requests and replies */

/* Bytes of one rank's part. */
static inline size_t ga_am_part(uint32_t ranks) { return sizeof(struct ga_am_inbox) + 2 * GA_AM_HINTS(ranks) + ranks * sizeof(struct ga_am_channel); }

/* The writer's side of a ring, in its own memory. */
struct ga_am_writer {
	struct ga_am_ring *ring;
	uint8_t *hint;               /* NULL: the reader looks without */
	uint32_t lock;               /* of threads that write at the same time */
	uint32_t tail;               /* messages written, ever */
	uint32_t head;               /* messages taken, as last seen */
	uint32_t place;              /* bytes of payload area given out, ever, those skipped at the end of a round among them */
	uint32_t freed;              /* of these, free again: place behind message head - 1 */
	uint32_t after[GA_AM_SLOTS]; /* place behind each message */
};

/* The reader's side. */
struct ga_am_reader {
	struct ga_am_ring *ring;
	uint32_t head;         /* messages taken, ever */
	uint32_t acknowledged; /* that the writer knows of */
	bool taken;            /* Go has the oldest message: core_go.h */
};

static inline void ga_am_look(struct ga_am_writer *w)
{
	const uint32_t head = __atomic_load_n(&w->ring->head.v, __ATOMIC_ACQUIRE);

	if (head != w->head) {
		w->head = head;
		w->freed = w->after[(head - 1) % GA_AM_SLOTS];
	}
}

static inline bool ga_am_fits(const struct ga_am_writer *w, uint32_t at, uint32_t need) { return at + need - w->freed <= GA_AM_PAYLOAD; }

/* Finds need bytes in one piece. A round of the area ends early where little of it is in use. */
static inline bool ga_am_find(struct ga_am_writer *w, uint32_t need, uint32_t *place)
{
	const uint32_t at = w->place, in = at % GA_AM_PAYLOAD, round = at + GA_AM_PAYLOAD - in;

	*place = round;
	if (in + need > GA_AM_WARM && in >= need) {
		if (ga_am_fits(w, round, need))
			return true;
		if (in <= GA_AM_WARM) {
			ga_am_look(w);
			if (ga_am_fits(w, round, need))
				return true;
		}
	}
	if (in + need <= GA_AM_PAYLOAD)
		*place = at;
	if (ga_am_fits(w, *place, need))
		return true;
	ga_am_look(w);
	return ga_am_fits(w, *place, need);
}

/* A slot with room for a payload of bytes at *place, or NULL. Fill it, then ga_am_publish. */
static inline struct ga_am_slot *ga_am_reserve(struct ga_am_writer *w, uint32_t bytes, uint32_t *place)
{
	const uint32_t need = (bytes + GA_LINE - 1) & ~(uint32_t)(GA_LINE - 1);

	if (GA_UNLIKELY(w->tail - w->head == GA_AM_SLOTS)) {
		ga_am_look(w);
		if (w->tail - w->head == GA_AM_SLOTS)
			return NULL;
	}
	*place = w->place;
	if (need && !ga_am_find(w, need, place))
		return NULL;
	w->after[w->tail % GA_AM_SLOTS] = *place + need;
	return &w->ring->slots[w->tail % GA_AM_SLOTS];
}

static inline void ga_am_publish(struct ga_am_writer *w, struct ga_am_slot *s, enum ga_am_kind kind, uint32_t handler, uint32_t nargs)
{
	w->place = w->after[w->tail % GA_AM_SLOTS];
	w->tail++;
	__atomic_store_n(&s->word, (uint64_t)w->tail | (uint64_t)kind << 32 | (uint64_t)handler << 40 | (uint64_t)nargs << 48, __ATOMIC_RELEASE);
	if (GA_UNLIKELY(w->hint != NULL))
		__atomic_store_n(w->hint, 1, __ATOMIC_RELEASE);
}

/* The oldest unread message, or NULL. */
static inline struct ga_am_slot *ga_am_peek(const struct ga_am_reader *r, uint64_t *word)
{
	struct ga_am_slot *s = &r->ring->slots[r->head % GA_AM_SLOTS];

	*word = __atomic_load_n(&s->word, __ATOMIC_ACQUIRE);
	return (uint32_t)*word == r->head + 1 ? s : NULL;
}

/* Gives the oldest message's room back; the writer learns of it at the latest with ga_am_tell. */
static inline void ga_am_take(struct ga_am_reader *r)
{
	r->head++;
	if (r->head - r->acknowledged >= GA_AM_ACKNOWLEDGE) {
		r->acknowledged = r->head;
		__atomic_store_n(&r->ring->head.v, r->head, __ATOMIC_RELEASE);
	}
}

static inline void ga_am_tell(struct ga_am_reader *r)
{
	if (r->head != r->acknowledged) {
		r->acknowledged = r->head;
		__atomic_store_n(&r->ring->head.v, r->head, __ATOMIC_RELEASE);
	}
}

#endif
