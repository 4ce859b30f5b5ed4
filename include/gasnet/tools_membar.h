/**
 * @file gasnet/tools_membar.h
 * Memory barriers between threads of a process, or ranks that share memory (tools specification, "memory barriers").
 *
 * gasnett_local_*: stores (wmb), loads (rmb) or both (mb) before it are performed before those after it. gasnett_weak_*: the same if the tools are safe
 * for threads (tools_mode.h), else nothing. gasnett_compiler_fence: for the compiler only.
 */
#ifndef GASNET_TOOLS_MEMBAR_H
#define GASNET_TOOLS_MEMBAR_H

#include "tools_fence.h"
#include "tools_mode.h"

#ifdef GASNETT_THREAD_SAFE
#define gasnett_weak_wmb() gasnett_local_wmb()
#define gasnett_weak_rmb() gasnett_local_rmb()
#define gasnett_weak_mb() gasnett_local_mb()
#else
#define gasnett_weak_wmb() ((void)0)
#define gasnett_weak_rmb() ((void)0)
#define gasnett_weak_mb() ((void)0)
#endif

#endif
