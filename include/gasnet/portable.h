/**
 * @file gasnet/portable.h
 * Compiler, system and processor as GASNet's names have them (PLATFORM_*), and helper macros that clients expect from gasnet.h.
 *
 * Exactly one name of each kind is defined, to 1; the others are undefined.
 */
#ifndef GASNET_PORTABLE_H
#define GASNET_PORTABLE_H

#include "../gasnet_config.h"

#if defined(__clang__)
#define PLATFORM_COMPILER_CLANG 1
#define PLATFORM_COMPILER_FAMILYNAME CLANG
#define PLATFORM_COMPILER_FAMILYID 19
#define GASNETI_COMPILER_MAJOR __clang_major__
#define GASNETI_COMPILER_MINOR __clang_minor__
#define GASNETI_COMPILER_PATCH __clang_patchlevel__
#elif defined(__GNUC__)
#define PLATFORM_COMPILER_GNU 1
#define PLATFORM_COMPILER_FAMILYNAME GNU
#define PLATFORM_COMPILER_FAMILYID 1
#define GASNETI_COMPILER_MAJOR __GNUC__
#define GASNETI_COMPILER_MINOR __GNUC_MINOR__
#define GASNETI_COMPILER_PATCH __GNUC_PATCHLEVEL__
#else
#error "gasnet: the compiler must be GCC, Clang or one that defines __GNUC__"
#endif

#ifdef __cplusplus
#define PLATFORM_COMPILER_CXX_LANG 1
#else
#define PLATFORM_COMPILER_C_LANG 1
#endif

#ifndef _STRINGIFY
#define _STRINGIFY_HELPER(x) #x
#define _STRINGIFY(x) _STRINGIFY_HELPER(x)
#endif
#ifndef _CONCAT
#define _CONCAT_HELPER(a, b) a##b
#define _CONCAT(a, b) _CONCAT_HELPER(a, b)
#endif

#define PLATFORM_COMPILER_VERSION_STR \
  _STRINGIFY(GASNETI_COMPILER_MAJOR) "." _STRINGIFY(GASNETI_COMPILER_MINOR) "." _STRINGIFY(GASNETI_COMPILER_PATCH)
/** Family and version in one text and one number, of the compiler that translates this file. */
#define PLATFORM_COMPILER_IDSTR "|COMPILER_FAMILY:" _STRINGIFY(PLATFORM_COMPILER_FAMILYNAME) "|COMPILER_VERSION:" PLATFORM_COMPILER_VERSION_STR "|STD:" GASNETI_COMPILER_STD "|"
#ifdef __cplusplus
#define GASNETI_COMPILER_STD "C++"
#define PLATFORM_COMPILER_ID (10000 + PLATFORM_COMPILER_FAMILYID)
#else
#define GASNETI_COMPILER_STD "C"
#define PLATFORM_COMPILER_ID PLATFORM_COMPILER_FAMILYID
#endif
#define PLATFORM_COMPILER_VERSION_INT(major, minor, patch) (((major) << 24) | ((minor) << 16) | (patch))
#define PLATFORM_COMPILER_VERSION PLATFORM_COMPILER_VERSION_INT(GASNETI_COMPILER_MAJOR, GASNETI_COMPILER_MINOR, GASNETI_COMPILER_PATCH)
#define PLATFORM_COMPILER_VERSION_EQ(major, minor, patch) (PLATFORM_COMPILER_VERSION == PLATFORM_COMPILER_VERSION_INT(major, minor, patch))
#define PLATFORM_COMPILER_VERSION_GE(major, minor, patch) (PLATFORM_COMPILER_VERSION >= PLATFORM_COMPILER_VERSION_INT(major, minor, patch))
#define PLATFORM_COMPILER_VERSION_GT(major, minor, patch) (PLATFORM_COMPILER_VERSION > PLATFORM_COMPILER_VERSION_INT(major, minor, patch))
#define PLATFORM_COMPILER_VERSION_LE(major, minor, patch) (PLATFORM_COMPILER_VERSION <= PLATFORM_COMPILER_VERSION_INT(major, minor, patch))
#define PLATFORM_COMPILER_VERSION_LT(major, minor, patch) (PLATFORM_COMPILER_VERSION < PLATFORM_COMPILER_VERSION_INT(major, minor, patch))

#if !defined(__linux__)
#error "gasnet: the system must be Linux"
#endif
#define PLATFORM_OS_LINUX 1
#define PLATFORM_OS_FAMILYNAME LINUX

#if defined(__x86_64__)
#define PLATFORM_ARCH_X86_64 1
#define PLATFORM_ARCH_FAMILYNAME X86_64
#define GASNETI_SYSTEM_CPU "x86_64"
#elif defined(__aarch64__)
#define PLATFORM_ARCH_AARCH64 1
#define PLATFORM_ARCH_FAMILYNAME AARCH64
#define GASNETI_SYSTEM_CPU "aarch64"
#else
#error "gasnet: the processor must be x86-64 or AArch64"
#endif
#define PLATFORM_ARCH_64 1
#define PLATFORM_ARCH_LITTLE_ENDIAN 1

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
