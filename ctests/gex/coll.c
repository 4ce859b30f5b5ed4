/* Collectives of GASNet-EX before and after there is a segment, many in flight, on teams that are split and created. */
#include "../gt_gex.h"

enum { MANY = 6, COUNT = 300 };

/* Matrices of 2 by 2 as elements, added; cdata is what every call gets. */
struct pair {
	int64_t a, b;
};

static void add_pairs(const void *left, void *right_and_out, size_t count, const void *cdata)
{
	const struct pair *l = left;
	struct pair *r = right_and_out;

	HOLDS(*(const int *)cdata == 77);
	for (size_t i = 0; i < count; i++) {
		r[i].a += l[i].a;
		r[i].b = r[i].b > l[i].b ? r[i].b : l[i].b;
	}
}

static void broadcasts(gex_TM_t tm)
{
	const gex_Rank_t n = gex_TM_QuerySize(tm), me = gex_TM_QueryRank(tm);
	static char data[MANY][20000];
	gex_Event_t all[MANY];

	for (int i = 0; i < MANY; i++) {
		const gex_Rank_t root = (gex_Rank_t)i % n;
		const size_t bytes = i == 0 ? 0 : (size_t)1 << 2 * (i + 1);

		memset(data[i], me == root ? i + 1 : 0, sizeof data[i]);
		all[i] = gex_Coll_BroadcastNB(tm, root, data[i], data[i], bytes, 0);
	}
	gex_Event_WaitAll(all, MANY, 0);
	for (int i = 1; i < MANY; i++)
		CHECK(data[i][0] == i + 1 && data[i][((size_t)1 << 2 * (i + 1)) - 1] == i + 1, "broadcast %d", i);
}

#define REDUCES(type, dt)                                                                                                        \
	do {                                                                                                                     \
		type from[COUNT], to[COUNT];                                                                                     \
		for (int i = 0; i < COUNT; i++)                                                                                  \
			from[i] = (type)(me + (gex_Rank_t)i);                                                                    \
		gex_Event_Wait(gex_Coll_ReduceToAllNB(tm, to, from, dt, sizeof(type), COUNT, GEX_OP_ADD, NULL, NULL, 0));        \
		for (int i = 0; i < COUNT; i++)                                                                                  \
			CHECK(to[i] == (type)(n * (n - 1) / 2 + n * (gex_Rank_t)i), #dt ": sum %d", i);                          \
		gex_Event_Wait(gex_Coll_ReduceToOneNB(tm, n - 1, to, from, dt, sizeof(type), COUNT, GEX_OP_MAX, NULL, NULL, 0)); \
		for (int i = 0; me == n - 1 && i < COUNT; i++)                                                                   \
			CHECK(to[i] == (type)(n - 1 + (gex_Rank_t)i), #dt ": most %d", i);                                       \
		gex_Event_Wait(gex_Coll_ReduceToAllNB(tm, from, from, dt, sizeof(type), COUNT, GEX_OP_MIN, NULL, NULL, 0));      \
		for (int i = 0; i < COUNT; i++)                                                                                  \
			CHECK(from[i] == (type)i, #dt ": least %d", i);                                                          \
	} while (0)

static void reductions(gex_TM_t tm)
{
	const gex_Rank_t n = gex_TM_QuerySize(tm), me = gex_TM_QueryRank(tm);
	struct pair mine = {(int64_t)me, (int64_t)me}, out = {-1, -1};
	uint64_t bits = UINT64_C(1) << (me % 60), any = 0;
	int cdata = 77;

	REDUCES(int32_t, GEX_DT_I32);
	REDUCES(uint32_t, GEX_DT_U32);
	REDUCES(int64_t, GEX_DT_I64);
	REDUCES(uint64_t, GEX_DT_U64);
	REDUCES(float, GEX_DT_FLT);
	REDUCES(double, GEX_DT_DBL);
	gex_Event_Wait(gex_Coll_ReduceToAllNB(tm, &any, &bits, GEX_DT_U64, 8, 1, GEX_OP_OR, NULL, NULL, 0));
	HOLDS(any == (n >= 60 ? (UINT64_C(1) << 60) - 1 : (UINT64_C(1) << n) - 1));
	gex_Event_Wait(gex_Coll_ReduceToAllNB(tm, &out, &mine, GEX_DT_USER, sizeof out, 1, GEX_OP_USER, add_pairs, &cdata, 0));
	CHECK(out.a == (int64_t)n * (n - 1) / 2 && out.b == (int64_t)n - 1, "%" PRId64 ", %" PRId64, out.a, out.b);
}

/* Several barriers at a time. */
static void barriers(gex_TM_t tm)
{
	gex_Event_t all[MANY];

	for (int i = 0; i < MANY; i++)
		all[i] = gex_Coll_BarrierNB(tm, 0);
	gex_Event_WaitAll(all, MANY, 0);
	gex_Coll_BarrierBlocking(tm, 0);
}

static void everything(gex_TM_t tm)
{
	barriers(tm);
	broadcasts(tm);
	reductions(tm);
}

/* Even and odd ranks, the other way round. */
static void split(void)
{
	gex_TM_t half = GEX_TM_INVALID, none = GEX_TM_INVALID;
	gex_Memvec_t scratch = {NULL, 0};
	static char memory[4096];
	size_t need = gex_TM_Split(&half, gt_tm, gt_me % 2, -gt_me, NULL, 0, GEX_FLAG_TM_SCRATCH_SIZE_RECOMMENDED);

	HOLDS(need > 0 && need <= sizeof memory && half == GEX_TM_INVALID);
	gex_TM_Split(&half, gt_tm, gt_me % 2, -gt_me, memory, need, 0);
	HOLDS(gex_TM_QuerySize(half) == (gex_Rank_t)(gt_n + 1 - gt_me % 2) / 2);
	for (gex_Rank_t r = 0; r < gex_TM_QuerySize(half); r++) {
		const gex_Rank_t in_job = gex_TM_TranslateRankToJobrank(half, r);

		HOLDS((int)in_job % 2 == gt_me % 2 && (r == 0 || in_job < gex_TM_TranslateRankToJobrank(half, r - 1)));
		HOLDS(gex_TM_TranslateJobrankToRank(half, in_job) == r);
	}
	everything(half);
	HOLDS(gex_TM_Destroy(half, &scratch, 0) == 1 && scratch.gex_addr == memory && scratch.gex_len == need);
	gex_TM_Split(gt_me == 0 ? &none : NULL, gt_tm, 0, 0, NULL, 0, GEX_FLAG_TM_NO_SCRATCH);
	HOLDS((gt_me == 0) == (none != GEX_TM_INVALID));
	if (none)
		HOLDS(gex_TM_QuerySize(none) == 1 && gex_TM_Destroy(none, NULL, GEX_FLAG_GLOBALLY_QUIESCED) == 0);
}

/* A team of all but the last, in which rank 0 is last; and a get through it. */
static void create(void)
{
	const size_t members = gt_n > 1 ? (size_t)gt_n - 1 : 1;
	gex_EP_Location_t *args = calloc(members, sizeof *args);
	gex_TM_t most = GEX_TM_INVALID;
	const bool in = (size_t)gt_me < members;
	long here = 0;

	for (size_t i = 0; i < members; i++)
		args[i].gex_rank = (gex_Rank_t)((i + 1) % members);
	HOLDS((gex_TM_Create(NULL, in, gt_tm, NULL, members, NULL, 0, GEX_FLAG_TM_SCRATCH_SIZE_MIN) > 0) == in);
	gex_TM_Create(&most, 1, gt_tm, args, in ? members : 0, NULL, 0, GEX_FLAG_TM_NO_SCRATCH);
	free(args);
	HOLDS(in == (most != GEX_TM_INVALID));
	if (!in)
		return;
	HOLDS(gex_TM_TranslateRankToJobrank(most, (gex_Rank_t)(members - 1)) == 0);
	everything(most);
	gex_RMA_GetBlocking(most, &here, (gex_Rank_t)(members - 1), gt_at(0, 0), sizeof here, 0);
	CHECK(here == 4711, "%ld", here);
	HOLDS(gex_TM_Destroy(most, NULL, 0) == 0);
}

int main(int argc, char **argv)
{
	gt_init("coll", &argc, &argv);
	everything(gt_tm);
	gt_attach(1);
	*(long *)gt_at(gt_me, 0) = 4711;
	gt_barrier();
	everything(gt_tm);
	split();
	create();
	gt_leave();
}
