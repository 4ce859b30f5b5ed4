/* door.c - what the guards know about descriptors, and the functions through which libfabric sends and receives.
 *
 * The record and the provider's first message are one call of sendmsg, and so are the answer and the first message of the target, because the providers expect their first message in one piece. */
#define _GNU_SOURCE
#include "door.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "admit.h"

enum {
	SOCKETS = 1 << 16, /* descriptors from this number on carry no connection */
	PIECES = 16        /* of a first message */
};

/* libfabric calls these functions with a descriptor and nothing else, so what belongs to it can only be found here. */
static struct ga_ofi_door *_Atomic doors[SOCKETS];
static _Atomic int highest; /* that has one */

struct ga_ofi_door *ga_ofi_door(int fd)
{
	struct ga_ofi_door *d = fd >= 0 && fd < SOCKETS ? atomic_load_explicit(&doors[fd], memory_order_acquire) : NULL;
	return d && atomic_load_explicit(&d->state, memory_order_relaxed) != NONE ? d : NULL;
}

void ga_ofi_door_forget(int fd)
{
	struct ga_ofi_door *d = ga_ofi_door(fd);

	if (d)
		d->state = NONE;
}

struct ga_ofi_door *ga_ofi_door_new(int fd, struct ga_ofi_guard *g, int state)
{
	struct ga_ofi_door *d = fd < SOCKETS ? atomic_load(&doors[fd]) : NULL;

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

void ga_ofi_door_forget_all(const struct ga_ofi_guard *g)
{
	for (int fd = 0; fd <= atomic_load(&highest); fd++) {
		const struct ga_ofi_door *d = ga_ofi_door(fd);
		if (d && d->guard == g)
			ga_ofi_door_forget(fd);
	}
}

static void settle(struct ga_ofi_door *d)
{
	if (d->send == 0 && d->receive == 0)
		d->state = OPEN;
}

/* Sends what is due and a first message. A socket that has sent nothing has space for both; if it had not, the provider would have to begin again. */
static ssize_t send_first(int fd, struct ga_ofi_door *d, const struct iovec *iov, size_t count, int flags)
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
static int receive_first(int fd, struct ga_ofi_door *d)
{
	unsigned char answer[GA_SIPHASH_CODE];
	ssize_t n = recv(fd, answer, d->receive, MSG_PEEK | MSG_DONTWAIT);

	if (n <= 0)
		return (int)n;
	if ((size_t)n < d->receive) {
		errno = EAGAIN;
		return -1;
	}
	if (!ga_ofi_record_equal(answer, d->received)) {
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
static ssize_t received(struct ga_ofi_door *d, ssize_t n)
{
	if (n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR))
		atomic_store(&d->guard->lost, d->rank);
	return n;
}

static bool is_due(const struct ga_ofi_door *d) { return d && d->state == BEGINS && d->send > 0; }

ssize_t ga_ofi_sendmsg(int fd, const struct msghdr *m, int flags)
{
	struct ga_ofi_door *d = ga_ofi_door(fd);
	return is_due(d) ? send_first(fd, d, m->msg_iov, m->msg_iovlen, flags) : sendmsg(fd, m, flags);
}

ssize_t ga_ofi_send(int fd, const void *from, size_t bytes, int flags)
{
	struct ga_ofi_door *d = ga_ofi_door(fd);
	return is_due(d) ? send_first(fd, d, &(struct iovec){(void *)(uintptr_t)from, bytes}, 1, flags) : send(fd, from, bytes, flags);
}

ssize_t ga_ofi_sendto(int fd, const void *from, size_t bytes, int flags, const struct sockaddr *to, socklen_t length)
{
	return is_due(ga_ofi_door(fd)) ? ga_ofi_send(fd, from, bytes, flags) : sendto(fd, from, bytes, flags, to, length);
}

ssize_t ga_ofi_write(int fd, const void *from, size_t bytes)
{
	return is_due(ga_ofi_door(fd)) ? ga_ofi_send(fd, from, bytes, 0) : write(fd, from, bytes);
}

ssize_t ga_ofi_writev(int fd, const struct iovec *iov, int count)
{
	struct ga_ofi_door *d = ga_ofi_door(fd);
	return is_due(d) ? send_first(fd, d, iov, (size_t)count, 0) : writev(fd, iov, count);
}

/* A receiving function, but for the sockets of the guards. */
#define RECEIVE(fd, call)                                      \
	do {                                                   \
		struct ga_ofi_door *d = ga_ofi_door(fd);       \
		if (!d)                                        \
			return call;                           \
		if (d->state == BEGINS && d->receive > 0) {    \
			const int came = receive_first(fd, d); \
			if (came <= 0)                         \
				return received(d, came);      \
		}                                              \
		return received(d, call);                      \
	} while (0)

ssize_t ga_ofi_recv(int fd, void *to, size_t bytes, int flags) { RECEIVE(fd, recv(fd, to, bytes, flags)); }

ssize_t ga_ofi_recvfrom(int fd, void *to, size_t bytes, int flags, struct sockaddr *from, socklen_t *length)
{
	RECEIVE(fd, recvfrom(fd, to, bytes, flags, from, length));
}

ssize_t ga_ofi_recvmsg(int fd, struct msghdr *m, int flags)
{
	if (flags & MSG_ERRQUEUE)
		return recvmsg(fd, m, flags);
	RECEIVE(fd, recvmsg(fd, m, flags));
}

ssize_t ga_ofi_read(int fd, void *to, size_t bytes) { RECEIVE(fd, read(fd, to, bytes)); }
ssize_t ga_ofi_readv(int fd, const struct iovec *iov, int count) { RECEIVE(fd, readv(fd, iov, count)); }
