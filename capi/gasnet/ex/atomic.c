/* gasnet/ex/atomic.c - operations of atomic domains. In shared memory they are instructions of the CPU on the target's memory; elsewhere Go makes them (gasnet/atomic.go), at the target with the same
 * instructions. */
#include "domain.h"
#include "execute.h"
#include "segment.h"

#include "../../runtime/again.h"
#include "../check.h"
#include "../frames.h"

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

static __attribute__((noinline)) gex_Event_t make_elsewhere(const struct ga_gex_atomic *c, size_t bytes)
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

	if (ga_gasnet.ranks && ga_gex_is_published(ga_gex(), c->to, c->addr, bytes) && (uintptr_t)c->addr % bytes == 0) {
		ga_gex_atomic_apart(c);
		return GEX_EVENT_INVALID;
	}
	do
		ga_call(&f.head);
	while (ga_again(&f.head, f.rc));
	return (gex_Event_t)f.handle;
}

#define OPERATIONS(dt, type)                                                                                                                       \
	static inline gex_Event_t make_##dt(const char *fn, gex_AD_t ad, type *result, gex_Rank_t rank, void *addr, gex_OP_t op, type a, type b,   \
	                                    gex_Flags_t flags, int how)                                                                            \
	{                                                                                                                                          \
		const unsigned code = number(fn, ad, GEX_DT_##dt, op);                                                                             \
		const uint32_t to = flags & GEX_FLAG_RANK_IS_JOBRANK ? rank : ga_gex_jobrank(fn, ad->tm, rank);                                    \
		const bool fetching = op >> GA_GEX_FETCHING;                                                                                       \
                                                                                                                                                   \
		if (GA_UNLIKELY(ga_gasnet.checks))                                                                                                 \
			ga_gasnet_check_call(fn);                                                                                                  \
		if (GA_UNLIKELY(fetching && !result))                                                                                              \
			ga_fatal(1, "%s: result_p = NULL with op = 0x%x, which returns the old value", fn, op);                                    \
		if (GA_LIKELY(ga_gasnet_reach(to, addr, sizeof(type)) && (uintptr_t)addr % sizeof(type) == 0)) {                                   \
			type old;                                                                                                                  \
                                                                                                                                                   \
			if (code == GET && flags & GEX_FLAG_AD_REL)                                                                                \
				__atomic_thread_fence(__ATOMIC_SEQ_CST);                                                                           \
			old = execute_##dt(addr, code, a, b);                                                                                      \
			if (fetching)                                                                                                              \
				*result = old;                                                                                                     \
			if (code != GET)                                                                                                           \
				ga_notify_data(ga_here(to));                                                                                       \
			return GEX_EVENT_INVALID;                                                                                                  \
		}                                                                                                                                  \
		return make_elsewhere(&(struct ga_gex_atomic){fn, to, addr, code, (unsigned)__builtin_ctz(GEX_DT_##dt), ga_gex_bits(&a, sizeof a), \
		                                              ga_gex_bits(&b, sizeof b), fetching ? result : NULL, how},                           \
		                      sizeof(type));                                                                                               \
	}                                                                                                                                          \
	gex_Event_t gex_AD_OpNB_##dt(gex_AD_t ad, type *result_p, gex_Rank_t tgt_rank, void *tgt_addr, gex_OP_t op, type operand1, type operand2,  \
	                             gex_Flags_t flags)                                                                                            \
	{                                                                                                                                          \
		return make_##dt("gex_AD_OpNB_" #dt, ad, result_p, tgt_rank, tgt_addr, op, operand1, operand2, flags, GA_GASNET_HOW_NB);           \
	}                                                                                                                                          \
	int gex_AD_OpNBI_##dt(gex_AD_t ad, type *result_p, gex_Rank_t tgt_rank, void *tgt_addr, gex_OP_t op, type operand1, type operand2,         \
	                      gex_Flags_t flags)                                                                                                   \
	{                                                                                                                                          \
		make_##dt("gex_AD_OpNBI_" #dt, ad, result_p, tgt_rank, tgt_addr, op, operand1, operand2, flags, GA_GASNET_HOW_NBI);                \
		return 0;                                                                                                                          \
	}

OPERATIONS(I32, int32_t)
OPERATIONS(U32, uint32_t)
OPERATIONS(I64, int64_t)
OPERATIONS(U64, uint64_t)
OPERATIONS(FLT, float)
OPERATIONS(DBL, double)
