/* mpi_sp.h - two-sided messages on the IBM SP, as its MPI and MPL of 1997 have them (G. Shah and others: Performance and Experience with LAPI, sections 4 and 5.2): only the part that
 * measurements need.
 *
 * Messages travel as active messages of LAPI, whose packets a run gives the header of 16 bytes that MPI's have, and the costs that mpi_costs does not have (figures.toml). A short message is
 * sent eagerly; one that has not been expected is kept and copied later. A long one is announced, and sent when its receiver asks for it. The sender copies messages into the pipe of their
 * target: as much of it as fits at first, more of it as it is sent. A receive may call a function instead (rcvncall), always the same here: the task is interrupted, and the system makes a
 * context for the function.
 *
 * MP_EAGER_LIMIT is the longest message that is sent eagerly: 4096 bytes, at most 65536. */
#ifndef MPI_SP_H
#define MPI_SP_H

#include "../../ctests/gt_lapi.h"
#include "curve.h"

#define MPI_PIPE ((size_t)64 << 10)
#define MPI_PART ((size_t)16 << 10) /* of a longer message, that is copied at once */
#define MPI_EARLY 64                /* messages of a task that have come before they were expected, at most */
#define MPI_TASKS 16

static struct mpi_costs {
	double send, receive; /* ns of the library for a send, for a receive */
	double copy;          /* ns for a byte that is copied into the pipe, or out of where it was kept */
	double context;       /* ns until the function of a rcvncall runs */
	size_t eager;
} mpi_costs = {0, 0, 0, 0, 4096};

#define MPI_OPTIONS "s:r:c:x:"
#define MPI_USAGE "[-s send ns] [-r receive ns] [-c copy ns per byte] [-x context ns]"

static inline bool mpi_option(int option, const char *value)
{
	switch (option) {
	case 's': mpi_costs.send = atof(value); return true;
	case 'r': mpi_costs.receive = atof(value); return true;
	case 'c': mpi_costs.copy = atof(value); return true;
	case 'x': mpi_costs.context = atof(value); return true;
	}
	return false;
}

enum mpi_kind { MPI_DATA, MPI_ANNOUNCE, MPI_ASK };

struct mpi_header {
	uint32_t kind : 2, number : 30; /* of the message from its sender to its receiver */
	uint32_t bytes, offset, part;   /* of the message, of this part of it */
};

/* A message to this task. */
struct mpi_message {
	char *into;   /* where it goes; kept if it was not expected */
	bool kept;    /* until it is received */
	size_t bytes; /* of it */
	size_t got;   /* of them */
	bool announced, complete;
};

static struct {
	void *handlers[4096];
	struct mpi_peer {
		unsigned sent, received; /* messages */
		char *posted;            /* memory of the receive that waits; NULL: none does */
		bool asked;              /* for the message that is sent */
		struct mpi_message messages[MPI_EARLY];
	} peers[MPI_TASKS];
	void (*function)(int from, size_t bytes); /* of a rcvncall */
	char *posted;                             /* memory of all its messages */
} mpi;

/* What a completion handler is for. */
struct mpi_due {
	int from;
	struct mpi_header header;
};

static struct mpi_message *mpi_message(int from, unsigned number) { return &mpi.peers[from].messages[number % MPI_EARLY]; }

static inline void mpi_packet(int to, struct mpi_header p, char *data, lapi_cntr_t *done)
{
	GT_OK(LAPI_Amsend(gt_h, (uint)to, mpi.handlers[to], &p, sizeof p, data, p.part, NULL, NULL, done));
}

/* All of a part of a message is there; or of an announcement, to which rcvncall answers. */
static void mpi_part(lapi_handle_t *h, void *info)
{
	const struct mpi_due due = *(struct mpi_due *)info;
	struct mpi_message *m = mpi_message(due.from, due.header.number);

	(void)h;
	free(info);
	if (due.header.kind == MPI_ANNOUNCE) {
		mpi_packet(due.from, (struct mpi_header){MPI_ASK, due.header.number, 0, 0, 0}, NULL, NULL);
		return;
	}
	m->got += due.header.part;
	m->complete = m->got == m->bytes;
	if (m->complete && mpi.function) {
		const size_t bytes = m->bytes;

		*m = (struct mpi_message){0};
		curve_compute(mpi_costs.context);
		mpi.function(due.from, bytes);
	}
}

static void *mpi_arrives(lapi_handle_t *h, void *uhdr, uint *uhdr_len, ulong *msg_len, compl_hndlr_t **comp, void **info)
{
	const struct mpi_header *p = uhdr;
	lapi_return_info_t *r = (lapi_return_info_t *)msg_len;
	struct mpi_peer *peer = &mpi.peers[r->src];
	struct mpi_message *m = mpi_message(r->src, p->number);
	struct mpi_due *due;

	(void)h;
	(void)uhdr_len;
	if (p->kind == MPI_ASK) {
		peer->asked = true;
		return NULL;
	}
	if (p->kind == MPI_ANNOUNCE && !mpi.function) {
		m->announced = true;
		return NULL;
	}
	due = malloc(sizeof *due);
	*due = (struct mpi_due){r->src, *p};
	*comp = mpi_part;
	*info = due;
	if (p->kind == MPI_ANNOUNCE)
		return NULL;
	if (!m->into) {
		m->kept = !mpi.function && !(peer->posted && p->number == peer->received + 1);
		m->into = m->kept ? malloc(p->bytes + 1u) : mpi.function ? mpi.posted : peer->posted;
		m->bytes = p->bytes;
	}
	if (!mpi.function)
		r->ret_flags = LAPI_LOCAL_STATE;
	return m->into + p->offset;
}

static inline void mpi_begin(bool interrupts)
{
	const char *limit = getenv("MP_EAGER_LIMIT");

	if (limit)
		mpi_costs.eager = strtoul(limit, NULL, 0);
	if (mpi_costs.eager > MPI_PIPE)
		mpi_costs.eager = MPI_PIPE;
	GT_OK(LAPI_Address_init(gt_h, (void *)mpi_arrives, mpi.handlers));
	GT_OK(LAPI_Senv(gt_h, INTERRUPT_SET, interrupts));
	GT_OK(LAPI_Gfence(gt_h));
}

/* Sends a message. One that the pipe holds may still be there when this returns. */
static inline void mpi_send(int to, char *memory, size_t n)
{
	struct mpi_peer *peer = &mpi.peers[to];
	const unsigned number = ++peer->sent;
	lapi_cntr_t done = {0};
	size_t off = 0;
	int in_pipe = 0;

	curve_compute(mpi_costs.send);
	if (n > mpi_costs.eager) {
		peer->asked = false;
		mpi_packet(to, (struct mpi_header){MPI_ANNOUNCE, number, (uint32_t)n, 0, 0}, NULL, NULL);
		while (!peer->asked)
			GT_OK(LAPI_Probe(gt_h));
	}
	do {
		const size_t most = off == 0 && n <= MPI_PIPE ? MPI_PIPE : MPI_PART, part = n - off < most ? n - off : most;

		for (; n > MPI_PIPE && in_pipe == MPI_PIPE / MPI_PART; in_pipe--)
			GT_OK(LAPI_Waitcntr(gt_h, &done, 1, NULL));
		curve_compute(mpi_costs.copy * (double)part);
		mpi_packet(to, (struct mpi_header){MPI_DATA, number, (uint32_t)n, (uint32_t)off, (uint32_t)part}, memory + off,
		           n > MPI_PIPE ? &done : NULL);
		in_pipe++;
		off += part;
	} while (off < n);
	if (n > MPI_PIPE)
		GT_OK(LAPI_Waitcntr(gt_h, &done, in_pipe, NULL));
}

/* Receives the next message of a task, and answers how long it is. */
static inline size_t mpi_receive(int from, char *memory)
{
	struct mpi_peer *peer = &mpi.peers[from];
	const unsigned number = peer->received + 1;
	struct mpi_message *m = mpi_message(from, number);
	size_t n;

	for (peer->posted = memory; !m->complete;) {
		if (m->announced) {
			m->announced = false;
			mpi_packet(from, (struct mpi_header){MPI_ASK, number, 0, 0, 0}, NULL, NULL);
		}
		GT_OK(LAPI_Probe(gt_h));
	}
	curve_compute(mpi_costs.receive);
	n = m->bytes;
	if (m->kept) {
		curve_compute(mpi_costs.copy * (double)n);
		memcpy(memory, m->into, n);
		free(m->into);
	}
	*m = (struct mpi_message){0};
	peer->posted = NULL;
	peer->received = number;
	return n;
}

#endif
