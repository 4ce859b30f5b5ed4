/* sockets.h - the sockets of an endpoint of ofi_rxm over tcp. */
#ifndef GA_OFI_SOCKETS_H
#define GA_OFI_SOCKETS_H

#include <poll.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>

#include "../engine.h"

struct ga_ofi_sockets {
	struct sockaddr_storage own, peers[GA_OFI_SOCKET_PEERS];
	size_t count; /* of peers */
	int fds[GA_OFI_FDS];
	int found;         /* of those */
	int highest;       /* that has ever been found */
	int lowest_free;   /* descriptor, at the last search */
	uint64_t searched; /* when, in ns of the monotonic clock; 0: not yet */
};

/* own is the endpoint's address, addresses are those of peers 0 to count - 1, at most GA_OFI_SOCKET_PEERS, each in `each` bytes. */
void ga_ofi_sockets_init(struct ga_ofi_sockets *s, const void *own, const void *addresses, size_t each, size_t count);

/* Stores what to wait for, and returns the number of descriptors. */
int ga_ofi_sockets_arm(struct ga_ofi_sockets *s, struct pollfd fds[GA_OFI_FDS]);

#endif
