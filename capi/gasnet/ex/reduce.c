/* gasnet/ex/reduce.c - operations of reductions: to = from op to. Integers wrap. */
#include "objects.h"

#include "reduce.h"

#define LESSER(a, b) ((a) < (b) ? (a) : (b))
#define GREATER(a, b) ((a) > (b) ? (a) : (b))

/* Arithmetic that may wrap is that of the unsigned type u. */
#define ARITHMETIC(name, type, u)                         \
	case GEX_OP_ADD:                                  \
		for (size_t i = 0; i < n; i++)            \
			x[i] = (type)((u)y[i] + (u)x[i]); \
		break;                                    \
	case GEX_OP_MULT:                                 \
		for (size_t i = 0; i < n; i++)            \
			x[i] = (type)((u)y[i] * (u)x[i]); \
		break;                                    \
	case GEX_OP_MIN:                                  \
		for (size_t i = 0; i < n; i++)            \
			x[i] = LESSER(y[i], x[i]);        \
		break;                                    \
	case GEX_OP_MAX:                                  \
		for (size_t i = 0; i < n; i++)            \
			x[i] = GREATER(y[i], x[i]);       \
		break;

#define BITS                                   \
	case GEX_OP_AND:                       \
		for (size_t i = 0; i < n; i++) \
			x[i] &= y[i];          \
		break;                         \
	case GEX_OP_OR:                        \
		for (size_t i = 0; i < n; i++) \
			x[i] |= y[i];          \
		break;                         \
	case GEX_OP_XOR:                       \
		for (size_t i = 0; i < n; i++) \
			x[i] ^= y[i];          \
		break;

#define COMBINE(name, type, u, bits)                                                                        \
	static void combine_##name(const struct ga_coll_reduction *r, void *to, const void *from, size_t n) \
	{                                                                                                   \
		type *x = to;                                                                               \
		const type *y = from;                                                                       \
                                                                                                            \
		switch (r->op) {                                                                            \
			ARITHMETIC(name, type, u)                                                           \
			bits                                                                                \
		}                                                                                           \
	}

COMBINE(i32, int32_t, uint32_t, BITS)
COMBINE(u32, uint32_t, uint32_t, BITS)
COMBINE(i64, int64_t, uint64_t, BITS)
COMBINE(u64, uint64_t, uint64_t, BITS)
COMBINE(flt, float, float, )
COMBINE(dbl, double, double, )

static void combine_user(const struct ga_coll_reduction *r, void *to, const void *from, size_t n) { r->user(from, to, n, r->cdata); }

static const struct {
	uint32_t dt;
	size_t bytes;
	bool bits; /* integers */
	ga_gex_combine_t *combine;
} types[] = {{GEX_DT_I32, 4, true, combine_i32}, {GEX_DT_U32, 4, true, combine_u32},  {GEX_DT_I64, 8, true, combine_i64},
             {GEX_DT_U64, 8, true, combine_u64}, {GEX_DT_FLT, 4, false, combine_flt}, {GEX_DT_DBL, 8, false, combine_dbl}};

ga_gex_combine_t *ga_gex_combine(const char *fn, uint32_t dt, size_t dt_sz, uint32_t op, bool user)
{
	const uint32_t bits = GEX_OP_AND | GEX_OP_OR | GEX_OP_XOR, arithmetic = GEX_OP_ADD | GEX_OP_MULT | GEX_OP_MIN | GEX_OP_MAX;

	if (op == GEX_OP_USER_NC)
		ga_fatal(1, "%s: op = GEX_OP_USER_NC: operations that do not commute are not supported", fn);
	if (op == GEX_OP_USER && !user)
		ga_fatal(1, "%s: op = GEX_OP_USER: user_op = NULL", fn);
	if (dt_sz == 0)
		ga_fatal(1, "%s: dt_sz = 0: not at least 1", fn);
	if (dt == GEX_DT_USER && op == GEX_OP_USER)
		return combine_user;
	for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
		if (types[i].dt != dt)
			continue;
		if (dt_sz != types[i].bytes)
			ga_fatal(1, "%s: dt_sz = %zu: elements of dt = 0x%x have %zu bytes", fn, dt_sz, dt, types[i].bytes);
		if (op == GEX_OP_USER)
			return combine_user;
		if (op && (op & (op - 1)) == 0 && op & (types[i].bits ? bits | arithmetic : arithmetic))
			return types[i].combine;
		ga_fatal(1, "%s: op = 0x%x: no reduction of dt = 0x%x", fn, op, dt);
	}
	ga_fatal(1, "%s: dt = 0x%x: not one of GEX_DT_I32 to GEX_DT_DBL, and GEX_DT_USER for GEX_OP_USER only", fn, dt);
}
