/* lapi/lock.h - the lock that a context shares with its program. */
#ifndef GA_LAPI_LOCK_H
#define GA_LAPI_LOCK_H

#include "port.h"

/* LAPI_GET_THREAD_FUNC. From then on handlers other than completion handlers run with the lock held. */
int ga_lapi_share_lock(struct ga_lapi_port *p, lapi_thread_func_t *u);

int ga_lapi_lock(lapi_handle_t h);
int ga_lapi_unlock(lapi_handle_t h);

#endif
