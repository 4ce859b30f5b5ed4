/* Transfers of length 0 are legal with any addresses, NULL included, and access no memory. */
#include "../gt_shmem.h"

static long double word = 42;

#define TYPED(NAME, T)                                                \
	shmem_##NAME##_put(NULL, NULL, 0, GT_NEXT);                   \
	shmem_##NAME##_get(NULL, NULL, 0, GT_NEXT);                   \
	shmem_##NAME##_put_nbi(NULL, NULL, 0, GT_NEXT);               \
	shmem_##NAME##_get_nbi(NULL, NULL, 0, GT_NEXT);               \
	shmem_##NAME##_iput(NULL, NULL, 1, 1, 0, GT_NEXT);            \
	shmem_##NAME##_iget(NULL, NULL, 1, 1, 0, GT_NEXT);            \
	shmem_##NAME##_put((T *)&word, (T *)&other, 0, GT_NEXT);      \
	shmem_##NAME##_get((T *)&word, (T *)&other, 0, GT_NEXT);      \
	shmem_##NAME##_iput((T *)&word, (T *)&other, 2, 3, 0, gt_me); \
	shmem_##NAME##_iget((T *)&word, (T *)&other, 2, 3, 0, gt_me);

#define SIZED(BITS, T)                                  \
	shmem_put##BITS(NULL, NULL, 0, GT_NEXT);        \
	shmem_get##BITS(NULL, NULL, 0, GT_NEXT);        \
	shmem_put##BITS##_nbi(NULL, NULL, 0, GT_NEXT);  \
	shmem_get##BITS##_nbi(NULL, NULL, 0, GT_NEXT);  \
	shmem_iput##BITS(NULL, NULL, 1, 1, 0, GT_NEXT); \
	shmem_iget##BITS(NULL, NULL, 1, 1, 0, GT_NEXT); \
	shmem_put##BITS(&other, &word, 0, GT_NEXT);

int main(void)
{
	long double other = 7;

	gt_start();
	GT_RMA_TYPES(TYPED)
	GT_RMA_SIZES(SIZED)
	shmem_putmem(NULL, NULL, 0, GT_NEXT);
	shmem_getmem(NULL, NULL, 0, GT_NEXT);
	shmem_putmem_nbi(NULL, NULL, 0, GT_NEXT);
	shmem_getmem_nbi(NULL, NULL, 0, GT_NEXT);
	shmem_putmem(&other, NULL, 0, GT_NEXT);
	shmem_getmem(NULL, &other, 0, GT_NEXT);
	shmem_quiet();
	shmem_barrier_all();
	CHECK(word == 42 && other == 7, "%Lf %Lf", word, other);
	return gt_finish();
}
