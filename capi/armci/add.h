/* armci/add.h - the arithmetic of accumulates. */
#ifndef GA_ARMCI_ADD_H
#define GA_ARMCI_ADD_H

#include <stdbool.h>
#include <stddef.h>

/* Adds scale times n elements of a type. */
typedef void ga_armci_add_t(void *restrict into, const void *restrict from, size_t n, const void *scale);

struct ga_armci_adder {
	size_t size; /* of an element; 0: there is no such type */
	ga_armci_add_t *add;
};

/* The adder of one of ARMCI_ACC_*, for its factor. */
struct ga_armci_adder ga_armci_adder(int type, const void *scale);

#endif
