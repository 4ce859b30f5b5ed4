/* mpi_sci.h - two-sided messages over SISCI, as an MPI for SCI clusters has them that imports memory as it needs it: only the part that measurements need.
 *
 * Each node exports an area for each other one: slots for its messages, and how many of the own ones the other has taken. A node imports an area, connects with it and maps it, with its
 * first message, or, with -i, again for each one. A message is packed into lines of 64 bytes, each one packet of SCI. The last word of a line is the number of the message, so the receiver
 * knows which lines are there, in whatever order they come, and the sender waits for nothing. The receiver polls line after line and copies. Messages that do not fit into a slot are not
 * modelled. */
#ifndef MPI_SCI_H
#define MPI_SCI_H

#include "../../ctests/gt_sisci.h"
#include "curve.h"

enum { MPI_SLOTS = 16, MPI_LINES = 32, MPI_PAYLOAD = 60, MPI_NODES = 16 };
#define MPI_AREA 0x51000u /* the id of node 0's area */

static struct mpi_costs {
	double send, receive; /* ns of the library for a send, for a receive */
	double copy;          /* ns for a byte that is packed, or copied out of an area */
	bool import;          /* for each message */
} mpi_costs = {0, 0, 0, false};

#define MPI_OPTIONS "s:r:c:i"
#define MPI_USAGE "[-s send ns] [-r receive ns] [-c copy ns per byte] [-i]"

/* Takes an option, if it is one of MPI_OPTIONS. */
static inline bool mpi_option(int option, const char *value)
{
	switch (option) {
	case 's': mpi_costs.send = atof(value); return true;
	case 'r': mpi_costs.receive = atof(value); return true;
	case 'c': mpi_costs.copy = atof(value); return true;
	case 'i': mpi_costs.import = true; return true;
	}
	return false;
}

struct mpi_line {
	unsigned char bytes[MPI_PAYLOAD];
	uint32_t message; /* its number: 1 for the first one */
};

struct mpi_area {
	struct mpi_line slots[MPI_SLOTS][MPI_LINES];
	_Alignas(64) uint32_t taken;
};

/* In front of a message. */
struct mpi_head {
	uint32_t bytes;
	int32_t tag;
};

struct mpi_request {
	char *into;
	size_t room, got;
	int tag;
	bool done;
	struct mpi_request *next; /* of those that wait, in the order of their posts; of those that are free */
};

/* A message that no receive waited for. */
struct mpi_early {
	struct mpi_head head;
	struct mpi_early *next;
	char bytes[];
};

static struct mpi_peer {
	volatile struct mpi_area *own, *far;
	sci_local_segment_t segment;
	sci_remote_segment_t remote;
	sci_map_t own_map, map;
	sci_sequence_t sequence;
	uint32_t sent, received;
	struct mpi_request *posted, **last_posted;
	struct mpi_early *early, **last_early;
} mpi_peers[MPI_NODES];
static sci_desc_t mpi_sd;
static struct mpi_request *mpi_spare;

static inline void mpi_begin(void)
{
	GT_OK(SCIOpen(&mpi_sd, 0, &gt_e));
	for (int r = 0; r < gt_n; r++) {
		struct mpi_peer *p = &mpi_peers[r];

		p->segment = gt_segment(mpi_sd, MPI_AREA + (unsigned)r, sizeof *p->own);
		GT_OK(p->own = SCIMapLocalSegment(p->segment, &p->own_map, 0, sizeof *p->own, NULL, 0, &gt_e));
		p->last_posted = &p->posted, p->last_early = &p->early;
	}
	gt_barrier();
}

static inline void mpi_import(int node)
{
	struct mpi_peer *p = &mpi_peers[node];

	p->remote = gt_connect(mpi_sd, node, MPI_AREA + (unsigned)gt_me);
	GT_OK(p->far = SCIMapRemoteSegment(p->remote, &p->map, 0, sizeof *p->far, NULL, 0, &gt_e));
	GT_OK(SCICreateMapSequence(p->map, &p->sequence, 0, &gt_e));
}

static inline void mpi_forget(struct mpi_peer *p)
{
	GT_OK(SCIRemoveSequence(p->sequence, 0, &gt_e));
	GT_OK(SCIUnmapSegment(p->map, 0, &gt_e));
	GT_OK(SCIDisconnectSegment(p->remote, 0, &gt_e));
	p->far = NULL;
}

static inline void mpi_end(void)
{
	gt_barrier();
	for (int r = 0; r < gt_n; r++)
		if (mpi_peers[r].far != NULL)
			mpi_forget(&mpi_peers[r]);
	gt_barrier();
	for (int r = 0; r < gt_n; r++) {
		GT_OK(SCIUnmapSegment(mpi_peers[r].own_map, 0, &gt_e));
		do
			SCIRemoveSegment(mpi_peers[r].segment, 0, &gt_e);
		while (gt_e == SCI_ERR_BUSY); /* until the other node has disconnected */
	}
	GT_OK(SCIClose(mpi_sd, 0, &gt_e));
}

static inline void mpi_fill(struct mpi_request *r, const struct mpi_head *head, const char *from)
{
	r->got = head->bytes < r->room ? head->bytes : r->room;
	memcpy(r->into, from, r->got);
	curve_compute(mpi_costs.copy * (double)r->got);
	r->done = true;
}

/* Takes the next message of a node, if all of it is there. */
static inline bool mpi_take(struct mpi_peer *p)
{
	static char whole[MPI_LINES * MPI_PAYLOAD];
	struct mpi_head head;
	const volatile struct mpi_line *line = p->own->slots[p->received % MPI_SLOTS];
	const uint32_t number = p->received + 1;

	if (line->message != number)
		return false;
	memcpy(whole, (const void *)(uintptr_t)line->bytes, MPI_PAYLOAD);
	memcpy(&head, whole, sizeof head);
	for (size_t at = MPI_PAYLOAD; at < sizeof head + head.bytes; at += MPI_PAYLOAD) {
		line++;
		while (line->message != number)
			;
		memcpy(whole + at, (const void *)(uintptr_t)line->bytes, MPI_PAYLOAD);
	}
	p->received++;
	struct mpi_request **at = &p->posted;

	while (*at != NULL && (*at)->tag != head.tag)
		at = &(*at)->next;
	if (*at != NULL) {
		struct mpi_request *r = *at;

		if ((*at = r->next) == NULL)
			p->last_posted = at;
		mpi_fill(r, &head, whole + sizeof head);
	} else {
		struct mpi_early *m = malloc(sizeof *m + head.bytes);

		m->head = head, m->next = NULL;
		memcpy(m->bytes, whole + sizeof head, head.bytes);
		*p->last_early = m, p->last_early = &m->next;
	}
	return true;
}

static inline void mpi_poll(void)
{
	for (int r = 0; r < gt_n; r++) {
		struct mpi_peer *p = &mpi_peers[r];

		if (r == gt_me)
			continue;
		while (mpi_take(p))
			if (p->received % (MPI_SLOTS / 2) == 0) { /* says what it has taken */
				if (p->far == NULL)
					mpi_import(r);
				p->far->taken = p->received;
			}
	}
}

static inline struct mpi_request *mpi_new(void *into, size_t room, int tag)
{
	struct mpi_request *r = mpi_spare;

	if (r != NULL)
		mpi_spare = r->next;
	else
		r = malloc(sizeof *r);
	*r = (struct mpi_request){into, room, 0, tag, false, NULL};
	return r;
}

/* The buffer is free when it returns. */
static inline struct mpi_request *mpi_isend(const void *buffer, size_t n, int to, int tag)
{
	static _Alignas(64) struct mpi_line lines[MPI_LINES];
	struct mpi_peer *p = &mpi_peers[to];
	const struct mpi_head head = {(uint32_t)n, tag};
	char whole[MPI_LINES * MPI_PAYLOAD];
	size_t count = 0;

	if (sizeof head + n > sizeof whole)
		FATAL("a message of %zu bytes is too long", n);
	curve_compute(mpi_costs.send);
	if (p->far == NULL)
		mpi_import(to);
	while (p->sent - p->own->taken == MPI_SLOTS)
		mpi_poll();
	memcpy(whole, &head, sizeof head);
	memcpy(whole + sizeof head, buffer, n);
	for (size_t at = 0; at < sizeof head + n; at += MPI_PAYLOAD, count++) {
		memcpy(lines[count].bytes, whole + at, MPI_PAYLOAD);
		lines[count].message = p->sent + 1;
	}
	curve_compute(mpi_costs.copy * (double)n);
	GT_OK(SCIMemCpy(p->sequence, lines, p->map, offsetof(struct mpi_area, slots[p->sent % MPI_SLOTS]), count * sizeof *lines, 0, &gt_e));
	p->sent++;
	if (mpi_costs.import)
		mpi_forget(p);
	struct mpi_request *r = mpi_new(NULL, 0, tag);

	r->done = true;
	return r;
}

static inline struct mpi_request *mpi_irecv(void *buffer, size_t room, int from, int tag)
{
	struct mpi_peer *p = &mpi_peers[from];
	struct mpi_request *r = mpi_new(buffer, room, tag);

	for (struct mpi_early **at = &p->early, *m; (m = *at) != NULL; at = &m->next)
		if (m->head.tag == tag) {
			mpi_fill(r, &m->head, m->bytes);
			if ((*at = m->next) == NULL)
				p->last_early = at;
			free(m);
			return r;
		}
	*p->last_posted = r, p->last_posted = &r->next;
	return r;
}

/* Whether a request is complete, as far as polls have shown. It is the library's still: mpi_wait frees it. */
static inline bool mpi_done(const struct mpi_request *r) { return r->done; }

static inline size_t mpi_wait(struct mpi_request *r)
{
	while (!r->done)
		mpi_poll();
	r->next = mpi_spare, mpi_spare = r;
	return r->got;
}

/* The library's work for a receive follows the arrival of the message. */
static inline size_t mpi_received(struct mpi_request *r)
{
	const size_t n = mpi_wait(r);

	curve_compute(mpi_costs.receive);
	return n;
}

#endif
