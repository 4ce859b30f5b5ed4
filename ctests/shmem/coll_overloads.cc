// C++: collectives by one name for all types.
#include "../gt_shmem.h"

#include <shmemx.h>

alignas(16) static char memory[2][64 * 8 * 16];
static shmem_team_t team = SHMEM_TEAM_WORLD;

template <class T> static void collect(T *s, T *d)
{
	const int last = gt_n - 1;
	for (int i = 0; i < 2 * gt_n; i++)
		s[i] = T(gt_me + i);
	CHECK(shmem_broadcast(team, d, s, 2, last) == 0 && d[1] == T(last + 1), "broadcast");
	CHECK(shmem_fcollect(team, d, s, 2) == 0 && d[2 * last + 1] == T(last + 1), "fcollect");
	CHECK(shmem_collect(team, d, s, 1) == 0 && d[last] == T(last), "collect");
	CHECK(shmem_alltoall(team, d, s, 2) == 0 && d[2 * last] == T(last + 2 * gt_me), "alltoall");
	CHECK(shmem_alltoalls(team, d, s, 2, 1, 2) == 0 && d[4 * last] == T(last + 2 * gt_me), "alltoalls");
	CHECK(shmem_min_reduce(team, d, s, 2) == 0 && d[1] == T(1), "min");
	CHECK(shmem_max_reduce(team, d, s, 2) == 0 && d[1] == T(last + 1), "max");
}

template <class T> static void sum(T *s, T *d)
{
	s[0] = 1;
	CHECK(shmem_sum_reduce(team, d, s, 1) == 0 && d[0] == T(gt_n), "sum");
	CHECK(shmem_prod_reduce(team, d, s, 1) == 0 && d[0] == T(1), "prod");
	CHECK(shmem_sum_inscan(team, d, s, 1) == 0 && d[0] == T(gt_me + 1), "inscan");
	CHECK(shmem_sum_exscan(team, d, s, 1) == 0 && d[0] == T(gt_me), "exscan");
}

template <class T> static void bits(T *s, T *d)
{
	s[0] = gt_me == 0 ? 6 : 3;
	CHECK(shmem_and_reduce(team, d, s, 1) == 0 && d[0] == T(gt_n > 1 ? 2 : 6), "and");
	CHECK(shmem_or_reduce(team, d, s, 1) == 0 && d[0] == T(gt_n > 1 ? 7 : 6), "or");
	CHECK(shmem_xor_reduce(team, d, s, 1) == 0 && d[0] == T(gt_n % 2 ? 6 : 5), "xor");
}

int main()
{
	static long sync_array[SHMEM_SYNC_SIZE];

	gt_start();
	char *s = memory[0], *d = memory[1];
#define COLLECT(NAME, T) collect(reinterpret_cast<T *>(s), reinterpret_cast<T *>(d));
	GT_RMA_TYPES(COLLECT)
#define SUM(NAME, T) sum(reinterpret_cast<T *>(s), reinterpret_cast<T *>(d));
	GT_RMA_TYPES(SUM)
	__extension__ typedef float _Complex complexf;
	__extension__ typedef double _Complex complexd;
	sum(reinterpret_cast<complexf *>(s), reinterpret_cast<complexf *>(d));
	sum(reinterpret_cast<complexd *>(s), reinterpret_cast<complexd *>(d));
#define BITS(NAME, T) bits(reinterpret_cast<T *>(s), reinterpret_cast<T *>(d));
	GT_BIT_TYPES(BITS)
	bits(reinterpret_cast<signed char *>(s), reinterpret_cast<signed char *>(d));
	bits(reinterpret_cast<unsigned char *>(s), reinterpret_cast<unsigned char *>(d));
	bits(reinterpret_cast<short *>(s), reinterpret_cast<short *>(d));
	bits(reinterpret_cast<unsigned short *>(s), reinterpret_cast<unsigned short *>(d));
	CHECK(shmem_sync(team) == 0, "status");
	shmem_sync(0, 0, gt_n, sync_array);
	shmem_broadcast(d, s, 1, 0, 0, 0, gt_n, sync_array);
	return gt_finish();
}
