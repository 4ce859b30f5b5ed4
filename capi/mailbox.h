/* mailbox.h - a rank's mailbox: many producers, one owner. node/mailbox.go does the same on the same bytes and describes the records.
 *
 * Active messages go through here: a sender writes its record straight into the ring and publishes it, the owner handles it in place. */
#ifndef GA_MAILBOX_H
#define GA_MAILBOX_H

#include "plane.h"
#include "wait.h"

#define GA_RECORD_HEAD 8
#define GA_FILLER_KIND 0xffu

/* A reserved record: write bytes at payload, then ga_mailbox_publish. */
struct ga_record {
	uint64_t *word; /* NULL: the ring is full, nothing was reserved */
	void *payload;
};

static inline uint64_t ga_record_word(size_t payload, unsigned kind, uint32_t from)
{
	return (uint64_t)(payload + GA_RECORD_HEAD) | (uint64_t)kind << 32 | (uint64_t)from << 40;
}

/* Reserves a record of payload bytes (at most a quarter of the ring less its head) in rank to's mailbox. Does not block. */
static inline struct ga_record ga_mailbox_reserve(uint32_t to, size_t payload)
{
	struct ga_mailbox *m = &ga_rank(to)->mailbox;
	const uint64_t size = ga_plane.node->mailbox_bytes;
	const uint64_t need = (payload + GA_RECORD_HEAD + GA_LINE - 1) & ~(uint64_t)(GA_LINE - 1);
	char *ring = ga_plane.rings + to * size;
	uint64_t tail = __atomic_load_n(&m->tail, __ATOMIC_RELAXED);

	for (;;) {
		const uint64_t place = tail & (size - 1);
		const uint64_t filler = place + need > size ? size - place : 0;

		if (GA_UNLIKELY(tail + need + filler - __atomic_load_n(&m->head, __ATOMIC_ACQUIRE) > size))
			return (struct ga_record){NULL, NULL};
		if (!__atomic_compare_exchange_n(&m->tail, &tail, tail + need + filler, true, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED))
			continue;
		if (GA_UNLIKELY(filler)) {
			__atomic_store_n((uint64_t *)(void *)(ring + place), ga_record_word(filler - GA_RECORD_HEAD, GA_FILLER_KIND, 0),
			                 __ATOMIC_RELEASE);
			return (struct ga_record){(uint64_t *)(void *)ring, ring + GA_RECORD_HEAD};
		}
		return (struct ga_record){(uint64_t *)(void *)(ring + place), ring + place + GA_RECORD_HEAD};
	}
}

/* Makes a written record visible to its owner and wakes it. */
static inline void ga_mailbox_publish(uint32_t to, struct ga_record r, size_t payload, unsigned kind)
{
	__atomic_store_n(r.word, ga_record_word(payload, kind, ga_plane.me), __ATOMIC_RELEASE);
	ga_notify(ga_rank(to));
}

typedef void ga_mail_handler(void *context, uint32_t from, unsigned kind, const void *payload, size_t bytes);

/* Hands the oldest record of the own mailbox to handler and frees it afterwards; false when there is none. One thread at a time. */
static inline bool ga_mailbox_poll(ga_mail_handler *handler, void *context)
{
	struct ga_mailbox *m = &ga_rank(ga_plane.me)->mailbox;
	const uint64_t size = ga_plane.node->mailbox_bytes;
	char *ring = ga_plane.rings + ga_plane.me * size;

	for (;;) {
		const uint64_t head = m->head, at = head & (size - 1);
		const uint64_t word = __atomic_load_n((uint64_t *)(void *)(ring + at), __ATOMIC_ACQUIRE);
		const uint64_t bytes = (uint32_t)word, span = (bytes + GA_LINE - 1) & ~(uint64_t)(GA_LINE - 1);
		const unsigned kind = (word >> 32) & 0xff;

		if (word == 0)
			return false;
		if (kind != GA_FILLER_KIND)
			handler(context, (uint32_t)(word >> 40), kind, ring + at + GA_RECORD_HEAD, bytes - GA_RECORD_HEAD);
		for (uint64_t line = 0; line < span; line += GA_LINE)
			__atomic_store_n((uint64_t *)(void *)(ring + at + line), 0, __ATOMIC_RELAXED);
		__atomic_store_n(&m->head, head + span, __ATOMIC_RELEASE);
		if (kind != GA_FILLER_KIND)
			return true;
	}
}

#endif
