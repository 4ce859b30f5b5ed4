/* Teams: the predefined ones, strided splits in both directions and of teams, translation, configurations, errors, destruction. */
#include "../gt_shmem.h"

#define MOST 64 /* PEs */

static long cell[2];

/* The members of team are the PEs of want, in this order; every PE checks it by queries. */
static void is(shmem_team_t team, const int *want, int n, const char *what)
{
	int me = -1;

	for (int i = 0; i < n; i++)
		if (want[i] == gt_me)
			me = i;
	CHECK((team == SHMEM_TEAM_INVALID) == (me < 0), "%s: membership", what);
	CHECK(shmem_team_my_pe(team) == me, "%s: number %d, not %d", what, shmem_team_my_pe(team), me);
	if (me < 0)
		return;
	CHECK(shmem_team_n_pes(team) == n, "%s: %d PEs", what, shmem_team_n_pes(team));
	for (int i = 0; i < n; i++) {
		CHECK(shmem_team_translate_pe(team, i, SHMEM_TEAM_WORLD) == want[i], "%s: member %d", what, i);
		CHECK(shmem_team_translate_pe(SHMEM_TEAM_WORLD, want[i], team) == i, "%s: PE %d", what, want[i]);
	}
	CHECK(shmem_team_translate_pe(team, n, SHMEM_TEAM_WORLD) == -1, "%s: beyond", what);
	CHECK(shmem_team_translate_pe(team, -1, SHMEM_TEAM_WORLD) == -1, "%s: below", what);
	CHECK(shmem_team_translate_pe(team, 0, SHMEM_TEAM_INVALID) == -1, "%s: to nowhere", what);
}

static void predefined(void)
{
	static const shmem_team_t in_initialiser[] = {SHMEM_TEAM_WORLD, SHMEM_TEAM_SHARED, SHMEM_TEAM_INVALID};
	int all[MOST];

	for (int i = 0; i < gt_n; i++)
		all[i] = i;
	is(SHMEM_TEAM_WORLD, all, gt_n, "world");
	int shared = shmem_team_n_pes(SHMEM_TEAM_SHARED), reach = 0;
	long *block = shmem_malloc(sizeof *block);
	for (int i = 0; i < gt_n; i++)
		reach += shmem_ptr(block, i) != NULL;
	CHECK(shared == reach, "%d PEs share memory, shmem_ptr reaches %d", shared, reach);
	for (int i = 0; i < shared; i++)
		CHECK(shmem_ptr(block, shmem_team_translate_pe(SHMEM_TEAM_SHARED, i, SHMEM_TEAM_WORLD)) != NULL, "member %d", i);
	CHECK(shmem_team_translate_pe(SHMEM_TEAM_SHARED, shmem_team_my_pe(SHMEM_TEAM_SHARED), SHMEM_TEAM_WORLD) == gt_me, "myself");
	shmem_free(block);
	CHECK(in_initialiser[0] != in_initialiser[1] && in_initialiser[1] != in_initialiser[2] && in_initialiser[0] != in_initialiser[2], "handles");
	CHECK(shmem_team_my_pe(SHMEM_TEAM_INVALID) == -1 && shmem_team_n_pes(SHMEM_TEAM_INVALID) == -1, "no team");
	CHECK(shmem_team_translate_pe(SHMEM_TEAM_INVALID, 0, SHMEM_TEAM_WORLD) == -1, "from nowhere");
	shmem_team_destroy(SHMEM_TEAM_INVALID);
}

static shmem_team_t split(shmem_team_t parent, int start, int stride, int size)
{
	shmem_team_t team = SHMEM_TEAM_WORLD;

	CHECK(shmem_team_split_strided(parent, start, stride, size, NULL, 0, &team) == 0, "%d %d %d", start, stride, size);
	return team;
}

/* Every strided team of the world, and a reversed team of each. */
static void strided(void)
{
	int want[MOST], most = gt_n < 7 ? gt_n : 3;

	for (int start = 0; start < most; start++)
		for (int stride = -most; stride <= most; stride++)
			for (int size = 1; size <= gt_n; size++) {
				int last = start + (size - 1) * stride;
				if (last < 0 || last >= gt_n || (stride == 0 && size > 1))
					continue;
				for (int i = 0; i < size; i++)
					want[i] = start + i * stride;
				shmem_team_t team = split(SHMEM_TEAM_WORLD, start, stride, size);
				is(team, want, size, "strided");
				if (team != SHMEM_TEAM_INVALID) {
					for (int i = 0; i < size; i++)
						want[size - 1 - i] = start + i * stride;
					shmem_team_t back = split(team, size - 1, -1, size);
					is(back, want, size, "back");
					/* a PE of one is named in the other */
					CHECK(shmem_team_translate_pe(team, 0, back) == size - 1, "first is last");
					shmem_team_destroy(back);
					shmem_team_destroy(team);
				}
			}
}

/* Teams that overlap are made and destroyed in different orders; the members of each check it. */
static void overlapping(void)
{
	shmem_team_t low = split(SHMEM_TEAM_WORLD, 0, 1, (gt_n + 1) / 2), high = split(SHMEM_TEAM_WORLD, gt_n / 2, 1, gt_n - gt_n / 2);
	shmem_team_t even = split(SHMEM_TEAM_WORLD, 0, 2, (gt_n + 1) / 2);

	for (int round = 0; round < 20; round++) {
		shmem_team_t a = SHMEM_TEAM_INVALID, b = SHMEM_TEAM_INVALID, c = SHMEM_TEAM_INVALID;
		if (low != SHMEM_TEAM_INVALID)
			a = split(low, 0, 1, shmem_team_n_pes(low));
		if (high != SHMEM_TEAM_INVALID)
			b = split(high, 0, 1, shmem_team_n_pes(high));
		if (even != SHMEM_TEAM_INVALID)
			c = split(even, 0, 1, shmem_team_n_pes(even));
		CHECK(shmem_team_n_pes(a) == shmem_team_n_pes(low) && shmem_team_my_pe(a) == shmem_team_my_pe(low), "low");
		CHECK(shmem_team_n_pes(b) == shmem_team_n_pes(high) && shmem_team_my_pe(b) == shmem_team_my_pe(high), "high");
		CHECK(shmem_team_n_pes(c) == shmem_team_n_pes(even) && shmem_team_my_pe(c) == shmem_team_my_pe(even), "even");
		shmem_team_destroy(round & 1 ? a : b);
		shmem_team_destroy(c);
		shmem_team_destroy(round & 1 ? b : a);
	}
	shmem_team_destroy(even);
	shmem_team_destroy(low);
	shmem_team_destroy(high);
}

static void configured(void)
{
	shmem_team_config_t config = {.num_contexts = 3}, got = {.num_contexts = -1};
	shmem_team_t team;

	CHECK(shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 1, gt_n, &config, SHMEM_TEAM_NUM_CONTEXTS, &team) == 0, "split");
	CHECK(shmem_team_get_config(team, SHMEM_TEAM_NUM_CONTEXTS, &got) == 0 && got.num_contexts == 3, "%d contexts", got.num_contexts);
	got.num_contexts = -1;
	CHECK(shmem_team_get_config(team, 0, &got) == 0 && got.num_contexts == -1, "mask 0 writes");
	CHECK(shmem_team_get_config(team, 0, NULL) == 0, "mask 0 without a place");
	CHECK(shmem_team_get_config(SHMEM_TEAM_INVALID, SHMEM_TEAM_NUM_CONTEXTS, &got) != 0 && got.num_contexts == -1, "no team");
	CHECK(shmem_team_get_config(SHMEM_TEAM_WORLD, SHMEM_TEAM_NUM_CONTEXTS, &got) == 0 && got.num_contexts == 0, "world");
	shmem_team_destroy(team);
	CHECK(shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 1, gt_n, NULL, 0, &team) == 0, "no configuration");
	CHECK(shmem_team_get_config(team, SHMEM_TEAM_NUM_CONTEXTS, &got) == 0 && got.num_contexts == 0, "%d by default", got.num_contexts);
	shmem_team_destroy(team);
}

static void refused(void)
{
	const struct {
		int start, stride, size;
	} bad[] = {{gt_n, 1, 1}, {-1, 1, 1}, {0, 1, gt_n + 1}, {0, 0, 2}, {0, -1, 2}, {0, 1, 0}, {0, 1, -1}, {gt_n - 1, 1, 2}};
	shmem_team_config_t none = {.num_contexts = -1};

	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		shmem_team_t team = SHMEM_TEAM_WORLD;
		CHECK(shmem_team_split_strided(SHMEM_TEAM_WORLD, bad[i].start, bad[i].stride, bad[i].size, NULL, 0, &team) != 0, "case %zu", i);
		CHECK(team == SHMEM_TEAM_INVALID, "case %zu has a team", i);
	}
	shmem_team_t x = SHMEM_TEAM_WORLD;
	CHECK(shmem_team_split_strided(SHMEM_TEAM_INVALID, 0, 1, 1, NULL, 0, &x) != 0 && x == SHMEM_TEAM_INVALID, "no parent");
	x = SHMEM_TEAM_WORLD;
	CHECK(shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 1, gt_n, &none, SHMEM_TEAM_NUM_CONTEXTS, &x) != 0 && x == SHMEM_TEAM_INVALID,
	      "-1 contexts");
	/* an error of one PE makes the call fail on all */
	x = SHMEM_TEAM_WORLD;
	CHECK(shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 1, gt_me == gt_n - 1 ? gt_n + 1 : gt_n, NULL, 0, &x) != 0 && x == SHMEM_TEAM_INVALID,
	      "one");
}

/* Making or destroying a team completes earlier puts. */
static void together(void)
{
	for (long round = 1; round < 50; round++) {
		shmem_long_p(&cell[round & 1], round * 100 + gt_me, GT_NEXT);
		shmem_quiet();
		shmem_team_t team = split(SHMEM_TEAM_WORLD, 0, 1, gt_n);
		CHECK(cell[round & 1] == round * 100 + GT_PREV, "round %ld: %ld", round, cell[round & 1]);
		shmem_team_destroy(team);
	}
}

int main(void)
{
	gt_start();
	predefined();
	strided();
	overlapping();
	configured();
	refused();
	together();
	(void)split(SHMEM_TEAM_WORLD, 0, 1, gt_n); /* finalize destroys it */
	return gt_finish();
}
