/* shmem.h and shmemx.h inside extern "C", as older C++ programs include them: the overloads are there, and functions keep C's linkage. */
extern "C" {
#include <mpp/shmem.h>

#include <shmemx.h>
}
#include "../gt_shmem.h"

static long at[2];

extern "C" {
typedef void (*put_one_t)(long *, long, int);
}

int main()
{
	gt_start();
	const put_one_t by_name = shmem_long_p;
	const int next = (gt_me + 1) % gt_n;
	long *sum = static_cast<long *>(shmem_calloc(1, sizeof *sum)), *mine = static_cast<long *>(shmem_calloc(1, sizeof *mine)), seen = 0;

	*mine = gt_me + 1;
	shmem_p(at, 7L, next);
	by_name(at + 1, 8, next);
	shmem_barrier_all();
	CHECK(at[0] == 7 && at[1] == 8, "%ld, %ld", at[0], at[1]);
	CHECK(shmem_sum_reduce(SHMEM_TEAM_WORLD, sum, mine, 1) == 0 && *sum == static_cast<long>(gt_n) * (gt_n + 1) / 2, "%ld", *sum);
	shmem_atomic_add(SHMEM_CTX_DEFAULT, mine, 1L, next);
	shmem_barrier_all();
	shmem_get(&seen, mine, 1, next);
	CHECK(seen == next + 2, "%ld", seen);
	shmemx_ibput(at, mine, 1, 1, 1, 1, next);
	shmem_barrier_all();
	CHECK(at[0] == (gt_me + gt_n - 1) % gt_n + 2, "%ld", at[0]);
	return gt_finish();
}
