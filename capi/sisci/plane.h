/* sisci/plane.h - what the functions of SISCI share: their arguments as frames have them, where this process's mailbox is.
 *
 * The files call each other in this order, each only those before it: state; wait; window (copies and checks that C makes itself); thread; segments, transfers, interrupts,
 * library. Everything else is generated: the meaning is in Go, package sisci. */
#ifndef GA_SISCI_PLANE_H
#define GA_SISCI_PLANE_H

#include <sisci_api.h>

#include "../plane/mail.h"
#include "../runtime/edge.h"
#include "zsisci_frames.h"

/* A handle and an address in a frame; the code of a call. */
#define GA_H(handle) ((uint64_t)(uintptr_t)(handle))
#define GA_F(address) ((uintptr_t)(address))
#define GA_TELL(code) ga_sisci_tell(error, (uint32_t)(code))

static inline void ga_sisci_tell(sci_error_t *error, uint32_t code)
{
	if (GA_LIKELY(error != NULL))
		*error = (sci_error_t)code;
}

/* The frame of an operation, whose name is that of the program's call. */
#define GA_FRAME(op, OP, fn) .head = {GA_OP_SISCI_##OP, sizeof(struct ga_sisci_##op), fn}

#define GA_SISCI_MESSAGE 8192 /* bytes of a data interrupt: process.MessageBytes */

/* The low byte of a handle: sisci.Kind. */
enum { GA_SISCI_KIND_MAP = 4, GA_SISCI_KIND_SEQUENCE = 5 };

/* process.Reply */
struct ga_sisci_reply {
	uint32_t code, reason, node, adapter, status, state, length, unused;
	uint64_t handle;
};

/* process.Job: a callback. */
struct ga_sisci_job {
	uint64_t token, handle;
	uintptr_t function, argument, data;
	uint32_t reason, node, adapter, code, length, unused;
};

/* This process's library. mail is NULL in a simulated rank, and before the first call. */
struct ga_sisci {
	struct ga_mail *mail;
	uint64_t mask;   /* bytes of the mailbox's ring, less one */
	uint32_t *stamp; /* of what C remembers: window.h */
	bool hosts;      /* the job is on several: waits have Go poll the network */
};

extern struct ga_sisci ga_sisci;

/* From Go: the library has been made. */
void ga_sisci_open(struct ga_mail *mail, uint64_t ring, uint32_t *stamp, bool hosts);

/* In a forked child: there is no library. */
void ga_sisci_in_child(void);

/* The code of a call with NULL where a pointer must be. */
uint32_t ga_sisci_missing(const char *fn);

#endif
