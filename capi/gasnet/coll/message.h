/* gasnet/coll/message.h - sends and receives of collectives. */
#ifndef GA_GASNET_COLL_MESSAGE_H
#define GA_GASNET_COLL_MESSAGE_H

#include "engine.h"

/* Begin a step of a call; it is complete now, or takes one from the call's pending later on. */
void ga_coll_send(struct ga_coll_node *n, struct ga_step *s);
void ga_coll_receive(struct ga_coll_node *n, struct ga_step *s);

/* All sends and receives of a call's round are complete. */
void ga_coll_resume(struct ga_coll_node *n, struct ga_coll *c);

#endif
