/* shmem/strided.c - SHMEM's strided copies on windows. */
#include "plane.h"

#include "collectives.h"

/* Bytes from the first to past the last element touched, SIZE_MAX if that overflows or a stride is below a block. */
static size_t span(ptrdiff_t stride, size_t bsize, size_t nelems, size_t elem)
{
	size_t last, all;

	if (nelems == 0)
		return 0;
	if (stride < 1 || (size_t)stride < bsize || __builtin_mul_overflow((size_t)stride, nelems - 1, &last) ||
	    __builtin_add_overflow(last, bsize, &all))
		return SIZE_MAX;
	return ga_bytes(all, elem);
}

static inline void copy_blocks(char *to, const char *from, size_t to_step, size_t from_step, size_t block, size_t n)
{
	for (; n > 0; n--, to += to_step, from += from_step)
		memcpy(to, from, block);
}

void ga_shmem_copy_strided(char *to, const char *from, size_t to_step, size_t from_step, size_t block, size_t n)
{
	switch (block) { /* constant sizes copy with one load and one store */
	case 1: copy_blocks(to, from, to_step, from_step, 1, n); break;
	case 2: copy_blocks(to, from, to_step, from_step, 2, n); break;
	case 4: copy_blocks(to, from, to_step, from_step, 4, n); break;
	case 8: copy_blocks(to, from, to_step, from_step, 8, n); break;
	case 16: copy_blocks(to, from, to_step, from_step, 16, n); break;
	default: copy_blocks(to, from, to_step, from_step, block, n);
	}
}

bool ga_shmem_strided_put(const void *dest, const void *source, ptrdiff_t dst, ptrdiff_t sst, size_t bsize, size_t nelems, size_t elem, uint32_t pe)
{
	char *to;

	if (!source || span(sst, bsize, nelems, elem) == SIZE_MAX || !(to = ga_translate(dest, span(dst, bsize, nelems, elem), pe, GA_WRITES)))
		return false;
	ga_shmem_copy_strided(to, source, (size_t)dst * elem, (size_t)sst * elem, bsize * elem, nelems);
	ga_notify_data(ga_local(pe));
	return true;
}

bool ga_shmem_strided_get(void *dest, const void *source, ptrdiff_t dst, ptrdiff_t sst, size_t bsize, size_t nelems, size_t elem, uint32_t pe)
{
	const char *from;

	if (!dest || span(dst, bsize, nelems, elem) == SIZE_MAX || !(from = ga_translate(source, span(sst, bsize, nelems, elem), pe, GA_READS)))
		return false;
	ga_shmem_copy_strided(dest, from, (size_t)dst * elem, (size_t)sst * elem, bsize * elem, nelems);
	return true;
}
