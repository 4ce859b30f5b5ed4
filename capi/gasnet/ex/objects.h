/* gasnet/ex/objects.h - the objects of GASNet-EX as C keeps them: one client and endpoint of a rank, teams, the segment.
 *
 * Messages, transfers and collectives are those of GASNet-1: a call of GASNet-EX finds the rank in the job that its team and rank mean, and goes their way. */
#ifndef GA_GASNET_EX_OBJECTS_H
#define GA_GASNET_EX_OBJECTS_H

#define GASNET_PAR 1
#define GASNETGO_OUT_OF_LINE
#define GASNETGO_WITHOUT_TOOLS 1
#include <gasnetex/gasnetex.h>
#undef gex_Client_Init

#include "../plane.h"
#include "../rank.h"

struct gasneti_team;

struct gasneti_client {
	const void *cdata;
	gex_Flags_t flags;
	char *name;
	uint32_t me; /* in the job */
};

struct gasneti_segment {
	const void *cdata;
	gex_Flags_t flags;
	gex_Client_t client;
	void *addr;
	uintptr_t bytes;
	bool mapped; /* the memory is the library's: gex_Segment_Create */
};

struct gasneti_ep {
	const void *cdata;
	gex_Flags_t flags;
	gex_Client_t client;
	gex_AM_Entry_t entry[256]; /* what is registered */
};

struct gasneti_tm {
	const void *cdata;
	gex_Flags_t flags;
	gex_EP_t ep;
	uint32_t rank, size;
	const uint32_t *map;       /* ranks in the job; NULL: the same */
	struct gasneti_team *team; /* for its collectives */
	gex_Memvec_t scratch;      /* the client's, which the library does not need */
};

/* Ranks that are together, in order, and where they are among such sets. */
struct ga_gex_set {
	uint32_t *member;
	uint32_t members, index; /* how many, and which of them this rank is */
	uint32_t sets, set;
};

/* Where a rank's published segment is; 0 bytes: it has none. */
struct ga_gex_place {
	uintptr_t addr;
	uint64_t bytes;
};

struct ga_gex {
	struct gasneti_client client;
	struct gasneti_ep ep;
	struct gasneti_tm all;
	struct gasneti_segment segment; /* attached; of no bytes: there is none */
	bool attached;
	gex_Segment_t bound;            /* one that gex_Segment_Create has made */
	struct ga_gex_place *published; /* those of all ranks, by rank in the job; NULL: none */
	int quiet;                      /* errors that are returned print no line */
	uint32_t me, size;
	size_t medium, long_request, long_reply; /* most bytes */
	struct ga_gex_set host, nbrhd;
};

/* The calling rank's; NULL before gex_Client_Init. */
static inline struct ga_gex *ga_gex(void) { return ga_gasnet_rank()->ex; }

/* The same; ends the job if there is none. */
struct ga_gex *ga_gex_client(const char *fn);

/* A pair of endpoints is a number, not an object; there is one endpoint of a process. */
#define GA_GEX_PAIR ((uintptr_t)1)
static inline bool ga_gex_is_pair(gex_TM_t tm) { return (uintptr_t)tm == GA_GEX_PAIR; }

_Noreturn void ga_gex_no_team(const char *fn, gex_TM_t tm);
_Noreturn void ga_gex_no_member(const char *fn, gex_TM_t tm, gex_Rank_t rank);

/* The rank in the job. That of the team of all and of a pair is checked where it is used. */
static inline __attribute__((always_inline)) uint32_t ga_gex_jobrank(const char *fn, gex_TM_t tm, gex_Rank_t rank)
{
	if (ga_gex_is_pair(tm))
		return rank;
	if (GA_UNLIKELY((uintptr_t)tm & 7 || !tm))
		ga_gex_no_team(fn, tm);
	if (GA_LIKELY(!tm->map))
		return rank;
	if (GA_UNLIKELY(rank >= tm->size))
		ga_gex_no_member(fn, tm, rank);
	return tm->map[rank];
}

/* A team that has members: no pair. */
static inline gex_TM_t ga_gex_team(const char *fn, gex_TM_t tm)
{
	if (GA_UNLIKELY((uintptr_t)tm & 7 || !tm))
		ga_gex_no_team(fn, tm);
	return tm;
}

/* A call returns an error: a line says why, unless the client does not want any. */
int ga_gex_refuse(const char *fn, int code, const char *format, ...) __attribute__((__format__(__printf__, 3, 4)));

/* The event of an operation whose source may be reused. */
static inline void ga_gex_set_local(gex_Event_t *lc_opt)
{
	if ((uintptr_t)lc_opt > (uintptr_t)GEX_EVENT_GROUP)
		*lc_opt = GEX_EVENT_INVALID;
}

/* Finds which ranks share memory, and which are on a host: gasnet/ex/system.c. */
void ga_gex_find_sets(struct ga_gex *g);

#endif
