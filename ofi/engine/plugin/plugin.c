/* plugin.c - libgasnetgo-ofi.so: engines over libfabric's reliable datagram endpoints; ../engine.h says what they do. */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include <rdma/fabric.h>
#include <rdma/fi_cm.h>
#include <rdma/fi_domain.h>
#include <rdma/fi_endpoint.h>
#include <rdma/fi_errno.h>
#include <rdma/fi_rma.h>

#include "../engine.h"
#include "guard.h"
#include "providers.h"
#include "sockets.h"

#define REGIONS 64
#define SENDS 256 /* messages too long for fi_inject that may be in flight */
#define BATCH 32  /* completions that a poll fetches at once */

#define MOST_SETTLE_MS 64 /* of a call that completes the list of descriptors; all calls together wait for twice that */

/* What an operation's context points to. libfabric may use the beginning while the operation is in flight. */
struct op {
	struct fi_context2 context;
	enum { RECEIVE, SEND, TRANSFER } kind;
	uint32_t peer; /* SEND, TRANSFER */
	uint64_t tag;  /* TRANSFER */
	struct op *next;
	char *buffer; /* RECEIVE, SEND */
};

struct ga_ofi {
	struct fi_info *info;
	struct fid_fabric *fabric;
	struct fid_domain *domain;
	struct fid_av *av;
	struct fid_cq *cq;
	struct fid_ep *ep;
	struct fid_mr *regions[REGIONS];
	uint32_t region_count;
	fi_addr_t *peers;
	size_t message_bytes;
	struct op *receives, *sends, *transfers; /* transfers: unused ones */
	struct op *free_sends;
	char *buffers;
	enum fi_wait_obj wait;
	struct ga_ofi_sockets *sockets; /* to sleep on, as the queue has no wait object; NULL: the queue's own is used */
	struct ga_ofi_guard *guard;     /* NULL: every connection counts */
	bool keeps_order;
	char failure[256];
};

static int negative(ssize_t rc) { return rc == -FI_EAGAIN ? GA_OFI_AGAIN : rc == 0 ? 0 : (int)rc; }

static void engine_close(struct ga_ofi *e)
{
	if (!e)
		return;
	if (e->ep)
		fi_close(&e->ep->fid);
	for (uint32_t i = 0; i < e->region_count; i++)
		fi_close(&e->regions[i]->fid);
	if (e->cq)
		fi_close(&e->cq->fid);
	if (e->av)
		fi_close(&e->av->fid);
	if (e->domain)
		fi_close(&e->domain->fid);
	if (e->fabric)
		fi_close(&e->fabric->fid);
	ga_ofi_guard_close(e->guard);
	fi_freeinfo(e->info);
	while (e->transfers) {
		struct op *next = e->transfers->next;
		free(e->transfers);
		e->transfers = next;
	}
	free(e->receives);
	free(e->sends);
	free(e->buffers);
	free(e->peers);
	free(e->sockets);
	free(e);
}

static int post(struct ga_ofi *e, struct op *receive)
{
	return negative(fi_recv(e->ep, receive->buffer, e->message_bytes, NULL, FI_ADDR_UNSPEC, &receive->context));
}

static int make_buffers(struct ga_ofi *e, uint32_t receives)
{
	e->receives = calloc(receives, sizeof *e->receives);
	e->sends = calloc(SENDS, sizeof *e->sends);
	e->buffers = calloc(receives + SENDS, e->message_bytes);
	if (!e->receives || !e->sends || !e->buffers)
		return -ENOMEM;
	for (uint32_t i = 0; i < SENDS; i++) {
		struct op *o = &e->sends[i];
		o->kind = SEND;
		o->buffer = e->buffers + (size_t)(receives + i) * e->message_bytes;
		o->next = e->free_sends;
		e->free_sends = o;
	}
	for (uint32_t i = 0; i < receives; i++) {
		struct op *o = &e->receives[i];
		int rc;
		o->kind = RECEIVE;
		o->buffer = e->buffers + (size_t)i * e->message_bytes;
		if ((rc = post(e, o)) != 0)
			return rc > 0 ? -ENOBUFS : rc;
	}
	return 0;
}

/* The descriptors of a queue with FI_WAIT_POLLFD; an error if there are more than GA_OFI_FDS. */
static int list_descriptors(struct ga_ofi *e, struct pollfd fds[GA_OFI_FDS], size_t *count)
{
	struct fi_wait_pollfd list = {.nfds = GA_OFI_FDS, .fd = fds};
	const int rc = fi_control(&e->cq->fid, FI_GETWAIT, &list);

	*count = list.nfds;
	return rc;
}

/* libfabric puts descriptors into the list of FI_WAIT_POLLFD when a call waits. Until then the list has one, its own. A call that may wait for a millisecond may also return without a wait:
 * libfabric counts whole milliseconds, and the thread may lose its core. So later calls may wait for longer. */
static void settle_descriptors(struct ga_ofi *e)
{
	struct pollfd fds[GA_OFI_FDS];
	struct fi_cq_msg_entry none;
	size_t count;

	if (e->wait != FI_WAIT_POLLFD)
		return;
	for (int ms = 1; ms <= MOST_SETTLE_MS && list_descriptors(e, fds, &count) == 0 && count <= 1; ms *= 2)
		(void)fi_cq_sread(e->cq, &none, 1, NULL, ms);
}

/* The fastest completion queue that a rank can sleep on. */
static int open_queue(struct ga_ofi *e, const struct ga_ofi_config *c)
{
	static const enum fi_wait_obj waits[] = {FI_WAIT_POLLFD, FI_WAIT_FD, FI_WAIT_NONE};
	struct fi_cq_attr cq = {.size = c->receives + 4096, .format = FI_CQ_FORMAT_MSG, .wait_obj = FI_WAIT_NONE};
	int rc = -FI_ENOSYS;

	e->wait = FI_WAIT_NONE;
	if (strcmp(e->info->fabric_attr->prov_name, "tcp;ofi_rxm") == 0 && c->peers <= GA_OFI_SOCKET_PEERS) {
		e->sockets = calloc(1, sizeof *e->sockets);
		return e->sockets ? fi_cq_open(e->domain, &cq, &e->cq, NULL) : -FI_ENOMEM;
	}
	for (size_t i = 0; rc != 0 && i < sizeof waits / sizeof waits[0]; i++) {
		e->wait = cq.wait_obj = waits[i];
		rc = fi_cq_open(e->domain, &cq, &e->cq, NULL);
	}
	return rc;
}

static const char *engine_provider(struct ga_ofi *e) { return e->info->fabric_attr->prov_name; }
static const char *engine_domain(struct ga_ofi *e) { return e->info->domain_attr->name; }

/* Whether the guard has got the endpoint's listening socket, if there is to be a guard. */
static int guarded(struct ga_ofi *e) { return !e->guard || ga_ofi_guard_opened(e->guard) ? 0 : -FI_ENOSYS; }

/* The step that failed, for a sentence. */
#define TRY(what, call)                                                                                                          \
	do {                                                                                                                     \
		const char *step_ = what;                                                                                        \
		if ((rc = (int)(call)) != 0) {                                                                                   \
			snprintf(why, GA_OFI_WHY, "libfabric's provider %s, domain %s: %s: %s", e->info->fabric_attr->prov_name, \
			         e->info->domain_attr->name, step_, fi_strerror(rc < 0 ? -rc : rc));                             \
			engine_close(e);                                                                                         \
			return rc < 0 ? rc : -rc;                                                                                \
		}                                                                                                                \
	} while (0)

static int engine_open(const struct ga_ofi_config *c, struct ga_ofi **out, char why[GA_OFI_WHY])
{
	struct ga_ofi *e = calloc(1, sizeof *e);
	int rc;

	if (!e)
		return -ENOMEM;
	if ((rc = ga_ofi_choose(c, &e->info, &e->keeps_order, why)) != 0) {
		free(e);
		return rc;
	}
	e->message_bytes = c->message_bytes;
	if (c->secret && ga_ofi_is_over_tcp(e->info)) {
		const char *text = NULL;
		if (!(e->guard = ga_ofi_guard_open(c->secret, c->rank, c->peers, &text))) {
			snprintf(why, GA_OFI_WHY, "connections of libfabric's provider %s cannot be guarded: %s", engine_provider(e), text);
			engine_close(e);
			return -ENOTSUP;
		}
	}
	TRY("opening the fabric", fi_fabric(e->info->fabric_attr, &e->fabric, NULL));
	TRY("opening the domain", fi_domain(e->fabric, e->info, &e->domain, NULL));
	struct fi_av_attr av = {.type = FI_AV_TABLE};
	TRY("making an address vector", fi_av_open(e->domain, &av, &e->av, NULL));
	TRY("making a completion queue", open_queue(e, c));
	TRY("making an endpoint", fi_endpoint(e->domain, e->info, &e->ep, NULL));
	TRY("binding the address vector", fi_ep_bind(e->ep, &e->av->fid, 0));
	TRY("binding the completion queue", fi_ep_bind(e->ep, &e->cq->fid, FI_TRANSMIT | FI_RECV));
	TRY("enabling the endpoint", fi_enable(e->ep));
	TRY("guarding its connections", guarded(e));
	settle_descriptors(e);
	TRY("posting receive buffers", make_buffers(e, c->receives));
	*out = e;
	return 0;
}

static int engine_ordered(struct ga_ofi *e) { return e->keeps_order; }

static size_t engine_address(struct ga_ofi *e, void *to, size_t room) { return fi_getname(&e->ep->fid, to, &room) == 0 ? room : 0; }

static int engine_connect(struct ga_ofi *e, const void *addresses, size_t each, uint32_t count)
{
	e->peers = calloc(count, sizeof *e->peers);
	if (!e->peers)
		return -ENOMEM;
	for (uint32_t i = 0; i < count; i++) {
		int rc = fi_av_insert(e->av, (const char *)addresses + i * each, 1, &e->peers[i], 0, NULL);
		if (rc != 1)
			return rc < 0 ? rc : -EINVAL;
	}
	if (e->guard && !ga_ofi_guard_connect(e->guard, addresses, each, count))
		return -ENOMEM;
	if (e->sockets) {
		char own[GA_OFI_ADDRESS];

		if (engine_address(e, own, sizeof own) != each)
			return -EINVAL;
		ga_ofi_sockets_init(e->sockets, own, addresses, each, count);
	}
	return 0;
}

static int engine_expose(struct ga_ofi *e, void *base, size_t bytes, uint64_t wanted, uint64_t *key, uint64_t *start)
{
	const int mode = e->info->domain_attr->mr_mode;
	struct fid_mr *mr;
	int rc;

	if (e->region_count == REGIONS)
		return -ENOSPC;
	if (e->info->domain_attr->mr_key_size < 8)
		wanted &= (UINT64_C(1) << (8 * e->info->domain_attr->mr_key_size)) - 1;
	rc = fi_mr_reg(e->domain, base, bytes, FI_REMOTE_READ | FI_REMOTE_WRITE, 0, wanted, 0, &mr, NULL);
	if (rc != 0)
		return rc == -FI_ENOKEY ? -GA_OFI_KEY_TAKEN : rc;
	e->regions[e->region_count++] = mr;
	if (mode & FI_MR_ENDPOINT) {
		if ((rc = fi_mr_bind(mr, &e->ep->fid, 0)) != 0 || (rc = fi_mr_enable(mr)) != 0)
			return rc;
	}
	*key = fi_mr_key(mr);
	*start = mode & (FI_MR_VIRT_ADDR | FI_MR_BASIC) ? (uint64_t)(uintptr_t)base : 0;
	return 0;
}

static int engine_send(struct ga_ofi *e, uint32_t peer, const void *message, size_t bytes)
{
	struct op *o;
	int rc;

	if (bytes <= e->info->tx_attr->inject_size)
		return negative(fi_inject(e->ep, message, bytes, e->peers[peer]));
	o = e->free_sends;
	if (!o)
		return GA_OFI_AGAIN;
	memcpy(o->buffer, message, bytes);
	o->peer = peer;
	/* Without delivery-complete: the protocol above acknowledges what it needs. */
	struct iovec iov = {o->buffer, bytes};
	struct fi_msg m = {.msg_iov = &iov, .iov_count = 1, .addr = e->peers[peer], .context = &o->context};
	rc = negative(fi_sendmsg(e->ep, &m, FI_COMPLETION));
	if (rc == 0)
		e->free_sends = o->next;
	return rc;
}

static struct op *transfer(struct ga_ofi *e, uint32_t peer, uint64_t tag)
{
	struct op *o = e->transfers;

	if (o)
		e->transfers = o->next;
	else if (!(o = calloc(1, sizeof *o)))
		return NULL;
	o->kind = TRANSFER;
	o->peer = peer;
	o->tag = tag;
	return o;
}

static void unused(struct ga_ofi *e, struct op *o)
{
	o->next = e->transfers;
	e->transfers = o;
}

static int engine_write(struct ga_ofi *e, uint32_t peer, const void *from, size_t bytes, uint64_t to, uint64_t key, uint64_t tag)
{
	struct op *o = transfer(e, peer, tag);
	struct iovec iov = {(void *)from, bytes};
	struct fi_rma_iov there = {to, bytes, key};
	int rc;

	if (!o)
		return -ENOMEM;
	struct fi_msg_rma m = {
	    .msg_iov = &iov, .iov_count = 1, .addr = e->peers[peer], .rma_iov = &there, .rma_iov_count = 1, .context = &o->context};
	rc = negative(fi_writemsg(e->ep, &m, FI_DELIVERY_COMPLETE | FI_COMPLETION));
	if (rc != 0)
		unused(e, o);
	return rc;
}

static int engine_read(struct ga_ofi *e, uint32_t peer, void *to, size_t bytes, uint64_t from, uint64_t key, uint64_t tag)
{
	struct op *o = transfer(e, peer, tag);
	int rc;

	if (!o)
		return -ENOMEM;
	rc = negative(fi_read(e->ep, to, bytes, NULL, e->peers[peer], from, key, &o->context));
	if (rc != 0)
		unused(e, o);
	return rc;
}

/* Turns a completion into an event, unless it is of no interest to the caller. */
static int completed(struct ga_ofi *e, struct op *o, size_t bytes, struct ga_ofi_event *event)
{
	switch (o->kind) {
	case RECEIVE:
		*event = (struct ga_ofi_event){GA_OFI_MESSAGE, (uint32_t)bytes, GA_OFI_NO_PEER, (uint64_t)(o - e->receives), o->buffer};
		return 1;
	case SEND:
		o->next = e->free_sends;
		e->free_sends = o;
		return 0;
	default:
		*event = (struct ga_ofi_event){GA_OFI_DONE, 0, o->peer, o->tag, NULL};
		unused(e, o);
		return 1;
	}
}

static void engine_release(struct ga_ofi *e, uint64_t tag)
{
	while (post(e, &e->receives[tag]) == GA_OFI_AGAIN)
		(void)fi_cq_read(e->cq, NULL, 0); /* progress only */
}

static int failed(struct ga_ofi *e, struct ga_ofi_event *event)
{
	struct fi_cq_err_entry error = {0};
	uint32_t peer = GA_OFI_NO_PEER;
	struct op *o;
	char text[128];

	if (fi_cq_readerr(e->cq, &error, 0) != 1)
		return 0;
	o = error.op_context;
	snprintf(e->failure, sizeof e->failure, "%s (provider: %s)", fi_strerror(error.err),
	         fi_cq_strerror(e->cq, error.prov_errno, error.err_data, text, sizeof text));
	if (o && o->kind == RECEIVE && error.err == FI_ECANCELED)
		return 0;
	if (o && o->kind == RECEIVE && error.err == FI_ETRUNC) { /* no rank sends such a message, so it is as good as none */
		engine_release(e, (uint64_t)(o - e->receives));
		return 0;
	}
	if (o && o->kind != RECEIVE)
		peer = o->peer;
	else if (e->guard)
		peer = ga_ofi_guard_lost(e->guard);
	*event = (struct ga_ofi_event){GA_OFI_FAILED, (uint32_t)error.err, peer, o && o->kind == TRANSFER ? o->tag : UINT64_MAX, e->failure};
	return 1;
}

static int engine_poll(struct ga_ofi *e, struct ga_ofi_event *events, int room)
{
	struct fi_cq_msg_entry done[BATCH];
	int count = 0;

	if (e->guard)
		ga_ofi_guard_poll(e->guard);
	while (count < room) {
		const size_t most = (size_t)(room - count) < BATCH ? (size_t)(room - count) : BATCH;
		const ssize_t n = fi_cq_read(e->cq, done, most);
		if (n == -FI_EAVAIL) {
			count += failed(e, &events[count]);
			continue;
		}
		if (n == -FI_EAGAIN || n == 0)
			break;
		if (n < 0)
			return (int)n;
		for (ssize_t i = 0; i < n; i++)
			if (done[i].op_context)
				count += completed(e, done[i].op_context, done[i].len, &events[count]);
		if ((size_t)n < most)
			break;
	}
	return count;
}

static bool is_local(int fd)
{
	struct sockaddr_storage at;
	socklen_t bytes = sizeof at;

	return getsockname(fd, (struct sockaddr *)&at, &bytes) == 0 && at.ss_family == AF_UNIX;
}

/* TCP without ofi_rxm marks a completion in a pair of local sockets, one of which is among the descriptors, and never clears the mark. The caller has polled before it sleeps, so all
 * completions are known.
 *
 * FI_WAIT_FD has one descriptor, an epoll of those that FI_WAIT_POLLFD gives. The kernel notifies that epoll of each packet, also while the rank polls, which takes 0.4 us. */
static int engine_arm(struct ga_ofi *e, struct pollfd fds[GA_OFI_FDS])
{
	struct fid *all[] = {&e->cq->fid};
	size_t listed;
	int count = 0;

	if (e->sockets)
		return ga_ofi_sockets_arm(e->sockets, fds);
	if (e->wait == FI_WAIT_NONE)
		return 0;
	if (fi_trywait(e->fabric, all, 1) != 0)
		return GA_OFI_POLL_FIRST;
	if (e->wait == FI_WAIT_FD) {
		fds[0].events = POLLIN;
		return fi_control(&e->cq->fid, FI_GETWAIT, &fds[0].fd) == 0;
	}
	if (list_descriptors(e, fds, &listed) != 0)
		return 0;
	for (size_t i = 0; i < listed; i++)
		if (!ga_ofi_is_tcp(e->info) || ga_ofi_is_layered(e->info) || !is_local(fds[i].fd))
			fds[count++] = (struct pollfd){.fd = fds[i].fd, .events = POLLIN};
	return count;
}

__attribute__((visibility("default"))) const struct ga_ofi_calls *ga_ofi_plugin(void)
{
	static const struct ga_ofi_calls calls = {
	    .version = GA_OFI_VERSION,
	    .open = engine_open,
	    .close = engine_close,
	    .provider = engine_provider,
	    .domain = engine_domain,
	    .ordered = engine_ordered,
	    .address = engine_address,
	    .connect = engine_connect,
	    .expose = engine_expose,
	    .send = engine_send,
	    .write = engine_write,
	    .read = engine_read,
	    .poll = engine_poll,
	    .release = engine_release,
	    .arm = engine_arm,
	    .list = ga_ofi_list,
	};
	return &calls;
}
