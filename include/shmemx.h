/**
 * @file shmemx.h
 * Extensions to OpenSHMEM, all prefixed shmemx_ or SHMEMX_.
 */
#ifndef _SHMEMX_H
#define _SHMEMX_H

#include "shmem.h"

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__) || defined(__clang__)
#pragma GCC visibility push(default)
#endif

/** shmem_TYPE_sum_inscan and sum_exscan under the names that they had before OpenSHMEM 1.6, and their profiling twins. */
_SHMEM_SUM_TYPES(_SHMEM_SCAN, shmemx_)
_SHMEM_SUM_TYPES(_SHMEM_SCAN, pshmemx_)

#if defined(__GNUC__) || defined(__clang__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#if !defined(__cplusplus) && defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L
/* For any type, in C11. */
#define shmemx_sum_inscan(...) shmem_sum_inscan(__VA_ARGS__)
#define shmemx_sum_exscan(...) shmem_sum_exscan(__VA_ARGS__)
#endif

#endif
