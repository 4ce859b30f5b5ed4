/* armci/call.h - what the functions of ARMCI share: names, and the frames of calls that go to Go. */
#ifndef GA_ARMCI_CALL_H
#define GA_ARMCI_CALL_H

#define ARMCI_WITHOUT_MPI 1 /* armci/with_mpi.c has the functions with communicators */
#include <armci.h>
#include <armcix.h>
#include <gpc.h>

#include "plane.h"
#include "zarmci_frames.h"

/* A function with the names PARMCI_x and ARMCI_x, of which programs replace the second one. */
#define GA_TWIN(ret, name, params)                                               \
	extern __typeof__(P##name) name __attribute__((weak, alias("P" #name))); \
	ret P##name params

/* The frame of an operation, whose name is that of the program's call. */
#define GA_FRAME(op, OP, fn) .head = {GA_OP_ARMCI_##OP, sizeof(struct ga_armci_##op), fn}

#define GA_ANYONE INT32_MIN            /* armci.Anyone: all processes, or any */
#define GA_WRONG INT32_MIN             /* armci.Wrong: no code */
#define GA_WAITS ((void *)UINTPTR_MAX) /* instead of a handle: the call waits */

/* A flag that the call requires, for a frame. */
static inline int *ga_armci_flag(int *flag) { return flag ? flag : (int *)(uintptr_t)GA_MISSING; }

/* Whether a handle has nothing to wait for. */
static inline bool ga_armci_idle(const armci_hdl_t *h) { return h && h->data[0] == 0; }

int ga_armci_strided_frame(const char *fn, int kind, int op, const void *scale, const void *src, const int *src_strides, void *dst,
                           const int *dst_strides, const int *count, int levels, int *flag, int val, int proc, void *handle);
/* ARMCI_Init of processes with these ranks in the job; NULL: of all. */
int ga_armci_start(const char *fn, const int *ranks, int n);

/* A number of GA_ARMCI_QUERY_, which Go knows. */
int ga_armci_number(const char *fn, int what);

int ga_armci_me(const char *fn);
int ga_armci_size(const char *fn);
int ga_armci_group_number(const char *fn, int what, int group, int member);
void ga_armci_barrier(const char *fn, int group, bool fence);
_Noreturn void ga_armci_fatal(const char *fn, const char *text, int code);
_Noreturn __attribute__((format(printf, 2, 3))) void ga_armci_wrong(const char *fn, const char *format, ...);

#endif
