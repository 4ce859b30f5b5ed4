/**
 * @file gasnet_portable_platform.h
 * Compiler, system and processor under GASNet's names (PLATFORM_*). gasnet.h and gasnet_tools.h include it; runtimes of languages include it alone, also
 * as portable_platform.h.
 *
 * Exactly one name of each kind is defined, to 1; the others are undefined.
 *
 * Programs contain copies of GASNet's header of this name. They have version numbers, and the highest must win. This one is number 0: it keeps the names that
 * a copy has defined before, and a copy that comes later defines them again.
 */
#ifndef _GASNET_PORTABLE_PLATFORM_H
#define _GASNET_PORTABLE_PLATFORM_H

#if defined(__x86_64__)
#define GASNETI_SYSTEM_CPU "x86_64"
#elif defined(__aarch64__)
#define GASNETI_SYSTEM_CPU "aarch64"
#else
#error "gasnet: the processor must be x86-64 or AArch64"
#endif

#ifndef _PORTABLE_PLATFORM_H
#define _PORTABLE_PLATFORM_H 0
#ifndef PLATFORM_HEADER_VERSION
#define PLATFORM_HEADER_VERSION 0
#endif

#if defined(__clang__)
#define PLATFORM_COMPILER_CLANG 1
#ifdef __cplusplus
#define PLATFORM_COMPILER_CLANG_CXX 1
#else
#define PLATFORM_COMPILER_CLANG_C 1
#endif
#define PLATFORM_COMPILER_FAMILYNAME CLANG
#define PLATFORM_COMPILER_FAMILYID 19
#define GASNETI_COMPILER_MAJOR __clang_major__
#define GASNETI_COMPILER_MINOR __clang_minor__
#define GASNETI_COMPILER_PATCH __clang_patchlevel__
#elif defined(__GNUC__)
#define PLATFORM_COMPILER_GNU 1
#ifdef __cplusplus
#define PLATFORM_COMPILER_GNU_CXX 1
#else
#define PLATFORM_COMPILER_GNU_C 1
#endif
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

#define GASNETI_TEXT_HELPER(x) #x
#define GASNETI_TEXT(x) GASNETI_TEXT_HELPER(x)
#define PLATFORM_COMPILER_VERSION_STR \
  GASNETI_TEXT(GASNETI_COMPILER_MAJOR) "." GASNETI_TEXT(GASNETI_COMPILER_MINOR) "." GASNETI_TEXT(GASNETI_COMPILER_PATCH)
/** Family and version in one text and one number, of the compiler that translates this file. */
#define PLATFORM_COMPILER_IDSTR "|COMPILER_FAMILY:" GASNETI_TEXT(PLATFORM_COMPILER_FAMILYNAME) "|COMPILER_VERSION:" PLATFORM_COMPILER_VERSION_STR "|STD:" GASNETI_COMPILER_STD "|"
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
#elif defined(__aarch64__)
#define PLATFORM_ARCH_AARCH64 1
#define PLATFORM_ARCH_FAMILYNAME AARCH64
#endif
#define PLATFORM_ARCH_64 1
#define PLATFORM_ARCH_LITTLE_ENDIAN 1

#endif

#endif
