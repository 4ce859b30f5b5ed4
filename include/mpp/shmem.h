/**
 * @file mpp/shmem.h
 * shmem.h under the name that SGI and Cray programs include.
 */
#ifndef _MPP_SHMEM_H
#define _MPP_SHMEM_H

#include "../shmem.h"

#endif
