/* get and g of all 24 types, from the heap and from globals of every PE. */
#include "../gt_shmem.h"

#define LEN 41

#define TEST(NAME, T)                                                                                                                         \
	static T NAME##_global[LEN];                                                                                                          \
	static T NAME##_value(int who, int i) { return (T)(who * 29 + i * 5 + 2); }                                                           \
	static void NAME##_check(const char *where, T *array)                                                                                 \
	{                                                                                                                                     \
		T here[LEN + 2];                                                                                                              \
		for (int i = 0; i < LEN; i++)                                                                                                 \
			array[i] = NAME##_value(gt_me, i);                                                                                    \
		shmem_barrier_all();                                                                                                          \
		for (int pe = 0; pe < gt_n; pe++) {                                                                                           \
			here[0] = here[LEN + 1] = (T)77;                                                                                      \
			shmem_##NAME##_get(here + 1, array, LEN, pe);                                                                         \
			CHECK(here[0] == (T)77 && here[LEN + 1] == (T)77, #NAME " %s: wrote beside the target", where);                       \
			for (int i = 0; i < LEN; i++) {                                                                                       \
				CHECK(here[i + 1] == NAME##_value(pe, i), #NAME " get from %s: %d of pe %d", where, i, pe);                   \
				CHECK(shmem_##NAME##_g(&array[i], pe) == NAME##_value(pe, i), #NAME " g from %s: %d of pe %d", where, i, pe); \
			}                                                                                                                     \
		}                                                                                                                             \
		shmem_barrier_all();                                                                                                          \
	}                                                                                                                                     \
	static void NAME##_test(void *heap)                                                                                                   \
	{                                                                                                                                     \
		NAME##_check("heap", heap);                                                                                                   \
		NAME##_check("global", NAME##_global);                                                                                        \
	}
GT_RMA_TYPES(TEST)

/* Values whose bits must come through unchanged. */
static void bits(void)
{
	static float f[4] = {-0.0f, 1e-45f, __builtin_inff(), 0};
	static double d[2] = {-0.0, 5e-324};
	static long double l = 1.0L / 3;
	uint32_t nan = 0x7fa12345, out;
	float back;

	memcpy(&f[3], &nan, sizeof nan);
	shmem_barrier_all();
	back = shmem_float_g(&f[3], GT_NEXT);
	memcpy(&out, &back, sizeof out);
	CHECK((out & 0x7fbfffff) == (nan & 0x7fbfffff), "NaN became %08" PRIx32, out);
	shmem_float_get(&back, &f[3], 1, GT_NEXT);
	memcpy(&out, &back, sizeof out);
	CHECK(out == nan, "NaN became %08" PRIx32, out);
	CHECK(__builtin_signbit(shmem_float_g(&f[0], GT_NEXT)) && shmem_float_g(&f[1], GT_NEXT) == 1e-45f, "float");
	CHECK(shmem_float_g(&f[2], GT_NEXT) == __builtin_inff(), "infinity");
	CHECK(__builtin_signbit(shmem_double_g(&d[0], GT_NEXT)) && shmem_double_g(&d[1], GT_NEXT) == 5e-324, "double");
	CHECK(shmem_longdouble_g(&l, GT_NEXT) == 1.0L / 3, "long double lost precision");
}

int main(void)
{
	gt_start();
	void *heap = shmem_malloc(LEN * sizeof(long double));
#define CALL(NAME, T) NAME##_test(heap);
	GT_RMA_TYPES(CALL)
	bits();
	shmem_barrier_all();
	shmem_free(heap);
	return gt_finish();
}
