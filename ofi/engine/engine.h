/* engine.h - what the plugin libgasnetgo-ofi.so offers: an endpoint of libfabric in a form without libfabric's types.
 *
 * An engine is one reliable datagram endpoint with its address vector, its completion queue and its receive buffers. Its caller serialises all calls of one engine, but
 * for wait. Calls return 0, GA_OFI_AGAIN (nothing was started; poll and repeat), or a negative errno. No call blocks, but for wait and open. */
#ifndef GA_OFI_ENGINE_H
#define GA_OFI_ENGINE_H

#include <poll.h>
#include <stddef.h>
#include <stdint.h>

#define GA_OFI_VERSION 5
#define GA_OFI_AGAIN 1
#define GA_OFI_POLL_FIRST (-1)
#define GA_OFI_KEY_TAKEN 266 /* the negative result of expose if another region has the key */
#define GA_OFI_ADDRESS 256   /* most bytes of an address */
#define GA_OFI_WHY 512       /* bytes for the text of an error */
#define GA_OFI_FDS 80        /* most descriptors to wait on */
#define GA_OFI_NO_PEER UINT32_MAX
#define GA_OFI_SOCKET_PEERS 16 /* most ranks of a job whose sockets the engine finds and polls itself; with more, an epoll costs less */

struct ga_ofi; /* an engine */

struct ga_ofi_config {
	const char *provider;   /* as FI_PROVIDER: only this one; NULL: libfabric chooses */
	const char *domain;     /* only this one, often a network interface; NULL: the first that is not the loopback interface */
	uint32_t receives;      /* messages that may arrive between two polls */
	uint32_t message_bytes; /* of the longest message */
	uint32_t peers;         /* that connect will name */
	uint32_t rank;          /* which of them this one is */
	int loopback;           /* the loopback interface will do */

	/* 16 bytes that the peers knowalone. Connections of TCP begin with a proof of that, without which libfabric does not get them. NULL: every connection counts. */
	const unsigned char *secret;
};

enum ga_ofi_kind { GA_OFI_MESSAGE = 1, GA_OFI_DONE = 2, GA_OFI_FAILED = 3 };

struct ga_ofi_event {
	uint32_t kind;
	uint32_t bytes;   /* of a message; of a failure, the errno */
	uint32_t peer;    /* of a failure: whose operation it was, or whose connection has ended; GA_OFI_NO_PEER: not known */
	uint64_t tag;     /* of the write or read; of a message, what release gets */
	const void *data; /* of a message: valid until release; of a failure, a text or NULL, valid until the next poll */
};

struct ga_ofi_calls {
	uint32_t version; /* GA_OFI_VERSION */

	/* why gets a sentence if it fails. */
	int (*open)(const struct ga_ofi_config *, struct ga_ofi **, char why[GA_OFI_WHY]);
	void (*close)(struct ga_ofi *);

	const char *(*provider)(struct ga_ofi *); /* as in "tcp;ofi_rxm" */
	const char *(*domain)(struct ga_ofi *);
	int (*ordered)(struct ga_ofi *); /* a write is in the peer's memory before a later message arrives, and before a later write is */
	size_t (*address)(struct ga_ofi *, void *to, size_t room);

	/* addresses are those of peers 0 to count - 1, each in `each` bytes. */
	int (*connect)(struct ga_ofi *, const void *addresses, size_t each, uint32_t count);

	/* Lets peers write and read [base, base + bytes) by key; wanted is used if the provider lets the caller choose. start is the remote address of its first byte. */
	int (*expose)(struct ga_ofi *, void *base, size_t bytes, uint64_t wanted, uint64_t *key, uint64_t *start);

	/* Copies the message. Messages to a peer arrive in order. */
	int (*send)(struct ga_ofi *, uint32_t peer, const void *message, size_t bytes);

	/* DONE means: in the target's memory; read. The local memory must stay as it is until then. */
	int (*write)(struct ga_ofi *, uint32_t peer, const void *from, size_t bytes, uint64_t to, uint64_t key, uint64_t tag);
	int (*read)(struct ga_ofi *, uint32_t peer, void *to, size_t bytes, uint64_t from, uint64_t key, uint64_t tag);

	/* Returns the number of events, or a negative errno. */
	int (*poll)(struct ga_ofi *, struct ga_ofi_event *, int room);
	void (*release)(struct ga_ofi *, uint64_t tag); /* of a message: its buffer may be used again */

	/* Stores descriptors, one of which has one of its events when poll may return something, and returns their number; 0: the provider has none. GA_OFI_POLL_FIRST: poll first.
	 * A descriptor may be missing for some milliseconds, so that poll should be called again after a while. */
	int (*arm)(struct ga_ofi *, struct pollfd fds[GA_OFI_FDS]);

	/* Calls each for each endpoint that libfabric offers: provider, domain, address. Returns their number or a negative errno. */
	int (*list)(const char *provider, void (*each)(void *, const char *, const char *, const char *), void *context);
};

const struct ga_ofi_calls *ga_ofi_plugin(void);

#endif
