/* door.h - what the guards know about descriptors, and the functions through which libfabric sends and receives. */
#ifndef GA_OFI_DOOR_H
#define GA_OFI_DOOR_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>
#include <sys/uio.h>

#include "record.h"

/* What a guard knows about a descriptor. It belongs to the thread that uses the descriptor. Its memory is allocated once and never freed, for the provider sockets has threads of its own. */
struct ga_ofi_door {
	struct ga_ofi_guard *guard;
	_Atomic enum { NONE, LISTENS, BEGINS, OPEN } state; /* BEGINS: bytes are due */
	uint32_t rank;                                      /* of the other end */
	size_t send, receive;                               /* bytes of ours that are due before all others */
	unsigned char sent[sizeof(struct ga_ofi_record)], received[GA_SIPHASH_CODE];
};

/* The door of a descriptor, or NULL: the descriptor is no guard's. */
struct ga_ofi_door *ga_ofi_door(int fd);

/* A door without bytes that are due, in a state; NULL: no memory, or the descriptor's number is too large. */
struct ga_ofi_door *ga_ofi_door_new(int fd, struct ga_ofi_guard *g, int state);

/* From now on the descriptor is no guard's. The second function does that for all of a guard. */
void ga_ofi_door_forget(int fd);
void ga_ofi_door_forget_all(const struct ga_ofi_guard *g);

/* Functions of the C library, which first send and receive the bytes that are due. */
ssize_t ga_ofi_sendmsg(int fd, const struct msghdr *m, int flags);
ssize_t ga_ofi_send(int fd, const void *from, size_t bytes, int flags);
ssize_t ga_ofi_sendto(int fd, const void *from, size_t bytes, int flags, const struct sockaddr *to, socklen_t length);
ssize_t ga_ofi_write(int fd, const void *from, size_t bytes);
ssize_t ga_ofi_writev(int fd, const struct iovec *iov, int count);
ssize_t ga_ofi_recv(int fd, void *to, size_t bytes, int flags);
ssize_t ga_ofi_recvfrom(int fd, void *to, size_t bytes, int flags, struct sockaddr *from, socklen_t *length);
ssize_t ga_ofi_recvmsg(int fd, struct msghdr *m, int flags);
ssize_t ga_ofi_read(int fd, void *to, size_t bytes);
ssize_t ga_ofi_readv(int fd, const struct iovec *iov, int count);

#endif
