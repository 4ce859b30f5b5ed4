/* gasnet/ex/segment.c - segments that a rank creates, binds to its endpoint and publishes.
 *
 * They are no part of the job's shared memory. Live, transfers to another rank's go through the kernel, which copies between processes of a host; on a simulated machine they are
 * those of any segment. Where the way between ranks knows attached segments only, gex_EP_BindSegment returns GASNET_ERR_RESOURCE. */
#define _GNU_SOURCE
#include "segment.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/uio.h>

#include "../coll/engine.h"
#include "../coll/message.h"
#include "../frames.h"

int gex_Segment_Create(gex_Segment_t *segment_p, gex_Client_t client, gex_Addr_t address, uintptr_t length, gex_MK_t kind, gex_Flags_t flags)
{
	static const char fn[] = "gex_Segment_Create";
	struct ga_gex *g = ga_gex_client(fn);
	gex_Segment_t s;

	if (!segment_p || client != &g->client)
		return ga_gex_refuse(fn, GASNET_ERR_BAD_ARG, "segment_p = %p, client = %p: not NULL, and the client that gex_Client_Init has made",
		                     (void *)segment_p, (void *)client);
	if (kind != GEX_MK_HOST)
		return ga_gex_refuse(fn, GASNET_ERR_BAD_ARG, "kind = %p: only GEX_MK_HOST is supported", (void *)kind);
	if (length == 0 || length > UINTPTR_MAX - GASNET_PAGESIZE || flags)
		return ga_gex_refuse(fn, GASNET_ERR_BAD_ARG, "length = %ju, flags = 0x%x: at least 1, and 0", (uintmax_t)length, flags);
	s = calloc(1, sizeof *s);
	if (!s)
		return ga_gex_refuse(fn, GASNET_ERR_RESOURCE, "no memory");
	*s = (struct gasneti_segment){.client = &g->client, .addr = address, .bytes = length};
	if (!address) {
		s->bytes = (length + GASNET_PAGESIZE - 1) / GASNET_PAGESIZE * GASNET_PAGESIZE;
		s->addr = mmap(NULL, s->bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
		s->mapped = true;
		if (s->addr == MAP_FAILED) {
			free(s);
			return ga_gex_refuse(fn, GASNET_ERR_RESOURCE, "no memory for %ju bytes", (uintmax_t)length);
		}
	}
	*segment_p = s;
	return GASNET_OK;
}

void gex_Segment_Destroy(gex_Segment_t segment, gex_Flags_t flags)
{
	static const char fn[] = "gex_Segment_Destroy";
	const struct ga_gex *g = ga_gex_client(fn);

	if (!segment || flags)
		ga_fatal(1, "%s: segment = %p, flags = 0x%x: not GEX_SEGMENT_INVALID, and 0", fn, (void *)segment, flags);
	if (segment == &g->segment || segment == g->bound)
		ga_fatal(1, "%s: segment = %p: it is bound to an endpoint", fn, (void *)segment);
	if (segment->mapped)
		munmap(segment->addr, segment->bytes);
	free(segment);
}

int gex_EP_BindSegment(gex_EP_t ep, gex_Segment_t segment, gex_Flags_t flags)
{
	static const char fn[] = "gex_EP_BindSegment";
	struct ga_gex *g = ga_gex_client(fn);
	struct ga_gasnet_bind f = {.head = {GA_OP_GASNET_BIND, sizeof f, fn}};

	if (ep != &g->ep || !segment || flags)
		return ga_gex_refuse(fn, GASNET_ERR_BAD_ARG,
		                     "ep = %p, segment = %p, flags = 0x%x: the endpoint that gex_Client_Init has made, a segment, and 0", (void *)ep,
		                     (void *)segment, flags);
	if (gex_EP_QuerySegment(ep))
		return ga_gex_refuse(fn, GASNET_ERR_BAD_ARG, "this endpoint has a segment");
	f.addr = (uintptr_t)segment->addr;
	f.bytes = segment->bytes;
	ga_call(&f.head);
	if (f.rc != GASNET_OK)
		return ga_gex_refuse(fn, f.rc, "over this network only gex_Segment_Attach makes segments");
	g->bound = segment;
	return GASNET_OK;
}

/* What a member of a team says of its segment. gasnet/memory_unsafe.go reads it. */
struct published {
	uint64_t rank, addr, bytes; /* 0 bytes: nothing */
};
_Static_assert(sizeof(struct published) == 24, "Go reads it");

/* Reports whether the kernel lets this process read and write the other rank's memory. */
static bool reachable(const struct ga_gex *g, uint64_t rank)
{
	return !ga_gasnet.ranks || rank == g->me || ga_coll_readable(ga_coll_here(), (uint32_t)rank);
}

/* Stores what members have said; whether all of it can be reached. */
static bool learn(const char *fn, struct ga_gex *g, struct published *all, size_t members)
{
	struct ga_gasnet_publish f = {.head = {GA_OP_GASNET_PUBLISH, sizeof f, fn}, .table = all};
	struct ga_gex_place *places = g->published ? g->published : calloc(g->size, sizeof *places);
	bool reached = true;

	if (!places)
		ga_fatal(1, "%s: no memory for the segments of %u ranks", fn, g->size);
	for (size_t i = 0; i < members; i++) {
		if (!all[i].bytes)
			continue;
		reached = reached && reachable(g, all[i].rank);
		places[all[i].rank] = (struct ga_gex_place){.addr = all[i].addr, .bytes = all[i].bytes};
		all[f.n++] = all[i];
	}
	ga_call(&f.head);
	__atomic_store_n(&g->published, places, __ATOMIC_RELEASE);
	return reached;
}

int gex_EP_PublishBoundSegment(gex_TM_t tm, gex_EP_t *eps, size_t num_eps, gex_Flags_t flags)
{
	static const char fn[] = "gex_EP_PublishBoundSegment";
	struct ga_gex *g = ga_gex_client(fn);
	const size_t members = ga_gex_team(fn, tm)->size;
	struct published mine = {.rank = g->me}, *all = ga_coll_list(fn, members, sizeof *all);
	bool reached;

	if (flags || (num_eps && !eps))
		ga_fatal(1, "%s: flags = 0x%x, eps = %p with num_eps = %zu: 0, and a list", fn, flags, (void *)eps, num_eps);
	for (size_t i = 0; i < num_eps; i++) {
		if (eps[i] != &g->ep)
			ga_fatal(1, "%s: eps[%zu] = %p: not the endpoint that gex_Client_Init has made", fn, i, (void *)eps[i]);
		if (g->bound) { /* that of gex_Segment_Attach is known */
			mine.addr = (uintptr_t)g->bound->addr;
			mine.bytes = g->bound->bytes;
		}
	}
	gasnet_coll_gather_all(tm->team, all, &mine, sizeof mine,
	                       GASNET_COLL_LOCAL | GASNET_COLL_IN_MYSYNC | GASNET_COLL_OUT_MYSYNC | GASNET_COLL_NO_IMAGES);
	reached = learn(fn, g, all, members);
	free(all);
	if (!reached)
		return ga_gex_refuse(fn, GASNET_ERR_RESOURCE,
		                     "the kernel does not let this process write to the memory of others: see process_vm_writev(2)");
	return GASNET_OK;
}

enum direction { TO, FROM };

static void copy(const char *fn, enum direction d, uint32_t rank, void *there, void *here, size_t bytes)
{
	while (bytes) {
		struct iovec local = {here, bytes}, remote = {there, bytes};
		const pid_t pid = ga_here(rank)->pid;
		const ssize_t n = d == TO ? process_vm_writev(pid, &local, 1, &remote, 1, 0) : process_vm_readv(pid, &local, 1, &remote, 1, 0);

		if (n <= 0)
			ga_fatal(1, "%s: %zu bytes at %p of rank %u cannot be copied: %s", fn, bytes, there, rank, strerror(errno));
		here = (char *)here + n;
		there = (char *)there + n;
		bytes -= (size_t)n;
	}
}

bool ga_gex_put_published(const char *fn, uint32_t rank, void *dest, const void *src, size_t bytes)
{
	if (!ga_gasnet.ranks || !ga_gex_is_published(ga_gex(), rank, dest, bytes))
		return false;
	if (rank == ga_gasnet.me)
		memmove(dest, src, bytes);
	else
		copy(fn, TO, rank, dest, (void *)(uintptr_t)src, bytes);
	ga_stored(rank);
	return true;
}

bool ga_gex_get_published(const char *fn, void *dest, uint32_t rank, const void *src, size_t bytes)
{
	if (!ga_gasnet.ranks || !ga_gex_is_published(ga_gex(), rank, src, bytes))
		return false;
	if (rank == ga_gasnet.me)
		memmove(dest, src, bytes);
	else
		copy(fn, FROM, rank, (void *)(uintptr_t)src, dest, bytes);
	return true;
}
