/* guard.c - has the TCP connections of libfabric's providers begin with a proof that both ends know the job's secret.
 *
 * The providers accept every connection, and believe the first message about who has sent it. A peer may write and read memory, and what it should not send crashes libfabric. So
 * the functions of this file stand between libfabric and the C library (imports.c). What a rank sends first through a connection that it opens follows a record: its rank, the
 * target's, a number that grows, and a code of them (siphash.h). The target hands a connection to libfabric when it has read the record; connections that begin otherwise it closes.
 * Its own first bytes are a code, too, without which the rank that has opened the connection gets none of the others: a process may listen at the address of a rank that has ended.
 * A number that is not larger than the last one of that rank is refused, so nothing is gained by sending again what a rank has sent.
 *
 * Nothing of this waits. The kernel reports a connection only when its first bytes have come (TCP_DEFER_ACCEPT), but for a flood of connections, or one that is silent for long: these wait in a
 * list, until a poll finds their first bytes. Then the guard makes a connection to its own socket, so that libfabric calls accept. The record and the provider's first message are one call of sendmsg, and so are
 * the answer and the first message of the target, because the providers expect their first message in one piece. */
#define _GNU_SOURCE
#include "guard.h"

#include <errno.h>
#include <limits.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#include "imports.h"
#include "siphash.h"

enum {
	SOCKETS = 1 << 16, /* descriptors from this number on carry no connection */
	SILENT = 60,       /* seconds for the first bytes of a connection, before it is reported without */
	WAITING = 64,      /* connections without first bytes, beside one of each rank; the next one takes the place of the oldest */
	AT_ONCE = 64,      /* connections of strangers that one call of accept gets rid of */
	PIECES = 16        /* of a first message */
};

/* What a connection begins with, little-endian. */
struct record {
	unsigned char mark[8], from[4], to[4], number[8], code[GA_SIPHASH_CODE];
};

static const unsigned char mark[8] = {'g', 'a', 's', 'n', 'e', 't', 'g', 'o'};

/* Descriptors, the oldest first. */
struct list {
	int *fds;
	size_t room;
	_Atomic size_t count;
};

struct ga_ofi_guard {
	struct ga_ofi_guard *next;
	unsigned char secret[GA_OFI_SECRET];
	uint32_t rank, ranks;
	char *addresses; /* of all ranks, each in `each` bytes; NULL: not known yet */
	size_t each;
	_Atomic uint64_t *numbers; /* by rank: the last one that has come */
	_Atomic uint32_t lost;
	bool listens;

	struct sockaddr_storage own; /* that it listens at */
	pthread_mutex_t lock;        /* guards what follows */
	struct list waiting;         /* connections that have been reported without first bytes */
	struct list admitted;        /* that libfabric may have */
};

/* What a guard knows about a descriptor. It belongs to the thread that uses the descriptor. Its memory is allocated once and never freed, for the provider sockets has threads of its own. */
struct door {
	struct ga_ofi_guard *guard;
	_Atomic enum { NONE, LISTENS, BEGINS, OPEN } state; /* BEGINS: bytes are due */
	uint32_t rank;                                      /* of the other end */
	size_t send, receive;                               /* bytes of ours that are due before all others */
	unsigned char sent[sizeof(struct record)], received[GA_SIPHASH_CODE];
};

/* libfabric calls these functions with a descriptor and nothing else, so what belongs to it can only be found here. */
static struct door *_Atomic doors[SOCKETS];
static _Atomic int highest; /* that has one */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct ga_ofi_guard *guards; /* guarded by the lock */
static __thread struct ga_ofi_guard *opening;

/* NULL: the descriptor is no guard's. */
static struct door *door(int fd)
{
	struct door *d = fd >= 0 && fd < SOCKETS ? atomic_load_explicit(&doors[fd], memory_order_acquire) : NULL;
	return d && atomic_load_explicit(&d->state, memory_order_relaxed) != NONE ? d : NULL;
}

static void forget(int fd)
{
	struct door *d = door(fd);

	if (d)
		d->state = NONE;
}

static struct door *new_door(int fd, struct ga_ofi_guard *g, int state)
{
	struct door *d = fd < SOCKETS ? atomic_load(&doors[fd]) : NULL;

	if (fd >= SOCKETS || (!d && !(d = calloc(1, sizeof *d))))
		return NULL;
	atomic_store_explicit(&doors[fd], d, memory_order_release);
	for (int last = atomic_load(&highest); last < fd && !atomic_compare_exchange_weak(&highest, &last, fd);)
		;
	d->guard = g;
	d->send = d->receive = 0;
	d->state = state;
	return d;
}

static void put32(unsigned char *b, uint32_t v)
{
	for (int i = 0; i < 4; i++, v >>= 8)
		b[i] = (unsigned char)v;
}

static uint32_t get32(const unsigned char *b) { return (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24; }

/* Grows in a process, and from one process that is this rank to the next. */
static uint64_t new_number(void)
{
	static _Atomic uint64_t last;
	struct timespec t;
	uint64_t before, now;

	clock_gettime(CLOCK_REALTIME, &t);
	now = (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
	before = atomic_load(&last);
	do {
		if (now <= before)
			now = before + 1;
	} while (!atomic_compare_exchange_weak(&last, &before, now));
	return now;
}

/* The code of a record, or of the answer to it. */
static void sign(const struct ga_ofi_guard *g, const struct record *r, bool answer, unsigned char code[GA_SIPHASH_CODE])
{
	unsigned char text[offsetof(struct record, code) + 1];

	memcpy(text, r, offsetof(struct record, code));
	text[sizeof text - 1] = answer;
	ga_siphash(g->secret, text, sizeof text, code);
}

/* Takes as long whatever the codes are. */
static bool equal(const unsigned char a[GA_SIPHASH_CODE], const unsigned char b[GA_SIPHASH_CODE])
{
	unsigned char differ = 0;

	for (int i = 0; i < GA_SIPHASH_CODE; i++)
		differ |= a[i] ^ b[i];
	return differ == 0;
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
	unsigned char code[GA_SIPHASH_CODE];
	struct record r;
	struct door *d;
	const ssize_t n = recv(fd, &r, sizeof r, MSG_DONTWAIT);

	if (n < 0 && errno == EAGAIN)
		return UNKNOWN;
	if (n != sizeof r || memcmp(r.mark, mark, sizeof mark) != 0)
		return REFUSED;
	sign(g, &r, false, code);
	if (!equal(code, r.code) || get32(r.to) != g->rank || get32(r.from) >= g->ranks || !is_new(g, get32(r.from), ga_siphash_load(r.number)))
		return REFUSED;
	if (!(d = new_door(fd, g, BEGINS)))
		return REFUSED;
	d->rank = get32(r.from);
	d->send = GA_SIPHASH_CODE;
	sign(g, &r, true, d->sent);
	return ADMITTED;
}

static int take(struct list *l)
{
	const int fd = l->fds[0];

	memmove(l->fds, l->fds + 1, --l->count * sizeof *l->fds);
	return fd;
}

static void shut(int fd)
{
	forget(fd);
	close(fd);
}

static void add(struct list *l, int fd)
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
	(void)send(fd, mark, 1, MSG_NOSIGNAL);
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

static int guarded_listen(int fd, int backlog)
{
	forget(fd);
	if (opening) {
		const int seconds = SILENT;
		if (!new_door(fd, opening, LISTENS)) {
			errno = ENOMEM;
			return -1;
		}
		opening->listens = true;
		(void)getsockname(fd, (struct sockaddr *)&opening->own, &(socklen_t){sizeof opening->own});
		(void)setsockopt(fd, IPPROTO_TCP, TCP_DEFER_ACCEPT, &seconds, sizeof seconds);
	}
	return listen(fd, backlog);
}

static int guarded_accept(int fd, struct sockaddr *address, socklen_t *bytes)
{
	const struct door *d = door(fd);
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
		forget(peer);
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

static bool same_place(const struct sockaddr *a, const struct sockaddr *b)
{
	if (a->sa_family != b->sa_family)
		return false;
	if (a->sa_family == AF_INET) {
		const struct sockaddr_in *x = (const void *)a, *y = (const void *)b;
		return x->sin_port == y->sin_port && x->sin_addr.s_addr == y->sin_addr.s_addr;
	}
	const struct sockaddr_in6 *x = (const void *)a, *y = (const void *)b;
	return a->sa_family == AF_INET6 && x->sin6_port == y->sin6_port && memcmp(&x->sin6_addr, &y->sin6_addr, sizeof x->sin6_addr) == 0;
}

/* The guard that has a rank at this address, or NULL. Engines of one process may have the same peers: a guard does not connect to its own. */
static struct ga_ofi_guard *guard_of(const struct sockaddr *address, socklen_t bytes, uint32_t *rank)
{
	struct ga_ofi_guard *found = NULL;

	pthread_mutex_lock(&lock);
	for (struct ga_ofi_guard *g = guards; g; g = g->next) {
		if (!g->addresses || bytes < g->each || (found && found->rank != *rank))
			continue;
		for (uint32_t r = 0; r < g->ranks; r++)
			if (same_place(address, (const void *)(g->addresses + r * g->each))) {
				found = g;
				*rank = r;
				break;
			}
	}
	pthread_mutex_unlock(&lock);
	return found;
}

static int guarded_connect(int fd, const struct sockaddr *address, socklen_t bytes)
{
	uint32_t to;
	struct ga_ofi_guard *g = guard_of(address, bytes, &to);
	struct record r;
	struct door *d;

	forget(fd);
	if (!g)
		return connect(fd, address, bytes);
	if (!(d = new_door(fd, g, BEGINS))) {
		errno = ENOMEM;
		return -1;
	}
	memcpy(r.mark, mark, sizeof mark);
	put32(r.from, g->rank);
	put32(r.to, to);
	ga_siphash_store(r.number, new_number());
	sign(g, &r, false, r.code);
	d->rank = to;
	d->send = sizeof r;
	memcpy(d->sent, &r, sizeof r);
	d->receive = GA_SIPHASH_CODE;
	sign(g, &r, true, d->received);
	return connect(fd, address, bytes);
}

static int guarded_close(int fd)
{
	forget(fd);
	return close(fd);
}

static void settle(struct door *d)
{
	if (d->send == 0 && d->receive == 0)
		d->state = OPEN;
}

/* Sends what is due and a first message. A socket that has sent nothing has space for both; if it had not, the provider would have to begin again. */
static ssize_t send_first(int fd, struct door *d, const struct iovec *iov, size_t count, int flags)
{
	struct iovec all[PIECES + 1] = {{d->sent, d->send}};
	struct msghdr m = {.msg_iov = all};
	ssize_t n;

	for (m.msg_iovlen = 1; m.msg_iovlen <= count && m.msg_iovlen <= PIECES; m.msg_iovlen++)
		all[m.msg_iovlen] = iov[m.msg_iovlen - 1];
	n = sendmsg(fd, &m, flags);
	if (n < 0)
		return n;
	if ((size_t)n < d->send) {
		shutdown(fd, SHUT_RDWR);
		errno = ECONNABORTED;
		return -1;
	}
	n -= (ssize_t)d->send;
	d->send = 0;
	settle(d);
	return n;
}

/* Reads the answer of the other end. Returns 1 when that has come, 0 if the connection has ended, -1 and an errno otherwise. */
static int receive_first(int fd, struct door *d)
{
	unsigned char answer[GA_SIPHASH_CODE];
	ssize_t n = recv(fd, answer, d->receive, MSG_PEEK | MSG_DONTWAIT);

	if (n <= 0)
		return (int)n;
	if ((size_t)n < d->receive) {
		errno = EAGAIN;
		return -1;
	}
	if (!equal(answer, d->received)) {
		shutdown(fd, SHUT_RDWR);
		errno = ECONNREFUSED;
		return -1;
	}
	(void)recv(fd, answer, d->receive, MSG_DONTWAIT);
	d->receive = 0;
	settle(d);
	return 1;
}

/* Notes that a connection has ended, for a sentence. */
static ssize_t received(struct door *d, ssize_t n)
{
	if (n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR))
		atomic_store(&d->guard->lost, d->rank);
	return n;
}

static bool owes(const struct door *d) { return d && d->state == BEGINS && d->send > 0; }

static ssize_t guarded_sendmsg(int fd, const struct msghdr *m, int flags)
{
	struct door *d = door(fd);
	return owes(d) ? send_first(fd, d, m->msg_iov, m->msg_iovlen, flags) : sendmsg(fd, m, flags);
}

static ssize_t guarded_send(int fd, const void *from, size_t bytes, int flags)
{
	struct door *d = door(fd);
	return owes(d) ? send_first(fd, d, &(struct iovec){(void *)(uintptr_t)from, bytes}, 1, flags) : send(fd, from, bytes, flags);
}

static ssize_t guarded_sendto(int fd, const void *from, size_t bytes, int flags, const struct sockaddr *to, socklen_t length)
{
	return owes(door(fd)) ? guarded_send(fd, from, bytes, flags) : sendto(fd, from, bytes, flags, to, length);
}

static ssize_t guarded_write(int fd, const void *from, size_t bytes)
{
	return owes(door(fd)) ? guarded_send(fd, from, bytes, 0) : write(fd, from, bytes);
}

static ssize_t guarded_writev(int fd, const struct iovec *iov, int count)
{
	struct door *d = door(fd);
	return owes(d) ? send_first(fd, d, iov, (size_t)count, 0) : writev(fd, iov, count);
}

/* A receiving function, but for the sockets of the guards. */
#define RECEIVE(fd, call)                                      \
	do {                                                   \
		struct door *d = door(fd);                     \
		if (!d)                                        \
			return call;                           \
		if (d->state == BEGINS && d->receive > 0) {    \
			const int came = receive_first(fd, d); \
			if (came <= 0)                         \
				return received(d, came);      \
		}                                              \
		return received(d, call);                      \
	} while (0)

static ssize_t guarded_recv(int fd, void *to, size_t bytes, int flags) { RECEIVE(fd, recv(fd, to, bytes, flags)); }

static ssize_t guarded_recvfrom(int fd, void *to, size_t bytes, int flags, struct sockaddr *from, socklen_t *length)
{
	RECEIVE(fd, recvfrom(fd, to, bytes, flags, from, length));
}

static ssize_t guarded_recvmsg(int fd, struct msghdr *m, int flags)
{
	if (flags & MSG_ERRQUEUE)
		return recvmsg(fd, m, flags);
	RECEIVE(fd, recvmsg(fd, m, flags));
}

static ssize_t guarded_read(int fd, void *to, size_t bytes) { RECEIVE(fd, read(fd, to, bytes)); }
static ssize_t guarded_readv(int fd, const struct iovec *iov, int count) { RECEIVE(fd, readv(fd, iov, count)); }

#define FUNCTION(name)                                   \
	{                                                \
#name, (void *)(uintptr_t)guarded_##name \
	}

/* libfabric needs the first ones for every provider over TCP. */
static const struct ga_ofi_import imports[] = {FUNCTION(listen), FUNCTION(accept), FUNCTION(connect),  FUNCTION(close),  FUNCTION(send),
                                               FUNCTION(recv),   FUNCTION(sendto), FUNCTION(sendmsg),  FUNCTION(write),  FUNCTION(writev),
                                               FUNCTION(read),   FUNCTION(readv),  FUNCTION(recvfrom), FUNCTION(recvmsg)};

enum { NEEDED = 6 };

static void free_guard(struct ga_ofi_guard *g)
{
	while (g->waiting.count > 0)
		shut(take(&g->waiting));
	while (g->admitted.count > 0)
		shut(take(&g->admitted));
	pthread_mutex_destroy(&g->lock);
	free(g->waiting.fds);
	free(g->admitted.fds);
	free(g->addresses);
	free(g->numbers);
	free(g);
}

static struct ga_ofi_guard *new_guard(const unsigned char secret[GA_OFI_SECRET], uint32_t rank, uint32_t ranks)
{
	struct ga_ofi_guard *g = calloc(1, sizeof *g);

	if (!g)
		return NULL;
	memcpy(g->secret, secret, sizeof g->secret);
	g->rank = rank;
	g->ranks = ranks;
	g->lost = UINT32_MAX;
	pthread_mutex_init(&g->lock, NULL);
	g->waiting.room = g->admitted.room = WAITING + (size_t)ranks;
	g->waiting.fds = calloc(g->waiting.room, sizeof *g->waiting.fds);
	g->admitted.fds = calloc(g->admitted.room, sizeof *g->admitted.fds);
	g->numbers = calloc(ranks, sizeof *g->numbers);
	if (!g->waiting.fds || !g->admitted.fds || !g->numbers) {
		free_guard(g);
		return NULL;
	}
	return g;
}

struct ga_ofi_guard *ga_ofi_guard_open(const unsigned char secret[GA_OFI_SECRET], uint32_t rank, uint32_t ranks, const char **why)
{
	const unsigned long needed = (1UL << NEEDED) - 1;
	struct ga_ofi_guard *g;

	pthread_mutex_lock(&lock);
	const unsigned long found = ga_ofi_replace(imports, sizeof imports / sizeof imports[0]);
	g = (found & needed) == needed ? new_guard(secret, rank, ranks) : NULL;
	if (g) {
		g->next = guards;
		guards = g;
	}
	pthread_mutex_unlock(&lock);
	if (!g)
		*why = (found & needed) == needed ? "no memory" : "this libfabric does not open its connections by functions of the C library";
	opening = g;
	return g;
}

bool ga_ofi_guard_opened(struct ga_ofi_guard *g)
{
	opening = NULL;
	return g->listens;
}

bool ga_ofi_guard_connect(struct ga_ofi_guard *g, const void *addresses, size_t each, uint32_t count)
{
	char *all = each >= sizeof(struct sockaddr_in) && count == g->ranks ? malloc(each * count) : NULL;

	if (!all)
		return false;
	memcpy(all, addresses, each * count);
	pthread_mutex_lock(&lock);
	g->addresses = all;
	g->each = each;
	pthread_mutex_unlock(&lock);
	return true;
}

uint32_t ga_ofi_guard_lost(struct ga_ofi_guard *g) { return atomic_exchange(&g->lost, UINT32_MAX); }

void ga_ofi_guard_close(struct ga_ofi_guard *g)
{
	if (!g)
		return;
	if (opening == g)
		opening = NULL;
	pthread_mutex_lock(&lock);
	for (struct ga_ofi_guard **at = &guards; *at; at = &(*at)->next)
		if (*at == g) {
			*at = g->next;
			break;
		}
	pthread_mutex_unlock(&lock);
	for (int fd = 0; fd <= atomic_load(&highest); fd++) {
		const struct door *d = door(fd);
		if (d && d->guard == g)
			forget(fd);
	}
	free_guard(g);
}
