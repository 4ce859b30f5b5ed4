/* lapi/handler.h - running the program's handlers. */
#ifndef GA_LAPI_HANDLER_H
#define GA_LAPI_HANDLER_H

#include "port.h"

/* Runs a handler that Go has ready, if there still is one. completion: of those for the thread of completion handlers. Its kind. */
int32_t ga_lapi_run(uint32_t handle, bool completion, const char *fn);

/* Starts the threads of a context. */
void ga_lapi_start_threads(struct ga_lapi_port *p);

void *ga_lapi_dispatch(void *port);

#endif
