/* mpi_portals.h - two-sided messages over Portals 3.3, as in the MPI implementations of the Cray XT3 (R. Brightwell, A. Maccabe, R. Riesen:
 * Design, Implementation, and Performance of MPI on Portals 3.0, International Journal of High Performance Computing Applications 17(1), 2003): only
 * the part that measurements need, but that completely.
 *
 * A posted receive is a match entry before the entries of unexpected messages, with a descriptor of the user's buffer that its message uses up. Posting
 * fails if there is an unprocessed unexpected message. Short messages are sent eagerly; unexpected ones arrive in blocks and are copied from there.
 * Long ones are sent eagerly as well: an acknowledgement tells whether they were expected. If not, only their header is kept, and the receiver gets
 * the data from the sender's buffer.
 *
 * The library's own work besides calls of Portals costs CPU time: mpi_costs, which a program sets. The machine defines the costs of Portals. */
#ifndef MPI_PORTALS_H
#define MPI_PORTALS_H

#include "../../ctests/gt_portals.h"
#include "curve.h"

#define MPI_SEND_PT 32
#define MPI_READ_PT 33
#define MPI_SHORT (1ull << 60)
#define MPI_LONG (2ull << 60)
#define MPI_PROTOCOL (3ull << 60)
#define MPI_BLOCKS 8
#define MPI_BLOCK (8 << 20)
#define MPI_MOST_EARLY 1024

static struct mpi_costs {
	double send, receive; /* ns of the library for a send, for a receive */
	double copy;          /* ns for a byte that is copied out of a block */
	size_t eager;         /* longest message that a block accepts */
} mpi_costs = {0, 0, 0, 128 << 10};

#define MPI_OPTIONS "s:r:c:"
#define MPI_USAGE "[-s send ns] [-r receive ns] [-c copy ns per byte]"

/* Takes an option, if it is one of MPI_OPTIONS. */
static inline bool mpi_option(int option, const char *value)
{
	switch (option) {
	case 's': mpi_costs.send = atof(value); return true;
	case 'r': mpi_costs.receive = atof(value); return true;
	case 'c': mpi_costs.copy = atof(value); return true;
	}
	return false;
}

struct mpi_request {
	int waits; /* number of events */
	size_t got;
	struct mpi_request *spare;
};

static ptl_handle_eq_t mpi_eq, mpi_unexpected_eq;
static ptl_handle_me_t mpi_mark, mpi_end;
static struct mpi_block {
	char *memory;
	unsigned untaken;
	bool full;
} mpi_blocks[MPI_BLOCKS];
static struct mpi_request *mpi_spare;

/* Unexpected messages, in the order of arrival. */
static struct mpi_early {
	ptl_event_t start;
	bool ended, taken;
} mpi_early[MPI_MOST_EARLY];
static unsigned mpi_first, mpi_last;

static inline struct mpi_request *mpi_new(int waits)
{
	struct mpi_request *r = mpi_spare;
	if (r != NULL)
		mpi_spare = r->spare;
	else
		r = malloc(sizeof *r);
	r->waits = waits, r->got = 0;
	return r;
}

static inline void mpi_arm(struct mpi_block *block)
{
	ptl_md_t md = {.start = block->memory,
	               .length = MPI_BLOCK,
	               .threshold = PTL_MD_THRESH_INF,
	               .max_size = mpi_costs.eager,
	               .user_ptr = block,
	               .options = PTL_MD_OP_PUT | PTL_MD_MAX_SIZE | PTL_MD_ACK_DISABLE,
	               .eq_handle = mpi_unexpected_eq};
	ptl_handle_me_t me;
	ptl_handle_md_t h;
	block->untaken = 0, block->full = false;
	MUST(PtlMEInsert(mpi_end, gt_anyone, MPI_SHORT, ~MPI_PROTOCOL, PTL_UNLINK, PTL_INS_BEFORE, &me));
	MUST(PtlMDAttach(me, md, PTL_UNLINK, &h));
}

static inline void mpi_begin(void)
{
	ptl_md_t none = {.threshold = PTL_MD_THRESH_INF, .options = PTL_MD_OP_PUT | PTL_MD_TRUNCATE | PTL_MD_ACK_DISABLE};
	ptl_handle_md_t h;
	mpi_eq = gt_eq(4096), mpi_unexpected_eq = gt_eq(4096);
	none.eq_handle = mpi_unexpected_eq;
	MUST(PtlMEAttach(gt_ni, MPI_SEND_PT, gt_anyone, MPI_LONG, ~MPI_PROTOCOL, PTL_RETAIN, PTL_INS_AFTER, &mpi_mark));
	MUST(PtlMDAttach(mpi_mark, none, PTL_RETAIN, &h));
	MUST(PtlMEAttach(gt_ni, MPI_SEND_PT, gt_anyone, 0, 0, PTL_RETAIN, PTL_INS_AFTER, &mpi_end)); /* nothing matches: where blocks end */
	for (int i = 0; i < MPI_BLOCKS; i++) {
		mpi_blocks[i].memory = malloc(MPI_BLOCK);
		mpi_arm(&mpi_blocks[i]);
	}
	gt_barrier();
}

static inline void mpi_event(const ptl_event_t *e)
{
	struct mpi_request *r = e->md.user_ptr;
	if (e->ni_fail_type != PTL_NI_OK)
		FATAL("%s of a message: fail %u", ptl_event_str[e->type], e->ni_fail_type);
	if (e->type == PTL_EVENT_PUT_END || e->type == PTL_EVENT_REPLY_END)
		r->got = e->mlength;
	r->waits--;
}

/* The next event of this rank's sends and receives. */
static inline void mpi_progress(void)
{
	ptl_event_t e;
	MUST(PtlEQWait(mpi_eq, &e));
	mpi_event(&e);
}

/* All events of them that there are. */
static inline void mpi_poll(void)
{
	ptl_event_t e;
	int rc;
	while ((rc = PtlEQGet(mpi_eq, &e)) == PTL_OK)
		mpi_event(&e);
	if (rc != PTL_EQ_EMPTY)
		FATAL("PtlEQGet: %s", gt_code(rc));
}

/* An event of an unexpected message. */
static inline void mpi_note(const ptl_event_t *e)
{
	unsigned i = mpi_last;
	if (e->type == PTL_EVENT_PUT_START) {
		if (mpi_last - mpi_first == MPI_MOST_EARLY)
			FATAL("more than %d unexpected messages", MPI_MOST_EARLY);
		mpi_early[mpi_last++ % MPI_MOST_EARLY] = (struct mpi_early){.start = *e};
		struct mpi_block *b = e->md.user_ptr;
		if (b != NULL) {
			b->untaken++;
			b->full = e->md.length - e->offset - e->mlength < e->md.max_size; /* with which the descriptor is unlinked */
		}
	} else if (e->type == PTL_EVENT_PUT_END) {
		while (i != mpi_first && mpi_early[(i - 1) % MPI_MOST_EARLY].start.link != e->link)
			i--;
		if (i == mpi_first)
			FATAL("the END of a message without START");
		mpi_early[(i - 1) % MPI_MOST_EARLY].ended = true;
	}
}

static inline void mpi_look(void)
{
	ptl_event_t e;
	while (PtlEQGet(mpi_unexpected_eq, &e) == PTL_OK)
		mpi_note(&e);
	while (mpi_first != mpi_last && mpi_early[mpi_first % MPI_MOST_EARLY].taken && mpi_early[mpi_first % MPI_MOST_EARLY].ended)
		mpi_first++;
}

static inline ptl_match_bits_t mpi_bits(int source, int tag) { return (ptl_match_bits_t)source << 32 | (unsigned)tag; }

/* The library owns the buffer until mpi_wait. */
static inline struct mpi_request *mpi_isend(const void *buffer, size_t n, int to, int tag)
{
	static uint64_t keys;
	bool large = n > mpi_costs.eager;
	struct mpi_request *r = mpi_new(large ? 2 : 1); /* SEND_END; and ACK or GET_END */
	ptl_md_t md = {.start = (void *)(uintptr_t)buffer,
	               .length = n,
	               .threshold = large ? 2 : 1,
	               .user_ptr = r,
	               .options = PTL_MD_EVENT_START_DISABLE | (large ? PTL_MD_OP_GET : 0),
	               .eq_handle = mpi_eq};
	ptl_match_bits_t bits = mpi_bits(gt_me, tag);
	ptl_handle_me_t me;
	ptl_handle_md_t h;
	curve_compute(mpi_costs.send);
	if (!large) {
		MUST(PtlMDBind(gt_ni, md, PTL_UNLINK, &h));
		MUST(PtlPut(h, PTL_NOACK_REQ, gt_id(to), MPI_SEND_PT, 0, bits | MPI_SHORT, 0, 0));
		return r;
	}
	uint64_t key = ++keys << 16 | (uint64_t)gt_me;
	MUST(PtlMEAttach(gt_ni, MPI_READ_PT, gt_id(to), key, 0, PTL_UNLINK, PTL_INS_AFTER, &me));
	MUST(PtlMDAttach(me, md, PTL_UNLINK, &h));
	MUST(PtlPut(h, PTL_ACK_REQ, gt_id(to), MPI_SEND_PT, 0, bits | MPI_LONG, 0, key));
	return r;
}

/* Receives a message that has already arrived. */
static inline struct mpi_request *mpi_take(struct mpi_early *m, void *buffer, size_t room)
{
	ptl_event_t *s = &m->start;
	size_t n = s->rlength < room ? s->rlength : room;
	m->taken = true;
	if (s->match_bits & MPI_LONG) {
		struct mpi_request *r = mpi_new(2); /* SEND_END and REPLY_END of a get */
		ptl_md_t md = {
		    .start = buffer, .length = n, .threshold = 2, .user_ptr = r, .options = PTL_MD_EVENT_START_DISABLE, .eq_handle = mpi_eq};
		ptl_handle_md_t h;
		MUST(PtlMDBind(gt_ni, md, PTL_UNLINK, &h));
		MUST(PtlGet(h, s->initiator, MPI_READ_PT, 0, s->hdr_data, 0));
		return r;
	}
	while (!m->ended) {
		ptl_event_t e;
		MUST(PtlEQWait(mpi_unexpected_eq, &e));
		mpi_note(&e);
	}
	memcpy(buffer, (char *)s->md.start + s->offset, n);
	curve_compute(mpi_costs.copy * (double)n);
	struct mpi_block *b = s->md.user_ptr;
	if (--b->untaken == 0 && b->full)
		mpi_arm(b);
	struct mpi_request *r = mpi_new(0);
	r->got = n;
	return r;
}

static inline struct mpi_request *mpi_irecv(void *buffer, size_t room, int from, int tag)
{
	ptl_match_bits_t bits = mpi_bits(from, tag);
	for (;;) {
		mpi_look();
		for (unsigned i = mpi_first; i != mpi_last; i++) {
			struct mpi_early *m = &mpi_early[i % MPI_MOST_EARLY];
			if (!m->taken && (m->start.match_bits & ~MPI_PROTOCOL) == bits)
				return mpi_take(m, buffer, room);
		}
		struct mpi_request *r = mpi_new(1);
		ptl_md_t md = {.start = buffer,
		               .length = room,
		               .threshold = 1,
		               .user_ptr = r,
		               .options = PTL_MD_OP_PUT | PTL_MD_TRUNCATE | PTL_MD_EVENT_START_DISABLE,
		               .eq_handle = mpi_eq};
		ptl_handle_me_t me;
		ptl_handle_md_t h;
		int rc = PtlMEMDPost(gt_ni, mpi_mark, gt_id(from), bits, MPI_PROTOCOL, PTL_UNLINK, PTL_INS_BEFORE, md, PTL_UNLINK, &me, &h,
		                     mpi_unexpected_eq);
		if (rc == PTL_OK)
			return r;
		if (rc != PTL_MD_NO_UPDATE)
			FATAL("PtlMEMDPost: %s", gt_code(rc));
		r->spare = mpi_spare, mpi_spare = r;
	}
}

static inline size_t mpi_wait(struct mpi_request *r)
{
	while (r->waits > 0)
		mpi_progress();
	r->spare = mpi_spare, mpi_spare = r;
	return r->got;
}

static inline void mpi_send(const void *buffer, size_t n, int to, int tag) { mpi_wait(mpi_isend(buffer, n, to, tag)); }

/* Whether a request is complete, as far as polls have shown. It is the library's still: mpi_wait frees it. */
static inline bool mpi_done(const struct mpi_request *r) { return r->waits == 0; }

/* The library's work for a receive follows the arrival of the message: finding its request, filling in the status. */
static inline size_t mpi_received(struct mpi_request *r)
{
	size_t n = mpi_wait(r);
	curve_compute(mpi_costs.receive);
	return n;
}

static inline size_t mpi_recv(void *buffer, size_t room, int from, int tag) { return mpi_received(mpi_irecv(buffer, room, from, tag)); }

#endif
