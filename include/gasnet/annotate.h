/**
 * @file gasnet/annotate.h
 * What GASNet's tools say to compilers: linkage, inlining, attributes, hints (tools specification, "portability").
 *
 * Macros that take a function's name and are written without a semicolon (the ...P forms) stand for pragmas of other compilers and are empty.
 */
#ifndef GASNET_ANNOTATE_H
#define GASNET_ANNOTATE_H

#include "portable.h"

#ifdef __cplusplus
#define GASNETT_BEGIN_EXTERNC extern "C" {
#define GASNETT_END_EXTERNC }
#define GASNETT_EXTERNC extern "C"
#else
#define GASNETT_BEGIN_EXTERNC
#define GASNETT_END_EXTERNC
#define GASNETT_EXTERNC
#endif

/** In front of a function's definition, which follows. */
#define GASNETT_INLINE(fnname) static __inline__ __attribute__((__unused__))
#define GASNETT_ALWAYS_INLINE(fnname) static __inline__ __attribute__((__always_inline__, __unused__))
#define GASNETT_PLEASE_INLINE(fnname) static __inline__ __attribute__((__unused__))
/** Around a declarator; the body follows. */
#define GASNETT_NEVER_INLINE(fnname, declarator) __attribute__((__noinline__)) declarator

/** Around a declarator, in a declaration or in front of a body: arguments from vararg on are checked against format number fmtarg, from 1. */
#define GASNETT_FORMAT_PRINTF(fnname, fmtarg, firstvararg, declarator) __attribute__((__format__(__printf__, fmtarg, firstvararg))) declarator
#define GASNETT_FORMAT_PRINTF_FUNCPTR(fnname, fmtarg, firstvararg, declarator) __attribute__((__format__(__printf__, fmtarg, firstvararg))) declarator

#define GASNETT_NORETURN __attribute__((__noreturn__))
#define GASNETT_NORETURNP(fnname)
#define GASNETT_MALLOC __attribute__((__malloc__))
#define GASNETT_MALLOCP(fnname)
#define GASNETT_PURE __attribute__((__pure__))
#define GASNETT_PUREP(fnname)
#define GASNETT_CONST __attribute__((__const__))
#define GASNETT_CONSTP(fnname)
#define GASNETT_HOT __attribute__((__hot__))
#define GASNETT_COLD __attribute__((__cold__))
#define GASNETT_DEPRECATED __attribute__((__deprecated__))
#define GASNETT_WARN_UNUSED_RESULT __attribute__((__warn_unused_result__))
#define GASNETT_USED __attribute__((__used__))
#define GASNETT_UNUSED __attribute__((__unused__))
/** The older name, which common test harnesses of GASNet programs still write. */
#define GASNETI_UNUSED GASNETT_UNUSED
#define GASNETT_RESTRICT __restrict__

/** In front of a variable that several files declare and one of them initialises. */
#define GASNETT_TENTATIVE_EXTERN extern

/** At file scope, with a semicolon: stores text ("$Key: value $") in the object file, where ident finds it. */
#define GASNETT_IDENT(identname, identtext) static const char identname[] __attribute__((__used__)) = identtext

/** In front of the next case of a switch: falling through is intended. */
#if defined(__has_attribute)
#if __has_attribute(__fallthrough__)
#define GASNETT_FALLTHROUGH __attribute__((__fallthrough__));
#endif
#endif
#ifndef GASNETT_FALLTHROUGH
#define GASNETT_FALLTHROUGH
#endif

/** This point of the program is never reached. */
#define gasnett_unreachable() __builtin_unreachable()

#define GASNETT_PREDICT_TRUE(exp) __builtin_expect(!!(exp), 1)
#define GASNETT_PREDICT_FALSE(exp) __builtin_expect(!!(exp), 0)
#define gasnett_constant_p(exp) __builtin_constant_p(exp)

/** The name of the enclosing function. */
#define GASNETT_CURRENT_FUNCTION __func__

#define GASNETT_PREFETCH_READ_HINT(addr) __builtin_prefetch((addr), 0)
#define GASNETT_PREFETCH_WRITE_HINT(addr) __builtin_prefetch((addr), 1)

#endif
