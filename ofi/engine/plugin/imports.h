/* imports.h - replaces functions that loaded libraries import. */
#ifndef GA_OFI_IMPORTS_H
#define GA_OFI_IMPORTS_H

#include <stddef.h>

struct ga_ofi_import {
	const char *name;
	void *function; /* that calls reach from now on */
};

/* Has calls of these functions by libfabric, and by its providers that are libraries of their own, reach the functions of the table. Returns a set of those that any of these import: bit
 * i for all[i]. It may be called again. */
unsigned long ga_ofi_replace(const struct ga_ofi_import *all, size_t count);

#endif
