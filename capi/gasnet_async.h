/* gasnet_async.h - sources of LongAsync messages: until a reply comes they must stay as they are. With GASNETGO_DEBUG=1 only.
 *
 * Which request a reply answers nobody says. But no reply has come to a request before the first one that comes from its target after it, so until that one's handler begins
 * the source has to be the same, and then it is let go. */
#ifndef GA_GASNET_ASYNC_H
#define GA_GASNET_ASYNC_H

#include "plane_gasnet.h"

/* A message is about to be sent: whether it may be, and what is to be remembered of it. rank is a request's target. */
void ga_async_watch(const char *fn, const struct ga_am_message *m, uint32_t rank);

/* The handler of a reply from that rank is about to run. */
void ga_async_replied(uint32_t rank);

/* Whether there is a source to look after. */
bool ga_async_any(void);

#endif
