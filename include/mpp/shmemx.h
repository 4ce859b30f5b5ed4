/**
 * @file mpp/shmemx.h
 * Where SGI and Cray programs look for shmemx.h.
 */
#ifndef _MPP_SHMEMX_H
#define _MPP_SHMEMX_H

#include "../shmemx.h"

#endif
