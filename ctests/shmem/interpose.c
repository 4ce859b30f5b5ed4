/* A profiling tool: it defines functions of shmem.h itself and calls the twins. Its definitions must win, for the macros of C11 as well, and
 * the library must not call its own public names (a barrier inside malloc is not the program's). */
#include "../gt_shmem.h"

#include <pshmem.h>

static int inits, puts_, barriers, adds, waits, mallocs;
static size_t elements;

void shmem_init(void)
{
	inits++;
	pshmem_init();
}

void shmem_long_put(long *dest, const long *source, size_t nelems, int pe)
{
	puts_++;
	elements += nelems;
	pshmem_long_put(dest, source, nelems, pe);
}

void shmem_barrier_all(void)
{
	barriers++;
	pshmem_barrier_all();
}

long shmem_long_atomic_fetch_add(long *dest, long value, int pe)
{
	adds++;
	return pshmem_long_atomic_fetch_add(dest, value, pe);
}

void shmem_long_wait_until(long *ivar, int cmp, long cmp_value)
{
	waits++;
	pshmem_long_wait_until(ivar, cmp, cmp_value);
}

void *shmem_malloc(size_t size)
{
	mallocs++;
	return pshmem_malloc(size);
}

static long words[10];

int main(void)
{
	gt_start();
	CHECK(inits == 1, "init seen %d times", inits);
	long source[10] = {gt_me, 1, 2, 3, 4, 5, 6, 7, 8, 9};
	shmem_long_put(words, source, 10, GT_NEXT);
	shmem_barrier_all();
	CHECK(puts_ == 1 && elements == 10 && barriers == 1, "%d puts, %zu elements, %d barriers", puts_, elements, barriers);
	CHECK(words[0] == GT_PREV && words[9] == 9, "the put did not happen");
#if __STDC_VERSION__ >= 201112L
	shmem_put(words, source, 5, gt_me);
	CHECK(puts_ == 2 && elements == 15, "the macro goes past the tool");
	shmem_wait_until(&words[1], SHMEM_CMP_EQ, 1L);
	CHECK(waits == 1, "the macro goes past the tool");
#endif
	CHECK(shmem_long_atomic_fetch_add(&words[1], 2, gt_me) == 1 && adds == 1, "fetch_add");
	int before = barriers;
	void *p = shmem_malloc(100), *q = shmem_calloc(1, 100), *r = shmem_align(64, 100);
	p = shmem_realloc(p, 1000);
	shmem_free(p), shmem_free(q), shmem_free(r);
	shmem_sync_all();
	CHECK(barriers == before && mallocs == 1, "the library calls its own public names: %d, %d", barriers - before, mallocs);
	shmem_finalize();
	CHECK(barriers == before, "finalize calls the public barrier");
	return GT_END();
}
