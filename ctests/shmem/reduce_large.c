/* Sums of up to 4 MiB: out of place, in place, and into memory that begins in the middle of the source's array. */
#include "../gt_shmem.h"

enum { N = 1 << 19 };

static double first[2 * N], second[N];

static void sum(double *dest, double *source, int n, const char *how)
{
	int bad = 0;

	for (int i = 0; i < n; i++)
		source[i] = gt_me + 1 + i % 7;
	shmem_barrier_all();
	CHECK(shmem_double_sum_reduce(SHMEM_TEAM_WORLD, dest, source, (size_t)n) == 0, "%s: %d elements", how, n);
	for (int i = 0; i < n; i++)
		bad += dest[i] != gt_n * (gt_n + 1) / 2.0 + gt_n * (i % 7);
	CHECK(bad == 0, "%s: %d of %d sums are wrong", how, bad, n);
	shmem_barrier_all();
}

int main(void)
{
	gt_start();
	for (int n = 1; n <= N; n = n < N && 5 * n + 3 > N ? N : 5 * n + 3) {
		sum(second, first, n, "elsewhere");
		sum(first, first, n, "in place");
		sum(first + n, first, n, "right behind");
		sum(first, first + n, n, "right before");
	}
	return gt_finish();
}
