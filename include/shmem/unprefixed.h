/**
 * @file shmem/unprefixed.h
 * Cray's names without a prefix. The library has them, weakly; shmem.h does not declare them, because programs use my_pe and num_pes
 * as names of their own. A program that wants them includes this file.
 */
#ifndef _SHMEM_UNPREFIXED_H
#define _SHMEM_UNPREFIXED_H

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__) || defined(__clang__)
#pragma GCC visibility push(default)
#endif

/** shmem_my_pe. */
int my_pe(void);

/** shmem_n_pes. */
int num_pes(void);

/** shmem_global_exit. */
void globalexit(int status) _SHMEM_NORETURN;

#if defined(__GNUC__) || defined(__clang__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
