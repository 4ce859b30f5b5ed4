/* armci/strided.c - puts and gets of strided memory. */
#include "shape.h"

/* Words at distances. */
#define ROW(T)                                                                         \
	static void row_##T(char *d, ptrdiff_t ds, const char *s, ptrdiff_t ss, int n) \
	{                                                                              \
		for (; n >= 4; n -= 4, d += 4 * ds, s += 4 * ss) {                     \
			T a, b, c, e;                                                  \
			memcpy(&a, s, sizeof a);                                       \
			memcpy(&b, s + ss, sizeof b);                                  \
			memcpy(&c, s + 2 * ss, sizeof c);                              \
			memcpy(&e, s + 3 * ss, sizeof e);                              \
			memcpy(d, &a, sizeof a);                                       \
			memcpy(d + ds, &b, sizeof b);                                  \
			memcpy(d + 2 * ds, &c, sizeof c);                              \
			memcpy(d + 3 * ds, &e, sizeof e);                              \
		}                                                                      \
		for (; n > 0; n--, d += ds, s += ss)                                   \
			memcpy(d, s, sizeof(T));                                       \
	}

ROW(uint32_t)
ROW(uint64_t)

static void row(char *d, ptrdiff_t ds, const char *s, ptrdiff_t ss, int n, size_t bytes)
{
	for (; n > 0; n--, d += ds, s += ss)
		memmove(d, s, bytes);
}

static void move(const struct ga_armci_shape *s, const char *src, char *dst)
{
	int at[ARMCI_MAX_STRIDE_LEVEL] = {0};

	if (s->levels == 0) {
		memmove(dst, src, s->bytes);
		return;
	}
	do {
		switch (s->bytes) {
		case 8: row_uint64_t(dst, s->dst[0], src, s->src[0], s->count[0]); break;
		case 4: row_uint32_t(dst, s->dst[0], src, s->src[0], s->count[0]); break;
		default: row(dst, s->dst[0], src, s->src[0], s->count[0], s->bytes);
		}
	} while (ga_armci_next_row(s, at, &src, &dst));
}

static inline int strided(const char *fn, bool get, void *src, int *ss, void *dst, int *ds, int *count, int levels, int *flag, int val, int proc,
                          void *handle)
{
	struct ga_armci_shape s;

	if (GA_UNLIKELY(!ga_armci_shape(&s, src, ss, dst, ds, count, levels, proc, get) || flag == (int *)(uintptr_t)GA_MISSING ||
	                (flag && !ga_armci_reach(proc, flag, sizeof *flag))))
		return ga_armci_strided_frame(fn, get ? GA_ARMCI_KIND_GET : GA_ARMCI_KIND_PUT, 0, NULL, src, ss, dst, ds, count, levels, flag, val,
		                              proc, handle);
	move(&s, src, dst);
	if (flag)
		__atomic_store_n(flag, val, __ATOMIC_RELEASE);
	return 0;
}

#define SIDES void *src_ptr, int *src_stride_arr, void *dst_ptr, int *dst_stride_arr, int *count, int stride_levels
#define PASS src_ptr, src_stride_arr, dst_ptr, dst_stride_arr, count, stride_levels

GA_TWIN(int, ARMCI_PutS, (SIDES, int proc)) { return strided("ARMCI_PutS", false, PASS, NULL, 0, proc, GA_WAITS); }
GA_TWIN(int, ARMCI_GetS, (SIDES, int proc)) { return strided("ARMCI_GetS", true, PASS, NULL, 0, proc, GA_WAITS); }

GA_TWIN(int, ARMCI_PutS_flag, (SIDES, int *flag, int val, int proc))
{
	return strided("ARMCI_PutS_flag", false, PASS, ga_armci_flag(flag), val, proc, GA_WAITS);
}

GA_TWIN(int, ARMCI_PutS_flag_dir, (SIDES, int *flag, int val, int proc))
{
	return strided("ARMCI_PutS_flag_dir", false, PASS, ga_armci_flag(flag), val, proc, GA_WAITS);
}

GA_TWIN(int, ARMCI_NbPutS, (SIDES, int proc, armci_hdl_t *nb_handle)) { return strided("ARMCI_NbPutS", false, PASS, NULL, 0, proc, nb_handle); }
GA_TWIN(int, ARMCI_NbGetS, (SIDES, int proc, armci_hdl_t *nb_handle)) { return strided("ARMCI_NbGetS", true, PASS, NULL, 0, proc, nb_handle); }

/* Vectors. */

static bool vector_fits(const armci_giov_t *all, int len, int proc, bool get)
{
	if (!all || len < 1)
		return false;
	for (int i = 0; i < len; i++) {
		const armci_giov_t *v = &all[i];
		if (!v->src_ptr_array || !v->dst_ptr_array || v->ptr_array_len < 1 || v->bytes < 1)
			return false;
		void *const *remote = get ? v->src_ptr_array : v->dst_ptr_array, *const *local = get ? v->dst_ptr_array : v->src_ptr_array;
		for (int k = 0; k < v->ptr_array_len; k++)
			if (GA_UNLIKELY(!local[k] || !ga_armci_reach(proc, remote[k], (size_t)v->bytes)))
				return false;
	}
	return true;
}

static int vector(const char *fn, bool get, armci_giov_t *all, int len, int proc, void *handle)
{
	if (GA_UNLIKELY(!vector_fits(all, len, proc, get))) {
		struct ga_armci_vector f = {GA_FRAME(vector, VECTOR, fn),
		                            .kind = get ? GA_ARMCI_KIND_GET : GA_ARMCI_KIND_PUT,
		                            .darr = all,
		                            .n = len,
		                            .proc = proc,
		                            .handle = handle};
		ga_call(&f.head);
		return f.rc;
	}
	for (int i = 0; i < len; i++) {
		const armci_giov_t *v = &all[i];
		if (v->bytes == 8)
			for (int k = 0; k < v->ptr_array_len; k++)
				memcpy(v->dst_ptr_array[k], v->src_ptr_array[k], 8);
		else
			for (int k = 0; k < v->ptr_array_len; k++)
				memmove(v->dst_ptr_array[k], v->src_ptr_array[k], (size_t)v->bytes);
	}
	return 0;
}

GA_TWIN(int, ARMCI_PutV, (armci_giov_t * darr, int len, int proc)) { return vector("ARMCI_PutV", false, darr, len, proc, GA_WAITS); }
GA_TWIN(int, ARMCI_GetV, (armci_giov_t * darr, int len, int proc)) { return vector("ARMCI_GetV", true, darr, len, proc, GA_WAITS); }
GA_TWIN(int, ARMCI_NbPutV, (armci_giov_t * darr, int len, int proc, armci_hdl_t *nb_handle))
{
	return vector("ARMCI_NbPutV", false, darr, len, proc, nb_handle);
}
GA_TWIN(int, ARMCI_NbGetV, (armci_giov_t * darr, int len, int proc, armci_hdl_t *nb_handle))
{
	return vector("ARMCI_NbGetV", true, darr, len, proc, nb_handle);
}
