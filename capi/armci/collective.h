/* armci/collective.h - collective operations of a group in shared memory. */
#ifndef GA_ARMCI_COLLECTIVE_H
#define GA_ARMCI_COLLECTIVE_H

#include "plane.h"

/* Waits until all members have called it as often. */
void ga_armci_sync(struct ga_armci_group *g);

/* Gives all members the bytes that member root has. */
void ga_armci_broadcast(struct ga_armci_group *g, void *buffer, size_t bytes, uint32_t root);

/* A reduction of elements: into = into op from. */
struct ga_armci_combiner {
	size_t size;
	void (*combine)(void *restrict into, const void *restrict from, size_t n);
	void (*prepare)(void *x, size_t n); /* of a process's own elements; may be NULL */
};

/* The reduction of a name and type of the message layer; false: there is none. */
bool ga_armci_combiner(const char *op, int type, struct ga_armci_combiner *c);

/* Reduces n elements in place; all members get the same bits. */
void ga_armci_reduce(struct ga_armci_group *g, void *x, size_t n, const struct ga_armci_combiner *c);

#endif
