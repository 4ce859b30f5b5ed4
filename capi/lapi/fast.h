/* lapi/fast.h - the short way of a context in shared memory: records that C writes into mailboxes and C deals with.
 *
 * The mailbox of a task (node/mail.go) has records of two kinds. Those of Go hold packets of the machine (package lapi). Those of kind GA_LAPI_RECORD are complete in
 * themselves: a put with its data, a message with its user header and its data, and what answers them. Memory keeps them in order and loses none, so they
 * need no numbers, no acknowledgements and no state at the origin. LAPI orders nothing, so the two kinds need not know of each other either.
 *
 * What the short way cannot do it leaves to Go, with the same result: vectors, layouts, handlers of the origin, entries of LAPI_Addr_set, wrong arguments, counters with
 * states of destinations, a full mailbox, and targets that have been purged. */
#ifndef GA_LAPI_FAST_H
#define GA_LAPI_FAST_H

#include <pthread.h>

#include "port.h"
#include "../plane/network.h"
#include "../plane/plane.h"

#define GA_LAPI_RECORD 1      /* node.MailOwn: kind of a record */
#define GA_LAPI_FILLER 0xff   /* node.FillerKind */
#define GA_LAPI_MESSAGE 2048u /* most bytes of data that a message has on the short way: its receiver copies them twice */

enum ga_lapi_what {
	GA_LAPI_PUT,   /* data for at; then cntr */
	GA_LAPI_AM,    /* user header and data for the header handler at */
	GA_LAPI_DONE,  /* adds to the counter at, of an operation of this task */
	GA_LAPI_FLUSH, /* asks for FLUSHED when all before it is dealt with */
	GA_LAPI_FLUSHED
};

/* A record, and at the same time its place in the ring. User header and data follow, the header padded to words. */
struct ga_lapi_record {
	uint64_t word; /* bytes | kind << 32 | sender << 40 */
	uint32_t life; /* of the sender's context */
	uint16_t header;
	uint8_t what;
	uint8_t pad;
	uint64_t at;
	uint64_t cntr; /* tgt_cntr */
	uint64_t cmpl; /* cmpl_cntr */
};

/* A record that waits in this process: a message for the slot of header handlers, a control record for space, any for its context. */
struct ga_lapi_kept {
	struct ga_lapi_kept *next;
	uint32_t task; /* whom it is from, or for */
	_Alignas(16) struct ga_lapi_record record;
};

/* A completion handler that waits for its thread. */
struct ga_lapi_end {
	struct ga_lapi_end *next;
	uintptr_t fn, info;
	uint64_t cntr, cmpl;
	uint32_t from, life;
};

struct ga_lapi_list {
	struct ga_lapi_kept *first, **last;
};

/* What C knows of another task. */
struct ga_lapi_peer {
	uint64_t seen;            /* head of its mailbox, as it was */
	uint32_t asked, answered; /* flushes */
	uint8_t dirty;            /* records since the last flush */
	uint8_t slow;             /* it has been purged: nothing goes the short way any more */
	uint8_t purged;           /* what comes from it is dropped */
	uint8_t kernel;           /* enum ga_lapi_kernel */
};

enum ga_lapi_kernel { GA_LAPI_KERNEL_UNKNOWN, GA_LAPI_KERNEL_YES, GA_LAPI_KERNEL_NO };

/* The short way of a handle, to the tasks of this host. It outlives contexts, so that a thread which is late finds it. */
struct ga_lapi_fast {
	struct ga_lapi_place at;
	struct ga_lapi_peer *peers;
	struct ga_lapi_port *port; /* whose life is that of the context whose records are dealt with */

	_Alignas(GA_LINE) uint32_t reading; /* a thread reads the mailbox: it guards what follows */
	uint32_t running;                   /* the slot of header handlers is taken: by one, or by another handler of Go's */
	uint64_t held;                      /* bytes of records that have been dealt with and are not free yet */
	const uint64_t *next;               /* where the next record begins */
	struct ga_lapi_list messages;       /* that wait for the header handler that runs */
	uint64_t received, bytes_received;

	_Alignas(GA_LINE) pthread_mutex_t lock; /* guards what follows */
	struct ga_lapi_list unsent;             /* control records that have found no space */
	struct ga_lapi_list early;              /* records for contexts to come */
	struct ga_lapi_end *ends, **last_end;
	uint32_t has_unsent, waits; /* there are some in unsent; in early for this context */

	_Alignas(GA_LINE) uint64_t sent, bytes_sent;
	struct ga_network network;
};

static inline struct ga_mail *ga_lapi_mail_of(const struct ga_lapi_fast *f, uint32_t task)
{
	return (struct ga_mail *)(void *)(f->at.parts + (task - ga_plane.first) * f->at.stride);
}

static inline char *ga_lapi_header(struct ga_lapi_record *r) { return (char *)(r + 1); }
static inline size_t ga_lapi_padded(size_t header) { return (header + 7) & ~(size_t)7; }
static inline char *ga_lapi_data(struct ga_lapi_record *r) { return ga_lapi_header(r) + ga_lapi_padded(r->header); }
static inline size_t ga_lapi_bytes(const struct ga_lapi_record *r) { return (uint32_t)r->word - sizeof *r - ga_lapi_padded(r->header); }

/* Whether a record has come, or waits. */
static inline bool ga_lapi_came(const struct ga_lapi_fast *f)
{
	return __atomic_load_n(__atomic_load_n(&f->next, __ATOMIC_RELAXED), __ATOMIC_ACQUIRE) != 0 ||
	       GA_UNLIKELY(__atomic_load_n(&f->has_unsent, __ATOMIC_RELAXED) | __atomic_load_n(&f->waits, __ATOMIC_RELAXED));
}

extern struct ga_lapi_fast ga_lapi_fasts[GA_LAPI_PORTS];

/* Begins the life of a context that Go has made, with its short way if it has one. Waits for threads of the context before, which may be in Go: it is not to be called from
 * there. */
void ga_lapi_begin(struct ga_lapi_port *p, uint32_t life);

/* The lock of the mailbox. A thread takes it to read: C in its short way, Go in its poll. */
static inline bool ga_lapi_try_read(struct ga_lapi_fast *f)
{
	return !__atomic_load_n(&f->reading, __ATOMIC_RELAXED) && !__atomic_exchange_n(&f->reading, 1, __ATOMIC_ACQUIRE);
}
static inline void ga_lapi_unread(struct ga_lapi_fast *f) { __atomic_store_n(&f->reading, 0, __ATOMIC_RELEASE); }
void ga_lapi_read(struct ga_lapi_fast *f); /* waits for it */

/* Frees what has been dealt with, before Go reads; finds out where Go has stopped. Need the lock. */
void ga_lapi_release(struct ga_lapi_fast *f);
static inline void ga_lapi_follow(struct ga_lapi_fast *f)
{
	__atomic_store_n(
	    &f->next,
	    (const uint64_t *)(const void *)(ga_lapi_ring(f->at.mail) + (__atomic_load_n(&f->at.mail->box.head, __ATOMIC_RELAXED) & f->at.mask)),
	    __ATOMIC_RELAXED);
}

/* Acquires the slot of header handlers for one of Go's; false: it is taken. Releases it, after the messages that have come meanwhile have run. */
bool ga_lapi_acquire_slot(struct ga_lapi_fast *f, uint32_t *life);
void ga_lapi_release_slot(struct ga_lapi_port *p, struct ga_lapi_fast *f, uint32_t life);

/* Deals with records. Bits: */
enum { GA_LAPI_SERVED = 1, GA_LAPI_FOR_GO = 2 };
unsigned ga_lapi_serve_records(struct ga_lapi_port *p, struct ga_lapi_fast *f, const char *fn);

/* Runs a completion handler of a message of the short way, on the thread for them. False: there is none. */
bool ga_lapi_run_end(struct ga_lapi_port *p, uint32_t life);

/* A place for a record to a task, or NULL. bytes: behind the head. Fill it, then publish. */
struct ga_lapi_record *ga_lapi_begin_record(struct ga_lapi_fast *f, uint32_t task, size_t bytes);
void ga_lapi_post_record(struct ga_lapi_fast *f, uint32_t task, struct ga_lapi_record *r, size_t bytes);

/* Sends a control record (DONE, FLUSH, FLUSHED); queues it if the mailbox is full. */
void ga_lapi_send_control(struct ga_lapi_fast *f, uint32_t task, enum ga_lapi_what what, uint64_t at);

/* Sends queued control records, as far as there is space. */
void ga_lapi_retry_controls(struct ga_lapi_fast *f);

/* Wakes the threads of a task that sleep, after something that they may wait for. */
static inline void ga_lapi_wake(struct ga_mail *m)
{
	if (GA_UNLIKELY(__atomic_load_n(&m->sleepers, __ATOMIC_SEQ_CST))) {
		__atomic_add_fetch(&m->bell, 1, __ATOMIC_SEQ_CST);
		ga_futex_wake(&m->bell, INT32_MAX);
	}
}

static inline void ga_lapi_ended(struct ga_mail *m, uint32_t bits)
{
	if (GA_UNLIKELY((__atomic_load_n(&m->ended, __ATOMIC_RELAXED) & bits) != bits))
		__atomic_or_fetch(&m->ended, bits, __ATOMIC_RELEASE);
}

/* Adds to a counter of this process: peer's operation, or one on peer. The caller wakes. */
void ga_lapi_bump_slowly(struct ga_lapi_port *p, uint64_t cntr, uint32_t peer);
static inline void ga_lapi_bump(struct ga_lapi_port *p, uint64_t cntr, uint32_t peer)
{
	if (!cntr)
		return;
	if (GA_UNLIKELY(p->statuses))
		ga_lapi_bump_slowly(p, cntr, peer);
	else
		__atomic_add_fetch((int *)(uintptr_t)cntr, 1, __ATOMIC_SEQ_CST);
}

/* A fence of the short way: begins it, and reports whether it is complete. since: one for each task. */
void ga_lapi_flush(struct ga_lapi_fast *f, uint32_t *since);
bool ga_lapi_flushed(struct ga_lapi_fast *f, const uint32_t *since);

/* The short way of operations. False: it does not go there. */
bool ga_lapi_fast_put(struct ga_lapi_port *p, const lapi_put_t *x);
bool ga_lapi_fast_get(struct ga_lapi_port *p, const lapi_get_t *x);
bool ga_lapi_fast_am(struct ga_lapi_port *p, const lapi_am_t *x);
bool ga_lapi_fast_rmw(struct ga_lapi_port *p, const lapi_rmw_t *x);

#endif
