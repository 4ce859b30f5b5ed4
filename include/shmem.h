/**
 * @file shmem.h
 * OpenSHMEM 1.6 with the older names of SGI and Cray SHMEM.
 *
 * A job is a number of processes (PEs) that run the same program. Symmetric objects exist in each of them: the program's globals and
 * statics, and blocks of the symmetric heap. A PE names an object of another PE by the address of its own and that PE's number.
 *
 * The parts under shmem/ are the manual; each family of typed functions is described once, before its macro.
 * Every function has a twin with a leading p (pshmem.h), and may be replaced by a profiling tool.
 * From C11 on, macros select the typed function by argument (shmem/generic.h); C++ has overloads (shmem/overload.h).
 */
#ifndef _SHMEM_H
#define _SHMEM_H

#include "shmem/types.h"
#include "shmem/constants.h"
#include "shmem/setup.h"
#include "shmem/teams.h"
#include "shmem/memory.h"
#include "shmem/contexts.h"
#include "shmem/rma.h"
#include "shmem/rma_ctx.h"
#include "shmem/amo.h"
#include "shmem/amo_ctx.h"
#include "shmem/signals.h"
#include "shmem/order.h"
#include "shmem/collective.h"
#include "shmem/sync.h"
#include "shmem/lock.h"
#include "shmem/legacy.h"

#include "shmem/direct.h"

#if defined(__cplusplus)
#include "shmem/overload.h"
#include "shmem/overload_ctx.h"
#elif defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L
#include "shmem/generic.h"
#endif

#endif
