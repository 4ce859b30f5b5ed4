/* gt_lapi.h - gt.h for LAPI's programs. */
#ifndef GT_LAPI_H
#define GT_LAPI_H

#include "gt.h"

#include <lapi.h>

static lapi_handle_t gt_h;

/* A call that must return a code; otherwise the program cannot continue. */
#define GT_IS(call, code)                                                    \
	do {                                                                 \
		const int gt_rc = (call);                                    \
		if (gt_rc != (code))                                         \
			FATAL("%s: %d instead of %d", #call, gt_rc, (code)); \
	} while (0)
#define GT_OK(call) GT_IS(call, LAPI_SUCCESS)

/* LAPI_Init and GT_BEGIN. */
static inline void gt_start(void)
{
	lapi_info_t info = {0};
	int me, n;

	GT_OK(LAPI_Init(&gt_h, &info));
	GT_OK(LAPI_Qenv(gt_h, TASK_ID, &me));
	GT_OK(LAPI_Qenv(gt_h, NUM_TASKS, &n));
	GT_OK(LAPI_Senv(gt_h, ERROR_CHK, 1));
	GT_BEGIN(me, n);
}

/* The end of every program. */
static inline int gt_stop(void)
{
	GT_OK(LAPI_Gfence(gt_h));
	GT_OK(LAPI_Term(gt_h));
	return GT_END();
}

/* Waits until a counter is val, and checks that it is not more. */
static inline void gt_wait(lapi_cntr_t *c, int val)
{
	int left = -1;

	GT_OK(LAPI_Waitcntr(gt_h, c, val, &left));
	CHECK(left == 0, "%d left instead of 0", left);
}

/* The same for a counter that other tasks may have added to. */
static inline void gt_take(lapi_cntr_t *c, int val)
{
	int left = -1;

	GT_OK(LAPI_Waitcntr(gt_h, c, val, &left));
	CHECK(left >= 0, "%d left", left);
}

static inline int gt_count(lapi_cntr_t *c)
{
	int v = -1;

	GT_OK(LAPI_Getcntr(gt_h, c, &v));
	return v;
}

#endif
