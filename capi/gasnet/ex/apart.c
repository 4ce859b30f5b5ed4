/* gasnet/ex/apart.c - atomics on segments that live ranks have created, which are memory of their processes alone: a request has the owner execute one. The initiator waits for the old value, which
 * comes with the reply, and polls meanwhile. */
#include "execute.h"
#include "peer.h"

#include "../coll/engine.h"
#include "../message.h"

#define REQUEST_HANDLER (GA_GEX_PEER_HANDLER + 1)
#define REPLY_HANDLER (GA_GEX_PEER_HANDLER + 2)

#define LOW(x) ((int32_t)(uint32_t)(uint64_t)(x))
#define HIGH(x) ((int32_t)(uint32_t)((uint64_t)(x) >> 32))

static inline uint64_t join(int32_t low, int32_t high) { return (uint32_t)low | (uint64_t)(uint32_t)high << 32; }

static void store(unsigned type, void *to, uint64_t bits) { ga_gex_from_bits(to, bits, 1u << type & (GEX_DT_I64 | GEX_DT_U64 | GEX_DT_DBL) ? 8 : 4); }

#define EXECUTE_BITS(dt, type)                                                               \
	static uint64_t execute_bits_##dt(void *addr, unsigned code, uint64_t a, uint64_t b) \
	{                                                                                    \
		type x, y;                                                                   \
                                                                                             \
		ga_gex_from_bits(&x, a, sizeof x);                                           \
		ga_gex_from_bits(&y, b, sizeof y);                                           \
		x = execute_##dt(addr, code, x, y);                                          \
		return ga_gex_bits(&x, sizeof x);                                            \
	}

EXECUTE_BITS(I32, int32_t)
EXECUTE_BITS(U32, uint32_t)
EXECUTE_BITS(I64, int64_t)
EXECUTE_BITS(U64, uint64_t)
EXECUTE_BITS(FLT, float)
EXECUTE_BITS(DBL, double)

static uint64_t execute(unsigned code, unsigned type, void *addr, uint64_t a, uint64_t b)
{
	switch (1 << type) {
	case GEX_DT_I32: return execute_bits_I32(addr, code, a, b);
	case GEX_DT_U32: return execute_bits_U32(addr, code, a, b);
	case GEX_DT_I64: return execute_bits_I64(addr, code, a, b);
	case GEX_DT_U64: return execute_bits_U64(addr, code, a, b);
	case GEX_DT_FLT: return execute_bits_FLT(addr, code, a, b);
	default: return execute_bits_DBL(addr, code, a, b);
	}
}

/* What the initiator waits for. */
struct reply {
	uint64_t old;
	uint32_t here;
};

void ga_gex_atomic_apart(const struct ga_gex_atomic *c)
{
	struct reply r = {0};
	struct ga_wait w = ga_gasnet_wait();
	const int32_t args[] = {(int32_t)c->code, (int32_t)c->type, LOW(c->addr), HIGH(c->addr), LOW(c->a),
	                        HIGH(c->a),       LOW(c->b),        HIGH(c->b),   LOW(&r),       HIGH(&r)};
	const struct ga_am_message m = {
	    .role = GA_AM_REQUEST, .kind = GA_AM_SHORT, .handler = REQUEST_HANDLER, .nargs = sizeof args / sizeof *args, .args = args};

	ga_am_request(c->fn, &m, c->to);
	while (!__atomic_load_n(&r.here, __ATOMIC_ACQUIRE))
		ga_gasnet_step(&w);
	if (c->result)
		store(c->type, c->result, r.old);
}

static void handle_request(gasnet_token_t token, int32_t code, int32_t type, int32_t addr0, int32_t addr1, int32_t a0, int32_t a1, int32_t b0,
                           int32_t b1, int32_t reply0, int32_t reply1)
{
	const uint64_t old = execute((unsigned)code, (unsigned)type, (void *)(uintptr_t)join(addr0, addr1), join(a0, a1), join(b0, b1));

	gasnet_AMReplyShort4(token, REPLY_HANDLER, LOW(old), HIGH(old), reply0, reply1);
}

static void handle_reply(gasnet_token_t token, int32_t old0, int32_t old1, int32_t reply0, int32_t reply1)
{
	struct reply *r = (struct reply *)(uintptr_t)join(reply0, reply1);

	(void)token;
	r->old = join(old0, old1);
	__atomic_store_n(&r->here, 1, __ATOMIC_RELEASE);
	if (ga_gasnet.threads)
		ga_notify(ga_here(ga_gasnet.me)); /* another thread may wait */
}

__attribute__((constructor)) static void join_core(void)
{
	ga_coll_own[REQUEST_HANDLER - GA_COLL_HANDLERS] = (void (*)(void))handle_request;
	ga_coll_own[REPLY_HANDLER - GA_COLL_HANDLERS] = (void (*)(void))handle_reply;
}
