/**
 * @file gasnet/tools_membar.h
 * Memory barriers between threads of a process, or ranks that share memory (tools specification, "memory barriers").
 *
 * gasnett_local_*: stores (wmb), loads (rmb) or both (mb) before it are performed before those after it. gasnett_weak_*: the same if the tools are safe
 * for threads (tools_mode.h), else nothing. gasnett_compiler_fence: for the compiler only.
 */
#ifndef GASNET_TOOLS_MEMBAR_H
#define GASNET_TOOLS_MEMBAR_H

#include "tools_mode.h"

#define gasnett_compiler_fence() __atomic_signal_fence(__ATOMIC_SEQ_CST)
#define gasnett_local_wmb() __atomic_thread_fence(__ATOMIC_RELEASE)
#define gasnett_local_rmb() __atomic_thread_fence(__ATOMIC_ACQUIRE)
#define gasnett_local_mb() __atomic_thread_fence(__ATOMIC_SEQ_CST)

#ifdef GASNETT_THREAD_SAFE
#define gasnett_weak_wmb() gasnett_local_wmb()
#define gasnett_weak_rmb() gasnett_local_rmb()
#define gasnett_weak_mb() gasnett_local_mb()
#else
#define gasnett_weak_wmb() ((void)0)
#define gasnett_weak_rmb() ((void)0)
#define gasnett_weak_mb() ((void)0)
#endif

/** In the body of a loop that waits for another thread. */
GASNETT_INLINE(gasnett_spinloop_hint)
void gasnett_spinloop_hint(void)
{
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ __volatile__("yield" ::: "memory");
#endif
}

#endif
