/* mpi_sp.h - two-sided messages on the IBM SP, as its MPI and MPL of 1997 have them (G. Shah and others: Performance and Experience with LAPI, sections 4 and 5.2): only the part that
 * measurements need, between tasks 0 and 1.
 *
 * Messages travel as active messages of LAPI, whose packets a run gives the header of 16 bytes that MPI's have, and the costs that mpi_costs does not have (figures.toml). A short message is
 * sent eagerly; one that has not been expected is kept and copied later. A long one is announced, and sent when its receiver asks for it. The sender copies messages into the pipe of their
 * target: as much of it as fits at first, more of it as it is sent. A receive may call a function instead (rcvncall): the task is interrupted, and the system makes a context for the
 * function.
 *
 * MP_EAGER_LIMIT is the longest message that is sent eagerly: 4096 bytes, at most 65536. */
#ifndef MPI_SP_H
#define MPI_SP_H

#include "../../ctests/gt_lapi.h"
#include "curve.h"

#define MPI_PIPE ((size_t)64 << 10)
#define MPI_PART ((size_t)16 << 10) /* of a longer message, that is copied at once */
#define MPI_EARLY 64                /* messages that have come before they were expected, at most */

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
	unsigned sent, received; /* messages */
	char *posted;            /* memory of the receive that waits; NULL: none does */
	bool asked;              /* for the message that is sent */
	struct mpi_message messages[MPI_EARLY];
	void (*function)(void); /* of a rcvncall */
} mpi;

static struct mpi_message *mpi_message(unsigned number) { return &mpi.messages[number % MPI_EARLY]; }

/* All of a part of a message is there. */
static void mpi_part(lapi_handle_t *h, void *info)
{
	struct mpi_header *p = info;
	struct mpi_message *m = mpi_message(p->number);

	(void)h;
	m->got += p->part;
	m->complete = m->got == m->bytes;
	free(p);
}

static void mpi_call(lapi_handle_t *h, void *info)
{
	(void)h;
	(void)info;
	curve_compute(mpi_costs.context);
	mpi.function();
}

static void *mpi_arrives(lapi_handle_t *h, void *uhdr, uint *uhdr_len, ulong *msg_len, compl_hndlr_t **comp, void **info)
{
	const struct mpi_header *p = uhdr;
	struct mpi_message *m = mpi_message(p->number);

	(void)h;
	if (p->kind == MPI_ASK) {
		mpi.asked = true;
		return NULL;
	}
	if (p->kind == MPI_ANNOUNCE) {
		m->announced = true;
		return NULL;
	}
	if (mpi.function) {
		*comp = mpi_call;
		return *msg_len ? mpi.posted : NULL;
	}
	if (!m->into) {
		m->kept = !(mpi.posted && p->number == mpi.received + 1);
		m->into = m->kept ? malloc(p->bytes + 1u) : mpi.posted;
		m->bytes = p->bytes;
	}
	((lapi_return_info_t *)msg_len)->ret_flags = LAPI_LOCAL_STATE;
	*comp = mpi_part;
	*info = memcpy(malloc(*uhdr_len), uhdr, *uhdr_len);
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

static inline void mpi_packet(struct mpi_header p, char *data, lapi_cntr_t *done)
{
	const uint to = (uint)(1 - gt_me);

	GT_OK(LAPI_Amsend(gt_h, to, mpi.handlers[to], &p, sizeof p, data, p.part, NULL, NULL, done));
}

/* Sends a message. One that the pipe holds may still be there when this returns. */
static inline void mpi_send(char *memory, size_t n)
{
	const unsigned number = ++mpi.sent;
	lapi_cntr_t done = {0};
	size_t off = 0;
	int in_pipe = 0;

	curve_compute(mpi_costs.send);
	if (n > mpi_costs.eager) {
		mpi.asked = false;
		mpi_packet((struct mpi_header){MPI_ANNOUNCE, number, (uint32_t)n, 0, 0}, NULL, NULL);
		while (!mpi.asked)
			GT_OK(LAPI_Probe(gt_h));
	}
	do {
		const size_t most = off == 0 && n <= MPI_PIPE ? MPI_PIPE : MPI_PART, part = n - off < most ? n - off : most;

		for (; n > MPI_PIPE && in_pipe == MPI_PIPE / MPI_PART; in_pipe--)
			GT_OK(LAPI_Waitcntr(gt_h, &done, 1, NULL));
		curve_compute(mpi_costs.copy * (double)part);
		mpi_packet((struct mpi_header){MPI_DATA, number, (uint32_t)n, (uint32_t)off, (uint32_t)part}, memory + off, n > MPI_PIPE ? &done : NULL);
		in_pipe++;
		off += part;
	} while (off < n);
	if (n > MPI_PIPE)
		GT_OK(LAPI_Waitcntr(gt_h, &done, in_pipe, NULL));
}

/* Receives the next message, and answers how long it is. */
static inline size_t mpi_receive(char *memory)
{
	const unsigned number = mpi.received + 1;
	struct mpi_message *m = mpi_message(number);
	size_t n;

	for (mpi.posted = memory; !m->complete;) {
		if (m->announced) {
			m->announced = false;
			mpi_packet((struct mpi_header){MPI_ASK, number, 0, 0, 0}, NULL, NULL);
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
	mpi.posted = NULL;
	mpi.received = number;
	return n;
}

#endif
