/* armci/shape.h - strided transfers: checked for the short way, with levels that are contiguous joined. */
#ifndef GA_ARMCI_SHAPE_H
#define GA_ARMCI_SHAPE_H

#include "call.h"

struct ga_armci_shape {
	size_t bytes; /* of a run */
	int levels;
	int count[ARMCI_MAX_STRIDE_LEVEL];
	ptrdiff_t src[ARMCI_MAX_STRIDE_LEVEL], dst[ARMCI_MAX_STRIDE_LEVEL];
};

/* Reads the arguments. False: something is wrong or to be moved nowhere, or remote memory is not allocated: Go decides. */
static inline bool ga_armci_shape(struct ga_armci_shape *s, const void *src, const int *src_strides, const void *dst, const int *dst_strides,
                                  const int *count, int levels, int proc, bool get)
{
	const int *const remote = get ? src_strides : dst_strides;
	ptrdiff_t low = 0, high = 0;

	if (GA_UNLIKELY(!src || !dst || !count || levels < 0 || levels > ARMCI_MAX_STRIDE_LEVEL || (levels > 0 && (!src_strides || !dst_strides)) ||
	                count[0] <= 0))
		return false;
	s->bytes = (size_t)count[0];
	s->levels = 0;
	for (int i = 0; i < levels; i++) {
		const int n = count[i + 1];
		if (GA_UNLIKELY(n <= 0))
			return false;
		const ptrdiff_t reach = (ptrdiff_t)remote[i] * (n - 1);
		*(reach < 0 ? &low : &high) += reach;
		if (n == 1)
			continue;
		if (s->levels == 0 && (size_t)src_strides[i] == s->bytes && (size_t)dst_strides[i] == s->bytes) {
			s->bytes *= (size_t)n;
			continue;
		}
		s->count[s->levels] = n;
		s->src[s->levels] = src_strides[i];
		s->dst[s->levels] = dst_strides[i];
		s->levels++;
	}
	return GA_LIKELY(ga_armci_reach(proc, (const char *)(get ? src : dst) + low, (size_t)(high - low) + (size_t)count[0]));
}

/* Goes on to the next row: all levels but the first one. False after the last. */
static inline bool ga_armci_next_row(const struct ga_armci_shape *s, int *at, const char **src, char **dst)
{
	for (int i = 1; i < s->levels; i++) {
		*src += s->src[i];
		*dst += s->dst[i];
		if (++at[i] < s->count[i])
			return true;
		*src -= s->src[i] * s->count[i];
		*dst -= s->dst[i] * s->count[i];
		at[i] = 0;
	}
	return false;
}

#endif
