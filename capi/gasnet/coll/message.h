/* gasnet/coll/message.h - sends and receives of collectives. */
#ifndef GA_GASNET_COLL_MESSAGE_H
#define GA_GASNET_COLL_MESSAGE_H

#include "engine.h"

/* Whether this process may read a node's memory, and write it: a node of another process, where memory of others is read at all. */
bool ga_coll_readable(struct ga_coll_node *n, uint32_t node);

/* Begin a step of a call; it is complete now, or takes one from the call's pending later on. */
void ga_coll_send(struct ga_coll_node *n, struct ga_step *s);
void ga_coll_receive(struct ga_coll_node *n, struct ga_step *s);

/* Carries on with a send or receive that was queued for a thread that is in no handler. */
void ga_coll_move(struct ga_coll_node *n, struct ga_step *s);

#endif
