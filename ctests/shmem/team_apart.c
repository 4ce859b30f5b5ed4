/* One call of shmem_team_split_strided in which PEs request different teams, each team only by its members: teams of one, neighbours, halves of different
 * shapes. The teams work, all at the same time. */
#include "../gt_shmem.h"

#define WORDS 600 /* more than fits in a message */

static long here[WORDS], there[WORDS], all[64];

/* Collectives and a context on a team of size PEs, start, start + stride and so on of the world, that this PE is in. */
static void works(shmem_team_t team, int start, int stride, int size, const char *which)
{
	const int me = (gt_me - start) / stride;
	shmem_ctx_t ctx;
	long sum;

	CHECK(team != SHMEM_TEAM_INVALID, "%s: no team", which);
	CHECK(shmem_team_my_pe(team) == me && shmem_team_n_pes(team) == size, "%s: %d of %d", which, shmem_team_my_pe(team), shmem_team_n_pes(team));
	for (int i = 0; i < size; i++)
		CHECK(shmem_team_translate_pe(team, i, SHMEM_TEAM_WORLD) == start + i * stride, "%s: member %d", which, i);
	for (int root = 0; root < size; root++) {
		for (int i = 0; i < WORDS; i++)
			here[i] = 1000L * gt_me + i + root, there[i] = -1;
		CHECK(shmem_team_sync(team) == 0, "%s: sync", which);
		CHECK(shmem_long_broadcast(team, there, here, WORDS, root) == 0, "%s: broadcast", which);
		for (int i = 0; i < WORDS; i++)
			CHECK(there[i] == 1000L * (start + root * stride) + i + root, "%s: word %d from %d is %ld", which, i, root, there[i]);
	}
	here[0] = gt_me;
	CHECK(shmem_long_sum_reduce(team, there, here, 1) == 0, "%s: reduce", which);
	sum = 0;
	for (int i = 0; i < size; i++)
		sum += start + i * stride;
	CHECK(there[0] == sum, "%s: the sum is %ld, not %ld", which, there[0], sum);
	CHECK(shmem_long_fcollect(team, all, here, 1) == 0, "%s: fcollect", which);
	for (int i = 0; i < size; i++)
		CHECK(all[i] == start + i * stride, "%s: collected %ld", which, all[i]);
	if (shmem_team_create_ctx(team, 0, &ctx) != 0)
		FATAL("%s: no context", which);
	static long word;
	word = -1;
	shmem_team_sync(team);
	shmem_ctx_long_p(ctx, &word, gt_me, (me + 1) % size);
	shmem_ctx_quiet(ctx);
	shmem_team_sync(team);
	CHECK(word == start + (me + size - 1) % size * stride, "%s: a put from %ld", which, word);
	shmem_ctx_destroy(ctx);
}

int main(void)
{
	gt_start();
	for (int round = 0; round < 3; round++) {
		shmem_team_t alone, pair, part, odd;
		const int first = gt_me & ~1, two = first + 1 < gt_n ? 2 : 1, cut = gt_n / 3;

		CHECK(shmem_team_split_strided(SHMEM_TEAM_WORLD, gt_me, 1, 1, NULL, 0, &alone) == 0, "alone");
		CHECK(shmem_team_split_strided(SHMEM_TEAM_WORLD, first, 1, two, NULL, 0, &pair) == 0, "pairs");
		if (gt_me < cut)
			CHECK(shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 1, cut, NULL, 0, &part) == 0, "the first third");
		else
			CHECK(shmem_team_split_strided(SHMEM_TEAM_WORLD, cut, 1, gt_n - cut, NULL, 0, &part) == 0, "the others");
		works(alone, gt_me, 1, 1, "alone");
		works(pair, first, 1, two, "pair");
		works(part, gt_me < cut ? 0 : cut, 1, gt_me < cut ? cut : gt_n - cut, "part");

		/* A PE that is not in the team that it requests gets none, and does not affect the others. */
		CHECK(shmem_team_split_strided(pair, shmem_team_my_pe(pair), 1, 1, NULL, 0, &odd) == 0, "of a pair");
		works(odd, gt_me, 1, 1, "of a pair");
		shmem_team_destroy(odd);
		CHECK(shmem_team_split_strided(SHMEM_TEAM_WORLD, (gt_me + 1) % gt_n, 1, 1, NULL, 0, &odd) == 0, "the next one's");
		CHECK((odd != SHMEM_TEAM_INVALID) == (gt_n == 1), "the next one's");
		shmem_team_destroy(odd);

		/* A member requests another team: no PE gets one. */
		CHECK(shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 1, gt_me ? gt_n : 1, NULL, 0, &odd) != 0 || gt_n == 1, "PE 0 is in two");
		CHECK((odd != SHMEM_TEAM_INVALID) == (gt_n == 1), "PE 0 is in two");
		shmem_team_destroy(odd);

		shmem_team_destroy(part);
		shmem_team_destroy(alone);
		shmem_team_destroy(pair);
	}
	return gt_finish();
}
