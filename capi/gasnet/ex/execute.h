/* gasnet/ex/execute.h - atomics as instructions, inline, so that those of one type are one switch. */
#ifndef GA_GASNET_EX_EXECUTE_H
#define GA_GASNET_EX_EXECUTE_H

#include "domain.h"

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

/* A value as the 64 bits in which messages and frames carry it, and back. */
static inline uint64_t ga_gex_bits(const void *value, size_t bytes)
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

static inline void ga_gex_from_bits(void *value, uint64_t bits, size_t bytes)
{
	const uint32_t word = (uint32_t)bits;

	if (bytes == sizeof word)
		memcpy(value, &word, sizeof word);
	else
		memcpy(value, &bits, sizeof bits);
}

#endif
