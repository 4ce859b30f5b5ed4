/* sockets.c - finds the sockets of an endpoint of ofi_rxm over tcp among the descriptors of this process.
 *
 * A completion queue with a wait object makes the provider tcp keep its sockets in an epoll. The kernel notifies the epoll of each packet, and the provider reads it in each poll,
 * although the rank does not sleep. This adds 0.5 us to each way of a message. Without a wait object the provider calls poll(2), and the engine has to find the sockets for a rank that
 * sleeps. libfabric has no call that returns them. Their addresses identify them: the listening socket and the connections that it has accepted have the endpoint's address, and the
 * connections that the endpoint has opened have the address of a peer at the other end.
 *
 * Callers poll again after a while in any case, so a socket that the search misses delays a message, but loses none.
 */
#define _GNU_SOURCE
#include "sockets.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdbool.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define GAP 100                      /* unused descriptors in a row that end a search */
#define SEARCH_NS UINT64_C(50000000) /* most time between two searches: a socket may have taken the number of a file that was closed */

void ga_ofi_sockets_init(struct ga_ofi_sockets *s, const void *own, const void *addresses, size_t each, size_t count)
{
	memset(s, 0, sizeof *s);
	if (each > sizeof s->own)
		return;
	memcpy(&s->own, own, each);
	for (; s->count < count && s->count < GA_OFI_SOCKET_PEERS; s->count++)
		memcpy(&s->peers[s->count], (const char *)addresses + s->count * each, each);
}

static bool same(const struct sockaddr_storage *a, const struct sockaddr_storage *b)
{
	if (a->ss_family != b->ss_family)
		return false;
	if (a->ss_family == AF_INET) {
		const struct sockaddr_in *x = (const void *)a, *y = (const void *)b;
		return x->sin_port == y->sin_port && x->sin_addr.s_addr == y->sin_addr.s_addr;
	}
	const struct sockaddr_in6 *x = (const void *)a, *y = (const void *)b;
	return a->ss_family == AF_INET6 && x->sin6_port == y->sin6_port && memcmp(&x->sin6_addr, &y->sin6_addr, sizeof x->sin6_addr) == 0;
}

static bool is_ours(const struct ga_ofi_sockets *s, int fd)
{
	struct sockaddr_storage at = {0};
	socklen_t bytes = sizeof at;

	errno = 0;
	if (getsockname(fd, (struct sockaddr *)&at, &bytes) != 0)
		return false;
	if (same(&at, &s->own))
		return true;
	bytes = sizeof at;
	if (getpeername(fd, (struct sockaddr *)&at, &bytes) != 0)
		return false;
	for (size_t i = 0; i < s->count; i++)
		if (same(&at, &s->peers[i]))
			return true;
	return false;
}

/* The kernel gives a socket the lowest unused number, so behind many unused ones there are none. /proc/self/fd would tell the numbers, but takes longer. */
static void search(struct ga_ofi_sockets *s)
{
	s->found = 0;
	for (int fd = STDERR_FILENO + 1, unused = 0; (unused < GAP || fd <= s->highest) && s->found < GA_OFI_FDS; fd++) {
		if (is_ours(s, fd)) {
			s->fds[s->found++] = fd;
			if (fd > s->highest)
				s->highest = fd;
		}
		unused = errno == EBADF ? unused + 1 : 0;
	}
}

/* The number that the next socket would have. It changes when one is opened or closed. */
static int lowest_free(const struct ga_ofi_sockets *s)
{
	const int fd = s->found > 0 ? fcntl(s->fds[0], F_DUPFD_CLOEXEC, 0) : -1;

	if (fd >= 0)
		close(fd);
	return fd;
}

static uint64_t now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

int ga_ofi_sockets_arm(struct ga_ofi_sockets *s, struct pollfd fds[GA_OFI_FDS])
{
	const short over = POLLHUP | POLLERR | POLLNVAL | POLLRDHUP;
	int count = 0;

	if (lowest_free(s) != s->lowest_free || now() - s->searched > SEARCH_NS) {
		search(s);
		s->searched = now();
		s->lowest_free = lowest_free(s);
	}
	for (int i = 0; i < s->found; i++)
		fds[i] = (struct pollfd){.fd = s->fds[i], .events = POLLIN | POLLOUT | POLLRDHUP};
	if (poll(fds, (nfds_t)s->found, 0) < 0)
		return 0;
	/* The provider has sent what a socket with room could take, so only others are to be waited for. A connection that is over, but not closed yet, would end every sleep. */
	for (int i = 0; i < s->found; i++)
		if (!(fds[i].revents & over))
			fds[count++] = (struct pollfd){.fd = fds[i].fd, .events = fds[i].revents & POLLOUT ? POLLIN : POLLIN | POLLOUT};
	return count;
}
