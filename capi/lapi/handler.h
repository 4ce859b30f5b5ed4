/* lapi/handler.h - calls of the program's handlers. */
#ifndef GA_LAPI_HANDLER_H
#define GA_LAPI_HANDLER_H

#include "port.h"

/* Call a header handler, which answers in job; a completion handler, may_wait: on the thread for them; a handler of an operation's origin. */
void ga_lapi_run_header(lapi_handle_t *h, struct ga_lapi_job *job);
void ga_lapi_run_completion(lapi_handle_t *h, const struct ga_lapi_job *job, bool may_wait);
void ga_lapi_run_sent(lapi_handle_t *h, const struct ga_lapi_job *job);

#endif
