/**
 * @file armci.h
 * ARMCI, the Aggregate Remote Memory Copy Interface: one-sided transfers of contiguous, strided and scattered memory between the processes of a job.
 *
 * Values and types are those of the classic library. If the compiler finds <mpi.h>, this header includes it and declares the functions with communicators.
 */
#ifndef ARMCI_H
#define ARMCI_H

#include "armci/types.h"

#include "armci/comm.h"
#include "armci/group.h"
#include "armci/memory.h"
#include "armci/message.h"
#include "armci/misc.h"
#include "armci/nonblocking.h"
#include "armci/setup.h"
#include "armci/strides.h"
#include "armci/sync.h"
#include "armci/transfer.h"

#include "parmci.h"

#endif
