/**
 * @file gasnet/tools_fence.h
 * The memory barriers that are the same whether or not the tools are safe for threads. gasnet/tools_membar.h describes them.
 */
#ifndef GASNET_TOOLS_FENCE_H
#define GASNET_TOOLS_FENCE_H

#include "annotate.h"

#define gasnett_compiler_fence() __atomic_signal_fence(__ATOMIC_SEQ_CST)
#define gasnett_local_wmb() __atomic_thread_fence(__ATOMIC_RELEASE)
#define gasnett_local_rmb() __atomic_thread_fence(__ATOMIC_ACQUIRE)
#define gasnett_local_mb() __atomic_thread_fence(__ATOMIC_SEQ_CST)

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
