/* gasnet/coll/layout.h - arrays distributed over images: blocks of so many elements go round all images, and the array begins offset elements
 * after the beginning of the first block; or image offset has all of it. Elements are counted from the array's beginning, rows from the one with
 * its first element. */
#ifndef GA_GASNET_COLL_LAYOUT_H
#define GA_GASNET_COLL_LAYOUT_H

#include "plan.h"

/* Elements that one image has, or some that follow each other. */
struct ga_coll_span {
	size_t begin, end;
	size_t index; /* of the first in its image's memory */
};

static inline size_t ga_coll_rows(const struct ga_coll_layout *l, size_t count, uint32_t images)
{
	const size_t row = l->block * images;

	return l->block ? (l->offset + count - 1) / row - l->offset / row + 1 : 1;
}

/* What the images from first to end have of a row. */
static inline struct ga_coll_span ga_coll_in_row(const struct ga_coll_layout *l, size_t count, uint32_t images, size_t row, uint32_t first,
                                                 uint32_t end)
{
	const size_t behind = l->offset + count, rows = l->block ? l->offset / (l->block * images) + row : 0;
	size_t from = (rows * images + first) * l->block, to = (rows * images + end) * l->block;

	if (!l->block)
		return l->offset >= first && l->offset < end ? (struct ga_coll_span){0, count, 0} : (struct ga_coll_span){0};
	from = from > l->offset ? from : l->offset;
	to = to < behind ? to : behind;
	if (from >= to)
		return (struct ga_coll_span){0};
	return (struct ga_coll_span){from - l->offset, to - l->offset, rows * l->block + from % l->block};
}

/* The number of elements from e on, up to end, that belong to one image, and that image. */
static inline size_t ga_coll_run(const struct ga_coll_layout *l, uint32_t images, size_t e, size_t end, uint32_t *image)
{
	size_t some;

	if (!l->block) {
		*image = (uint32_t)l->offset;
		return end - e;
	}
	*image = (uint32_t)((l->offset + e) / l->block % images);
	some = l->block - (l->offset + e) % l->block;
	return some < end - e ? some : end - e;
}

#endif
