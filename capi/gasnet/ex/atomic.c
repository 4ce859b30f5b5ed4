/* gasnet/ex/atomic.c - operations of atomic domains. In shared memory they are instructions of the CPU on the target's memory; elsewhere Go makes them (gasnet/atomic.go), at the target with the same
 * instructions. */
#include "domain.h"

#include "../../runtime/again.h"
#include "../check.h"
#include "../frames.h"

/* Numbers of operations, which Go has, too (gasnet/conduit/atomic.go): their bits, less the distance of those that return the old value. */
enum { AND, OR, XOR, ADD, SUB, MULT, MIN, MAX, INC, DEC, SET, CAS, GET };
_Static_assert(GEX_OP_AND == 1 << AND && GEX_OP_DEC == 1 << DEC && GEX_OP_SET == 1 << SET && GEX_OP_CAS == 1 << CAS, "numbers of operations");
_Static_assert(GEX_OP_FCAS == 1 << (CAS + GA_GEX_FETCHING) && GEX_OP_GET == 1 << (GET + GA_GEX_FETCHING),
               "numbers of operations that return the old value");

/* What integers have as an instruction. False: that operation has none. u: the unsigned type. */
#define INSTRUCTIONS(dt, type, u)                                                                       \
	static inline bool instruction_##dt(type *p, unsigned code, type a, type *old)                  \
	{                                                                                               \
		switch (code) {                                                                         \
		case AND: *old = (type)__atomic_fetch_and((u *)p, (u)a, __ATOMIC_SEQ_CST); return true; \
		case OR: *old = (type)__atomic_fetch_or((u *)p, (u)a, __ATOMIC_SEQ_CST); return true;   \
		case XOR: *old = (type)__atomic_fetch_xor((u *)p, (u)a, __ATOMIC_SEQ_CST); return true; \
		case ADD: *old = (type)__atomic_fetch_add((u *)p, (u)a, __ATOMIC_SEQ_CST); return true; \
		case SUB: *old = (type)__atomic_fetch_sub((u *)p, (u)a, __ATOMIC_SEQ_CST); return true; \
		case INC: *old = (type)__atomic_fetch_add((u *)p, (u)1, __ATOMIC_SEQ_CST); return true; \
		case DEC: *old = (type)__atomic_fetch_sub((u *)p, (u)1, __ATOMIC_SEQ_CST); return true; \
		default: return false;                                                                  \
		}                                                                                       \
	}

INSTRUCTIONS(I32, int32_t, uint32_t)
INSTRUCTIONS(U32, uint32_t, uint32_t)
INSTRUCTIONS(I64, int64_t, uint64_t)
INSTRUCTIONS(U64, uint64_t, uint64_t)
#define instruction_FLT(p, code, a, old) false
#define instruction_DBL(p, code, a, old) false

/* Executes an operation, and returns the old value. u: the type in which arithmetic wraps. */
#define EXECUTE(dt, type, u)                                                                                  \
	static inline type execute_##dt(type *p, unsigned code, type a, type b)                               \
	{                                                                                                     \
		type old, v;                                                                                  \
                                                                                                              \
		if (code == SET) {                                                                            \
			__atomic_exchange(p, &a, &old, __ATOMIC_SEQ_CST);                                     \
			return old;                                                                           \
		}                                                                                             \
		if (instruction_##dt(p, code, a, &old))                                                       \
			return old;                                                                           \
		__atomic_load(p, &old, __ATOMIC_SEQ_CST);                                                     \
		do {                                                                                          \
			switch (code) {                                                                       \
			case ADD: v = (type)((u)old + (u)a); break;                                           \
			case SUB: v = (type)((u)old - (u)a); break;                                           \
			case MULT: v = (type)((u)old * (u)a); break;                                          \
			case INC: v = (type)((u)old + (u)1); break;                                           \
			case DEC: v = (type)((u)old - (u)1); break;                                           \
			case MIN: v = old < a ? old : a; break;                                               \
			case MAX: v = old > a ? old : a; break;                                               \
			case CAS:                                                                             \
				if (!(old == a)) {                                                            \
					__atomic_thread_fence(__ATOMIC_SEQ_CST); /* releases, too */          \
					return old;                                                           \
				}                                                                             \
				v = b;                                                                        \
				break;                                                                        \
			default: /* GET */ return old;                                                        \
			}                                                                                     \
		} while (!__atomic_compare_exchange(p, &old, &v, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)); \
		return old;                                                                                   \
	}

EXECUTE(I32, int32_t, uint32_t)
EXECUTE(U32, uint32_t, uint32_t)
EXECUTE(I64, int64_t, uint64_t)
EXECUTE(U64, uint64_t, uint64_t)
EXECUTE(FLT, float, float)
EXECUTE(DBL, double, double)

/* The number of an operation. */
static inline unsigned number(const char *fn, gex_AD_t ad, gex_DT_t dt, gex_OP_t op)
{
	if (GA_UNLIKELY(!ad))
		ga_fatal(1, "%s: ad = GEX_AD_INVALID", fn);
	if (GA_UNLIKELY(ad->dt != dt))
		ga_fatal(1, "%s: ad = %p: its dt is 0x%x, that of the function 0x%x", fn, (void *)ad, ad->dt, dt);
	if (GA_UNLIKELY(!(op & ad->ops) || op & (op - 1)))
		ga_fatal(1, "%s: op = 0x%x: not one of 0x%x, the domain's", fn, op, ad->ops);
	return (unsigned)__builtin_ctz(op) - (op >> GA_GEX_FETCHING ? GA_GEX_FETCHING : 0);
}

struct call {
	const char *fn;
	uint32_t to;
	void *addr;
	unsigned code, type;
	uint64_t a, b;
	void *result; /* NULL: the old value is not wanted */
	int how;
};

static __attribute__((noinline)) gex_Event_t make_elsewhere(const struct call *c)
{
	struct ga_gasnet_atomic f = {.head = {GA_OP_GASNET_ATOMIC, sizeof f, c->fn},
	                             .node = c->to,
	                             .dest = (uintptr_t)c->addr,
	                             .code = (int32_t)c->code,
	                             .typ = (int32_t)c->type,
	                             .a = c->a,
	                             .b = c->b,
	                             .result = c->result,
	                             .how = c->how};

	do
		ga_call(&f.head);
	while (ga_again(&f.head, f.rc));
	return (gex_Event_t)f.handle;
}

static inline uint64_t bits(const void *value, size_t bytes)
{
	uint32_t word;
	uint64_t all;

	if (bytes == sizeof word) {
		memcpy(&word, value, sizeof word);
		return word;
	}
	memcpy(&all, value, sizeof all);
	return all;
}

#define OPERATIONS(dt, type)                                                                                                                      \
	static inline gex_Event_t make_##dt(const char *fn, gex_AD_t ad, type *result, gex_Rank_t rank, void *addr, gex_OP_t op, type a, type b,  \
	                                    gex_Flags_t flags, int how)                                                                           \
	{                                                                                                                                         \
		const unsigned code = number(fn, ad, GEX_DT_##dt, op);                                                                            \
		const uint32_t to = flags & GEX_FLAG_RANK_IS_JOBRANK ? rank : ga_gex_jobrank(fn, ad->tm, rank);                                   \
		const bool fetching = op >> GA_GEX_FETCHING;                                                                                      \
                                                                                                                                                  \
		if (GA_UNLIKELY(ga_gasnet.checks))                                                                                                \
			ga_gasnet_check_call(fn);                                                                                                 \
		if (GA_UNLIKELY(fetching && !result))                                                                                             \
			ga_fatal(1, "%s: result_p = NULL with op = 0x%x, which returns the old value", fn, op);                                   \
		if (GA_LIKELY(ga_gasnet_reach(to, addr, sizeof(type)) && (uintptr_t)addr % sizeof(type) == 0)) {                                  \
			type old;                                                                                                                 \
                                                                                                                                                  \
			if (code == GET && flags & GEX_FLAG_AD_REL)                                                                               \
				__atomic_thread_fence(__ATOMIC_SEQ_CST);                                                                          \
			old = execute_##dt(addr, code, a, b);                                                                                     \
			if (fetching)                                                                                                             \
				*result = old;                                                                                                    \
			if (code != GET)                                                                                                          \
				ga_notify_data(ga_here(to));                                                                                      \
			return GEX_EVENT_INVALID;                                                                                                 \
		}                                                                                                                                 \
		return make_elsewhere(&(struct call){fn, to, addr, code, (unsigned)__builtin_ctz(GEX_DT_##dt), bits(&a, sizeof a),                \
		                                     bits(&b, sizeof b), fetching ? result : NULL, how});                                         \
	}                                                                                                                                         \
	gex_Event_t gex_AD_OpNB_##dt(gex_AD_t ad, type *result_p, gex_Rank_t tgt_rank, void *tgt_addr, gex_OP_t op, type operand1, type operand2, \
	                             gex_Flags_t flags)                                                                                           \
	{                                                                                                                                         \
		return make_##dt("gex_AD_OpNB_" #dt, ad, result_p, tgt_rank, tgt_addr, op, operand1, operand2, flags, GA_GASNET_HOW_NB);          \
	}                                                                                                                                         \
	int gex_AD_OpNBI_##dt(gex_AD_t ad, type *result_p, gex_Rank_t tgt_rank, void *tgt_addr, gex_OP_t op, type operand1, type operand2,        \
	                      gex_Flags_t flags)                                                                                                  \
	{                                                                                                                                         \
		make_##dt("gex_AD_OpNBI_" #dt, ad, result_p, tgt_rank, tgt_addr, op, operand1, operand2, flags, GA_GASNET_HOW_NBI);               \
		return 0;                                                                                                                         \
	}

OPERATIONS(I32, int32_t)
OPERATIONS(U32, uint32_t)
OPERATIONS(I64, int64_t)
OPERATIONS(U64, uint64_t)
OPERATIONS(FLT, float)
OPERATIONS(DBL, double)
