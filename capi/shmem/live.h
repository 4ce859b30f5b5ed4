/* shmem/live.h - the live bodies of shmem/plane.h: put, get and atomics on windows, inline so that constant sizes fold to one store or load. */
#ifndef GA_PLANE_SHMEM_LIVE_H
#define GA_PLANE_SHMEM_LIVE_H

#include "../plane/plane.h"
#include "counters.h"
#include "far.h"
#include "handles.h"
#include "../plane/wait.h"

#include <shmem/constants.h>

/* True while SHMEM is up and pe exists. */
static inline bool ga_shmem_pe_ok(int pe) { return GA_LIKELY((uint32_t)pe < ga_plane.size && ga_plane.shmem_locals != 0); }

/* The local rank of PE pe of a context's team, GA_NO_RANK if it is on another host or does not exist: then the operation is declined. 0 is the default context, as a constant in most stubs. */
static inline uint32_t ga_shmem_local(uintptr_t ctx, int pe)
{
	return ga_local_of(ctx == 0 ? (uint32_t)pe : ga_handle_rank(ga_shmem_ctx(ctx), pe), ga_plane.shmem_locals);
}

/* True while SHMEM is up and ctx is a context. */
static inline bool ga_shmem_ctx_ok(uintptr_t ctx)
{
	return GA_LIKELY(ga_plane.shmem_locals != 0) && (ctx == 0 || GA_LIKELY(ga_shmem_ctx(ctx) != NULL));
}

static inline bool ga_shmem_plane_query(int what, int *out)
{
	if (GA_UNLIKELY(ga_plane.shmem_locals == 0))
		return false;
	switch (what) {
	case GA_SHMEM_QUERY_MY_PE: *out = (int)ga_plane.rank; return true;
	case GA_SHMEM_QUERY_NPES: *out = (int)ga_plane.size; return true;
	default: return false;
	}
}

/* Blocking and nbi are the same here: the copy is done when the call returns. ctx 0 is the default context. rank is local. */
GA_INLINE bool ga_shmem_plane_put(uintptr_t ctx, const void *dest, const void *source, size_t bytes, int pe, bool nbi)
{
	const uint32_t rank = ga_shmem_local(ctx, pe);
	char *to;
	(void)nbi;
	if (GA_UNLIKELY(rank == GA_NO_RANK || !source) || GA_UNLIKELY(!(to = ga_translate(dest, bytes, rank, GA_WRITES))))
		return false;
	ga_copy(to, source, bytes);
	if (bytes != 0)
		ga_shmem_wrote(ctx, rank);
	ga_notify_data(ga_local(rank));
	return true;
}

GA_INLINE bool ga_shmem_plane_get(uintptr_t ctx, void *dest, const void *source, size_t bytes, int pe, bool nbi)
{
	const uint32_t rank = ga_shmem_local(ctx, pe);
	const char *from;
	if (GA_UNLIKELY(rank == GA_NO_RANK || !dest) || GA_UNLIKELY(!(from = ga_translate(source, bytes, rank, GA_READS))))
		return false;
	ga_copy(dest, from, bytes);
	if (bytes != 0)
		ga_shmem_fetched(ctx);
	return true;
}

/* nelems blocks of bsize elements of elem bytes; strides in elements. False if a stride or size is out of bounds. */
bool ga_shmem_strided_put(const void *dest, const void *source, ptrdiff_t dst, ptrdiff_t sst, size_t bsize, size_t nelems, size_t elem, uint32_t pe);
bool ga_shmem_strided_get(void *dest, const void *source, ptrdiff_t dst, ptrdiff_t sst, size_t bsize, size_t nelems, size_t elem, uint32_t pe);

static inline bool ga_shmem_plane_iput(uintptr_t ctx, const void *dest, const void *source, ptrdiff_t dst, ptrdiff_t sst, size_t bsize, size_t nelems,
                                       size_t elem, int pe)
{
	const uint32_t rank = ga_shmem_local(ctx, pe);
	if (rank == GA_NO_RANK || !ga_shmem_strided_put(dest, source, dst, sst, bsize, nelems, elem, rank))
		return false;
	if (bsize != 0 && nelems != 0)
		ga_shmem_wrote(ctx, rank);
	return true;
}

static inline bool ga_shmem_plane_iget(uintptr_t ctx, void *dest, const void *source, ptrdiff_t dst, ptrdiff_t sst, size_t bsize, size_t nelems,
                                       size_t elem, int pe)
{
	const uint32_t rank = ga_shmem_local(ctx, pe);
	if (rank == GA_NO_RANK || !ga_shmem_strided_get(dest, source, dst, sst, bsize, nelems, elem, rank))
		return false;
	if (bsize != 0 && nelems != 0)
		ga_shmem_fetched(ctx);
	return true;
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

GA_INLINE bool ga_shmem_plane_amo(uintptr_t ctx, void *fetch, const void *target, int op, int type, uint64_t value, uint64_t cond, int pe,
                                  uint64_t *out)
{
	/* The stubs pass op and type as constants, so that both switches fold. */
	const size_t width = ga_shmem_type_bytes(type);
	const uint32_t rank = ga_shmem_local(ctx, pe);
	char *at;

	*out = 0;
	if (GA_UNLIKELY(rank == GA_NO_RANK || ((uintptr_t)target & (width - 1))) ||
	    GA_UNLIKELY(!(at = ga_translate(target, width, rank, op == GA_SHMEM_AMO_FETCH ? GA_READS : GA_WRITES))))
		return false;
	switch (width) {
	case 1: GA_SHMEM_AMO_ON(uint8_t); break;
	case 2: GA_SHMEM_AMO_ON(uint16_t); break;
	case 4: GA_SHMEM_AMO_ON(uint32_t); break;
	case 8: GA_SHMEM_AMO_ON(uint64_t); break;
	default: return false;
	}
	if (fetch && fetch != GA_DROPPED)
		memcpy(fetch, out, width); /* little-endian: the low bytes come first */
	if (op == GA_SHMEM_AMO_SET || fetch == GA_DROPPED)
		ga_shmem_wrote(ctx, rank);
	else
		ga_shmem_fetched(ctx);
	if (op != GA_SHMEM_AMO_FETCH)
		ga_notify_data(ga_local(rank));
	return true;
}

/* Cray's masked swap; old receives the old value. */
bool ga_shmem_plane_mswap(void *target, int type, uint64_t mask, uint64_t value, int pe, uint64_t *out);

/* A put and a signal after it, or, without bytes, the signal alone. */
static inline bool ga_shmem_plane_put_signal(uintptr_t ctx, const void *dest, const void *source, size_t bytes, void *sig, uint64_t value, int sigop,
                                             int pe, bool nbi)
{
	const uint32_t rank = ga_shmem_local(ctx, pe);
	uint64_t *word;
	char *to;
	(void)nbi;
	if (GA_UNLIKELY(rank == GA_NO_RANK || ((uintptr_t)sig & 7)) ||
	    GA_UNLIKELY(!(word = (uint64_t *)(void *)ga_translate(sig, sizeof *word, rank, GA_WRITES))) ||
	    GA_UNLIKELY(sigop != SHMEM_SIGNAL_SET && sigop != SHMEM_SIGNAL_ADD))
		return false;
	if (bytes != 0) {
		if (GA_UNLIKELY(!source) || GA_UNLIKELY(!(to = ga_translate(dest, bytes, rank, GA_WRITES))))
			return false;
		memcpy(to, source, bytes);
	}
	if (sigop == SHMEM_SIGNAL_SET)
		__atomic_store_n(word, value, __ATOMIC_RELEASE);
	else
		__atomic_fetch_add(word, value, __ATOMIC_SEQ_CST);
	ga_shmem_wrote(ctx, rank);
	ga_notify_data(ga_local(rank));
	return true;
}

static inline bool ga_shmem_plane_signal_fetch(const void *sig, uint64_t *out)
{
	*out = 0;
	if (GA_UNLIKELY(ga_plane.shmem_pes == 0 || ((uintptr_t)sig & 7) || !ga_translate(sig, sizeof *out, ga_plane.local_rank, GA_READS)))
		return false;
	*out = __atomic_load_n((const uint64_t *)sig, __ATOMIC_ACQUIRE);
	return true;
}

/* Order of stores before against stores after, to every PE: what a compiler barrier gives on x86 and a store fence elsewhere. */
static inline bool ga_shmem_plane_fence(uintptr_t ctx)
{
	if (!ga_shmem_ctx_ok(ctx) || ga_shmem_far_open(ctx))
		return false;
	__atomic_thread_fence(__ATOMIC_ACQ_REL);
	return true;
}

/* Everything before is visible to every PE before anything after is done. */
static inline bool ga_shmem_plane_quiet(uintptr_t ctx)
{
	if (!ga_shmem_ctx_ok(ctx) || (ga_shmem_far_open(ctx) && !ga_shmem_far_quiet(ctx)))
		return false;
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
	return true;
}

/* A small broadcast has not been compared with other PEs': unseen.c. */
extern bool ga_shmem_unseen;
struct ga_group;
void ga_shmem_note_unseen(const struct ga_group *g); /* before the broadcast */
void ga_shmem_compare_unseen(void);                  /* after a barrier: ends the job if another PE has named another root */

static inline bool ga_shmem_plane_sync_all(void)
{
	if (GA_UNLIKELY(ga_plane.shmem_pes == 0))
		return ga_shmem_far_sync();
	ga_barrier();
	if (GA_UNLIKELY(ga_shmem_unseen))
		ga_shmem_compare_unseen();
	__asm__ __volatile__(""); /* no tail call: reports of where a rank waits need the frame of shmem_barrier_all */
	return true;
}

static inline bool ga_shmem_plane_barrier_all(void)
{
	if (GA_UNLIKELY(ga_shmem_far_open(0)) && !ga_shmem_far_quiet(0))
		return false;
	return ga_shmem_plane_sync_all();
}

bool ga_shmem_plane_wait(int mode, int type, int cmp, const void *ivars, size_t nelems, size_t *indices, const int *status, uint64_t value,
                         const void *values, uint64_t *out);
bool ga_shmem_plane_lock(int op, void *lock, size_t bytes, int *out);
bool ga_shmem_plane_pcntr(uintptr_t ctx, uint64_t *writes, uint64_t *reads, uint64_t *written, uint64_t *read, uint64_t *arrivals);

static inline bool ga_shmem_plane_signal_wait(void *sig, int cmp, uint64_t value, uint64_t *out)
{
	return ga_shmem_plane_wait(GA_SHMEM_WAIT_UNTIL_ONE, GA_SHMEM_TYPE_U64, cmp, sig, 1, NULL, NULL, value, NULL, out);
}

static inline bool ga_shmem_plane_team_query(uintptr_t team, int what, int *out)
{
	const struct ga_handle *t = ga_shmem_team(team);
	*out = -1;
	if (GA_UNLIKELY(!t))
		return false;
	*out = what == GA_SHMEM_QUERY_MY_PE ? t->me : (int)t->size;
	return true;
}

static inline bool ga_shmem_plane_team_translate(uintptr_t src, int pe, uintptr_t dest, int *out)
{
	const struct ga_handle *from = ga_shmem_team(src), *to = ga_shmem_team(dest);
	*out = -1;
	if (GA_UNLIKELY(!from || !to))
		return false;
	*out = ga_handle_index(to, ga_handle_rank(from, pe));
	return true;
}

/* Collectives; shmem/collectives.c and shmem/reduce.c. */
bool ga_shmem_plane_sync(uintptr_t team, int start, int logstride, int pes, bool quiet);
bool ga_shmem_plane_broadcast(uintptr_t team, int start, int logstride, int pes, void *dest, const void *source, size_t nelems, size_t elem,
                              int root);
bool ga_shmem_plane_collect(uintptr_t team, int start, int logstride, int pes, void *dest, const void *source, size_t nelems, size_t elem);
bool ga_shmem_plane_fcollect(uintptr_t team, int start, int logstride, int pes, void *dest, const void *source, size_t nelems, size_t elem);
bool ga_shmem_plane_alltoall(uintptr_t team, int start, int logstride, int pes, void *dest, const void *source, ptrdiff_t dst, ptrdiff_t sst,
                             size_t nelems, size_t elem);
bool ga_shmem_plane_reduce(uintptr_t team, int start, int logstride, int pes, int op, int num, void *dest, const void *source, size_t nreduce);
bool ga_shmem_plane_scan(uintptr_t team, int start, int logstride, int pes, bool exclusive, int num, void *dest, const void *source, size_t nelems);

static inline bool ga_shmem_plane_ptr(const void *addr, int pe, void **out)
{
	const uint32_t local = ga_shmem_local(0, pe);
	if (local == GA_NO_RANK)
		return false;
	*out = ga_translate(addr, 1, local, GA_NO_ACCESS);
	if (*out && (uint32_t)pe == ga_plane.rank)
		*out = (void *)(uintptr_t)addr;
	return true;
}

static inline bool ga_shmem_plane_pe_accessible(int pe, int *out)
{
	if (GA_UNLIKELY(ga_plane.shmem_locals == 0))
		return false;
	*out = (uint32_t)pe < ga_plane.size;
	return true;
}

static inline bool ga_shmem_plane_addr_accessible(const void *addr, int pe, int *out)
{
	if (GA_UNLIKELY(ga_plane.shmem_locals == 0))
		return false;
	*out = (uint32_t)pe < ga_plane.size && ga_translate(addr, 1, ga_plane.local_rank, GA_NO_ACCESS) != NULL;
	return true;
}

#endif
