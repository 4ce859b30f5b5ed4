/* shmem/plane.h - SHMEM's part of the live data plane: tried by a stub before it packs a frame.
 *
 * Each function has the arguments of its operation in api/shmem.tbl and returns whether it has completed the operation. It declines invalid calls
 * (a PE out of range, an address that is not symmetric over its length, NULL, SHMEM not initialised) and leaves the wording of errors to package
 * shmem. With GA_NO_PLANE all functions decline: the stubs are built so to test the path into a scheduler. */
#ifndef GA_PLANE_SHMEM_H
#define GA_PLANE_SHMEM_H

#include "../runtime/edge.h"
#include "zshmem_frames.h"

/* Bytes of an element; a type's code says its size. */
static inline size_t ga_shmem_type_bytes(int type) { return (size_t)1 << (type >> 1); }

/* Stands for a team's handle where an active set is given. */
#define GA_ACTIVE_SET UINTPTR_MAX

#ifdef GA_NO_PLANE

#define GA_DECLINE(op, ...) \
	static inline bool ga_shmem_plane_##op(__VA_ARGS__) { return false; }

#pragma GCC diagnostic ignored "-Wunused-parameter"
GA_DECLINE(query, int what, int *out)
GA_DECLINE(put, uintptr_t ctx, const void *dest, const void *source, size_t bytes, int pe, bool nbi)
GA_DECLINE(get, uintptr_t ctx, void *dest, const void *source, size_t bytes, int pe, bool nbi)
GA_DECLINE(iput, uintptr_t ctx, const void *dest, const void *source, ptrdiff_t dst, ptrdiff_t sst, size_t bsize, size_t nelems, size_t elem, int pe)
GA_DECLINE(iget, uintptr_t ctx, void *dest, const void *source, ptrdiff_t dst, ptrdiff_t sst, size_t bsize, size_t nelems, size_t elem, int pe)
GA_DECLINE(amo, uintptr_t ctx, void *fetch, const void *target, int op, int type, uint64_t value, uint64_t cond, int pe, uint64_t *out)
GA_DECLINE(fence, uintptr_t ctx)
GA_DECLINE(quiet, uintptr_t ctx)
GA_DECLINE(barrier_all, void)
GA_DECLINE(sync_all, void)
GA_DECLINE(wait, int mode, int type, int cmp, const void *ivars, size_t nelems, size_t *indices, const int *status, uint64_t value,
           const void *values, uint64_t *out)
GA_DECLINE(lock, int op, void *lock, size_t bytes, int *out)
GA_DECLINE(team_query, uintptr_t team, int what, int *out)
GA_DECLINE(team_translate, uintptr_t src, int pe, uintptr_t dest, int *out)
GA_DECLINE(put_signal, uintptr_t ctx, const void *dest, const void *source, size_t bytes, void *sig, uint64_t value, int sigop, int pe, bool nbi)
GA_DECLINE(signal_fetch, const void *sig, uint64_t *out)
GA_DECLINE(signal_wait, void *sig, int cmp, uint64_t value, uint64_t *out)
GA_DECLINE(pcntr, uintptr_t ctx, uint64_t *writes, uint64_t *reads, uint64_t *written, uint64_t *read, uint64_t *arrivals)
GA_DECLINE(mswap, void *target, int type, uint64_t mask, uint64_t value, int pe, uint64_t *out)
GA_DECLINE(sync, uintptr_t team, int start, int logstride, int pes, bool quiet)
GA_DECLINE(broadcast, uintptr_t team, int start, int logstride, int pes, void *dest, const void *source, size_t nelems, size_t elem, int root)
GA_DECLINE(collect, uintptr_t team, int start, int logstride, int pes, void *dest, const void *source, size_t nelems, size_t elem)
GA_DECLINE(fcollect, uintptr_t team, int start, int logstride, int pes, void *dest, const void *source, size_t nelems, size_t elem)
GA_DECLINE(alltoall, uintptr_t team, int start, int logstride, int pes, void *dest, const void *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems,
           size_t elem)
GA_DECLINE(reduce, uintptr_t team, int start, int logstride, int pes, int op, int num, void *dest, const void *source, size_t nreduce)
GA_DECLINE(scan, uintptr_t team, int start, int logstride, int pes, bool exclusive, int num, void *dest, const void *source, size_t nelems)
GA_DECLINE(ptr, const void *addr, int pe, void **out)
GA_DECLINE(pe_accessible, int pe, int *out)
GA_DECLINE(addr_accessible, const void *addr, int pe, int *out)

#else
#include "live.h"
#endif
#endif
