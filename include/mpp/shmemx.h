/**
 * @file mpp/shmemx.h
 * shmemx.h under the name that SGI and Cray programs include.
 */
#ifndef _MPP_SHMEMX_H
#define _MPP_SHMEMX_H

#include "../shmemx.h"

#endif
