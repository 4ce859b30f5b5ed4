/**
 * @file armci/strides.h
 * Strided memory of this process: packing, and iteration over its segments.
 */
#ifndef ARMCI_STRIDES_H
#define ARMCI_STRIDES_H

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__) || defined(__clang__)
#pragma GCC visibility push(default)
#endif

/** Pack strided memory at ptr into buf, or unpack it. */
void armci_write_strided(void *ptr, int stride_levels, int stride_arr[], int count[], char *buf);
void armci_read_strided(void *ptr, int stride_levels, int stride_arr[], int count[], char *buf);

/** An iterator over the contiguous segments of strided memory. */
typedef struct {
	char *base_ptr;
	int stride_levels;
	int stride_arr[ARMCI_MAX_STRIDE_LEVEL];
	int seg_count[ARMCI_MAX_STRIDE_LEVEL + 1];
	int size, pos, itr[ARMCI_MAX_STRIDE_LEVEL];
} stride_info_t;

void armci_stride_info_init(stride_info_t *sinfo, void *base_ptr, int stride_levels, const int *stride_arr, const int *seg_count);
void armci_stride_info_destroy(stride_info_t *sinfo);
/** How many segments there are, and the number of the current one. */
int armci_stride_info_size(stride_info_t *sinfo);
int armci_stride_info_count(stride_info_t *sinfo);
int armci_stride_info_pos(stride_info_t *sinfo);
/** Go to the next one; whether there is a current one. */
void armci_stride_info_next(stride_info_t *sinfo);
int armci_stride_info_has_more(stride_info_t *sinfo);
/** The current one: address, distance from base_ptr, bytes. */
void *armci_stride_info_seg_ptr(stride_info_t *sinfo);
int armci_stride_info_seg_off(stride_info_t *sinfo);
int armci_stride_info_seg_size(stride_info_t *sinfo);
#if defined(__GNUC__) || defined(__clang__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
