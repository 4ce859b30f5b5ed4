/**
 * @file armciconf.h
 * For programs of ARMCI-MPI, which include it. armci.h has all that it needs.
 */
#ifndef ARMCI_ARMCICONF_H
#define ARMCI_ARMCICONF_H

#include "armci.h"

#endif
