/* armci/strides.c - strided memory of the caller: packing and iteration. */
#include "call.h"

static size_t pack(char *ptr, int levels, const int *strides, const int *count, char *buf, bool write)
{
	size_t done = 0;

	if (levels == 0) {
		memcpy(write ? buf : ptr, write ? ptr : buf, (size_t)count[0]);
		return (size_t)count[0];
	}
	for (int i = 0; i < count[levels]; i++)
		done += pack(ptr + (ptrdiff_t)i * strides[levels - 1], levels - 1, strides, count, buf + done, write);
	return done;
}

void armci_write_strided(void *ptr, int stride_levels, int stride_arr[], int count[], char *buf)
{
	pack(ptr, stride_levels, stride_arr, count, buf, true);
}
void armci_read_strided(void *ptr, int stride_levels, int stride_arr[], int count[], char *buf)
{
	pack(ptr, stride_levels, stride_arr, count, buf, false);
}

void armci_stride_info_init(stride_info_t *sinfo, void *base_ptr, int stride_levels, const int *stride_arr, const int *seg_count)
{
	if (stride_levels < 0 || stride_levels > ARMCI_MAX_STRIDE_LEVEL)
		ga_armci_wrong("armci_stride_info_init", "stride_levels = %d: not in 0..%d", stride_levels, ARMCI_MAX_STRIDE_LEVEL);
	*sinfo = (stride_info_t){.base_ptr = base_ptr, .stride_levels = stride_levels, .size = 1};
	sinfo->seg_count[0] = seg_count[0];
	for (int i = 0; i < stride_levels; i++) {
		sinfo->stride_arr[i] = stride_arr[i];
		sinfo->seg_count[i + 1] = seg_count[i + 1];
		sinfo->size *= seg_count[i + 1];
	}
}

void armci_stride_info_destroy(stride_info_t *sinfo) {}
int armci_stride_info_size(stride_info_t *sinfo) { return sinfo->size; }
int armci_stride_info_count(stride_info_t *sinfo) { return sinfo->size; }
int armci_stride_info_pos(stride_info_t *sinfo) { return sinfo->pos; }
int armci_stride_info_has_more(stride_info_t *sinfo) { return sinfo->pos < sinfo->size; }
int armci_stride_info_seg_size(stride_info_t *sinfo) { return sinfo->seg_count[0]; }

void armci_stride_info_next(stride_info_t *sinfo)
{
	sinfo->pos++;
	for (int i = 0; i < sinfo->stride_levels; i++) {
		if (++sinfo->itr[i] < sinfo->seg_count[i + 1])
			return;
		sinfo->itr[i] = 0;
	}
}

int armci_stride_info_seg_off(stride_info_t *sinfo)
{
	int off = 0;

	for (int i = 0; i < sinfo->stride_levels; i++)
		off += sinfo->itr[i] * sinfo->stride_arr[i];
	return off;
}

void *armci_stride_info_seg_ptr(stride_info_t *sinfo)
{
	ptrdiff_t off = 0;

	for (int i = 0; i < sinfo->stride_levels; i++)
		off += (ptrdiff_t)sinfo->itr[i] * sinfo->stride_arr[i];
	return sinfo->base_ptr + off;
}
