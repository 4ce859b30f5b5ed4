/* plane_shmem_live.h - the live bodies of plane_shmem.h: put, get and atomics on windows, inline so that constant sizes fold to one store or load. */
#ifndef GA_PLANE_SHMEM_LIVE_H
#define GA_PLANE_SHMEM_LIVE_H

#include "plane.h"
#include "wait.h"

/* True while SHMEM is up and pe exists; everything is declined otherwise. */
static inline bool ga_shmem_pe_ok(int pe) { return GA_LIKELY((uint32_t)pe < ga_plane.shmem_pes); }

static inline bool ga_shmem_plane_query(int what, int *out)
{
	if (GA_UNLIKELY(ga_plane.shmem_pes == 0))
		return false;
	switch (what) {
	case GA_SHMEM_QUERY_MY_PE: *out = (int)ga_plane.me; return true;
	case GA_SHMEM_QUERY_NPES: *out = (int)ga_plane.shmem_pes; return true;
	default: return false;
	}
}

/* Blocking and nbi are the same here: the copy is done when the call returns. ctx 0 is the default context. */
static inline bool ga_shmem_plane_put(uintptr_t ctx, const void *dest, const void *source, size_t bytes, int pe, bool nbi)
{
	char *to;
	(void)nbi;
	if (!ga_shmem_pe_ok(pe) || GA_UNLIKELY(ctx != 0 || !source) || GA_UNLIKELY(!(to = ga_translate(dest, bytes, (uint32_t)pe))))
		return false;
	memcpy(to, source, bytes);
	ga_notify(ga_rank((uint32_t)pe));
	return true;
}

static inline bool ga_shmem_plane_get(uintptr_t ctx, void *dest, const void *source, size_t bytes, int pe, bool nbi)
{
	const char *from;
	(void)nbi;
	if (!ga_shmem_pe_ok(pe) || GA_UNLIKELY(ctx != 0 || !dest) || GA_UNLIKELY(!(from = ga_translate(source, bytes, (uint32_t)pe))))
		return false;
	memcpy(dest, from, bytes);
	return true;
}

/* nelems blocks of bsize elements of elem bytes; strides in elements. False if a stride or size is out of bounds. */
bool ga_shmem_strided_put(const void *dest, const void *source, ptrdiff_t dst, ptrdiff_t sst, size_t bsize, size_t nelems, size_t elem, uint32_t pe);
bool ga_shmem_strided_get(void *dest, const void *source, ptrdiff_t dst, ptrdiff_t sst, size_t bsize, size_t nelems, size_t elem, uint32_t pe);

static inline bool ga_shmem_plane_iput(uintptr_t ctx, const void *dest, const void *source, ptrdiff_t dst, ptrdiff_t sst, size_t bsize, size_t nelems,
                                       size_t elem, int pe)
{
	return ga_shmem_pe_ok(pe) && ctx == 0 && ga_shmem_strided_put(dest, source, dst, sst, bsize, nelems, elem, (uint32_t)pe);
}

static inline bool ga_shmem_plane_iget(uintptr_t ctx, void *dest, const void *source, ptrdiff_t dst, ptrdiff_t sst, size_t bsize, size_t nelems,
                                       size_t elem, int pe)
{
	return ga_shmem_pe_ok(pe) && ctx == 0 && ga_shmem_strided_get(dest, source, dst, sst, bsize, nelems, elem, (uint32_t)pe);
}

/* One atomic on a word of unsigned type T; every op answers the old value, SET and non-fetching callers drop it. */
#define GA_SHMEM_AMO_ON(T)                                                                                            \
	do {                                                                                                          \
		T *word = (T *)(void *)at, old = (T)cond;                                                             \
		switch (op) {                                                                                         \
		case GA_SHMEM_AMO_FETCH: *out = __atomic_load_n(word, __ATOMIC_ACQUIRE); break;                       \
		case GA_SHMEM_AMO_SET: __atomic_store_n(word, (T)value, __ATOMIC_RELEASE); break;                     \
		case GA_SHMEM_AMO_ADD: *out = __atomic_fetch_add(word, (T)value, __ATOMIC_SEQ_CST); break;            \
		case GA_SHMEM_AMO_SWAP: *out = __atomic_exchange_n(word, (T)value, __ATOMIC_SEQ_CST); break;          \
		case GA_SHMEM_AMO_AND: *out = __atomic_fetch_and(word, (T)value, __ATOMIC_SEQ_CST); break;            \
		case GA_SHMEM_AMO_OR: *out = __atomic_fetch_or(word, (T)value, __ATOMIC_SEQ_CST); break;              \
		case GA_SHMEM_AMO_XOR: *out = __atomic_fetch_xor(word, (T)value, __ATOMIC_SEQ_CST); break;            \
		case GA_SHMEM_AMO_CSWAP:                                                                              \
			__atomic_compare_exchange_n(word, &old, (T)value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); \
			*out = old;                                                                                   \
			break;                                                                                        \
		default: return false;                                                                                \
		}                                                                                                     \
	} while (0)

static inline bool ga_shmem_plane_amo(uintptr_t ctx, void *fetch, const void *target, int op, int type, uint64_t value, uint64_t cond, int pe,
                                      uint64_t *out)
{
	/* The stubs pass op and type as constants, so that both switches fold. */
	const size_t width = ga_shmem_type_bytes(type);
	char *at;

	*out = 0;
	if (!ga_shmem_pe_ok(pe) || GA_UNLIKELY(ctx != 0 || ((uintptr_t)target & (width - 1))) ||
	    GA_UNLIKELY(!(at = ga_translate(target, width, (uint32_t)pe))))
		return false;
	switch (width) {
	case 1: GA_SHMEM_AMO_ON(uint8_t); break;
	case 2: GA_SHMEM_AMO_ON(uint16_t); break;
	case 4: GA_SHMEM_AMO_ON(uint32_t); break;
	case 8: GA_SHMEM_AMO_ON(uint64_t); break;
	default: return false;
	}
	if (fetch)
		memcpy(fetch, out, width); /* little-endian: the low bytes come first */
	if (op != GA_SHMEM_AMO_FETCH)
		ga_notify(ga_rank((uint32_t)pe));
	return true;
}

/* Order of stores before against stores after, to every PE: what a compiler barrier gives on x86 and a store fence elsewhere. */
static inline bool ga_shmem_plane_fence(uintptr_t ctx)
{
	if (GA_UNLIKELY(ga_plane.shmem_pes == 0 || ctx != 0))
		return false;
	__atomic_thread_fence(__ATOMIC_ACQ_REL);
	return true;
}

/* Everything before is visible to every PE before anything after is done. */
static inline bool ga_shmem_plane_quiet(uintptr_t ctx)
{
	if (GA_UNLIKELY(ga_plane.shmem_pes == 0 || ctx != 0))
		return false;
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
	return true;
}

static inline bool ga_shmem_plane_barrier_all(void)
{
	if (GA_UNLIKELY(ga_plane.shmem_pes == 0))
		return false;
	ga_barrier();
	return true;
}

static inline bool ga_shmem_plane_sync_all(void) { return ga_shmem_plane_barrier_all(); }

bool ga_shmem_plane_wait(int mode, int type, int cmp, const void *ivars, size_t nelems, size_t *indices, const int *status, uint64_t value,
                         const void *values, uint64_t *out);
bool ga_shmem_plane_lock(int op, long *lock, int *out);

static inline bool ga_shmem_plane_ptr(const void *addr, int pe, void **out)
{
	if (!ga_shmem_pe_ok(pe))
		return false;
	*out = ga_translate(addr, 1, (uint32_t)pe);
	if (*out && (uint32_t)pe == ga_plane.me)
		*out = (void *)(uintptr_t)addr;
	return true;
}

static inline bool ga_shmem_plane_pe_accessible(int pe, int *out)
{
	if (GA_UNLIKELY(ga_plane.shmem_pes == 0))
		return false;
	*out = (uint32_t)pe < ga_plane.shmem_pes;
	return true;
}

static inline bool ga_shmem_plane_addr_accessible(const void *addr, int pe, int *out)
{
	if (GA_UNLIKELY(ga_plane.shmem_pes == 0))
		return false;
	*out = (uint32_t)pe < ga_plane.shmem_pes && ga_translate(addr, 1, (uint32_t)pe) != NULL;
	return true;
}

#endif
