/**
 * @file mpp/shmem.h
 * Where SGI and Cray programs look for shmem.h.
 */
#ifndef _MPP_SHMEM_H
#define _MPP_SHMEM_H

#include "../shmem.h"

#endif
