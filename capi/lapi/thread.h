/* lapi/thread.h - the threads of the library that a context has. */
#ifndef GA_LAPI_THREAD_H
#define GA_LAPI_THREAD_H

#include "port.h"

/* Starts them. */
void ga_lapi_start_threads(struct ga_lapi_port *p, uint32_t life);

#endif
