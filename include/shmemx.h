/**
 * @file shmemx.h
 * Extensions to OpenSHMEM, all prefixed shmemx_ or SHMEMX_. There are none yet.
 */
#ifndef _SHMEMX_H
#define _SHMEMX_H

#include "shmem.h"

#endif
