/* gasnet/core.c - the channels as a conduit for Go: with GASNETGO_PLANE=go handlers' messages come and go here, and nothing else does. */
#include "message.h"

#include "core_go.h"

bool ga_gasnet_core_send(uint32_t role, uint32_t to, uint32_t kind, uint32_t handler, const int32_t *args, uint32_t nargs, uintptr_t source,
                         size_t bytes, uintptr_t dest)
{
	const struct ga_am_message m = {.role = role,
	                                .kind = kind,
	                                .handler = handler,
	                                .nargs = nargs,
	                                .source = (void *)source,
	                                .bytes = bytes,
	                                .dest = (void *)dest,
	                                .args = args};

	return ga_am_try(&m, to);
}

bool ga_gasnet_core_next(uint32_t role, uint32_t from, struct ga_gasnet_arrival *a)
{
	struct ga_am_reader *r = &ga_gasnet.readers[role][from];
	uint64_t word;
	struct ga_am_slot *s;

	if (!ga_am_begin_reading(role))
		return false;
	s = r->taken ? NULL : ga_am_peek(r, &word);
	r->taken = r->taken || s;
	ga_am_end_reading(role);
	if (!s)
		return false;
	ga_network_came(&ga_gasnet.network);
	a->kind = (word >> 32) & 0xff;
	a->handler = (word >> 40) & 0xff;
	a->nargs = (word >> 48) & 0xff;
	a->bytes = a->kind == GA_AM_SHORT ? 0 : s->bytes;
	a->buffer = a->kind == GA_AM_MEDIUM ? (uintptr_t)(r->ring->payload + s->place % GA_AM_PAYLOAD) : s->addr;
	memcpy(a->args, s->args, a->nargs * sizeof a->args[0]);
	return true;
}

void ga_gasnet_core_done(uint32_t role, uint32_t from)
{
	struct ga_am_reader *r = &ga_gasnet.readers[role][from];

	ga_am_take(r);
	ga_am_tell(r);
	__atomic_store_n(&r->taken, false, __ATOMIC_RELEASE);
	ga_notify(ga_here(from));
}
