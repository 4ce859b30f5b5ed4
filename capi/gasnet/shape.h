/* gasnet/shape.h - a transfer of memory that is not contiguous, as C and Go both see it. gasnet/vis_unsafe.go has the same. */
#ifndef GA_GASNET_SHAPE_H
#define GA_GASNET_SHAPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct ga_gasnet_vis_side {
	const void *list; /* of pieces or addresses; strided: the first block */
	const ptrdiff_t *strides;
	size_t count; /* of the list */
	size_t len;   /* indexed: of each piece */
};

struct ga_gasnet_vis_shape {
	int32_t kind; /* GA_GASNET_VIS_... */
	uint32_t node;
	int32_t how; /* GA_GASNET_HOW_... */
	bool get;
	bool free; /* the source of a put may change when the call returns */
	bool ex;   /* a call of GASNet-EX: strides may be negative */
	struct ga_gasnet_vis_side dst, src;
	size_t block;         /* strided: contiguous bytes */
	const size_t *counts; /* strided, of levels */
	size_t levels;
	uint64_t progress; /* Go's, 0 at first: the call is made again after handlers */
};

#endif
