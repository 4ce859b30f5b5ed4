/* gt_gasnet.h - gt.h for GASNet's programs. Define GASNET_SEQ or its like, or -DGT_MODE; the default is GASNET_SEQ. */
#ifndef GT_GASNET_H
#define GT_GASNET_H

#if !defined(GASNET_SEQ) && !defined(GASNET_PAR) && !defined(GASNET_PARSYNC)
#define GASNET_SEQ 1
#endif
#include "gt.h"

#include <gasnet.h>

/* A call that must return GASNET_OK; otherwise the program cannot continue. */
#define GT_OK(call)                                                                                    \
	do {                                                                                           \
		const int gt_rc = (call);                                                              \
		if (gt_rc != GASNET_OK)                                                                \
			FATAL("%s: %s (%s)", #call, gasnet_ErrorName(gt_rc), gasnet_ErrorDesc(gt_rc)); \
	} while (0)

static gasnet_seginfo_t *gt_segments GT_UNUSED;

static inline void gt_barrier(void)
{
	gasnet_barrier_notify(0, GASNET_BARRIERFLAG_ANONYMOUS);
	GT_OK(gasnet_barrier_wait(0, GASNET_BARRIERFLAG_ANONYMOUS));
}

/* gasnet_init, gasnet_attach and GT_BEGIN. */
static inline void gt_attach(int *argc, char ***argv, gasnet_handlerentry_t *table, int entries, uintptr_t bytes)
{
	const char *expected = getenv("GT_EXPECT_SIZE");

	GT_OK(gasnet_init(argc, argv));
	GT_BEGIN((int)gasnet_mynode(), (int)gasnet_nodes());
	if (expected && atoi(expected) != gt_n)
		FATAL("a job of %d instead of %s", gt_n, expected);
	GT_OK(gasnet_attach(table, entries, (bytes + GASNET_PAGESIZE - 1) / GASNET_PAGESIZE * GASNET_PAGESIZE, 0));
	gt_segments = (gasnet_seginfo_t *)calloc((size_t)gt_n, sizeof *gt_segments);
	GT_OK(gasnet_getSegmentInfo(gt_segments, gt_n));
}

/* The end of every program. */
static inline void gt_leave(void)
{
	gt_barrier();
	gasnet_exit(GT_END());
}

/* An address in the segment of a node. */
static inline void *gt_at(int node, size_t off) { return (char *)gt_segments[node].addr + off; }

#endif
