/* gasnet/async.h - sources of LongAsync messages: they must not change until a reply arrives. With GASNETGO_DEBUG=1 only.
 *
 * A reply does not say which request it answers. But no request is answered before the first reply from its target that follows it, so the source
 * must be unchanged until that reply's handler begins, and is released then. */
#ifndef GA_GASNET_ASYNC_H
#define GA_GASNET_ASYNC_H

#include "plane.h"

/* Before a message is sent: whether it may be sent, and what to record about it. rank is a request's target. */
void ga_async_watch(const char *fn, const struct ga_am_message *m, uint32_t rank);

/* The handler of a reply from that rank is about to run. */
void ga_async_replied(uint32_t rank);

/* Whether there is a source to look after. */
bool ga_async_any(void);

#endif
