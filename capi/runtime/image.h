/* runtime/image.h - the main program in memory. */
#ifndef GA_IMAGE_H
#define GA_IMAGE_H

#include <stdint.h>

/* The main program: its load address and its program headers. */
struct ga_image {
	uintptr_t bias;
	uintptr_t headers;
	int count;
};

struct ga_image ga_main_image(void);

#endif
