/* gex/rma.h - puts and gets of GASNet-EX, their events, and barriers.
 *
 * rank is in the team tm; its memory must lie in its segment, the other side may be anywhere in memory of the caller. No alignment is needed. lc_opt of a put says when its
 * source may be reused: GEX_EVENT_NOW, GEX_EVENT_DEFER, GEX_EVENT_GROUP (without an event only), or the address of an event, which is set. Calls without an event return 0. */
#ifndef GEX_RMA_H
#define GEX_RMA_H

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* Complete when they return. */
int gex_RMA_PutBlocking(gex_TM_t tm, gex_Rank_t rank, void *dest, const void *src, size_t nbytes, gex_Flags_t flags);
int gex_RMA_GetBlocking(gex_TM_t tm, void *dest, gex_Rank_t rank, void *src, size_t nbytes, gex_Flags_t flags);

/* With an event, which is to be synchronised once, by any thread. */
gex_Event_t gex_RMA_PutNB(gex_TM_t tm, gex_Rank_t rank, void *dest, const void *src, size_t nbytes, gex_Event_t *lc_opt, gex_Flags_t flags);
gex_Event_t gex_RMA_GetNB(gex_TM_t tm, void *dest, gex_Rank_t rank, void *src, size_t nbytes, gex_Flags_t flags);

/* Without one: gex_NBI_Wait synchronises all of the calling thread's. */
int gex_RMA_PutNBI(gex_TM_t tm, gex_Rank_t rank, void *dest, const void *src, size_t nbytes, gex_Event_t *lc_opt, gex_Flags_t flags);
int gex_RMA_GetNBI(gex_TM_t tm, void *dest, gex_Rank_t rank, void *src, size_t nbytes, gex_Flags_t flags);

/* The nbytes (1 to 8) low-order bytes of a value; a get fills the others with zeros. */
int gex_RMA_PutBlockingVal(gex_TM_t tm, gex_Rank_t rank, void *dest, gex_RMA_Value_t value, size_t nbytes, gex_Flags_t flags);
gex_Event_t gex_RMA_PutNBVal(gex_TM_t tm, gex_Rank_t rank, void *dest, gex_RMA_Value_t value, size_t nbytes, gex_Flags_t flags);
int gex_RMA_PutNBIVal(gex_TM_t tm, gex_Rank_t rank, void *dest, gex_RMA_Value_t value, size_t nbytes, gex_Flags_t flags);
gex_RMA_Value_t gex_RMA_GetBlockingVal(gex_TM_t tm, gex_Rank_t rank, void *src, size_t nbytes, gex_Flags_t flags);

/* Synchronise events. Test does not poll: 0, or GASNET_ERR_NOT_READY. Some: at least one, or none is left; All: all. Complete events of a list become GEX_EVENT_INVALID. */
int gex_Event_Test(gex_Event_t event);
void gex_Event_Wait(gex_Event_t event);
int gex_Event_TestSome(gex_Event_t *events, size_t numevents, gex_Flags_t flags);
void gex_Event_WaitSome(gex_Event_t *events, size_t numevents, gex_Flags_t flags);
int gex_Event_TestAll(gex_Event_t *events, size_t numevents, gex_Flags_t flags);
void gex_Event_WaitAll(gex_Event_t *events, size_t numevents, gex_Flags_t flags);

/* The part of an operation's event of one category, if it has one. */
gex_Event_t gex_Event_QueryLeaf(gex_Event_t root, gex_EC_t category);

/* Synchronise the calling thread's operations without an event, of categories. Test does not poll. */
int gex_NBI_Test(gex_EC_t categories, gex_Flags_t flags);
void gex_NBI_Wait(gex_EC_t categories, gex_Flags_t flags);

/* An access region: End returns one event for all operations without an event that the calling thread has begun since Begin. Regions do not nest. */
void gex_NBI_BeginAccessRegion(gex_Flags_t flags);
gex_Event_t gex_NBI_EndAccessRegion(gex_Flags_t flags);

/* Barriers of a team, of which several may be in progress. */
gex_Event_t gex_Coll_BarrierNB(gex_TM_t tm, gex_Flags_t flags);
void gex_Coll_BarrierBlocking(gex_TM_t tm, gex_Flags_t flags);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif
