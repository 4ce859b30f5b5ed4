/* lapi/call.h - what the functions of LAPI share: names, and the frames of calls that go to Go. */
#ifndef GA_LAPI_CALL_H
#define GA_LAPI_CALL_H

#include "port.h"

/* A function with the names PLAPI_x and LAPI_x, of which programs replace the second one. */
#define GA_TWIN(name, params)                                                    \
	extern __typeof__(P##name) name __attribute__((weak, alias("P" #name))); \
	int P##name params

/* The frame of an operation, whose name is that of the program's call. */
#define GA_FRAME(op, OP, fn) .head = {GA_OP_LAPI_##OP, sizeof(struct ga_lapi_##op), fn}

#define GA_ADDR(p) ((uintptr_t)(p))

#endif
