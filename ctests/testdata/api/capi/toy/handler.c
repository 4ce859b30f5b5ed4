/* toy/handler.c - runs the pending handler of a call. */
#include <toy.h>

#include "ztoy_frames.h"

void ga_toy_run_handler(void);

void ga_toy_run_handler(void)
{
	struct ga_toy_ready f = {.head = {GA_OP_TOY_READY, sizeof f, "toy_call"}};

	ga_call(&f.head);
	((toy_handler_t)f.handler)(f.value);
}
