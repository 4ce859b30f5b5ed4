/* Contexts: options, teams, many contexts, sessions, invalid ones, completion by destruction, and contexts of destroyed teams. */
#include "../gt_shmem.h"

static long cells[256];

static void life(void)
{
	static const shmem_ctx_t in_initialiser[] = {SHMEM_CTX_DEFAULT, SHMEM_CTX_INVALID};
	shmem_ctx_t ctx = SHMEM_CTX_DEFAULT, copy;
	shmem_team_t team = SHMEM_TEAM_INVALID;

	CHECK(in_initialiser[0] != in_initialiser[1], "handles");
	for (long options = 0; options <= (SHMEM_CTX_SERIALIZED | SHMEM_CTX_PRIVATE | SHMEM_CTX_NOSTORE); options++) {
		CHECK(shmem_ctx_create(options, &ctx) == 0 && ctx != SHMEM_CTX_INVALID && ctx != SHMEM_CTX_DEFAULT, "options %ld", options);
		CHECK(shmem_ctx_get_team(ctx, &team) == 0 && team == SHMEM_TEAM_WORLD, "team");
		copy = ctx;
		shmem_ctx_long_p(copy, &cells[options], options + gt_me, GT_NEXT);
		shmem_ctx_fence(copy);
		shmem_ctx_destroy(ctx); /* completes the put */
	}
	shmem_barrier_all();
	for (long options = 0; options < 8; options++)
		CHECK(cells[options] == options + GT_PREV, "%ld", cells[options]);
	CHECK(shmem_ctx_create(1L << 40, &ctx) != 0 && ctx == SHMEM_CTX_INVALID, "an unknown option");
	shmem_barrier_all();
}

static void teams(void)
{
	shmem_ctx_t ctx;
	shmem_team_t team, odd;

	CHECK(shmem_ctx_get_team(SHMEM_CTX_DEFAULT, &team) == 0 && team == SHMEM_TEAM_WORLD, "default");
	CHECK(shmem_ctx_get_team(SHMEM_CTX_INVALID, &team) != 0 && team == SHMEM_TEAM_INVALID, "invalid");
	CHECK(shmem_team_create_ctx(SHMEM_TEAM_INVALID, 0, &ctx) != 0 && ctx == SHMEM_CTX_INVALID, "on no team");
	CHECK(shmem_team_create_ctx(SHMEM_TEAM_SHARED, 0, &ctx) == 0, "shared");
	CHECK(shmem_ctx_get_team(ctx, &team) == 0 && team == SHMEM_TEAM_SHARED, "shared");
	shmem_ctx_destroy(ctx);
	if (gt_n < 2)
		return;
	/* every PE with an odd number adds to the one before it in the team of those */
	memset(cells, 0, sizeof cells);
	shmem_barrier_all();
	CHECK(shmem_team_split_strided(SHMEM_TEAM_WORLD, 1, 2, gt_n / 2, NULL, 0, &odd) == 0, "split");
	if (odd != SHMEM_TEAM_INVALID) {
		int me = shmem_team_my_pe(odd), n = shmem_team_n_pes(odd);
		CHECK(shmem_team_create_ctx(odd, 0, &ctx) == 0 && shmem_ctx_get_team(ctx, &team) == 0 && team == odd, "on a team");
		shmem_ctx_long_atomic_add(ctx, cells, 1 + gt_me, (me + n - 1) % n);
		shmem_ctx_quiet(ctx);
		shmem_team_destroy(odd); /* and its context */
	}
	shmem_barrier_all();
	int from = (gt_me / 2 + 1) % (gt_n / 2) * 2 + 1;
	CHECK(cells[0] == (gt_me % 2 ? 1 + from : 0), "%ld", cells[0]);
	shmem_barrier_all();
}

/* Contexts are made and destroyed in all orders, and stay distinct. */
static void many(void)
{
	static shmem_ctx_t all[3000];

	memset(cells, 0, sizeof cells);
	shmem_barrier_all();
	for (int round = 0; round < 3; round++) {
		for (int i = 0; i < 3000; i++) {
			CHECK(shmem_ctx_create(0, &all[i]) == 0, "%d", i);
			for (int k = i / 2; i % 500 == 0 && k < i; k++)
				CHECK(all[k] != all[i], "%d is %d", k, i);
		}
		for (int i = 0; i < 3000; i += 7)
			shmem_ctx_long_atomic_inc(all[i], &cells[i % 256], GT_NEXT);
		for (int i = 0; i < 3000; i++)
			shmem_ctx_destroy(all[round ? i : 2999 - i]);
	}
	shmem_barrier_all();
	long sum = 0;
	for (int i = 0; i < 256; i++)
		sum += cells[i];
	CHECK(sum == 3 * 429, "%ld", sum);
	shmem_barrier_all();
}

static void invalid(void)
{
	shmem_ctx_session_config_t config = {.total_ops = 5};

	shmem_ctx_destroy(SHMEM_CTX_INVALID);
	shmem_ctx_fence(SHMEM_CTX_INVALID);
	shmem_ctx_quiet(SHMEM_CTX_INVALID);
	shmem_ctx_pe_quiet(SHMEM_CTX_INVALID, NULL, 3);
	shmem_ctx_session_start(SHMEM_CTX_INVALID, SHMEM_CTX_SESSION_BATCH, &config, SHMEM_CTX_SESSION_TOTAL_OPS);
	shmem_ctx_session_stop(SHMEM_CTX_INVALID);
}

/* Sessions are hints: they do not change the meaning of operations. */
static void sessions(void)
{
	shmem_ctx_session_config_t config = {.total_ops = 64};
	struct gt_ctx with[GT_CONTEXTS];

	gt_contexts(with);
	for (int c = 0; c < GT_CONTEXTS; c++) {
		shmem_ctx_session_stop(with[c].ctx);
		shmem_ctx_session_start(with[c].ctx, SHMEM_CTX_SESSION_BATCH, &config, SHMEM_CTX_SESSION_TOTAL_OPS);
		for (int i = 0; i < 32; i++)
			shmem_ctx_long_p(with[c].ctx, &cells[i], 100 * c + i + gt_me, with[c].next);
		shmem_ctx_session_start(with[c].ctx, 0, NULL, 0);
		for (int i = 32; i < 64; i++)
			shmem_ctx_long_p(with[c].ctx, &cells[i], 100 * c + i + gt_me, with[c].next);
		shmem_ctx_session_stop(with[c].ctx);
		shmem_ctx_quiet(with[c].ctx);
		shmem_barrier_all();
		for (int i = 0; i < 64; i++)
			CHECK(cells[i] == 100 * c + i + GT_PREV, "context %d, word %d: %ld", c, i, cells[i]);
		shmem_barrier_all();
	}
}

/* pe_quiet completes the operations to the PEs that it names. */
static void pe_quiets(void)
{
	struct gt_ctx with[GT_CONTEXTS];
	long got = -1;
	int next = GT_NEXT;

	gt_contexts(with);
	for (int c = 0; c < GT_CONTEXTS; c++) {
		cells[gt_n] = 77 + gt_me;
		shmem_barrier_all();
		shmem_ctx_long_get_nbi(with[c].ctx, &got, &cells[gt_n], 1, with[c].next);
		shmem_ctx_pe_quiet(with[c].ctx, &with[c].next, 1);
		CHECK(got == 77 + GT_NEXT, "context %d: %ld", c, got);
		shmem_ctx_pe_quiet(with[c].ctx, NULL, 0);
	}
	got = -1;
	shmem_long_get_nbi(&got, &cells[gt_n], 1, GT_NEXT);
	shmem_pe_quiet(&next, 1);
	CHECK(got == 77 + GT_NEXT, "%ld", got);
	shmem_pe_quiet(NULL, 0);
	shmem_barrier_all();
}

int main(void)
{
	gt_start();
	life();
	teams();
	many();
	invalid();
	sessions();
	pe_quiets();
	return gt_finish();
}
