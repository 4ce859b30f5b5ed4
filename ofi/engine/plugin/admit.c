/* admit.c - which connections libfabric gets: those that begin with a record of a rank of the job.
 *
 * The kernel reports a connection only when its first bytes have come (TCP_DEFER_ACCEPT), but for a flood of connections, or one that is silent for long: these wait in a list, until a poll finds
 * their first bytes. Then the guard makes a connection to its own socket, so that libfabric calls accept. */
#define _GNU_SOURCE
#include "admit.h"

#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "door.h"

enum {
	SILENT = 60,  /* seconds for the first bytes of a connection, before it is reported without */
	WAITING = 64, /* connections without first bytes, beside one of each rank; the next one takes the place of the oldest */
	AT_ONCE = 64  /* connections of strangers that one call of accept gets rid of */
};

static __thread struct ga_ofi_guard *opening;

void ga_ofi_admit_opening(struct ga_ofi_guard *g) { opening = g; }

void ga_ofi_admit_closing(const struct ga_ofi_guard *g)
{
	if (opening == g)
		opening = NULL;
}

/* Whether a number is the largest of its rank so far. */
static bool is_new(struct ga_ofi_guard *g, uint32_t from, uint64_t number)
{
	uint64_t last = atomic_load(&g->numbers[from]);

	while (number > last)
		if (atomic_compare_exchange_weak(&g->numbers[from], &last, number))
			return true;
	return false;
}

enum verdict { REFUSED, ADMITTED, UNKNOWN };

/* Reads the record of a connection, and says whether libfabric may have it. */
static enum verdict judge(struct ga_ofi_guard *g, int fd)
{
	struct ga_ofi_record r;
	struct ga_ofi_door *d;
	uint32_t from;
	uint64_t number;
	const ssize_t n = recv(fd, &r, sizeof r, MSG_DONTWAIT);

	if (n < 0 && errno == EAGAIN)
		return UNKNOWN;
	if (n != sizeof r || !ga_ofi_record_read(&r, g->secret, g->rank, g->ranks, &from, &number) || !is_new(g, from, number))
		return REFUSED;
	if (!(d = ga_ofi_door_new(fd, g, BEGINS)))
		return REFUSED;
	d->rank = from;
	d->send = GA_SIPHASH_CODE;
	ga_ofi_record_answer(&r, g->secret, d->sent);
	return ADMITTED;
}

static int take(struct ga_ofi_list *l)
{
	const int fd = l->fds[0];

	memmove(l->fds, l->fds + 1, --l->count * sizeof *l->fds);
	return fd;
}

static void shut(int fd)
{
	ga_ofi_door_forget(fd);
	close(fd);
}

static void add(struct ga_ofi_list *l, int fd)
{
	if (l->count == l->room)
		shut(take(l));
	l->fds[l->count++] = fd;
}

/* The connection that has been admitted first, or -1. */
static int next_admitted(struct ga_ofi_guard *g)
{
	int fd = -1;

	pthread_mutex_lock(&g->lock);
	if (g->admitted.count > 0)
		fd = take(&g->admitted);
	pthread_mutex_unlock(&g->lock);
	return fd;
}

/* Makes the listening socket readable, for a call of accept. */
static void have_accepted(const struct ga_ofi_guard *g)
{
	const int fd = socket(g->own.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);

	if (fd < 0)
		return;
	(void)connect(fd, (const struct sockaddr *)&g->own, g->own.ss_family == AF_INET ? sizeof(struct sockaddr_in) : sizeof(struct sockaddr_in6));
	(void)send(fd, "", 1, MSG_NOSIGNAL);
	close(fd);
}

static bool is_empty(const struct ga_ofi_guard *g)
{
	return atomic_load_explicit(&g->waiting.count, memory_order_relaxed) == 0 &&
	       atomic_load_explicit(&g->admitted.count, memory_order_relaxed) == 0;
}

void ga_ofi_guard_poll(struct ga_ofi_guard *g)
{
	size_t kept = 0;

	if (is_empty(g))
		return;
	pthread_mutex_lock(&g->lock);
	for (size_t i = 0; i < g->waiting.count; i++) {
		const int fd = g->waiting.fds[i];
		switch (judge(g, fd)) {
		case UNKNOWN: g->waiting.fds[kept++] = fd; break;
		case REFUSED: close(fd); break;
		case ADMITTED: add(&g->admitted, fd); break;
		}
	}
	g->waiting.count = kept;
	pthread_mutex_unlock(&g->lock);
	if (g->admitted.count > 0)
		have_accepted(g);
}

int ga_ofi_listen(int fd, int backlog)
{
	ga_ofi_door_forget(fd);
	if (opening) {
		const int seconds = SILENT;
		if (!ga_ofi_door_new(fd, opening, LISTENS)) {
			errno = ENOMEM;
			return -1;
		}
		opening->listens = true;
		(void)getsockname(fd, (struct sockaddr *)&opening->own, &(socklen_t){sizeof opening->own});
		(void)setsockopt(fd, IPPROTO_TCP, TCP_DEFER_ACCEPT, &seconds, sizeof seconds);
	}
	return listen(fd, backlog);
}

int ga_ofi_accept(int fd, struct sockaddr *address, socklen_t *bytes)
{
	const struct ga_ofi_door *d = ga_ofi_door(fd);
	struct ga_ofi_guard *g = d && d->state == LISTENS ? d->guard : NULL;
	int peer = g ? next_admitted(g) : -1;

	if (peer >= 0) {
		if (address)
			(void)getpeername(peer, address, bytes);
		return peer;
	}
	for (int i = 0; i < AT_ONCE; i++) { /* a provider accepts one connection for each time that it looks, which strangers must not use up */
		if (i > 0 && poll(&(struct pollfd){.fd = fd, .events = POLLIN}, 1, 0) <= 0)
			break;
		if ((peer = accept(fd, address, bytes)) < 0)
			return peer;
		ga_ofi_door_forget(peer);
		switch (g ? judge(g, peer) : ADMITTED) {
		case ADMITTED: return peer;
		case UNKNOWN:
			pthread_mutex_lock(&g->lock);
			add(&g->waiting, peer);
			pthread_mutex_unlock(&g->lock);
			break;
		case REFUSED: close(peer);
		}
	}
	errno = EAGAIN;
	return -1;
}

bool ga_ofi_admit_open(struct ga_ofi_guard *g)
{
	pthread_mutex_init(&g->lock, NULL);
	g->waiting.room = g->admitted.room = WAITING + (size_t)g->ranks;
	g->waiting.fds = calloc(g->waiting.room, sizeof *g->waiting.fds);
	g->admitted.fds = calloc(g->admitted.room, sizeof *g->admitted.fds);
	return g->waiting.fds && g->admitted.fds;
}

void ga_ofi_admit_close(struct ga_ofi_guard *g)
{
	while (g->waiting.count > 0)
		shut(take(&g->waiting));
	while (g->admitted.count > 0)
		shut(take(&g->admitted));
	pthread_mutex_destroy(&g->lock);
	free(g->waiting.fds);
	free(g->admitted.fds);
}
