/* admit.h - which connections libfabric gets. */
#ifndef GA_OFI_ADMIT_H
#define GA_OFI_ADMIT_H

#include <pthread.h>
#include <stdatomic.h>

#include "guard.h"

/* Descriptors, the oldest first. */
struct ga_ofi_list {
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
	struct ga_ofi_list waiting;  /* connections that have been reported without first bytes */
	struct ga_ofi_list admitted; /* that libfabric may have */
};

/* Allocates the lists of a guard, and returns false where memory is short. The second function closes their connections and frees them. */
bool ga_ofi_admit_open(struct ga_ofi_guard *g);
void ga_ofi_admit_close(struct ga_ofi_guard *g);

/* Sockets that the calling thread listens on from now on are the guard's; NULL: they are no guard's. The second function ends that for a guard that is closed. */
void ga_ofi_admit_opening(struct ga_ofi_guard *g);
void ga_ofi_admit_closing(const struct ga_ofi_guard *g);

/* Functions of the C library. */
int ga_ofi_listen(int fd, int backlog);
int ga_ofi_accept(int fd, struct sockaddr *address, socklen_t *bytes);

#endif
