/* bare.h - two processes and one endpoint of libfabric each, without the library: the limit that hosts_bench.c compares with. It polls without a pause and waits on no
 * descriptor, as fi_pingpong does. */
#ifndef BARE_H
#define BARE_H

#include <arpa/inet.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <rdma/fabric.h>
#include <rdma/fi_cm.h>
#include <rdma/fi_domain.h>
#include <rdma/fi_endpoint.h>
#include <rdma/fi_errno.h>
#include <rdma/fi_rma.h>

enum {
	BARE_RECEIVES = 512,
	BARE_BYTES = 128, /* of a receive buffer */
	BARE_BATCH = 32,  /* completions fetched at once */
};

/* What the peer has to know. */
struct bare_card {
	char address[256];
	uint64_t key, base;
};

static struct {
	struct fi_info *info;
	struct fid_fabric *fabric;
	struct fid_domain *domain;
	struct fid_av *av;
	struct fid_cq *cq;
	struct fid_ep *ep;
	struct fid_mr *mr;
	fi_addr_t peer;
	struct bare_card there;
	struct bare_slot {
		struct fi_context2 context;
		char buffer[BARE_BYTES];
	} slots[BARE_RECEIVES];
	struct fi_context2 transfer;
	long received, moved; /* completions, ever */
} bare;

static void bare_must(const char *what, ssize_t rc)
{
	if (rc < 0) {
		fprintf(stderr, "hosts_bench: %s: %s\n", what, fi_strerror((int)-rc));
		exit(1);
	}
}

static bool bare_loopback(const struct fi_info *info)
{
	const struct sockaddr_in *at = info->src_addr;
	return !at || at->sin_family != AF_INET || ntohl(at->sin_addr.s_addr) >> 24 == 127;
}

static void bare_post(struct bare_slot *s) { bare_must("fi_recv", fi_recv(bare.ep, s->buffer, BARE_BYTES, NULL, FI_ADDR_UNSPEC, &s->context)); }

/* Opens an endpoint of this provider on the first interface that has an IPv4 address and is not the loopback; memory is what the peer may write. */
static void bare_open(const char *provider, void *memory, size_t bytes, struct bare_card *mine)
{
	struct fi_info *hints = fi_allocinfo(), *all = NULL, *i;
	struct fi_av_attr av = {.type = FI_AV_TABLE};
	struct fi_cq_attr cq = {.size = 8192, .format = FI_CQ_FORMAT_CONTEXT, .wait_obj = FI_WAIT_NONE};
	size_t room = sizeof mine->address;

	hints->ep_attr->type = FI_EP_RDM;
	hints->caps = FI_MSG | FI_RMA;
	hints->mode = FI_CONTEXT | FI_CONTEXT2;
	hints->domain_attr->mr_mode = FI_MR_VIRT_ADDR | FI_MR_ALLOCATED | FI_MR_PROV_KEY;
	hints->domain_attr->resource_mgmt = FI_RM_ENABLED;
	hints->fabric_attr->prov_name = strdup(provider);
	bare_must("fi_getinfo", fi_getinfo(FI_VERSION(1, 9), NULL, NULL, 0, hints, &all));
	for (i = all; i && bare_loopback(i); i = i->next)
		;
	if (!i) {
		fprintf(stderr, "hosts_bench: provider %s has only the loopback interface\n", provider);
		exit(1);
	}
	bare.info = fi_dupinfo(i);
	fi_freeinfo(all);
	fi_freeinfo(hints);
	bare_must("fi_fabric", fi_fabric(bare.info->fabric_attr, &bare.fabric, NULL));
	bare_must("fi_domain", fi_domain(bare.fabric, bare.info, &bare.domain, NULL));
	bare_must("fi_av_open", fi_av_open(bare.domain, &av, &bare.av, NULL));
	bare_must("fi_cq_open", fi_cq_open(bare.domain, &cq, &bare.cq, NULL));
	bare_must("fi_endpoint", fi_endpoint(bare.domain, bare.info, &bare.ep, NULL));
	bare_must("fi_ep_bind", fi_ep_bind(bare.ep, &bare.av->fid, 0));
	bare_must("fi_ep_bind", fi_ep_bind(bare.ep, &bare.cq->fid, FI_TRANSMIT | FI_RECV));
	bare_must("fi_enable", fi_enable(bare.ep));
	bare_must("fi_mr_reg", fi_mr_reg(bare.domain, memory, bytes, FI_REMOTE_WRITE | FI_REMOTE_READ, 0, 7, 0, &bare.mr, NULL));
	for (int s = 0; s < BARE_RECEIVES; s++)
		bare_post(&bare.slots[s]);
	memset(mine, 0, sizeof *mine);
	bare_must("fi_getname", fi_getname(&bare.ep->fid, mine->address, &room));
	mine->key = fi_mr_key(bare.mr);
	mine->base = bare.info->domain_attr->mr_mode & (FI_MR_VIRT_ADDR | FI_MR_BASIC) ? (uint64_t)(uintptr_t)memory : 0;
}

static void bare_connect(const struct bare_card *there)
{
	bare.there = *there;
	if (fi_av_insert(bare.av, there->address, 1, &bare.peer, 0, NULL) != 1)
		bare_must("fi_av_insert", -FI_EINVAL);
}

static inline void bare_poll(void)
{
	struct fi_cq_entry done[BARE_BATCH];
	const ssize_t n = fi_cq_read(bare.cq, done, BARE_BATCH);

	if (n < 0 && n != -FI_EAGAIN)
		bare_must("fi_cq_read", n);
	for (ssize_t i = 0; i < n; i++)
		if (done[i].op_context == &bare.transfer) {
			bare.moved++;
		} else {
			bare.received++;
			bare_post(done[i].op_context);
		}
}

static inline void bare_send(const void *message, size_t bytes)
{
	ssize_t rc;

	while ((rc = fi_inject(bare.ep, message, bytes, bare.peer)) == -FI_EAGAIN)
		bare_poll();
	bare_must("fi_inject", rc);
}

/* Waits for the next message after `before` ones. */
static inline void bare_await(long received)
{
	while (bare.received < received)
		bare_poll();
}

/* Writes to the peer's memory, and waits until the bytes are there. */
static inline void bare_write(const void *from, size_t bytes)
{
	struct iovec iov = {(void *)from, bytes};
	struct fi_rma_iov to = {bare.there.base, bytes, bare.there.key};
	struct fi_msg_rma m = {.msg_iov = &iov, .iov_count = 1, .addr = bare.peer, .rma_iov = &to, .rma_iov_count = 1, .context = &bare.transfer};
	const long before = bare.moved;
	ssize_t rc;

	while ((rc = fi_writemsg(bare.ep, &m, FI_DELIVERY_COMPLETE | FI_COMPLETION)) == -FI_EAGAIN)
		bare_poll();
	bare_must("fi_writemsg", rc);
	while (bare.moved == before)
		bare_poll();
}

static inline void bare_close(void)
{
	fi_close(&bare.ep->fid);
	fi_close(&bare.mr->fid);
	fi_close(&bare.cq->fid);
	fi_close(&bare.av->fid);
	fi_close(&bare.domain->fid);
	fi_close(&bare.fabric->fid);
	fi_freeinfo(bare.info);
}

#endif
