/* providers.c - what libfabric offers, and which of that a job uses. */
#include <arpa/inet.h>
#include <errno.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <rdma/fi_errno.h>

#include "../rdma.h"
#include "providers.h"
#include "symbols.h"

#define API FI_VERSION(1, 9)

static bool is_loopback(const struct fi_info *info)
{
	const struct sockaddr *at = info->src_addr;

	if (!at)
		return false;
	if (at->sa_family == AF_INET)
		return ntohl(((const struct sockaddr_in *)info->src_addr)->sin_addr.s_addr) >> 24 == 127;
	if (at->sa_family == AF_INET6) {
		const struct in6_addr *a = &((const struct sockaddr_in6 *)info->src_addr)->sin6_addr;
		return IN6_IS_ADDR_LOOPBACK(a) || IN6_IS_ADDR_LINKLOCAL(a); /* a link-local address means nothing on another host */
	}
	return false;
}

/* Whether a provider, below whatever layers, has one of these names. */
static int which(const struct fi_info *info, const char *const *names, int count)
{
	for (int i = 0; i < count; i++)
		if (strncmp(info->fabric_attr->prov_name, names[i], strlen(names[i])) == 0)
			return i;
	return count;
}

/* A larger number is a better provider. udp, with ofi_rxd above it, and sockets are kept for tests. */
static int preference(const struct fi_info *info)
{
	static const char *const last[] = {"udp", "sockets"};
	return which(info, last, 2);
}

/* These move data between processes of one host only. */
static bool stays_here(const struct fi_info *info)
{
	static const char *const local[] = {"shm", "sm2", "xpmem"};
	return which(info, local, 3) < 3;
}

/* Whether a list such as "tcp,verbs" or "^tcp,verbs" has this provider in it. Of layers such as "tcp;ofi_rxm", the first counts. */
static bool is_listed(const char *list, const char *name)
{
	const bool all_but = *list == '^';

	for (const char *at = list + all_but;; at++) {
		const size_t n = strcspn(at, ",");
		if (n > 0 && strncmp(at, name, n) == 0 && (name[n] == 0 || name[n] == ';'))
			return !all_but;
		at += n;
		if (*at == 0)
			return all_but;
	}
}

/* Takes what a list of providers does not have out of what libfabric offers. */
static int keep_listed(const char *list, struct fi_info **all)
{
	struct fi_info **at = all;

	while (*at) {
		struct fi_info *i = *at;
		if (is_listed(list, i->fabric_attr->prov_name)) {
			at = &i->next;
			continue;
		}
		*at = i->next;
		i->next = NULL;
		fi_freeinfo(i);
	}
	return *all ? 0 : -FI_ENODATA;
}

/* order is what the endpoint has to keep beside the order of messages. libfabric takes a list of providers from its variable only. */
static int offers(const char *provider, const char *domain, uint64_t order, struct fi_info **all)
{
	struct fi_info *hints = fi_allocinfo();
	const bool list = provider && strchr(provider, ',');
	int rc;

	if (!hints)
		return -ENOMEM;
	hints->ep_attr->type = FI_EP_RDM;
	hints->caps = FI_MSG | FI_RMA;
	hints->mode = FI_CONTEXT | FI_CONTEXT2;
	hints->domain_attr->mr_mode = FI_MR_VIRT_ADDR | FI_MR_ALLOCATED | FI_MR_PROV_KEY | FI_MR_ENDPOINT;
	hints->domain_attr->resource_mgmt = FI_RM_ENABLED;
	hints->domain_attr->threading = FI_THREAD_DOMAIN; /* the caller serialises */
	hints->tx_attr->msg_order = FI_ORDER_SAS | order;
	hints->rx_attr->msg_order = FI_ORDER_SAS | order;
	hints->tx_attr->op_flags = FI_DELIVERY_COMPLETE;
	if (provider && !list)
		hints->fabric_attr->prov_name = strdup(provider);
	if (domain)
		hints->domain_attr->name = strdup(domain);
	rc = fi_getinfo(API, NULL, NULL, 0, hints, all);
	fi_freeinfo(hints);
	return rc == 0 && list ? keep_listed(provider, all) : rc;
}

/* What the user has set counts.
 *
 * rxm makes datagrams of the connections of tcp or verbs. The size of its buffers must be the same on all ranks.
 * An endpoint allocates and touches 5,120 buffers of 16 kB, which costs 35 ms of CPU time and 70 MB. No message of ours is longer than message_bytes, and 1,024 receive buffers are as
 * many as it allocates at once. They are shared by all connections of tcp; verbs has 128 for each by default. A rank accepts connections when it has not looked for them for 10 ms, which
 * delays the first messages of a job.
 *
 * tcp without rxm, from 1.20 on, allocates 1,024 buffers of 16 kB for tagged messages without a receiver, which we never send: 7 ms of CPU time and 16 MB. */
static void set_variables(const struct ga_ofi_config *c)
{
	char text[16];

	snprintf(text, sizeof text, "%u", c->message_bytes);
	setenv("FI_OFI_RXM_BUFFER_SIZE", text, 0);
	setenv("FI_OFI_RXM_CM_PROGRESS_INTERVAL", "1000", 0); /* us */
	if (ga_ofi_no_rdma())
		setenv("FI_OFI_RXM_MSG_RX_SIZE", "1024", 0);
	setenv("FI_TCP_MAX_RX_SIZE", "256", 0);
	if (c->secret)
		setenv("FI_TCP_IO_URING", "0", 1); /* would open connections that no guard sees */
}

struct request {
	const char *provider, *domain;
	struct fi_info **all;
	int rc;
};

static void answer(void *request)
{
	struct request *r = request;
	r->rc = offers(r->provider, r->domain, 0, r->all);
}

/* The first call for offers in a process, which initialises libfabric. */
static int first_offers(const char *provider, const char *domain, struct fi_info **all)
{
	struct request r = {provider, domain, all, 0};

	ga_ofi_without_symbols(answer, &r);
	return r.rc;
}

bool ga_ofi_is_layered(const struct fi_info *info) { return strstr(info->fabric_attr->prov_name, ";ofi_rxm") != NULL; }

bool ga_ofi_is_tcp(const struct fi_info *info)
{
	const char *name = info->fabric_attr->prov_name;
	return strncmp(name, "tcp", 3) == 0 || strncmp(name, "net", 3) == 0;
}

bool ga_ofi_is_over_tcp(const struct fi_info *info)
{
	static const char *const names[] = {"tcp", "net", "sockets"};
	return which(info, names, 3) < 3;
}

/* Whether both are at the same address of the same interface. */
static bool same_place(const struct fi_info *a, const struct fi_info *b)
{
	return strcmp(a->domain_attr->name, b->domain_attr->name) == 0 && a->src_addrlen == b->src_addrlen && !a->src_addr == !b->src_addr &&
	       (!a->src_addr || memcmp(a->src_addr, b->src_addr, a->src_addrlen) == 0);
}

/* What reaches the same place without ofi_rxm, or NULL. */
static struct fi_info *unlayered(struct fi_info *all, const struct fi_info *layered)
{
	for (struct fi_info *i = all; i; i = i->next)
		if (ga_ofi_is_tcp(i) && !ga_ofi_is_layered(i) && same_place(i, layered))
			return i;
	return NULL;
}

static struct fi_info *best_of(struct fi_info *all, const struct ga_ofi_config *c)
{
	struct fi_info *best = NULL, *direct;
	int rank = 0;

	for (struct fi_info *i = all; i; i = i->next) {
		const bool loopback = is_loopback(i);
		const int r = 1 + (loopback ? 0 : 1) + 2 * preference(i);
		if (stays_here(i) || (loopback && !c->loopback && !c->domain))
			continue;
		if (r > rank) {
			best = i;
			rank = r;
		}
	}
	direct = best && ga_ofi_is_tcp(best) && ga_ofi_is_layered(best) ? unlayered(all, best) : NULL;
	return direct ? direct : best;
}

/* The same endpoint with writes in order, if the provider offers it; otherwise a copy. */
static struct fi_info *ordered(const struct fi_info *i, bool *keeps)
{
	struct fi_info *all = NULL, *same = NULL;

	if (offers(i->fabric_attr->prov_name, i->domain_attr->name, FI_ORDER_WAW | FI_ORDER_SAW, &all) == 0)
		for (struct fi_info *j = all; j && !same; j = j->next)
			if (strcmp(j->fabric_attr->name, i->fabric_attr->name) == 0 && same_place(i, j))
				same = fi_dupinfo(j);
	if (all)
		fi_freeinfo(all);
	*keeps = same != NULL;
	return same ? same : fi_dupinfo(i);
}

/* Whether this host has an interface with an address, other than the loopback interface, that runs. */
static bool has_network(void)
{
	const unsigned runs = IFF_UP | IFF_RUNNING;
	struct ifaddrs *all;
	bool found = false;

	if (getifaddrs(&all) != 0)
		return true; /* not known */
	for (const struct ifaddrs *i = all; i; i = i->ifa_next)
		found |= (i->ifa_flags & (runs | IFF_LOOPBACK)) == runs && i->ifa_addr &&
		         (i->ifa_addr->sa_family == AF_INET || i->ifa_addr->sa_family == AF_INET6);
	freeifaddrs(all);
	return found;
}

int ga_ofi_choose(const struct ga_ofi_config *c, struct fi_info **info, bool *keeps_order, char why[GA_OFI_WHY])
{
	struct fi_info *all = NULL, *best;
	int rc;

	set_variables(c);
	rc = first_offers(c->provider, c->domain, &all);
	best = rc == 0 ? best_of(all, c) : NULL;
	*info = best ? ordered(best, keeps_order) : NULL;
	if (all)
		fi_freeinfo(all);
	if (*info)
		return 0;
	const char *advice = "";
	if (c->provider && strcmp(c->provider, "shm") == 0) {
		advice = ": shm joins processes of one host only";
	} else if (!has_network()) {
		advice = "; this host has no network interface but the loopback interface";
		rc = -ENETDOWN;
	}
	snprintf(why, GA_OFI_WHY, "libfabric %u.%u has no provider%s%s for reliable datagrams with remote memory access%s%s%s",
	         FI_MAJOR(fi_version()), FI_MINOR(fi_version()), c->provider ? " " : "", c->provider ? c->provider : "", c->domain ? " on " : "",
	         c->domain ? c->domain : "", advice);
	return rc != 0 ? rc : -FI_ENODEV;
}

int ga_ofi_list(const char *provider, void (*each)(void *, const char *, const char *, const char *), void *context)
{
	struct fi_info *all = NULL;
	int rc = first_offers(provider, NULL, &all), count = 0;

	for (struct fi_info *i = all; i; i = i->next, count++) {
		char address[128] = "";
		const struct sockaddr *at = i->src_addr;
		if (at && at->sa_family == AF_INET)
			inet_ntop(AF_INET, &((const struct sockaddr_in *)i->src_addr)->sin_addr, address, sizeof address);
		else if (at && at->sa_family == AF_INET6)
			inet_ntop(AF_INET6, &((const struct sockaddr_in6 *)i->src_addr)->sin6_addr, address, sizeof address);
		each(context, i->fabric_attr->prov_name, i->domain_attr->name, address);
	}
	if (all)
		fi_freeinfo(all);
	return rc == -FI_ENODATA ? 0 : rc != 0 ? rc : count;
}
