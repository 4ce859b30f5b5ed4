/* am_mpi.h - active messages over two-sided messages, as GASNet's mpi-conduit has them (D. Bonachea, J. Duell: Problems with using MPI 1.1 and 2.0 as compilation
 * targets for parallel language implementations, International Journal of High Performance Computing and Networking 1, 2004; AMMPI 2.6): what a measurement
 * between two nodes needs, but that completely.
 *
 * A message is a header, arguments and payload in one buffer, which is sent without blocking: one copy at the sender. Receives are posted for requests and for
 * replies apart, so that neither waits behind the other. A Medium's payload is read where it has arrived; a put's is copied from there by its handler. A request takes a
 * token, which the reply gives back. Each call looks for messages. A receive is posted again behind the next send, while that is on its way.
 *
 * The messages are those of mpi_portals.h or mpi_sci.h, which is included before. */
#ifndef AM_MPI_H
#define AM_MPI_H

enum {
	AM_DEPTH = 4,     /* requests to a node at a time: GASNET_NETWORKDEPTH */
	AM_MOST = 65000,  /* payload of a message */
	AM_ARGUMENTS = 4, /* of 4 bytes */
	AM_REQUEST = 11,  /* tags: a virtual network each */
	AM_REPLY,
};

/* An even number of arguments keeps payload aligned: only those that there are go over the wire. */
struct am_message {
	uint8_t kind, handler, arguments, system;
	uint16_t bytes, pad;
	uint64_t offset;
	uint32_t rest[AM_ARGUMENTS + AM_MOST / 4 + 2];
};

typedef void am_handler(const uint32_t *arguments, char *payload, size_t n);

/* One direction of requests or replies: buffers to send from, and receives that are posted. */
struct am_net {
	int tag;
	struct am_message out[2 * AM_DEPTH], in[2 * AM_DEPTH];
	struct mpi_request *sends[2 * AM_DEPTH], *receives[2 * AM_DEPTH];
	unsigned sent, received, posted;
};

static struct am_net am_requests = {.tag = AM_REQUEST}, am_replies = {.tag = AM_REPLY};
static am_handler *am_table[8];
static int am_peer, am_tokens;

static inline size_t am_head(int arguments) { return offsetof(struct am_message, rest) + 4 * (size_t)((arguments + 1) / 2 * 2); }

/* Posts the receives of messages that have been handled. */
static inline void am_post(struct am_net *net)
{
	for (; net->posted != net->received + 2 * AM_DEPTH; net->posted++) {
		unsigned i = net->posted % (2 * AM_DEPTH);
		net->receives[i] = mpi_irecv(&net->in[i], sizeof net->in[i], am_peer, net->tag);
	}
}

/* With the peer as the only other node. */
static inline void am_begin(int peer)
{
	mpi_begin();
	am_peer = peer, am_tokens = AM_DEPTH;
	am_post(&am_requests);
	am_post(&am_replies);
	gt_barrier();
}

static inline void am_send(struct am_net *net, int handler, const uint32_t *arguments, int count, const void *payload, size_t n)
{
	unsigned i = net->sent++ % (2 * AM_DEPTH);
	struct am_message *m = &net->out[i];
	if (net->sends[i] != NULL)
		mpi_wait(net->sends[i]);
	m->handler = (uint8_t)handler, m->arguments = (uint8_t)count, m->bytes = (uint16_t)n;
	memcpy(m->rest, arguments, 4 * (size_t)count);
	memcpy((char *)m + am_head(count), payload, n);
	curve_compute(mpi_costs.copy * (double)n);
	net->sends[i] = mpi_isend(m, am_head(count) + n, am_peer, net->tag);
	am_post(net == &am_requests ? &am_replies : &am_requests);
}

/* Handles the oldest message of a network, if it is there. */
static inline bool am_take(struct am_net *net)
{
	unsigned i = net->received % (2 * AM_DEPTH);
	struct am_message *m = &net->in[i];
	if (net->received == net->posted) /* all have been handled */
		am_post(net);
	if (!mpi_done(net->receives[i]))
		return false;
	mpi_received(net->receives[i]);
	am_tokens += net == &am_replies;
	am_table[m->handler](m->rest, (char *)m + am_head(m->arguments), m->bytes);
	net->received++; /* the message may be overwritten from now on */
	return true;
}

/* Handles all messages that there are, replies first. */
static inline void am_poll(void)
{
	mpi_poll();
	while (am_take(&am_replies) || am_take(&am_requests))
		mpi_poll();
}

static inline void am_request(int handler, const uint32_t *arguments, int count, const void *payload, size_t n)
{
	am_poll();
	while (am_tokens == 0)
		am_poll();
	am_tokens--;
	am_send(&am_requests, handler, arguments, count, payload, n);
}

/* Each handler of a request replies once. */
static inline void am_reply(int handler, const uint32_t *arguments, int count, const void *payload, size_t n)
{
	am_send(&am_replies, handler, arguments, count, payload, n);
}

#endif
