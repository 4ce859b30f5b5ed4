/* gasnet/ex/init.c - the start of GASNet-EX: the client, its endpoint, the team of all. */
#include "objects.h"

#include <stdlib.h>

#include "../coll/engine.h"
#include "../frames.h"
#include "../setup.h"

_Static_assert(sizeof(gex_AM_Entry_t) == GA_GEX_ENTRY_BYTES, "Go reads them: gasnet/handlers.go");

static bool open_plane(const char *fn)
{
	struct ga_gasnet_open f = {.head = {GA_OP_GASNET_OPEN, sizeof f, fn}, .own = ga_coll_handlers};

	ga_call(&f.head);
	return f.rc == GASNET_OK;
}

static struct ga_gex *make(const char *fn, const char *name, gex_Flags_t flags)
{
	struct ga_gex *g = calloc(1, sizeof *g);
	struct ga_coll_node *n;

	if (!g || !(g->client.name = strdup(name)))
		ga_fatal(1, "%s: no memory for a client", fn);
	g->me = gasnet_mynode();
	g->size = gasnet_nodes();
	ga_gasnet_open_rings();
	g->medium = gasnet_AMMaxMedium();
	g->long_request = gasnet_AMMaxLongRequest();
	g->long_reply = gasnet_AMMaxLongReply();
	g->client.flags = flags;
	g->client.me = g->me;
	g->ep.client = g->segment.client = &g->client;
	ga_gasnet_rank()->ex = g;
	n = ga_coll_begin_teams();
	g->all = (struct gasneti_tm){.ep = &g->ep, .rank = g->me, .size = g->size, .team = n->all};
	ga_gex_find_sets(g);
	return g;
}

static int begin(const char *fn, gex_Client_t *client_p, gex_EP_t *ep_p, gex_TM_t *tm_p, const char *name, int *argc, char ***argv, gex_Flags_t flags,
                 int mode)
{
	struct ga_gex *g;
	int rc;

	if (flags & ~(GEX_FLAG_USES_GASNET1 | GEX_FLAG_DEFER_THREADS))
		return ga_gex_refuse(fn, GASNET_ERR_BAD_ARG, "flags = 0x%x: only GEX_FLAG_USES_GASNET1 and GEX_FLAG_DEFER_THREADS", flags);
	if (!name)
		return ga_gex_refuse(fn, GASNET_ERR_BAD_ARG, "clientName = NULL");
	rc = gasneti_init(argc, argv, mode);
	if (rc != GASNET_OK)
		return ga_gex_refuse(fn, rc, "called twice, or after gasnet_init");
	if (!open_plane(fn))
		return ga_gex_refuse(fn, GASNET_ERR_NOT_INIT, "called twice");
	g = make(fn, name, flags);
	if (client_p)
		*client_p = &g->client;
	if (ep_p)
		*ep_p = &g->ep;
	if (tm_p)
		*tm_p = &g->all;
	return GASNET_OK;
}

int gasneti_gex_init(gex_Client_t *client_p, gex_EP_t *ep_p, gex_TM_t *tm_p, const char *clientName, int *argc, char ***argv, gex_Flags_t flags,
                     int mode)
{
	return begin("gex_Client_Init", client_p, ep_p, tm_p, clientName, argc, argv, flags, mode);
}

/* A program that does not say which mode it is for may have threads. */
int gex_Client_Init(gex_Client_t *client_p, gex_EP_t *ep_p, gex_TM_t *tm_p, const char *clientName, int *argc, char ***argv, gex_Flags_t flags)
{
	return gasneti_gex_init(client_p, ep_p, tm_p, clientName, argc, argv, flags, GASNETI_MODE);
}

int gasneti_gex_init_legacy(int *argc, char ***argv, int mode)
{
	return begin("gasnet_init", NULL, NULL, NULL, "LEGACY", argc, argv, GEX_FLAG_USES_GASNET1, mode);
}

/* The segment of a rank that has attached one, by either interface. */
static gex_Segment_t own_segment(struct ga_gex *g)
{
	if (g->bound)
		return g->bound;
	if (!g->attached) {
		gasnet_seginfo_t *all = calloc((size_t)g->me + 1, sizeof *all);

		if (!all)
			ga_fatal(1, "gex_EP_QuerySegment: no memory");
		gasnet_getSegmentInfo(all, (int)g->me + 1);
		g->segment.addr = all[g->me].addr;
		g->segment.bytes = all[g->me].size;
		g->attached = g->segment.bytes != 0;
		free(all);
	}
	return g->attached ? &g->segment : GEX_SEGMENT_INVALID;
}

gex_Segment_t gex_EP_QuerySegment(gex_EP_t ep)
{
	(void)ep;
	return own_segment(ga_gex_client("gex_EP_QuerySegment"));
}

void gasnet_QueryGexObjects(gex_Client_t *client_p, gex_EP_t *ep_p, gex_TM_t *tm_p, gex_Segment_t *segment_p)
{
	struct ga_gex *g = ga_gex_client("gasnet_QueryGexObjects");

	if (client_p)
		*client_p = &g->client;
	if (ep_p)
		*ep_p = &g->ep;
	if (tm_p)
		*tm_p = &g->all;
	if (segment_p)
		*segment_p = own_segment(g);
}

int gex_Segment_Attach(gex_Segment_t *segment_p, gex_TM_t tm, uintptr_t length)
{
	static const char fn[] = "gex_Segment_Attach";
	struct ga_gex *g = ga_gex_client(fn);
	int rc;

	if (ga_gex_team(fn, tm) != &g->all)
		return ga_gex_refuse(fn, GASNET_ERR_BAD_ARG, "tm is not the team that gex_Client_Init has made");
	if (own_segment(g))
		return ga_gex_refuse(fn, GASNET_ERR_NOT_INIT, "this endpoint has a segment");
	if (length == 0 || length % GASNET_PAGESIZE || length > gasnet_getMaxLocalSegmentSize())
		return ga_gex_refuse(fn, GASNET_ERR_BAD_ARG,
		                     "length = %ju: not a multiple of %d from 1 page to gasnet_getMaxLocalSegmentSize(), which is %ju",
		                     (uintmax_t)length, GASNET_PAGESIZE, (uintmax_t)gasnet_getMaxLocalSegmentSize());
	gasnet_barrier(0, GASNET_BARRIERFLAG_ANONYMOUS); /* peers that have not come may still want messages served */
	rc = ga_gasnet_attach_segment(fn, NULL, 0, length, 0);
	if (rc != GASNET_OK)
		return ga_gex_refuse(fn, rc, "no segment of %ju bytes", (uintmax_t)length);
	own_segment(g);
	if (segment_p)
		*segment_p = &g->segment;
	return GASNET_OK;
}

int gex_EP_RegisterHandlers(gex_EP_t ep, gex_AM_Entry_t *table, size_t numentries)
{
	static const char fn[] = "gex_EP_RegisterHandlers";
	struct ga_gasnet_register f = {.head = {GA_OP_GASNET_REGISTER, sizeof f, fn}, .table = table, .n = numentries};
	struct ga_gex *g = ga_gex_client(fn);

	if (ep != &g->ep)
		return ga_gex_refuse(fn, GASNET_ERR_BAD_ARG, "ep is not the endpoint that gex_Client_Init has made");
	if (numentries && !table)
		return ga_gex_refuse(fn, GASNET_ERR_BAD_ARG, "table = NULL with numentries = %zu", numentries);
	ga_call(&f.head);
	if (f.rc != GASNET_OK)
		return f.rc;
	for (size_t i = 0; i < numentries; i++) {
		const gex_AM_Entry_t *e = &table[i];

		g->ep.entry[e->gex_index] = *e;
		if (!ga_simulated)
			__atomic_store_n(&ga_gasnet.handlers[e->gex_index], (ga_am_handler *)e->gex_fnptr, __ATOMIC_RELEASE);
	}
	return GASNET_OK;
}
