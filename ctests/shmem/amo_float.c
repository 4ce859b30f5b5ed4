/* set, fetch and swap of float and double move bits: NaN payloads, signed zeros and denormals pass through. */
#include "../gt_shmem.h"

static float f, f_fetched;
static double d, d_fetched;

static uint32_t bits_f(float x)
{
	uint32_t u;
	memcpy(&u, &x, sizeof u);
	return u;
}

static uint64_t bits_d(double x)
{
	uint64_t u;
	memcpy(&u, &x, sizeof u);
	return u;
}

int main(void)
{
	static const uint32_t fs[] = {0, 0x80000000, 1, 0x80000001, 0x3f800000, 0x7f7fffff, 0x7f800000, 0xff800000, 0x7fc00001, 0xffc12345};
	static const uint64_t ds[] = {0,
	                              (uint64_t)1 << 63,
	                              1,
	                              0x3ff0000000000000,
	                              0x7fefffffffffffff,
	                              0x7ff0000000000000,
	                              0xfff0000000000000,
	                              0x7ff8000000000001,
	                              0xfff8123456789abc};

	gt_start();
	for (size_t i = 0; i < sizeof fs / sizeof *fs; i++) {
		float value, old = 1.5f;
		memcpy(&value, &fs[i], sizeof value);
		shmem_float_atomic_set(&f, value, GT_NEXT);
		shmem_barrier_all();
		CHECK(bits_f(f) == fs[i], "set of %08" PRIx32 " stored %08" PRIx32, fs[i], bits_f(f));
		CHECK(bits_f(shmem_float_atomic_fetch(&f, GT_NEXT)) == fs[i], "fetch of %08" PRIx32, fs[i]);
		shmem_float_atomic_fetch_nbi(&f_fetched, &f, GT_NEXT);
		shmem_quiet();
		CHECK(bits_f(f_fetched) == fs[i], "fetch_nbi of %08" PRIx32, fs[i]);
		shmem_barrier_all();
		CHECK(bits_f(shmem_float_atomic_swap(&f, old, GT_NEXT)) == fs[i], "swap of %08" PRIx32, fs[i]);
		shmem_float_atomic_swap_nbi(&f_fetched, &f, value, GT_NEXT);
		shmem_quiet();
		CHECK(f_fetched == old, "swap_nbi");
		shmem_barrier_all();
		CHECK(bits_f(f) == fs[i], "swap_nbi stored %08" PRIx32, bits_f(f));
		shmem_barrier_all();
	}
	for (size_t i = 0; i < sizeof ds / sizeof *ds; i++) {
		double value, old = 2.5;
		memcpy(&value, &ds[i], sizeof value);
		shmem_double_atomic_set(&d, value, GT_NEXT);
		shmem_barrier_all();
		CHECK(bits_d(d) == ds[i], "set of %016" PRIx64 " stored %016" PRIx64, ds[i], bits_d(d));
		CHECK(bits_d(shmem_double_atomic_fetch(&d, GT_NEXT)) == ds[i], "fetch of %016" PRIx64, ds[i]);
		shmem_double_atomic_fetch_nbi(&d_fetched, &d, GT_NEXT);
		shmem_quiet();
		CHECK(bits_d(d_fetched) == ds[i], "fetch_nbi of %016" PRIx64, ds[i]);
		shmem_barrier_all();
		CHECK(bits_d(shmem_double_atomic_swap(&d, old, GT_NEXT)) == ds[i], "swap of %016" PRIx64, ds[i]);
		shmem_double_atomic_swap_nbi(&d_fetched, &d, value, GT_NEXT);
		shmem_quiet();
		CHECK(d_fetched == old, "swap_nbi");
		shmem_barrier_all();
		CHECK(bits_d(d) == ds[i], "swap_nbi stored %016" PRIx64, bits_d(d));
		shmem_barrier_all();
	}
	return gt_finish();
}
