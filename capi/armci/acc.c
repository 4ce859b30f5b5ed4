/* armci/acc.c - accumulates. Memory of 64 KB at a multiple of that has a lock, of 64 at its process, which is held while elements that begin there change: so every
 * element changes atomically, and large accumulates of several processes to one proceed at the same time. */
#include <sched.h>

#include "add.h"
#include "shape.h"

#define SPINS 200 /* looks at a lock before the core is given away */

/* The lock that a transfer holds: runs in one block take it once. */
struct held {
	uint32_t *lock;
	uintptr_t block;
};

static void take(uint32_t *lock)
{
	for (uint32_t looks = 1;; looks++) {
		uint32_t is = 0;
		if (__atomic_load_n(lock, __ATOMIC_RELAXED) == 0 &&
		    __atomic_compare_exchange_n(lock, &is, 1, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
			return;
		if (looks % SPINS == 0)
			sched_yield();
		else
			ga_relax();
	}
}

static inline void let_go(struct held *h)
{
	if (h->lock)
		__atomic_store_n(h->lock, 0, __ATOMIC_RELEASE);
	h->lock = NULL;
}

/* Holds the lock of dst. */
static inline void hold(struct held *h, int proc, const char *dst)
{
	const uintptr_t block = (uintptr_t)dst >> GA_ARMCI_LOCK_BITS;

	if (GA_LIKELY(h->lock && h->block == block))
		return;
	let_go(h);
	h->block = block;
	h->lock = (uint32_t *)(void *)(ga_armci.parts[proc] + block % GA_ARMCI_LOCKS * GA_LINE);
	take(h->lock);
}

static inline void add_run(struct held *h, int proc, const struct ga_armci_adder *a, char *dst, const char *src, size_t bytes, const void *scale)
{
	const uintptr_t last = ((uintptr_t)dst + bytes - a->size) >> GA_ARMCI_LOCK_BITS;

	while (GA_UNLIKELY((uintptr_t)dst >> GA_ARMCI_LOCK_BITS != last)) {
		const size_t left = ((size_t)1 << GA_ARMCI_LOCK_BITS) - ((uintptr_t)dst & (((size_t)1 << GA_ARMCI_LOCK_BITS) - 1));
		const size_t n = (left + a->size - 1) / a->size;
		hold(h, proc, dst);
		a->add(dst, src, n, scale);
		dst += n * a->size;
		src += n * a->size;
		bytes -= n * a->size;
	}
	hold(h, proc, dst);
	a->add(dst, src, bytes / a->size, scale);
}

static void add_strided(const struct ga_armci_shape *s, int proc, const struct ga_armci_adder *a, const char *src, char *dst, const void *scale)
{
	int at[ARMCI_MAX_STRIDE_LEVEL] = {0};
	struct held h = {NULL, 0};

	if (s->levels == 0) {
		add_run(&h, proc, a, dst, src, s->bytes, scale);
		let_go(&h);
		return;
	}
	do {
		char *d = dst;
		const char *f = src;
		for (int i = 0; i < s->count[0]; i++, d += s->dst[0], f += s->src[0])
			add_run(&h, proc, a, d, f, s->bytes, scale);
	} while (ga_armci_next_row(s, at, &src, &dst));
	let_go(&h);
}

static inline int acc(const char *fn, int op, void *scale, void *src, int *ss, void *dst, int *ds, int *count, int levels, int proc, void *handle)
{
	struct ga_armci_adder a = {0, NULL};
	struct ga_armci_shape s;

	if (GA_LIKELY(scale && ga_armci_shape(&s, src, ss, dst, ds, count, levels, proc, false)))
		a = ga_armci_adder(op, scale);
	if (GA_UNLIKELY(a.size == 0 || (size_t)count[0] % a.size != 0))
		return ga_armci_strided_frame(fn, GA_ARMCI_KIND_ACC, op, scale, src, ss, dst, ds, count, levels, NULL, 0, proc, handle);
	add_strided(&s, proc, &a, src, dst, scale);
	return 0;
}

#define SIDES void *src_ptr, int *src_stride_arr, void *dst_ptr, int *dst_stride_arr, int *count, int stride_levels
#define PASS src_ptr, src_stride_arr, dst_ptr, dst_stride_arr, count, stride_levels

GA_TWIN(int, ARMCI_AccS, (int optype, void *scale, SIDES, int proc)) { return acc("ARMCI_AccS", optype, scale, PASS, proc, GA_WAITS); }

GA_TWIN(int, ARMCI_NbAccS, (int optype, void *scale, SIDES, int proc, armci_hdl_t *nb_handle))
{
	return acc("ARMCI_NbAccS", optype, scale, PASS, proc, nb_handle);
}

GA_TWIN(int, ARMCI_Acc, (int optype, void *scale, void *src, void *dst, int bytes, int proc))
{
	return acc("ARMCI_Acc", optype, scale, src, NULL, dst, NULL, &bytes, 0, proc, GA_WAITS);
}

GA_TWIN(int, ARMCI_NbAcc, (int optype, void *scale, void *src, void *dst, int bytes, int proc, armci_hdl_t *nb_handle))
{
	return acc("ARMCI_NbAcc", optype, scale, src, NULL, dst, NULL, &bytes, 0, proc, nb_handle);
}

static bool vector_fits(const armci_giov_t *all, int len, int proc, size_t size)
{
	if (!all || len < 1 || size == 0)
		return false;
	for (int i = 0; i < len; i++) {
		const armci_giov_t *v = &all[i];
		if (!v->src_ptr_array || !v->dst_ptr_array || v->ptr_array_len < 1 || v->bytes < 1 || (size_t)v->bytes % size != 0)
			return false;
		for (int k = 0; k < v->ptr_array_len; k++)
			if (GA_UNLIKELY(!v->src_ptr_array[k] || !ga_armci_reach(proc, v->dst_ptr_array[k], (size_t)v->bytes)))
				return false;
	}
	return true;
}

static int vector(const char *fn, int op, void *scale, armci_giov_t *all, int len, int proc, void *handle)
{
	const struct ga_armci_adder a = scale ? ga_armci_adder(op, scale) : (struct ga_armci_adder){0, NULL};
	struct held h = {NULL, 0};

	if (GA_UNLIKELY(!vector_fits(all, len, proc, a.size))) {
		struct ga_armci_vector f = {GA_FRAME(vector, VECTOR, fn),
		                            .kind = GA_ARMCI_KIND_ACC,
		                            .op = op,
		                            .scale = scale,
		                            .darr = all,
		                            .n = len,
		                            .proc = proc,
		                            .handle = handle};
		ga_call(&f.head);
		return f.rc;
	}
	for (int i = 0; i < len; i++)
		for (int k = 0; k < all[i].ptr_array_len; k++)
			add_run(&h, proc, &a, all[i].dst_ptr_array[k], all[i].src_ptr_array[k], (size_t)all[i].bytes, scale);
	let_go(&h);
	return 0;
}

GA_TWIN(int, ARMCI_AccV, (int op, void *scale, armci_giov_t *darr, int len, int proc))
{
	return vector("ARMCI_AccV", op, scale, darr, len, proc, GA_WAITS);
}

GA_TWIN(int, ARMCI_NbAccV, (int op, void *scale, armci_giov_t *darr, int len, int proc, armci_hdl_t *nb_handle))
{
	return vector("ARMCI_NbAccV", op, scale, darr, len, proc, nb_handle);
}
