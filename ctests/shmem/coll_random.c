/* Random collectives back to back on overlapping teams and active sets of all shapes, compared with a loop over all members. There is no synchronisation
 * between them but their own: each reuses the same memory at once. GT_ROUNDS is the number of rounds, GT_MOST the maximum number of elements. */
#include "../gt_shmem.h"

enum { TEAMS = 10, SETS = 6, BIG = 30000 };

static int64_t *source, *dest; /* on the heap */
static int64_t global_source[4096], global_dest[4096];
static long sync_array[SHMEM_SYNC_SIZE];

/* PEs start + i * stride. */
static struct group {
	shmem_team_t team; /* SHMEM_TEAM_INVALID on an active set, or where this PE is not a member */
	int start, stride, size, me, logstride;
	bool set, member;
} groups[TEAMS + SETS];
static int ngroups;

static size_t most;

static int64_t value(const struct group *g, int i, int round, size_t k)
{
	return (int64_t)gt_mix((uint64_t)(g->start + i * g->stride) << 48 ^ (uint64_t)round << 28 ^ k);
}

static void shape(struct group *g, int start, int stride, int size)
{
	*g = (struct group){SHMEM_TEAM_INVALID, start, stride, size, 0, 0, false, false};
	if (gt_me - start == 0 || stride != 0)
		for (int i = 0; i < size; i++)
			if (start + i * stride == gt_me) {
				g->me = i;
				g->member = true;
			}
}

static void make_groups(void)
{
	gt_srand(99);
	shape(&groups[ngroups], 0, 1, gt_n);
	groups[ngroups++].team = SHMEM_TEAM_WORLD;
	for (int i = 1; i < TEAMS; i++) {
		const int size = (int)gt_range(1, (uint64_t)gt_n), room = size > 1 ? (gt_n - 1) / (size - 1) : 1;
		int stride = (int)gt_range(1, (uint64_t)(room > 0 ? room : 1));
		int start = (int)gt_range(0, (uint64_t)(gt_n - 1 - (size - 1) * stride));
		if (gt_rand() % 2) {
			start += (size - 1) * stride;
			stride = -stride;
		}
		shape(&groups[ngroups], start, stride, size);
		CHECK(shmem_team_split_strided(SHMEM_TEAM_WORLD, start, stride, size, NULL, 0, &groups[ngroups].team) == 0, "no team");
		ngroups++;
	}
	for (int i = 0; i < SETS; i++) {
		const int log = (int)gt_range(0, 2), start = (int)gt_range(0, (uint64_t)gt_n - 1), room = ((gt_n - 1 - start) >> log) + 1;
		shape(&groups[ngroups], start, 1 << log, (int)gt_range(1, (uint64_t)room));
		groups[ngroups].set = true;
		groups[ngroups++].logstride = log;
	}
}

/* Lengths of interest: none, a few, about a page, many. */
static size_t length(void)
{
	switch (gt_rand() % 5) {
	case 0: return gt_range(0, 3);
	case 1: return gt_range(1, 40);
	case 2: return gt_range(480, 530);
	case 3: return gt_range(1, 2000);
	default: return gt_range(1, most);
	}
}

#define ON(TEAM_CALL, SET_CALL) (g->set ? (SET_CALL, 0) : TEAM_CALL)
#define SET g->start, g->logstride, g->size

static void one(const struct group *g, int round)
{
	const int kind = (int)(gt_rand() % 10), n = g->size;
	const size_t drawn = length(), room = most / (size_t)n;
	const bool in_place = gt_rand() % 3 == 0, exclusive = gt_rand() % 2, globals = gt_rand() % 3 == 0;
	const int root = (int)(gt_rand() % (uint64_t)n), dst = (int)gt_range(1, 3), sst = (int)gt_range(1, 3);
	const uint64_t seed = gt_rand();
	size_t elems = kind >= 1 && kind <= 3 && drawn > room ? room : drawn;
	int64_t *s = source, *d = dest;
	int status = 0;

	if (kind == 3 && elems > room / 3)
		elems = room / 3;
	if (!g->member)
		return;
	if (globals && elems * (size_t)n * 3 <= 4096) {
		s = global_source;
		d = global_dest;
	}
	const size_t fill = kind == 2 || kind == 3 ? elems * (size_t)n * (kind == 3 ? (size_t)sst : 1) : elems;
	if (in_place && (kind == 0 || kind >= 4))
		d = s;
	for (size_t k = 0; k < fill; k++)
		s[k] = value(g, g->me, round, k);
#define WANT(k, want)                                                                                                                             \
	if (d[k] != (want)) {                                                                                                                     \
		ERR("round %d kind %d on %d PEs from %d by %d%s: %zu elements, root %d: element %zu of PE %d is wrong", round, kind, n, g->start, \
		    g->stride, g->set ? " (set)" : "", elems, root, (size_t)(k), g->me);                                                          \
		return;                                                                                                                           \
	}
	switch (kind) {
	case 0:
		status = ON(shmem_int64_broadcast(g->team, d, s, elems, root), shmem_broadcast64(d, s, elems, root, SET, sync_array));
		if (!g->set || g->me != root)
			for (size_t k = 0; k < elems; k++)
				WANT(k, value(g, root, round, k));
		break;
	case 1: {
		/* Lengths of all members, which each PE can compute. */
		size_t at = 0, mine = 0;
		for (int i = 0; i < n; i++)
			mine = i == g->me ? gt_mix(seed + (uint64_t)i) % (elems + 1) : mine;
		status = ON(shmem_int64_collect(g->team, d, mine ? s : NULL, mine), shmem_collect64(d, mine ? s : NULL, mine, SET, sync_array));
		for (int i = 0; i < n; i++)
			for (size_t k = 0, many = gt_mix(seed + (uint64_t)i) % (elems + 1); k < many; k++, at++)
				WANT(at, value(g, i, round, k));
		break;
	}
	case 2:
		status = ON(shmem_int64_alltoall(g->team, d, s, elems), shmem_alltoall64(d, s, elems, SET, sync_array));
		for (size_t k = 0; k < elems * (size_t)n; k++)
			WANT(k, value(g, (int)(k / elems), round, (size_t)g->me * elems + k % elems));
		break;
	case 3:
		status = ON(shmem_int64_alltoalls(g->team, d, s, dst, sst, elems), shmem_alltoalls64(d, s, dst, sst, elems, SET, sync_array));
		for (size_t k = 0; k < elems * (size_t)n; k++)
			WANT(k * (size_t)dst, value(g, (int)(k / elems), round, ((size_t)g->me * elems + k % elems) * (size_t)sst));
		break;
	case 4:
		if (!g->set) {
			const bool ex = exclusive;
			status = ex ? shmem_int64_sum_exscan(g->team, d, s, elems) : shmem_int64_sum_inscan(g->team, d, s, elems);
			for (size_t k = 0; k < elems; k++) {
				uint64_t sum = 0;
				for (int i = 0; i < g->me + !ex; i++)
					sum += (uint64_t)value(g, i, round, k);
				WANT(k, (int64_t)sum);
			}
			break;
		}
		/* fall through */
	case 5:
	case 6:
		status =
		    ON(shmem_int64_sum_reduce(g->team, d, s, elems), shmem_long_sum_to_all((long *)d, (long *)s, (int)elems, SET, NULL, sync_array));
		for (size_t k = 0; k < elems; k++) {
			uint64_t sum = 0;
			for (int i = 0; i < n; i++)
				sum += (uint64_t)value(g, i, round, k);
			WANT(k, (int64_t)sum);
		}
		break;
	case 7:
		status =
		    ON(shmem_int64_max_reduce(g->team, d, s, elems), shmem_long_max_to_all((long *)d, (long *)s, (int)elems, SET, NULL, sync_array));
		for (size_t k = 0; k < elems; k++) {
			int64_t top = value(g, 0, round, k);
			for (int i = 1; i < n; i++)
				top = value(g, i, round, k) > top ? value(g, i, round, k) : top;
			WANT(k, top);
		}
		break;
	case 8:
		elems = elems > room ? room : elems;
		d = d == s ? dest : d;
		if (s == global_source)
			d = global_dest;
		status = ON(shmem_int64_fcollect(g->team, d, s, elems), shmem_fcollect64(d, s, elems, SET, sync_array));
		for (size_t k = 0; k < elems * (size_t)n; k++)
			WANT(k, value(g, (int)(k / elems), round, k % elems));
		break;
	default: status = ON(shmem_team_sync(g->team), shmem_sync(SET, sync_array));
	}
	CHECK(status == 0, "status");
}

int main(void)
{
	const char *r = getenv("GT_ROUNDS"), *m = getenv("GT_MOST");
	const int rounds = r ? atoi(r) : 300;

	most = m ? (size_t)atol(m) : BIG;
	gt_start();
	source = shmem_malloc((most + 8) * 3 * sizeof *source);
	dest = shmem_malloc((most + 8) * 3 * sizeof *dest);
	make_groups();
	for (int round = 1; round <= rounds && gt_errs == 0; round++) {
		gt_srand((uint64_t)round);
		one(&groups[gt_rand() % (uint64_t)ngroups], round);
	}
	for (int i = 1; i < TEAMS; i++)
		shmem_team_destroy(groups[i].team);
	shmem_barrier_all();
	shmem_free(dest);
	shmem_free(source);
	return gt_finish();
}
