/* A C99 program: no generic macros; every name is a plain function whose address can be taken. */
#include "../gt_shmem.h"

static void (*const put)(long *, const long *, size_t, int) = shmem_long_put;
static long (*const fadd)(long *, long, int) = shmem_long_atomic_fetch_add;
static int (*const pes)(void) = shmem_n_pes;
static void (*const old_wait)(long *, int, long) = shmem_wait_until;
static void (*const untyped)(void *, const void *, size_t, int) = shmem_put;
static long words[4];

int main(void)
{
#if __STDC_VERSION__ >= 201112L
#error "compile this one as C99"
#endif
	gt_start();
	long source[4] = {gt_me, 1, 2, 3};
	put(words, source, 4, GT_NEXT);
	shmem_barrier_all();
	CHECK(words[0] == GT_PREV && words[3] == 3 && pes() == gt_n, "put");
	CHECK(fadd(&words[3], 4, gt_me) == 3, "fetch_add");
	untyped(words, source, 1, gt_me);
	old_wait(&words[0], SHMEM_CMP_EQ, gt_me);
	shmem_wait_until(&words[3], SHMEM_CMP_EQ, 7);
	CHECK(shmem_swap(&words[3], 9, gt_me) == 7, "swap");
	shmem_get(source, words, 4, gt_me);
	CHECK(source[3] == 9, "get");
	return gt_finish();
}
