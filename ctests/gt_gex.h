/* gt_gex.h - gt.h for GASNet-EX's programs. Define GASNET_SEQ or its like; the default is GASNET_SEQ. */
#ifndef GT_GEX_H
#define GT_GEX_H

#if !defined(GASNET_SEQ) && !defined(GASNET_PAR) && !defined(GASNET_PARSYNC)
#define GASNET_SEQ 1
#endif
#include "gt.h"

#include <gasnetex.h>

#include <gasnet_coll.h>

/* CHECK of what needs no words. */
#define HOLDS(...) CHECK((__VA_ARGS__), "it does not hold")

/* A call that must return GASNET_OK; otherwise the program cannot continue. */
#define GT_OK(call)                                                                                    \
	do {                                                                                           \
		const int gt_rc = (call);                                                              \
		if (gt_rc != GASNET_OK)                                                                \
			FATAL("%s: %s (%s)", #call, gasnet_ErrorName(gt_rc), gasnet_ErrorDesc(gt_rc)); \
	} while (0)

static gex_Client_t gt_client GT_UNUSED;
static gex_EP_t gt_ep GT_UNUSED;
static gex_TM_t gt_tm GT_UNUSED;
static gex_Segment_t gt_segment GT_UNUSED;

static inline void gt_barrier(void) { gex_Event_Wait(gex_Coll_BarrierNB(gt_tm, 0)); }

/* gex_Client_Init and GT_BEGIN. */
static inline void gt_init(const char *name, int *argc, char ***argv)
{
	const char *expected = getenv("GT_EXPECT_SIZE");

	GT_OK(gex_Client_Init(&gt_client, &gt_ep, &gt_tm, name, argc, argv, 0));
	GT_BEGIN((int)gex_TM_QueryRank(gt_tm), (int)gex_TM_QuerySize(gt_tm));
	if (expected && atoi(expected) != gt_n)
		FATAL("a job of %d instead of %s", gt_n, expected);
}

/* A segment of so many pages. */
static inline void gt_attach(size_t pages) { GT_OK(gex_Segment_Attach(&gt_segment, gt_tm, pages * GASNET_PAGESIZE)); }

/* The end of every program. */
static inline void gt_leave(void)
{
	gt_barrier();
	gasnet_exit(GT_END());
}

/* An address in the segment of a rank. */
static inline void *gt_at(int rank, size_t off)
{
	void *base = NULL;

	if (gex_EP_QueryBoundSegmentNB(gt_tm, (gex_Rank_t)rank, &base, NULL, NULL, GEX_FLAG_IMMEDIATE) != GEX_EVENT_INVALID) /* handlers ask, too */
		FATAL("the segment of rank %d is not known at once", rank);
	return (char *)base + off;
}

#endif
