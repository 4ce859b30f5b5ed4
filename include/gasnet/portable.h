/**
 * @file gasnet/portable.h
 * Helper macros that clients expect from gasnet.h; gasnet_portable_platform.h, which it includes, has compiler, system and processor.
 */
#ifndef GASNET_PORTABLE_H
#define GASNET_PORTABLE_H

#include "../gasnet_config.h"
#include "../gasnet_portable_platform.h"

#ifndef _STRINGIFY
#define _STRINGIFY_HELPER(x) #x
#define _STRINGIFY(x) _STRINGIFY_HELPER(x)
#endif
#ifndef _CONCAT
#define _CONCAT_HELPER(a, b) a##b
#define _CONCAT(a, b) _CONCAT_HELPER(a, b)
#endif

/** GASNet's own assertions, which older test programs write: of programs that are compiled with GASNET_DEBUG, and of all. For programs that include stdio.h
 *  and stdlib.h, as gasnet.h does. */
#define gasneti_assert_always(expr)                                                                                     \
  ((expr) ? (void)0                                                                                                     \
          : (void)(fprintf(stderr, "*** FATAL ERROR: Assertion failure at %s:%i: %s\n", __FILE__, __LINE__, #expr), abort()))
#ifdef GASNET_DEBUG
#define gasneti_assert(expr) gasneti_assert_always(expr)
#else
#define gasneti_assert(expr) ((void)0)
#endif

/** @name Branch hints, in place of if */
/**@{*/
#ifndef if_pf
#define if_pf(cond) if (__builtin_expect(!!(cond), 0))
#endif
#ifndef if_pt
#define if_pt(cond) if (__builtin_expect(!!(cond), 1))
#endif
/**@}*/

#endif
