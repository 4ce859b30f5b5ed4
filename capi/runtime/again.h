/* runtime/again.h - "call me again": a call asks its caller to wait, or to run a handler of the program on the program's own stack, and to make the same call
 * once more. The first result of an operation whose line in api/x.tbl says `again` may be one of these; package internal/again has them in Go. */
#ifndef GA_AGAIN_H
#define GA_AGAIN_H

#include "edge.h"

enum ga_again {
	GA_AGAIN_WAIT = INT32_MIN, /* a little later */
	GA_AGAIN_HANDLER,          /* after the handler that the API has ready: run_handler of struct ga_api */
};

bool ga_make_again(const struct ga_head *head, int32_t rc);

/* Does what rc asks for; whether the frame is to be handed over again. */
static inline bool ga_again(const struct ga_head *head, int32_t rc)
{
#ifdef GA_NO_PLANE
	(void)head, (void)rc;
	return false;
#else
	return GA_UNLIKELY(rc <= GA_AGAIN_HANDLER) && ga_make_again(head, rc);
#endif
}

#endif
