/* guard.c - has the TCP connections of libfabric's providers begin with a proof that both ends know the job's secret.
 *
 * The providers accept every connection, and believe the first message about who has sent it. A peer may write and read memory, and what it should not send crashes libfabric. So
 * functions of this library stand between libfabric and the C library (imports.c). What a rank sends first through a connection that it opens follows a record (record.c): its rank, the
 * target's, a number that grows, and a code of them. The target hands a connection to libfabric when it has read the record; connections that begin otherwise it closes (admit.c).
 * Its own first bytes are a code, too, without which the rank that has opened the connection gets none of the others (door.c): a process may listen at the address of a rank that has
 * ended. A number that is not larger than the last one of that rank is refused, so nothing is gained by sending again what a rank has sent. Nothing of this waits. */
#define _GNU_SOURCE
#include "guard.h"

#include <errno.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "admit.h"
#include "door.h"
#include "imports.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct ga_ofi_guard *guards; /* guarded by the lock */

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

static int ga_ofi_connect(int fd, const struct sockaddr *address, socklen_t bytes)
{
	uint32_t to;
	struct ga_ofi_guard *g = guard_of(address, bytes, &to);
	struct ga_ofi_record r;
	struct ga_ofi_door *d;

	ga_ofi_door_forget(fd);
	if (!g)
		return connect(fd, address, bytes);
	if (!(d = ga_ofi_door_new(fd, g, BEGINS))) {
		errno = ENOMEM;
		return -1;
	}
	ga_ofi_record_make(&r, g->secret, g->rank, to);
	d->rank = to;
	d->send = sizeof r;
	memcpy(d->sent, &r, sizeof r);
	d->receive = GA_SIPHASH_CODE;
	ga_ofi_record_answer(&r, g->secret, d->received);
	return connect(fd, address, bytes);
}

static int ga_ofi_close(int fd)
{
	ga_ofi_door_forget(fd);
	return close(fd);
}

#define FUNCTION(name)                                  \
	{                                               \
#name, (void *)(uintptr_t)ga_ofi_##name \
	}

/* libfabric needs the first ones for every provider over TCP. */
static const struct ga_ofi_import imports[] = {FUNCTION(listen), FUNCTION(accept), FUNCTION(connect),  FUNCTION(close),  FUNCTION(send),
                                               FUNCTION(recv),   FUNCTION(sendto), FUNCTION(sendmsg),  FUNCTION(write),  FUNCTION(writev),
                                               FUNCTION(read),   FUNCTION(readv),  FUNCTION(recvfrom), FUNCTION(recvmsg)};

enum { NEEDED = 6 };

static void free_guard(struct ga_ofi_guard *g)
{
	ga_ofi_admit_close(g);
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
	g->numbers = calloc(ranks, sizeof *g->numbers);
	if (!ga_ofi_admit_open(g) || !g->numbers) {
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
	ga_ofi_admit_opening(g);
	return g;
}

bool ga_ofi_guard_opened(struct ga_ofi_guard *g)
{
	ga_ofi_admit_opening(NULL);
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
	ga_ofi_admit_closing(g);
	pthread_mutex_lock(&lock);
	for (struct ga_ofi_guard **at = &guards; *at; at = &(*at)->next)
		if (*at == g) {
			*at = g->next;
			break;
		}
	pthread_mutex_unlock(&lock);
	ga_ofi_door_forget_all(g);
	free_guard(g);
}
