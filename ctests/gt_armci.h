/* gt_armci.h - gt.h for ARMCI's programs. */
#ifndef GT_ARMCI_H
#define GT_ARMCI_H

#include "gt.h"

#include <armci.h>

/* A call that must return 0; otherwise the program cannot continue. */
#define GT_OK(call)                                                 \
	do {                                                        \
		const int gt_rc = (call);                           \
		if (gt_rc != 0)                                     \
			FATAL("%s: %d instead of 0", #call, gt_rc); \
	} while (0)

/* ARMCI_Init and GT_BEGIN. */
static inline void gt_start(void)
{
	const char *expected = getenv("GT_EXPECT_SIZE");

	GT_OK(ARMCI_Init());
	GT_BEGIN(armci_msg_me(), armci_msg_nproc());
	if (expected && atoi(expected) != gt_n)
		FATAL("a job of %d instead of %s", gt_n, expected);
}

/* The end of every program. */
static inline int gt_stop(void)
{
	ARMCI_Barrier();
	GT_OK(ARMCI_Finalize());
	return GT_END();
}

/* Memory on every process; the result is static. */
static inline void **gt_malloc(size_t bytes)
{
	void **all = (void **)calloc((size_t)gt_n, sizeof *all);

	GT_OK(ARMCI_Malloc(all, (armci_size_t)bytes));
	return all;
}

static inline void gt_free(void **all)
{
	ARMCI_Barrier();
	CHECK(ARMCI_Free(all[gt_me]) == (all[gt_me] == NULL), "memory %p", all[gt_me]); /* 1 for a slot of no bytes */
	free(all);
}

#endif
