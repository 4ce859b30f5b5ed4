/* The profiling twins have the same effect as the functions: all types of put, get, p, g, and one of each other kind. */
#include "../gt_shmem.h"

#include <pshmem.h>

#define TYPED(NAME, T)                                                                                                                   \
	static T word_##NAME[4];                                                                                                         \
	static void test_##NAME(void)                                                                                                    \
	{                                                                                                                                \
		T out[2] = {(T)(gt_me + 1), (T)2}, in[2] = {0};                                                                          \
		pshmem_##NAME##_put(word_##NAME, out, 2, GT_NEXT);                                                                       \
		pshmem_##NAME##_p(&word_##NAME[2], (T)9, GT_NEXT);                                                                       \
		pshmem_##NAME##_put_nbi(&word_##NAME[3], out, 1, GT_NEXT);                                                               \
		pshmem_barrier_all();                                                                                                    \
		CHECK(word_##NAME[0] == (T)(GT_PREV + 1) && word_##NAME[2] == (T)9 && word_##NAME[3] == (T)(GT_PREV + 1), #NAME " put"); \
		pshmem_##NAME##_get(in, word_##NAME, 2, GT_NEXT);                                                                        \
		CHECK(in[0] == (T)(gt_me + 1) && in[1] == (T)2, #NAME " get");                                                           \
		CHECK(pshmem_##NAME##_g(word_##NAME, GT_NEXT) == (T)(gt_me + 1), #NAME " g");                                            \
		pshmem_##NAME##_get_nbi(in, &word_##NAME[2], 1, GT_NEXT), pshmem_quiet();                                                \
		CHECK(in[0] == (T)9, #NAME " get_nbi");                                                                                  \
		pshmem_sync_all();                                                                                                       \
		pshmem_##NAME##_iput(word_##NAME, out, 2, 1, 2, GT_NEXT);                                                                \
		pshmem_barrier_all();                                                                                                    \
		CHECK(word_##NAME[2] == (T)2, #NAME " iput");                                                                            \
		pshmem_##NAME##_iget(in, word_##NAME, 1, 2, 2, GT_NEXT);                                                                 \
		CHECK(in[1] == (T)2, #NAME " iget");                                                                                     \
		pshmem_barrier_all();                                                                                                    \
	}
GT_RMA_TYPES(TYPED)

#define ATOMIC(NAME, T)                                                                                              \
	static T amo_##NAME;                                                                                         \
	static void test_amo_##NAME(void)                                                                            \
	{                                                                                                            \
		pshmem_##NAME##_atomic_set(&amo_##NAME, 5, GT_NEXT);                                                 \
		pshmem_##NAME##_atomic_add(&amo_##NAME, 1, GT_NEXT);                                                 \
		pshmem_##NAME##_atomic_inc(&amo_##NAME, GT_NEXT);                                                    \
		CHECK(pshmem_##NAME##_atomic_fetch_add(&amo_##NAME, 1, GT_NEXT) == 7, #NAME " fetch_add");           \
		CHECK(pshmem_##NAME##_atomic_fetch_inc(&amo_##NAME, GT_NEXT) == 8, #NAME " fetch_inc");              \
		CHECK(pshmem_##NAME##_atomic_compare_swap(&amo_##NAME, 9, 10, GT_NEXT) == 9, #NAME " compare_swap"); \
		CHECK(pshmem_##NAME##_atomic_swap(&amo_##NAME, 11, GT_NEXT) == 10, #NAME " swap");                   \
		CHECK(pshmem_##NAME##_atomic_fetch(&amo_##NAME, GT_NEXT) == 11, #NAME " fetch");                     \
		CHECK(pshmem_##NAME##_test(&amo_##NAME, SHMEM_CMP_LT, 0) == 0, #NAME " test");                       \
		pshmem_##NAME##_wait_until(&amo_##NAME, SHMEM_CMP_EQ, 11);                                           \
		pshmem_barrier_all();                                                                                \
	}
GT_AMO_TYPES(ATOMIC)

int main(void)
{
	int on = -1, level = -1, major = 0, minor = 0;
	char name[SHMEM_MAX_NAME_LEN];
	static long lock;

	pshmem_query_initialized(&on);
	CHECK(on == 0, "%d", on);
	CHECK(pshmem_init_thread(SHMEM_THREAD_SINGLE, &level) == 0, "init_thread");
	pshmem_init();
	GT_BEGIN(pshmem_my_pe(), pshmem_n_pes());
	CHECK(shmem_my_pe() == gt_me && shmem_n_pes() == gt_n && p_my_pe() == gt_me && p_num_pes() == gt_n, "ranks");
	pshmem_info_get_name(name);
	pshmem_info_get_version(&major, &minor);
	pshmem_query_thread(&level);
	pshmem_pcontrol(1, "x");
	CHECK(strcmp(name, SHMEM_VENDOR_STRING) == 0 && major == 1 && minor == 6, "info");
	CHECK(pshmem_pe_accessible(gt_me) && pshmem_addr_accessible(&lock, gt_me) && pshmem_ptr(&lock, gt_me), "queries");
	char *p = pshmem_malloc(10), *q = pshmem_calloc(10, 10), *r = pshmem_align(64, 64), *s = pshmem_malloc_with_hints(8, 0);
	CHECK(p && q && r && s, "heap");
	p = pshmem_realloc(p, 1000);
	pshmem_putmem(p, name, 8, GT_NEXT);
	pshmem_fence();
	pshmem_barrier_all();
	pshmem_getmem(q, p, 8, GT_NEXT);
	CHECK(memcmp(q, name, 8) == 0, "putmem, getmem");
	pshmem_free(s), pshmem_free(r), pshmem_free(q), pshmem_free(p);
	pshmem_set_lock(&lock);
	pshmem_clear_lock(&lock);
	if (pshmem_test_lock(&lock) == 0)
		pshmem_clear_lock(&lock);
	pshmem_barrier_all();
#define CALL(NAME, T) test_##NAME();
	GT_RMA_TYPES(CALL)
#define CALL_AMO(NAME, T) test_amo_##NAME();
	GT_AMO_TYPES(CALL_AMO)
	pshmem_finalize();
	pshmem_finalize();
	pshmem_query_initialized(&on);
	CHECK(on == 0, "%d", on);
	return GT_END();
}
