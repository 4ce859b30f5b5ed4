/* runtime/image.c - the main program in memory. */
#define _GNU_SOURCE
#include "image.h"

#include <link.h>
#include <stddef.h>

/* The first object that dl_iterate_phdr reports is the main program. */
static int first_object(struct dl_phdr_info *info, size_t size, void *out)
{
	struct ga_image *image = out;

	(void)size;
	image->bias = info->dlpi_addr;
	image->headers = (uintptr_t)info->dlpi_phdr;
	image->count = info->dlpi_phnum;
	return 1;
}

struct ga_image ga_main_image(void)
{
	struct ga_image image = {0};

	dl_iterate_phdr(first_object, &image);
	return image;
}
