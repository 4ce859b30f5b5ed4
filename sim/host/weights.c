/* weights.c - programs that count their instructions (package sim/count): the weights of their blocks, and their counters. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "rank.h"

#include <string.h>
#include <sys/mman.h>

bool ga_sim_weigh(struct ga_sim_image *image, int i, uint64_t counter, const struct ga_sim_weight *weights, size_t n)
{
	struct object *o = image->objects[i];
	char *file;

	if (!ga_sim_changeable(o))
		return false;
	file = mmap(NULL, o->file_bytes, PROT_READ | PROT_WRITE, MAP_SHARED, o->fd, 0);
	if (file == MAP_FAILED)
		return false;
	for (size_t k = 0; k < n; k++)
		memcpy(file + weights[k].offset, &weights[k].value, sizeof weights[k].value);
	munmap(file, o->file_bytes);
	o->counter = counter;
	return true;
}

uint64_t ga_sim_counted(struct ga_sim_rank *r)
{
	uint64_t sum = 0;

	for (int i = 0; i < r->nbases; i++) {
		const struct object *o = r->base[i] ? r->image->objects[i] : NULL;

		if (o && o->counter) {
			uint64_t *const counter = (uint64_t *)(r->base[i] + o->counter);

			sum += *counter;
			*counter = 0;
		}
	}
	return sum;
}
