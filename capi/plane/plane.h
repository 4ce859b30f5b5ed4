/* plane/plane.h - the live data plane's view of the job: this rank, and the addresses of the windows.
 *
 * Go fills it once when the live world is initialised; inline code in every stub reads it. All zero in any other world and before initialisation,
 * which makes every plane function decline. */
#ifndef GA_PLANE_H
#define GA_PLANE_H

#include "../runtime/edge.h"
#include "guard.h"
#include "layout.h"

/* A symmetric segment: [base, base+len) as this rank's program sees it, and where the bytes of local rank 0 are mapped here. */
struct ga_window {
	uintptr_t base;
	size_t len;
	char *local0;
	size_t stride; /* from one local rank to the next */
};

struct ga_plane {
	uint32_t size;         /* ranks of the job; 0 until the node is mapped */
	uint32_t rank;         /* this one, in the job: what programs, messages and handles hold */
	uint32_t local_size;   /* ranks of this host */
	uint32_t local_rank;   /* this one, among them: an index into the memory file */
	uint32_t first;        /* the rank in the job of local rank 0: the ranks of a host are consecutive */
	uint32_t shmem_locals; /* local_size while SHMEM is initialised and the C plane is wanted, else 0 */
	uint32_t shmem_pes;    /* shmem_locals if all ranks of the job are on this host, else 0 */
	bool shmem_threads;    /* several threads may be in SHMEM at once */
	bool counting;         /* SHMEM's operations are counted: the program asks for the counts */
	struct ga_window heap; /* len is 0 if accesses are checked: guarded */
	struct ga_window data;
	struct ga_window guarded; /* the heap, while AddressSanitizer checks accesses of it; else len is 0: guard.h */
	char *control;            /* the library's own memory behind local rank 0's heap; from one rank to the next as the heap */
	struct ga_node_block *node;
	char *blocks; /* rank blocks, GA_PAGE apart */
	char *of_job; /* where that of rank 0 of the job is, or would be if it were here */
	char *rings;  /* mailbox rings, node->mailbox_bytes apart */
};

extern struct ga_plane ga_plane;

extern bool ga_oversubscribed; /* ranks outnumber cores */

/* Whether all ranks of the job are on this host. Then rank and local rank are the same number, and fast paths use a rank as an index into the
 * memory file without a test: what needs all ranks (collectives, locks, GASNet) is open only if this holds (shmem_pes, ga_gasnet.ranks). */
static inline bool ga_all_local(void) { return ga_plane.local_size == ga_plane.size; }

#define GA_NO_RANK UINT32_MAX

/* The rank in the job of a local rank. */
static inline uint32_t ga_rank_of(uint32_t local) { return ga_plane.first + local; }

/* The local rank of a rank of the job, among locals of them: GA_NO_RANK if it is none of those. */
static inline uint32_t ga_local_of(uint32_t rank, uint32_t locals)
{
	const uint32_t local = rank - ga_plane.first;
	return GA_LIKELY(local < locals) ? local : GA_NO_RANK;
}

/* The block of a local rank. */
static inline struct ga_rank_block *ga_local(uint32_t local) { return (struct ga_rank_block *)(ga_plane.blocks + (size_t)local * GA_PAGE); }

/* The block of a rank of the job that is on this host: for code that also runs in jobs of several hosts. */
static inline struct ga_rank_block *ga_here(uint32_t rank) { return (struct ga_rank_block *)(ga_plane.of_job + (size_t)rank * GA_PAGE); }

/* Where a process is in its job, with the meaning of the fields of struct ga_plane. */
struct ga_position {
	uint32_t size, rank, local_size, local_rank;
};

/* Maps the plane onto a node whose block is at offset GA_PAGE of the file that is mapped at base. looks is GASNETGO_SPIN, below 0 when that is not
 * set. */
void ga_plane_attach(void *base, struct ga_position at, int64_t looks, bool oversubscribed);

/* The address on a local rank of [addr, addr+bytes) of the caller's symmetric memory, or NULL if that is not symmetric over its whole length. access is
 * what follows, for the report of AddressSanitizer. */
static inline char *ga_translate(const void *addr, size_t bytes, uint32_t local, enum ga_access access)
{
	size_t off = (uintptr_t)addr - ga_plane.heap.base;
	if (GA_LIKELY(off < ga_plane.heap.len && bytes <= ga_plane.heap.len - off))
		return ga_plane.heap.local0 + (size_t)local * ga_plane.heap.stride + off;
	off = (uintptr_t)addr - ga_plane.data.base;
	if (GA_LIKELY(off < ga_plane.data.len && bytes <= ga_plane.data.len - off))
		return ga_plane.data.local0 + (size_t)local * ga_plane.data.stride + off;
	return GA_UNLIKELY(ga_plane.guarded.len != 0) ? ga_translate_guarded(addr, bytes, local, access) : NULL;
}

/* The sizes of words without a call of memcpy. */
static inline void ga_copy(void *to, const void *from, size_t bytes)
{
	switch (bytes) {
	case 8: memcpy(to, from, 8); break;
	case 4: memcpy(to, from, 4); break;
	case 1: memcpy(to, from, 1); break;
	case 2: memcpy(to, from, 2); break;
	case 16: memcpy(to, from, 16); break;
	default: memcpy(to, from, bytes);
	}
}

/* Waits until every rank of this host, which are those of the job if ga_all_local, has called it as often as this one. Complete on return: stores before it are visible everywhere. */
void ga_barrier(void);

/* The same for a caller in Go, where signals are held. */
void ga_barrier_from_go(void);

#endif
