/* Cray's transfers with handles, under both of their names: shmem_TYPE_put_nb and shmemx_TYPE_put_nb. */
#include "../gt_shmem.h"

#include <shmemx.h>

#define LEN 8

/* A transfer in each way; the program waits for its handle, if it has one, or tests it. */
#define HANDLES(WHAT, T, PUT, GET, WAIT, TEST)                                         \
	for (int way = 0; way < 3; way++) {                                            \
		static T there[LEN];                                                   \
		T out[LEN], in[LEN], want[LEN];                                        \
		void *h = NULL;                                                        \
		int done = 0;                                                          \
		gt_fill(out, sizeof out, gt_me, way);                                  \
		gt_fill(want, sizeof want, GT_PREV, way);                              \
		PUT(there, out, LEN * sizeof(T) / UNIT, GT_NEXT, way ? &h : NULL);     \
		if (way == 0)                                                          \
			shmem_quiet();                                                 \
		else                                                                   \
			WAIT(h);                                                       \
		shmem_barrier_all();                                                   \
		CHECK(!memcmp(there, want, sizeof want), WHAT " put_nb, way %d", way); \
		GET(in, there, LEN * sizeof(T) / UNIT, GT_NEXT, way ? &h : NULL);      \
		if (way == 0)                                                          \
			shmem_quiet();                                                 \
		else if (way == 1)                                                     \
			WAIT(h);                                                       \
		else                                                                   \
			while (!done)                                                  \
				done = TEST(h);                                        \
		CHECK(!memcmp(in, out, sizeof out), WHAT " get_nb, way %d", way);      \
		shmem_barrier_all();                                                   \
	}

static int test_req(void *h)
{
	int done = -1;

	shmemx_test_req(h, &done);
	CHECK(done == 0 || done == 1, "a flag of %d", done);
	return done;
}

#define NB_TYPES(X) X(short, short) X(int, int) X(long, long) X(longlong, long long) X(float, float) X(double, double) X(longdouble, long double)
#define NB_SIZES(X) X(16, uint16_t) X(32, uint32_t) X(64, uint64_t) X(128, gt_u128)

#define TYPED_NB(NAME, T)                                                                             \
	HANDLES(#NAME, T, shmem_##NAME##_put_nb, shmem_##NAME##_get_nb, shmem_wait_nb, shmem_test_nb) \
	HANDLES("x " #NAME, T, shmemx_##NAME##_put_nb, shmemx_##NAME##_get_nb, shmemx_wait_req, test_req)
#define SIZED_NB(BITS, T)                                                                                   \
	HANDLES(#BITS " bits", T, shmem_put##BITS##_nb, shmem_get##BITS##_nb, shmem_wait_nb, shmem_test_nb) \
	HANDLES("x " #BITS " bits", T, shmemx_put##BITS##_nb, shmemx_get##BITS##_nb, shmemx_wait_req, test_req)

int main(void)
{
	gt_start();
#define UNIT sizeof(*there)
	NB_TYPES(TYPED_NB)
	NB_SIZES(SIZED_NB)
#undef UNIT
#define UNIT 1
	HANDLES("mem", long, shmem_putmem_nb, shmem_getmem_nb, shmem_wait_nb, shmem_test_nb)
	HANDLES("x mem", long, shmemx_putmem_nb, shmemx_getmem_nb, shmemx_wait_req, test_req)
	return gt_finish();
}
