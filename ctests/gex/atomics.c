/* Atomic domains: every operation of every type against a model, at this rank and at another, with an event and without, on the team of all and on a part of it; counters that all ranks change. */
#include "../gt_gex.h"

#include <gasnet_ratomic.h>

enum { ROUNDS = 150, ADDS = 40, PAGES = 1 };

#define BITS (GEX_OP_AND | GEX_OP_OR | GEX_OP_XOR)
#define ARITHMETIC (GEX_OP_ADD | GEX_OP_SUB | GEX_OP_MULT | GEX_OP_MIN | GEX_OP_MAX | GEX_OP_INC | GEX_OP_DEC | GEX_OP_SET | GEX_OP_CAS)
#define WITH_FETCHING(ops) ((gex_OP_t)((ops) | GEX_OP_TO_FETCHING(ops)))
#define OF_FLOATS (WITH_FETCHING(ARITHMETIC) | GEX_OP_GET)
#define OF_INTEGERS (WITH_FETCHING(BITS | ARITHMETIC) | GEX_OP_GET)

static gex_EC_t category_of(gex_OP_t op) { return op == GEX_OP_SET ? GEX_EC_PUT : op == GEX_OP_GET ? GEX_EC_GET : GEX_EC_RMW; }

/* Values that are exact, and collide. */
#define DRAWN(type) ((type)(int64_t)(gt_range(0, 1) ? gt_range(0, 4) : gt_range(0, 4000)))

/* What x becomes; u: the type in which arithmetic wraps. */
#define MODEL(x, op, a, b, type, u, bits)                 \
	switch (op) {                                     \
	case GEX_OP_ADD: x = (type)((u)x + (u)a); break;  \
	case GEX_OP_SUB: x = (type)((u)x - (u)a); break;  \
	case GEX_OP_MULT: x = (type)((u)x * (u)a); break; \
	case GEX_OP_MIN: x = x < a ? x : a; break;        \
	case GEX_OP_MAX: x = x > a ? x : a; break;        \
	case GEX_OP_INC: x = (type)((u)x + (u)1); break;  \
	case GEX_OP_DEC: x = (type)((u)x - (u)1); break;  \
	case GEX_OP_SET: x = a; break;                    \
	case GEX_OP_CAS:                                  \
		x = x == a ? b : x;                       \
		break;                                    \
		bits default : break;                     \
	}
#define BITS_OF_MODEL(x, a)                \
	case GEX_OP_AND: x = x & a; break; \
	case GEX_OP_OR: x = x | a; break;  \
	case GEX_OP_XOR: x = x ^ a; break;

/* One operation after the other on a value of rank `to` of tm, which no other rank changes. */
#define TYPE(dt, type, u, all, bits)                                                                                                                \
	static void each_##dt(gex_TM_t tm, gex_Rank_t to, gex_Rank_t in_job)                                                                        \
	{                                                                                                                                           \
		type *const at = (type *)gt_at((int)in_job, (size_t)gt_me * 64 + 8), x = 3, back = 0;                                               \
		gex_AD_t ad = GEX_AD_INVALID;                                                                                                       \
                                                                                                                                                    \
		gex_AD_Create(&ad, tm, GEX_DT_##dt, all, GEX_FLAG_AD_FAVOR_REMOTE);                                                                 \
		HOLDS(gex_AD_QueryTM(ad) == tm && gex_AD_QueryDT(ad) == GEX_DT_##dt && gex_AD_QueryOps(ad) == (all));                               \
		HOLDS(gex_AD_QueryFlags(ad) == GEX_FLAG_AD_FAVOR_REMOTE && gex_AD_QueryCData(ad) == NULL);                                          \
		gex_AD_SetCData(ad, &x);                                                                                                            \
		HOLDS(gex_AD_QueryCData(ad) == &x);                                                                                                 \
		gex_Event_Wait(gex_AD_OpNB_##dt(ad, NULL, to, at, GEX_OP_SET, x, 99, GEX_FLAG_AD_REL));                                             \
		for (int i = 0; i < ROUNDS; i++) {                                                                                                  \
			const type a = DRAWN(type), b = DRAWN(type), before = x;                                                                    \
			gex_OP_t op;                                                                                                                \
			gex_Flags_t flags = gt_range(0, 1) ? GEX_FLAG_AD_ACQ | GEX_FLAG_AD_REL : 0;                                                 \
			gex_Rank_t rank = to;                                                                                                       \
			bool fetches;                                                                                                               \
                                                                                                                                                    \
			do                                                                                                                          \
				op = (gex_OP_t)1 << gt_range(0, 27);                                                                                \
			while (!(op & (all)));                                                                                                      \
			fetches = op >= GEX_OP_FAND;                                                                                                \
			MODEL(x, op == GEX_OP_GET ? 0 : fetches ? GEX_OP_TO_NONFETCHING(op) : op, a, b, type, u, bits)                              \
			if (gt_range(0, 1)) {                                                                                                       \
				flags |= GEX_FLAG_RANK_IS_JOBRANK;                                                                                  \
				rank = in_job;                                                                                                      \
			}                                                                                                                           \
			back = (type)7777;                                                                                                          \
			switch (gt_range(0, 2)) {                                                                                                   \
			case 0: gex_Event_Wait(gex_AD_OpNB_##dt(ad, fetches ? &back : NULL, rank, at, op, a, b, flags)); break;                     \
			case 1:                                                                                                                     \
				HOLDS(gex_AD_OpNBI_##dt(ad, &back, rank, at, op, a, b, flags) == 0);                                                \
				gex_NBI_Wait(gt_range(0, 1) ? category_of(op) : GEX_EC_ALL, 0);                                                     \
				break;                                                                                                              \
			default:                                                                                                                    \
				gex_NBI_BeginAccessRegion(0);                                                                                       \
				HOLDS(gex_AD_OpNBI_##dt(ad, &back, rank, at, op, a, b, flags) == 0);                                                \
				gex_Event_Wait(gex_NBI_EndAccessRegion(0));                                                                         \
			}                                                                                                                           \
			CHECK(back == (fetches ? before : (type)7777), #dt ", op 0x%x, round %d: the old value", op, i);                            \
			gex_Event_Wait(gex_AD_OpNB_##dt(ad, &back, to, at, GEX_OP_GET, 0, 0, 0));                                                   \
			CHECK(back == x, #dt ", op 0x%x, round %d: the value", op, i);                                                              \
			if (sizeof(type) == 4) /* its neighbour */                                                                                  \
				HOLDS(gex_RMA_GetBlockingVal(gt_tm, in_job, (char *)at + 4, 4, 0) == 0);                                            \
		}                                                                                                                                   \
		HOLDS(gex_RMA_GetBlocking(gt_tm, &back, in_job, at, sizeof back, 0) == 0);                                                          \
		HOLDS(back == x);                                                                                                                   \
		gex_RMA_PutBlockingVal(gt_tm, in_job, at, 0, 8, 0);                                                                                 \
		gex_AD_Destroy(ad);                                                                                                                 \
	}                                                                                                                                           \
	/* All ranks add to one value of each rank, in flight together. */                                                                          \
	static void sum_##dt(void)                                                                                                                  \
	{                                                                                                                                           \
		type seen[ADDS], sum = 0;                                                                                                           \
		gex_Event_t all_of_them[ADDS];                                                                                                      \
		gex_AD_t ad;                                                                                                                        \
                                                                                                                                                    \
		gex_AD_Create(&ad, gt_tm, GEX_DT_##dt, GEX_OP_ADD | GEX_OP_FADD | GEX_OP_FCAS | GEX_OP_GET | GEX_OP_SET, 0);                        \
		gex_Event_Wait(gex_AD_OpNB_##dt(ad, NULL, (gex_Rank_t)gt_me, gt_at(gt_me, 0), GEX_OP_SET, 0, 0, GEX_FLAG_AD_MY_RANK));              \
		gt_barrier();                                                                                                                       \
		for (int r = 0; r < gt_n; r++) {                                                                                                    \
			for (int i = 0; i < ADDS; i++)                                                                                              \
				all_of_them[i] = gex_AD_OpNB_##dt(ad, &seen[i], (gex_Rank_t)r, gt_at(r, 0), GEX_OP_FADD, 1, 0, GEX_FLAG_IMMEDIATE); \
			gex_Event_WaitAll(all_of_them, ADDS, 0);                                                                                    \
			for (int i = 0; i < ADDS; i++)                                                                                              \
				for (int k = 0; k < i; k++)                                                                                         \
					CHECK(seen[i] != seen[k], #dt ": two additions have seen one value");                                       \
			for (int i = 0; i < ADDS; i++)                                                                                              \
				HOLDS(gex_AD_OpNBI_##dt(ad, NULL, (gex_Rank_t)r, gt_at(r, 0), GEX_OP_ADD, 2, 0, 0) == 0);                           \
			gex_NBI_Wait(GEX_EC_RMW, 0);                                                                                                \
			for (int done = 0; done < ADDS;) { /* by compare and swap */                                                                \
				gex_Event_Wait(gex_AD_OpNB_##dt(ad, &sum, (gex_Rank_t)r, gt_at(r, 0), GEX_OP_GET, 0, 0, 0));                        \
				gex_Event_Wait(gex_AD_OpNB_##dt(ad, &seen[0], (gex_Rank_t)r, gt_at(r, 0), GEX_OP_FCAS, sum, (type)(sum + 1), 0));   \
				done += seen[0] == sum;                                                                                             \
			}                                                                                                                           \
		}                                                                                                                                   \
		gt_barrier();                                                                                                                       \
		gex_Event_Wait(gex_AD_OpNB_##dt(ad, &sum, (gex_Rank_t)gt_me, gt_at(gt_me, 0), GEX_OP_GET, 0, 0, 0));                                \
		CHECK(sum == (type)(4 * ADDS * gt_n), #dt ": sum");                                                                                 \
		gt_barrier();                                                                                                                       \
		gex_AD_Destroy(ad);                                                                                                                 \
	}

TYPE(I32, int32_t, uint32_t, OF_INTEGERS, BITS_OF_MODEL(x, a))
TYPE(U32, uint32_t, uint32_t, OF_INTEGERS, BITS_OF_MODEL(x, a))
TYPE(I64, int64_t, uint64_t, OF_INTEGERS, BITS_OF_MODEL(x, a))
TYPE(U64, uint64_t, uint64_t, OF_INTEGERS, BITS_OF_MODEL(x, a))
TYPE(FLT, float, float, OF_FLOATS & ~WITH_FETCHING(GEX_OP_MULT), )
TYPE(DBL, double, double, OF_FLOATS & ~WITH_FETCHING(GEX_OP_MULT), )

#define PRODUCT(dt, type)                                                                                                   \
	static void product_##dt(gex_Rank_t to)                                                                             \
	{                                                                                                                   \
		type *const at = (type *)gt_at((int)to, (size_t)gt_me * 64 + 8), back;                                      \
		gex_AD_t ad;                                                                                                \
                                                                                                                            \
		gex_AD_Create(&ad, gt_tm, GEX_DT_##dt, GEX_OP_MULT | GEX_OP_FMULT | GEX_OP_SWAP | GEX_OP_CSWAP, 0);         \
		gex_Event_Wait(gex_AD_OpNB_##dt(ad, &back, to, at, GEX_OP_SWAP, (type)-1.5, 0, 0));                         \
		gex_Event_Wait(gex_AD_OpNB_##dt(ad, NULL, to, at, GEX_OP_MULT, (type)0.1, 0, 0));                           \
		gex_Event_Wait(gex_AD_OpNB_##dt(ad, &back, to, at, GEX_OP_FMULT, (type)1e20, 0, 0));                        \
		CHECK(back == (type)-1.5 * (type)0.1, #dt ": %g", (double)back);                                            \
		gex_Event_Wait(gex_AD_OpNB_##dt(ad, &back, to, at, GEX_OP_CSWAP, (type)7, (type)8, 0));                     \
		CHECK(back == (type)-1.5 * (type)0.1 * (type)1e20, #dt ": %g", (double)back);                               \
		gex_Event_Wait(gex_AD_OpNB_##dt(ad, &back, to, at, GEX_OP_SWAP, (type)-0.0, 0, 0));                         \
		gex_Event_Wait(gex_AD_OpNB_##dt(ad, &back, to, at, GEX_OP_CSWAP, (type)0, (type)1, 0)); /* as C compares */ \
		gex_Event_Wait(gex_AD_OpNB_##dt(ad, &back, to, at, GEX_OP_SWAP, (type)0, 0, 0));                            \
		CHECK(back == 1, #dt ": %g", (double)back);                                                                 \
		gex_AD_Destroy(ad);                                                                                         \
	}
PRODUCT(FLT, float)
PRODUCT(DBL, double)

static void all_types(gex_TM_t tm, gex_Rank_t to)
{
	const gex_Rank_t in_job = gex_TM_TranslateRankToJobrank(tm, to);

	each_I32(tm, to, in_job);
	each_U32(tm, to, in_job);
	each_I64(tm, to, in_job);
	each_U64(tm, to, in_job);
	each_FLT(tm, to, in_job);
	each_DBL(tm, to, in_job);
	product_FLT(in_job);
	product_DBL(in_job);
}

int main(int argc, char **argv)
{
	gex_TM_t half;
	size_t scratch;

	gt_init("atomics", &argc, &argv);
	gt_attach(PAGES);
	memset(gt_at(gt_me, 0), 0, PAGES * GASNET_PAGESIZE);
	gt_barrier();
	all_types(gt_tm, (gex_Rank_t)gt_me);
	gt_barrier();
	all_types(gt_tm, (gex_Rank_t)((gt_me + 1) % gt_n));
	gt_barrier();
	scratch = gex_TM_Split(&half, gt_tm, gt_me % 2, -gt_me, NULL, 0, GEX_FLAG_TM_NO_SCRATCH); /* the last rank is the first */
	(void)scratch;
	all_types(half, (gex_TM_QueryRank(half) + 1) % gex_TM_QuerySize(half));
	gt_barrier();
	gex_TM_Destroy(half, NULL, 0);
	sum_I32();
	sum_U32();
	sum_I64();
	sum_U64();
	sum_FLT();
	sum_DBL();
	gt_leave();
}
