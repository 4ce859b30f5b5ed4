/**
 * @file gasnet/toolhelp.h
 * The tools under the names by which gasnet.h of GASNet-1 alone has them: gasneti_ for gasnett_, GASNETI_ for GASNETT_. Clients that never include
 * gasnet_tools.h use some of them. gasnet_tools.h describes what each does.
 *
 * Nothing here depends on whether the tools are to be safe for threads: a client may still define GASNETT_THREAD_SAFE between gasnet.h and gasnet_tools.h.
 */
#ifndef GASNET_TOOLHELP_H
#define GASNET_TOOLHELP_H

#include <ctype.h>

#include "annotate.h"
#include "tools_debug.h"
#include "tools_env.h"
#include "tools_fence.h"
#include "tools_lock.h"
#include "tools_strongatomic.h"
#include "tools_system.h"
#include "tools_time.h"

/** @name The host, memory and streams */
/**@{*/
#define gasneti_gethostname gasnett_gethostname
#define gasneti_exe_name gasnett_exe_name
#define gasneti_cpu_count gasnett_cpu_count
#define gasneti_getPhysMemSz gasnett_getPhysMemSz
#define gasneti_isLittleEndian gasnett_isLittleEndian
#define gasneti_set_affinity gasnett_set_affinity
#define gasneti_flush_streams gasnett_flush_streams
#define gasneti_close_streams gasnett_close_streams
#define gasneti_checksum gasnett_checksum
#define gasneti_count0s gasnett_count0s
#define gasneti_count0s_copy gasnett_count0s_copy
#define gasneti_count0s_uint32_t gasnett_count0s_uint32_t
#define gasneti_count0s_uint64_t gasnett_count0s_uint64_t
#define gasneti_count0s_uintptr_t gasnett_count0s_uintptr_t
#define gasneti_malloc_aligned gasnett_malloc_aligned
#define gasneti_free_aligned gasnett_free_aligned
/**@}*/

/** @name Errors and debugging */
/**@{*/
#define gasneti_fatalerror gasnett_fatalerror
#define gasneti_killmyprocess gasnett_killmyprocess
#define gasneti_backtrace_init gasnett_backtrace_init
#define gasneti_print_backtrace gasnett_print_backtrace
#define gasneti_print_backtrace_ifenabled gasnett_print_backtrace_ifenabled
#define gasneti_freezeForDebuggerNow gasnett_freezeForDebuggerNow
#define gasneti_freezeForDebuggerErr gasnett_freezeForDebuggerErr
#define gasneti_reghandler gasnett_reghandler
#define gasneti_sighandlerfn_t gasnett_sighandlerfn_t
#define gasneti_current_loc gasnett_current_loc
/**@}*/

/** @name The environment */
/**@{*/
#define gasneti_getenv gasnett_getenv
#define gasneti_getenv_withdefault gasnett_getenv_withdefault
#define gasneti_getenv_yesno_withdefault gasnett_getenv_yesno_withdefault
#define gasneti_getenv_int_withdefault gasnett_getenv_int_withdefault
#define gasneti_getenv_dbl_withdefault gasnett_getenv_dbl_withdefault
#define gasneti_setenv gasnett_setenv
#define gasneti_unsetenv gasnett_unsetenv
#define gasneti_verboseenv gasnett_verboseenv
#define gasneti_envstr_display gasnett_envstr_display
#define gasneti_envint_display gasnett_envint_display
#define gasneti_envdbl_display gasnett_envdbl_display
#define gasneti_format_number gasnett_format_number
#define gasneti_parse_int gasnett_parse_int
/**@}*/

/** @name Clocks */
/**@{*/
#define gasneti_ticks_now gasnett_ticks_now
#define gasneti_ticks_to_ns gasnett_ticks_to_ns
#define gasneti_ticks_to_us gasnett_ticks_to_us
#define gasneti_nsleep gasnett_nsleep
#define gasneti_gettimeofday_us gasnett_gettimeofday_us
#define gasneti_tick_t gasnett_tick_t
#define GASNETI_TICK_MIN GASNETT_TICK_MIN
#define GASNETI_TICK_MAX GASNETT_TICK_MAX
#define gasneti_tick_granularity() gasnett_tick_granularityus()
#define gasneti_tick_overhead() gasnett_tick_overheadus()
/**@}*/

/** @name Locks, which work between threads in every mode */
/**@{*/
#define gasneti_mutex_t gasnett_mutex_t
#define gasneti_mutex_init gasnett_mutex_init
#define gasneti_mutex_destroy gasnett_mutex_destroy
#define gasneti_mutex_destroy_ignoreerr gasnett_mutex_destroy_ignoreerr
#define gasneti_mutex_lock gasnett_mutex_lock
#define gasneti_mutex_unlock gasnett_mutex_unlock
#define gasneti_mutex_trylock gasnett_mutex_trylock
#define gasneti_mutex_assertlocked gasnett_mutex_assertlocked
#define gasneti_mutex_assertunlocked gasnett_mutex_assertunlocked
#define gasneti_cond_t gasnett_cond_t
#define gasneti_cond_init gasnett_cond_init
#define gasneti_cond_destroy gasnett_cond_destroy
#define gasneti_cond_signal gasnett_cond_signal
#define gasneti_cond_broadcast gasnett_cond_broadcast
#define gasneti_cond_wait gasnett_cond_wait
#define gasneti_rwlock_t gasnett_rwlock_t
#define gasneti_rwlock_init gasnett_rwlock_init
#define gasneti_rwlock_destroy gasnett_rwlock_destroy
#define gasneti_rwlock_rdlock gasnett_rwlock_rdlock
#define gasneti_rwlock_wrlock gasnett_rwlock_wrlock
#define gasneti_rwlock_unlock gasnett_rwlock_unlock
#define gasneti_rwlock_tryrdlock gasnett_rwlock_tryrdlock
#define gasneti_rwlock_trywrlock gasnett_rwlock_trywrlock
#define gasneti_rwlock_assertlocked gasnett_rwlock_assertlocked
#define gasneti_rwlock_assertrdlocked gasnett_rwlock_assertrdlocked
#define gasneti_rwlock_assertwrlocked gasnett_rwlock_assertwrlocked
#define gasneti_rwlock_assertunlocked gasnett_rwlock_assertunlocked
#define GASNETI_MUTEX_INITIALIZER GASNETT_MUTEX_INITIALIZER
#define GASNETI_COND_INITIALIZER GASNETT_COND_INITIALIZER
#define GASNETI_RWLOCK_INITIALIZER GASNETT_RWLOCK_INITIALIZER
#define gasneti_sched_yield gasnett_sched_yield
/**@}*/

/** @name A pointer for each thread */
/**@{*/
#define GASNETI_THREADKEY_DECLARE(key) GASNETT_THREADKEY_DECLARE(key)
#define GASNETI_THREADKEY_DEFINE(key) GASNETT_THREADKEY_DEFINE(key)
#define gasneti_threadkey_init(key) gasnett_threadkey_init(key)
#define gasneti_threadkey_get(key) gasnett_threadkey_get(key)
#define gasneti_threadkey_set(key, value) gasnett_threadkey_set(key, value)
#define gasneti_threadkey_get_noinit(key) gasnett_threadkey_get_noinit(key)
#define gasneti_threadkey_set_noinit(key, value) gasnett_threadkey_set_noinit(key, value)
/**@}*/

/** @name Memory barriers */
/**@{*/
#define gasneti_compiler_fence gasnett_compiler_fence
#define gasneti_local_wmb gasnett_local_wmb
#define gasneti_local_rmb gasnett_local_rmb
#define gasneti_local_mb gasnett_local_mb
#define gasneti_spinloop_hint gasnett_spinloop_hint
#define gasneti_sync_writes() gasnett_local_wmb()
#define gasneti_sync_reads() gasnett_local_rmb()
#define gasneti_sync_mem() gasnett_local_mb()
/**@}*/

/** @name Counters that are atomic in every mode */
/**@{*/
#define GASNETI_ATOMIC_NONE GASNETT_ATOMIC_NONE
#define GASNETI_ATOMIC_RMB_PRE GASNETT_ATOMIC_RMB_PRE
#define GASNETI_ATOMIC_WMB_PRE GASNETT_ATOMIC_WMB_PRE
#define GASNETI_ATOMIC_MB_PRE GASNETT_ATOMIC_MB_PRE
#define GASNETI_ATOMIC_RMB_POST GASNETT_ATOMIC_RMB_POST
#define GASNETI_ATOMIC_WMB_POST GASNETT_ATOMIC_WMB_POST
#define GASNETI_ATOMIC_MB_POST GASNETT_ATOMIC_MB_POST
#define GASNETI_ATOMIC_RMB_POST_IF_TRUE GASNETT_ATOMIC_RMB_POST_IF_TRUE
#define GASNETI_ATOMIC_RMB_POST_IF_FALSE GASNETT_ATOMIC_RMB_POST_IF_FALSE
#define GASNETI_ATOMIC_REL GASNETT_ATOMIC_REL
#define GASNETI_ATOMIC_ACQ GASNETT_ATOMIC_ACQ
#define GASNETI_ATOMIC_ACQ_IF_TRUE GASNETT_ATOMIC_ACQ_IF_TRUE
#define GASNETI_ATOMIC_ACQ_IF_FALSE GASNETT_ATOMIC_ACQ_IF_FALSE
#define gasneti_atomic_t gasnett_strongatomic_t
#define gasneti_atomic_read gasnett_strongatomic_read
#define gasneti_atomic_init gasnett_strongatomic_init
#define gasneti_atomic_set gasnett_strongatomic_set
#define gasneti_atomic_increment gasnett_strongatomic_increment
#define gasneti_atomic_decrement gasnett_strongatomic_decrement
#define gasneti_atomic_decrement_and_test gasnett_strongatomic_decrement_and_test
#define gasneti_atomic_compare_and_swap gasnett_strongatomic_compare_and_swap
#define gasneti_atomic_swap gasnett_strongatomic_swap
#define gasneti_atomic_add gasnett_strongatomic_add
#define gasneti_atomic_subtract gasnett_strongatomic_subtract
#define gasneti_atomic32_t gasnett_strongatomic32_t
#define gasneti_atomic32_read gasnett_strongatomic32_read
#define gasneti_atomic32_init gasnett_strongatomic32_init
#define gasneti_atomic32_set gasnett_strongatomic32_set
#define gasneti_atomic32_increment gasnett_strongatomic32_increment
#define gasneti_atomic32_decrement gasnett_strongatomic32_decrement
#define gasneti_atomic32_decrement_and_test gasnett_strongatomic32_decrement_and_test
#define gasneti_atomic32_compare_and_swap gasnett_strongatomic32_compare_and_swap
#define gasneti_atomic32_swap gasnett_strongatomic32_swap
#define gasneti_atomic32_add gasnett_strongatomic32_add
#define gasneti_atomic32_subtract gasnett_strongatomic32_subtract
#define gasneti_atomic64_t gasnett_strongatomic64_t
#define gasneti_atomic64_read gasnett_strongatomic64_read
#define gasneti_atomic64_init gasnett_strongatomic64_init
#define gasneti_atomic64_set gasnett_strongatomic64_set
#define gasneti_atomic64_increment gasnett_strongatomic64_increment
#define gasneti_atomic64_decrement gasnett_strongatomic64_decrement
#define gasneti_atomic64_decrement_and_test gasnett_strongatomic64_decrement_and_test
#define gasneti_atomic64_compare_and_swap gasnett_strongatomic64_compare_and_swap
#define gasneti_atomic64_swap gasnett_strongatomic64_swap
#define gasneti_atomic64_add gasnett_strongatomic64_add
#define gasneti_atomic64_subtract gasnett_strongatomic64_subtract
#define gasneti_atomic_val_t gasnett_atomic_val_t
#define gasneti_atomic_sval_t gasnett_atomic_sval_t
#define gasneti_atomic_signed gasnett_atomic_signed
#define GASNETI_ATOMIC_SIGNED_MIN GASNETT_ATOMIC_SIGNED_MIN
#define GASNETI_ATOMIC_SIGNED_MAX GASNETT_ATOMIC_SIGNED_MAX
#define GASNETI_HAVE_ATOMIC_CAS 1
#define GASNETI_HAVE_ATOMIC_ADD_SUB 1
/**@}*/

/** @name What is said to compilers */
/**@{*/
#define GASNETI_INLINE(fnname) GASNETT_INLINE(fnname)
#define GASNETI_ALWAYS_INLINE(fnname) GASNETT_ALWAYS_INLINE(fnname)
#define GASNETI_PLEASE_INLINE(fnname) GASNETT_PLEASE_INLINE(fnname)
#define GASNETI_NEVER_INLINE(fnname, declarator) GASNETT_NEVER_INLINE(fnname, declarator)
#define GASNETI_NORETURNP(fnname) GASNETT_NORETURNP(fnname)
#define GASNETI_MALLOCP(fnname) GASNETT_MALLOCP(fnname)
#define GASNETI_PUREP(fnname) GASNETT_PUREP(fnname)
#define GASNETI_CONSTP(fnname) GASNETT_CONSTP(fnname)
#define GASNETI_FORMAT_PRINTF(fnname, fmtarg, firstvararg, declarator) GASNETT_FORMAT_PRINTF(fnname, fmtarg, firstvararg, declarator)
#define GASNETI_NORETURN GASNETT_NORETURN
#define GASNETI_MALLOC GASNETT_MALLOC
#define GASNETI_PURE GASNETT_PURE
#define GASNETI_CONST GASNETT_CONST
#define GASNETI_HOT GASNETT_HOT
#define GASNETI_COLD GASNETT_COLD
#define GASNETI_DEPRECATED GASNETT_DEPRECATED
#define GASNETI_WARN_UNUSED_RESULT GASNETT_WARN_UNUSED_RESULT
#define GASNETI_USED GASNETT_USED
#define GASNETI_RESTRICT GASNETT_RESTRICT
#define GASNETI_BEGIN_EXTERNC GASNETT_BEGIN_EXTERNC
#define GASNETI_END_EXTERNC GASNETT_END_EXTERNC
#define GASNETI_EXTERNC GASNETT_EXTERNC
#define GASNETI_TENTATIVE_EXTERN GASNETT_TENTATIVE_EXTERN
#define GASNETI_CURRENT_FUNCTION GASNETT_CURRENT_FUNCTION
#define gasneti_constant_p(exp) gasnett_constant_p(exp)
/**@}*/

/** @name Arithmetic */
/**@{*/
#define GASNETI_MAKEWORD(hi, lo) ((uint64_t)(uint32_t)(hi) << 32 | (uint64_t)(uint32_t)(lo))
#define GASNETI_HIWORD(arg) ((uint32_t)((uint64_t)(uintptr_t)(arg) >> 32))
#define GASNETI_LOWORD(arg) ((uint32_t)(uintptr_t)(arg))
#define GASNETI_POWEROFTWO(P) (((P) & ((P) - 1)) == 0)
#define GASNETI_ALIGNDOWN(p, P) (((uintptr_t)(p)) & ~((uintptr_t)(P) - 1))
#define GASNETI_ALIGNUP(p, P) GASNETI_ALIGNDOWN((uintptr_t)(p) + (uintptr_t)(P) - 1, P)
#define GASNETI_PAGE_ALIGNDOWN(p) GASNETI_ALIGNDOWN(p, GASNET_PAGESIZE)
#define GASNETI_PAGE_ALIGNUP(p) GASNETI_ALIGNUP(p, GASNET_PAGESIZE)
#define GASNETI_PAGESIZE GASNET_PAGESIZE
#define GASNETI_CACHE_LINE_BYTES 64
/**@}*/

/** @name Waiting for a condition that handlers change (poll), or other threads (wait) */
/**@{*/
#define gasneti_AMPoll() gasnet_AMPoll()
#define gasneti_polluntil(cond) GASNET_BLOCKUNTIL(cond)
#define gasneti_pollwhile(cond) GASNET_BLOCKUNTIL(!(cond))
#define gasneti_waitwhile(cond) \
  do {                          \
    while (cond)                \
      gasnett_sched_yield();    \
    gasnett_local_rmb();        \
  } while (0)
#define gasneti_waituntil(cond) gasneti_waitwhile(!(cond))
/**@}*/

/** Calls a function of GASNet, and ends the program if it fails. */
#define GASNETI_SAFE(call)                                                                                                                    \
  do {                                                                                                                                        \
    int gasneti_code = (call);                                                                                                                \
    if (gasneti_code != GASNET_OK)                                                                                                            \
      gasnett_fatalerror("%s(%i) from %s at %s:%i", gasnet_ErrorName(gasneti_code), gasneti_code, #call, __FILE__, __LINE__);                 \
  } while (0)

/** Threads that a client may have in a process. */
#ifndef GASNETI_MAX_THREADS
#if defined(GASNET_SEQ)
#define GASNETI_MAX_THREADS 1
#else
#define GASNETI_MAX_THREADS 256
#endif
#endif

#ifndef MIN
#define MIN(x, y) ((x) < (y) ? (x) : (y))
#endif
#ifndef MAX
#define MAX(x, y) ((x) > (y) ? (x) : (y))
#endif

#endif
