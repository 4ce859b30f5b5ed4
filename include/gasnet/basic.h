/* gasnet/basic.h - small macros that clients of GASNet expect from either of its main headers. */
#ifndef GASNET_BASIC_H
#define GASNET_BASIC_H

#ifndef _STRINGIFY
#define _STRINGIFY_HELPER(x) #x
#define _STRINGIFY(x) _STRINGIFY_HELPER(x)
#endif
#ifndef _CONCAT
#define _CONCAT_HELPER(a, b) a##b
#define _CONCAT(a, b) _CONCAT_HELPER(a, b)
#endif

/* if, with a hint which way it usually goes. */
#ifndef if_pf
#define if_pf(cond) if (__builtin_expect(!!(cond), 0))
#define if_pt(cond) if (__builtin_expect(!!(cond), 1))
#endif

#endif
