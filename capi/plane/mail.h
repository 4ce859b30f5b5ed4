/* plane/mail.h - a mailbox of an API's own, as C sees it: node.MailBlock, and its ring behind it. */
#ifndef GA_MAIL_H
#define GA_MAIL_H

#include <stdbool.h>

#include "layout.h"

struct ga_mail {
	struct ga_mailbox box;
	uint32_t bell, sleepers, server, pollers;
	char pad[GA_LINE - 16];
	uint32_t work, worker;
	uint32_t wanted, ended;
	char pad2[GA_LINE - 16];
};
#define GA_MAIL_RING 4096

static inline char *ga_mail_ring(struct ga_mail *m) { return (char *)m + GA_MAIL_RING; }

/* Whether a record has come, or there is something to do for Go without one. mask: bytes of the ring, less one. */
static inline bool ga_mail_came(struct ga_mail *m, uint64_t mask)
{
	const uint64_t head = __atomic_load_n(&m->box.head, __ATOMIC_RELAXED);

	return __atomic_load_n((const uint64_t *)(const void *)(ga_mail_ring(m) + (head & mask)), __ATOMIC_ACQUIRE) != 0 ||
	       __atomic_load_n(&m->wanted, __ATOMIC_RELAXED);
}

#endif
