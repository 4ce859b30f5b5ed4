/**
 * @file iterator.h
 * Iteration over strided memory. armci.h has it.
 */
#ifndef ARMCI_ITERATOR_H
#define ARMCI_ITERATOR_H

#include "armci.h"

#endif
