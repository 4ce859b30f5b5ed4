/* lapi/wait.h - waiting for what happens in a context.
 *
 * A call that waits does so on its caller's stack: it checks what it waits for, serves messages (C its records, Go the rest), runs handlers that Go has ready, and at last
 * sleeps on the context's bell. */
#ifndef GA_LAPI_WAIT_H
#define GA_LAPI_WAIT_H

#include "port.h"

/* Waiting of a thread of the program, or of the thread of completion handlers. */
struct ga_lapi_wait {
	struct ga_lapi_port *port;
	struct ga_mail *mail; /* still there when the context has ended */
	uint32_t steps, ended;
	struct ga_wait spin;
	bool handled;  /* a handler has run, and others may be ready */
	bool counted;  /* among the pollers, so that senders wake no thread */
	bool armed;    /* among the sleepers: the next step sleeps */
	uint32_t life; /* of the context, for a thread of the library; else 0 */
};

void ga_lapi_wait_begin(struct ga_lapi_wait *w, struct ga_lapi_port *p, const char *fn);
void ga_lapi_wait_end(struct ga_lapi_wait *w);

/* Yields the core to other ranks after an empty poll, on each 16th call. */
void ga_lapi_empty_poll(void);

/* Serves messages once, and runs the handlers that there are. False: there was nothing. */
bool ga_lapi_serve(struct ga_lapi_wait *w, const char *fn);

/* Serves messages on a thread: C what is its own, Go the rest. pending: serve again soon, packets are queued. One of GA_LAPI_POLL_x; the caller runs the handler. _poll: only
 * what Go has. */
int32_t ga_lapi_serve_on(struct ga_lapi_wait *w, int thread, bool *pending, const char *fn);
int32_t ga_lapi_poll(struct ga_lapi_wait *w, int thread, bool *pending, const char *fn);

/* Whether a message may have come. */
bool ga_lapi_has_mail(const struct ga_lapi_port *p);

/* After an unsuccessful check: serves, spins or sleeps. seen: the bell's value before that check. */
void ga_lapi_wait_step(struct ga_lapi_wait *w, uint32_t seen, const char *fn);

/* Sleeps, without serving messages, until the bell is no longer what it was, or a little longer. The caller is among the sleepers already. */
void ga_lapi_nap(struct ga_lapi_port *p, uint32_t seen);

#define GA_LAPI_NAP_NS 20000000u /* a wake-up that has been missed costs no more */
#define GA_LAPI_SOON_NS 100000u  /* packets are queued */

/* Ends the job if the caller is in a handler that must not wait. */
static inline void ga_lapi_may_wait(const char *fn)
{
	const char *handler = ga_lapi_inside()->handler;

	if (GA_UNLIKELY(handler != NULL))
		ga_fatal(1, "%s: called in a %s, which must not wait", fn, handler);
}

#endif
