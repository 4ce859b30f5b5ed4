/* lapi/handler.h - running the program's handlers. */
#ifndef GA_LAPI_HANDLER_H
#define GA_LAPI_HANDLER_H

#include "port.h"

/* What a thread of the library serves. */
struct ga_lapi_served {
	struct ga_lapi_port *port;
	struct ga_mail *mail;
	uint32_t handle, life;
};

/* Runs a handler that Go has ready, if there still is one. life: the context's, or 0. completion: of those for the thread of completion handlers. Its kind. */
int32_t ga_lapi_run(uint32_t handle, uint32_t life, bool completion, const char *fn);

/* Call a header handler, which answers in job, and a completion handler; may_wait: on the thread for them. */
void ga_lapi_run_header(lapi_handle_t *h, struct ga_lapi_job *job);
void ga_lapi_run_completion(lapi_handle_t *h, const struct ga_lapi_job *job, bool may_wait);

/* Starts the threads of a context. */
void ga_lapi_start_threads(struct ga_lapi_port *p, uint32_t life);

void *ga_lapi_dispatch(void *served);

#endif
