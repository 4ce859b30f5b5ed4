/**
 * @file armci/giov_order.h
 * Vector transfers of programs with ARMCI_MPI_GIOV_ORDER, whose descriptors have their numbers in the order of ARMCI-MPI. Without that it declares nothing.
 */
#ifndef ARMCI_GIOV_ORDER_H
#define ARMCI_GIOV_ORDER_H

#ifdef ARMCI_MPI_GIOV_ORDER

#include "../armci.h"

/* A copy of descriptors in the library's order; NULL if there are none. */
static inline armci_giov_t *gasnetgo_armci_giov(const armci_giov_t *darr, int len)
{
	armci_giov_t *copy;
	int i;

	if (!darr || len < 1)
		return NULL;
	copy = (armci_giov_t *)malloc((size_t)len * sizeof *copy);
	if (!copy)
		ARMCI_Error("no memory for a copy of vector descriptors", len);
	for (i = 0; i < len; i++) {
		copy[i] = darr[i];
		copy[i].bytes = darr[i].ptr_array_len;
		copy[i].ptr_array_len = darr[i].bytes;
	}
	return copy;
}

#define GASNETGO_ARMCI_VECTOR(name, params, call)                                               \
	static inline int gasnetgo_##name params                                                \
	{                                                                                       \
		armci_giov_t *copy = gasnetgo_armci_giov(darr, len), *all = copy ? copy : darr; \
		const int rc = name call;                                                       \
		free(copy);                                                                     \
		return rc;                                                                      \
	}
#define GASNETGO_ARMCI_MOVE(name) GASNETGO_ARMCI_VECTOR(name, (armci_giov_t * darr, int len, int proc), (all, len, proc))
#define GASNETGO_ARMCI_NBMOVE(name) \
	GASNETGO_ARMCI_VECTOR(name, (armci_giov_t * darr, int len, int proc, armci_hdl_t *handle), (all, len, proc, handle))

GASNETGO_ARMCI_MOVE(ARMCI_PutV)
GASNETGO_ARMCI_MOVE(ARMCI_GetV)
GASNETGO_ARMCI_MOVE(PARMCI_PutV)
GASNETGO_ARMCI_MOVE(PARMCI_GetV)
GASNETGO_ARMCI_NBMOVE(ARMCI_NbPutV)
GASNETGO_ARMCI_NBMOVE(ARMCI_NbGetV)
GASNETGO_ARMCI_NBMOVE(PARMCI_NbPutV)
GASNETGO_ARMCI_NBMOVE(PARMCI_NbGetV)
GASNETGO_ARMCI_VECTOR(ARMCI_AccV, (int op, void *scale, armci_giov_t *darr, int len, int proc), (op, scale, all, len, proc))
GASNETGO_ARMCI_VECTOR(PARMCI_AccV, (int op, void *scale, armci_giov_t *darr, int len, int proc), (op, scale, all, len, proc))
GASNETGO_ARMCI_VECTOR(ARMCI_NbAccV, (int op, void *scale, armci_giov_t *darr, int len, int proc, armci_hdl_t *handle),
                      (op, scale, all, len, proc, handle))
GASNETGO_ARMCI_VECTOR(PARMCI_NbAccV, (int op, void *scale, armci_giov_t *darr, int len, int proc, armci_hdl_t *handle),
                      (op, scale, all, len, proc, handle))

#define ARMCI_PutV gasnetgo_ARMCI_PutV
#define ARMCI_GetV gasnetgo_ARMCI_GetV
#define ARMCI_AccV gasnetgo_ARMCI_AccV
#define ARMCI_NbPutV gasnetgo_ARMCI_NbPutV
#define ARMCI_NbGetV gasnetgo_ARMCI_NbGetV
#define ARMCI_NbAccV gasnetgo_ARMCI_NbAccV
#define PARMCI_PutV gasnetgo_PARMCI_PutV
#define PARMCI_GetV gasnetgo_PARMCI_GetV
#define PARMCI_AccV gasnetgo_PARMCI_AccV
#define PARMCI_NbPutV gasnetgo_PARMCI_NbPutV
#define PARMCI_NbGetV gasnetgo_PARMCI_NbGetV
#define PARMCI_NbAccV gasnetgo_PARMCI_NbAccV

#endif
#endif
