/* guard.h - has the TCP connections of libfabric's providers begin with a proof that both ends know the job's secret. */
#ifndef GA_OFI_GUARD_H
#define GA_OFI_GUARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>

#define GA_OFI_SECRET 16 /* bytes */

struct ga_ofi_guard; /* of one engine */

/* The guard of rank `rank` of `ranks`, or NULL and a sentence. Sockets that the calling thread listens on from now on, until ga_ofi_guard_opened, are the guard's. */
struct ga_ofi_guard *ga_ofi_guard_open(const unsigned char secret[GA_OFI_SECRET], uint32_t rank, uint32_t ranks, const char **why);

/* Ends what ga_ofi_guard_open begins, and returns whether the thread has listened. */
bool ga_ofi_guard_opened(struct ga_ofi_guard *g);

/* addresses are those of ranks 0 to count - 1, struct sockaddr of `each` bytes. Connections to them are the guard's. Returns false where memory is short. */
bool ga_ofi_guard_connect(struct ga_ofi_guard *g, const void *addresses, size_t each, uint32_t count);

/* Looks after connections whose first bytes were late. It is called with each poll. */
void ga_ofi_guard_poll(struct ga_ofi_guard *g);

/* The rank whose connection has ended last, since the call before, or UINT32_MAX. */
uint32_t ga_ofi_guard_lost(struct ga_ofi_guard *g);

/* No socket of the guard's is open. */
void ga_ofi_guard_close(struct ga_ofi_guard *g);

#endif
