/* gex/objects.h - clients, endpoints, segments and teams of GASNet-EX, and the system that they are in. */
#ifndef GEX_OBJECTS_H
#define GEX_OBJECTS_H

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* Joins the job; the first call, once in a process. Collective, and a barrier: from then on messages, barriers and collectives work. argc and argv may be NULL. The pointers
 * are set to the client, its endpoint and the team of all. flags: GEX_FLAG_USES_GASNET1, GEX_FLAG_DEFER_THREADS. GASNET_ERR_NOT_INIT: called twice. */
int gex_Client_Init(gex_Client_t *client_p, gex_EP_t *ep_p, gex_TM_t *tm_p, const char *clientName, int *argc, char ***argv, gex_Flags_t flags);

/* gex_Client_Init of clients is a macro for this. mode: what the client is compiled for, and whether with GASNET_DEBUG. */
int gasneti_gex_init(gex_Client_t *client_p, gex_EP_t *ep_p, gex_TM_t *tm_p, const char *clientName, int *argc, char ***argv, gex_Flags_t flags, int mode);
#define gex_Client_Init(client_p, ep_p, tm_p, clientName, argc, argv, flags) \
  gasneti_gex_init(client_p, ep_p, tm_p, clientName, argc, argv, flags, GASNETI_MODE | GASNETI_CHECKED_CLIENT)

/* gasnet_init of programs that include GASNet-EX's gasnet.h: a client called LEGACY, whose messages work before gasnet_attach, too. */
int gasneti_gex_init_legacy(int *argc, char ***argv, int mode);

/* Pointers of the client's own, NULL at first, and the flags that an object was made with. Legal in handlers. */
#define GASNETI_GEX_QUERIES(type) \
  void gex_##type##_SetCData(gex_##type##_t object, const void *value); \
  void *gex_##type##_QueryCData(gex_##type##_t object); \
  gex_Flags_t gex_##type##_QueryFlags(gex_##type##_t object);
GASNETI_GEX_QUERIES(Client)
GASNETI_GEX_QUERIES(EP)
GASNETI_GEX_QUERIES(TM)
GASNETI_GEX_QUERIES(Segment)

const char *gex_Client_QueryName(gex_Client_t client);
gex_Client_t gex_EP_QueryClient(gex_EP_t ep);
gex_Client_t gex_TM_QueryClient(gex_TM_t tm);
gex_Client_t gex_Segment_QueryClient(gex_Segment_t segment);
gex_Segment_t gex_EP_QuerySegment(gex_EP_t ep); /* GEX_SEGMENT_INVALID before one is bound */
gex_EP_Index_t gex_EP_QueryIndex(gex_EP_t ep);
void *gex_Segment_QueryAddr(gex_Segment_t segment);
uintptr_t gex_Segment_QuerySize(gex_Segment_t segment);

/* Endpoints beside the first are not supported: GASNET_ERR_RESOURCE, or GASNET_ERR_BAD_ARG for capabilities that do not exist. */
int gex_EP_Create(gex_EP_t *ep_p, gex_Client_t client, gex_EP_Capabilities_t capabilities, gex_Flags_t flags);

/* Adds handlers, at any time; indices 0 become free ones, from 255 down. Not collective: a barrier is needed before peers send to them. GASNET_ERR_RESOURCE: an index is taken,
 * or none is free. */
int gex_EP_RegisterHandlers(gex_EP_t ep, gex_AM_Entry_t *table, size_t numentries);

/* Makes, binds and publishes a segment of length bytes, a multiple of GASNET_PAGESIZE, on each rank. Collective over the team of all, once, and a barrier. */
int gex_Segment_Attach(gex_Segment_t *segment_p, gex_TM_t tm, uintptr_t length);

/* Makes a segment of the client's memory, at any address and of any length, or of the library's if address is NULL, whose length is then whole pages. kind: GEX_MK_HOST. It is not
 * collective, and no other rank can reach it until it is bound and published. GASNET_ERR_RESOURCE: there is no memory. */
int gex_Segment_Create(gex_Segment_t *segment_p, gex_Client_t client, gex_Addr_t address, uintptr_t length, gex_MK_t kind, gex_Flags_t flags);
/* Frees a segment that is not bound. */
void gex_Segment_Destroy(gex_Segment_t segment, gex_Flags_t flags);
/* Makes it the endpoint's, in place of gex_Segment_Attach. GASNET_ERR_BAD_ARG: the endpoint has one. GASNET_ERR_RESOURCE: over this network only gex_Segment_Attach makes segments. */
int gex_EP_BindSegment(gex_EP_t ep, gex_Segment_t segment, gex_Flags_t flags);
/* Tells the team of the segments of the endpoints listed, which may be none; may be repeated. Collective over the team. GASNET_ERR_RESOURCE: the kernel does not let this rank reach the
 * memory of another process. */
int gex_EP_PublishBoundSegment(gex_TM_t tm, gex_EP_t *eps, size_t num_eps, gex_Flags_t flags);

/* The segment of a team's member: its address there, its address here if it can be loaded from and stored to, and its bytes. Any pointer may be NULL. NULL, NULL and 0: there is none. */
gex_Event_t gex_EP_QueryBoundSegmentNB(gex_TM_t tm, gex_Rank_t rank, void **owneraddr_p, void **localaddr_p, uintptr_t *size_p, gex_Flags_t flags);
/* The same, older; not zero if there is none, and then nothing is stored. */
int gex_Segment_QueryBound(gex_TM_t tm, gex_Rank_t rank, void **owneraddr_p, void **localaddr_p, uintptr_t *size_p);

gex_EP_t gex_TM_QueryEP(gex_TM_t tm);
gex_Rank_t gex_TM_QueryRank(gex_TM_t tm);
gex_Rank_t gex_TM_QuerySize(gex_TM_t tm);
gex_Rank_t gex_TM_TranslateRankToJobrank(gex_TM_t tm, gex_Rank_t rank);
gex_Rank_t gex_TM_TranslateJobrankToRank(gex_TM_t tm, gex_Rank_t jobrank); /* GEX_RANK_INVALID: not a member */
gex_EP_Location_t gex_TM_TranslateRankToEP(gex_TM_t tm, gex_Rank_t rank, gex_Flags_t flags);

/* A team of a process and one of an index on every rank, for point-to-point calls: ranks are those of the job. It is a value, nothing is made. */
gex_TM_t gex_TM_Pair(gex_EP_t local_ep, gex_EP_Index_t remote_ep_index);

/* New teams; collective over parent. Split: the members of equal color, 0 or more, in order of key, then of rank in parent; new_tm_p NULL takes part and gets none. Create: those
 * in args, in that order. Scratch memory is not needed: with GEX_FLAG_TM_SCRATCH_SIZE_... the calls return a size, which is small, and make nothing. */
size_t gex_TM_Split(gex_TM_t *new_tm_p, gex_TM_t parent, int color, int key, void *scratch_addr, size_t scratch_size, gex_Flags_t flags);
size_t gex_TM_Create(gex_TM_t *new_tms, size_t num_new_tms, gex_TM_t parent, gex_EP_Location_t *args, size_t numargs, gex_Addr_t *scratch_addrs, size_t scratch_size, gex_Flags_t flags);

/* Frees a team; collective over it. Returns 1 and the client's scratch memory if it was given any and scratch_p is not NULL, else 0. */
int gex_TM_Destroy(gex_TM_t tm, gex_Memvec_t *scratch_p, gex_Flags_t flags);

/* Ranks that share memory, that are on a host, in ascending order, and this one's place among them. The arrays belong to the library. Any pointer may be NULL. */
void gex_System_QueryNbrhdInfo(gex_RankInfo_t **info_p, gex_Rank_t *info_count_p, gex_Rank_t *my_info_index_p);
void gex_System_QueryHostInfo(gex_RankInfo_t **info_p, gex_Rank_t *info_count_p, gex_Rank_t *my_info_index_p);
/* How many of these sets there are, and which is this rank's. */
void gex_System_QueryMyPosition(gex_Rank_t *nbrhd_set_size, gex_Rank_t *nbrhd_set_rank, gex_Rank_t *host_set_size, gex_Rank_t *host_set_rank);
gex_Rank_t gex_System_QueryJobRank(void);
gex_Rank_t gex_System_QueryJobSize(void);
uint64_t gex_System_QueryMaxThreads(void);
int gex_System_QueryHiddenAMConcurrencyLevel(void);

/* Whether a call that returns an error prints a line, too. 1 at first. */
int gex_System_GetVerboseErrors(void);
void gex_System_SetVerboseErrors(int enable);

/* There are no such threads: *count_p is 0. GASNET_ERR_RESOURCE: the client was made without GEX_FLAG_DEFER_THREADS. */
int gex_System_QueryProgressThreads(gex_Client_t client, unsigned int *count_p, const gex_ProgressThreadInfo_t **info_p, gex_Flags_t flags);

/* Handler-safe locks. */
void gex_HSL_Init(gex_HSL_t *hsl);
void gex_HSL_Destroy(gex_HSL_t *hsl);
void gex_HSL_Lock(gex_HSL_t *hsl);
void gex_HSL_Unlock(gex_HSL_t *hsl);
int gex_HSL_Trylock(gex_HSL_t *hsl);

/* The objects of a program that has begun as one of GASNet-1, or not. Any pointer may be NULL. */
void gasnet_QueryGexObjects(gex_Client_t *client_p, gex_EP_t *ep_p, gex_TM_t *tm_p, gex_Segment_t *segment_p);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif
