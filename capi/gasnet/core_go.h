/* gasnet/core_go.h - the channels as live/gasnet/core.go uses them. One thread at a time. */
#ifndef GA_GASNET_CORE_H
#define GA_GASNET_CORE_H

#include "channel.h"

struct ga_gasnet_arrival {
	uint32_t kind, handler, nargs;
	uint64_t bytes;
	uintptr_t buffer;
	int32_t args[GA_AM_ARGS];
};

/* False: no room. */
bool ga_gasnet_core_send(uint32_t role, uint32_t to, uint32_t kind, uint32_t handler, const int32_t *args, uint32_t nargs, uintptr_t source,
                         size_t bytes, uintptr_t dest);

/* The oldest message of a sender, which stays until ga_gasnet_core_done. */
bool ga_gasnet_core_next(uint32_t role, uint32_t from, struct ga_gasnet_arrival *a);
void ga_gasnet_core_done(uint32_t role, uint32_t from);

#endif
