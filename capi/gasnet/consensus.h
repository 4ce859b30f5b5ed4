/* gasnet/consensus.h - what the nodes of a barrier say together, for barriers of all nodes, of teams and of images. gasnet/conduit/consensus.go has the rules
 * and the same in Go; capi/edgetest compares. */
#ifndef GA_GASNET_CONSENSUS_H
#define GA_GASNET_CONSENSUS_H

#include <gasnet.h>
#include <stdint.h>

/* Kinds, as in Go. */
enum { GA_ANONYMOUS, GA_NAMED, GA_MISMATCHED };

/* kind << 32 | id, which is 0 unless the kind is GA_NAMED. */
typedef uint64_t ga_consensus_t;

/* The kind: bits above it are the caller's. */
static inline uint32_t ga_consensus_kind(ga_consensus_t c) { return (uint32_t)(c >> 32) & 3; }

/* What a node says that notifies with id and flags. */
static inline ga_consensus_t ga_consensus(int id, int flags)
{
	if (flags & GASNET_BARRIERFLAG_MISMATCH)
		return (uint64_t)GA_MISMATCHED << 32;
	return flags & GASNET_BARRIERFLAG_ANONYMOUS ? 0 : (uint64_t)GA_NAMED << 32 | (uint32_t)id;
}

static inline ga_consensus_t ga_consensus_merge(ga_consensus_t a, ga_consensus_t b)
{
	if (ga_consensus_kind(b) == GA_ANONYMOUS || a == b)
		return a;
	return ga_consensus_kind(a) == GA_ANONYMOUS ? b : (uint64_t)GA_MISMATCHED << 32;
}

/* What gasnet_barrier_wait answers a node that waits with id and flags. */
static inline int ga_consensus_outcome(ga_consensus_t c, int id, int flags)
{
	const uint32_t kind = ga_consensus_kind(c);

	if (kind == GA_MISMATCHED || flags & GASNET_BARRIERFLAG_MISMATCH)
		return GASNET_ERR_BARRIER_MISMATCH;
	if (kind == GA_NAMED && !(flags & GASNET_BARRIERFLAG_ANONYMOUS) && (uint32_t)id != (uint32_t)c)
		return GASNET_ERR_BARRIER_MISMATCH;
	return GASNET_OK;
}

/* What gasnet_barrier_result answers: 1 without a name, else 0 and the name in *id, unless id is NULL. */
static inline int ga_consensus_result(ga_consensus_t c, int *id)
{
	if (ga_consensus_kind(c) == GA_ANONYMOUS)
		return 1;
	if (id)
		*id = (int)(uint32_t)c;
	return 0;
}

#endif
