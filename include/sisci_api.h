/**
 * @file sisci_api.h
 * SISCI, Dolphin's interface to SCI: segments of memory that a node exports and others connect to, map, store to and load from, with DMA and
 * interrupts.
 *
 * Names and values are those of SISCI 2, with what programs use of SISCI 5. Each process is a node of its own. Sizes and offsets are in bytes,
 * timeouts in milliseconds. Every function with a last parameter error writes to it, SCI_ERR_OK after success; a handle that a function makes is
 * written only then. Flags of which a comment says nothing are 0. Every handle may be used from every thread.
 *
 * Codes that any function may write: SCI_ERR_NOT_INITIALIZED; SCI_ERR_ILLEGAL_PARAMETER for a pointer that is NULL and for a handle that is none,
 * is of another kind or has been removed; SCI_ERR_ILLEGAL_FLAG, SCI_ERR_FLAG_NOT_IMPLEMENTED; SCI_ERR_ILLEGAL_ADAPTERNO, SCI_ERR_NO_SUCH_ADAPTERNO:
 * there is adapter 0.
 *
 * After SCITerminate the functions that remove, disconnect, unmap, reset, close or make unavailable write SCI_ERR_OK for every handle that there
 * has ever been.
 */
#ifndef SISCI_API_H
#define SISCI_API_H

#include "sisci_types.h"
#include "sisci_error.h"

#include "sisci/flags.h"
#include "sisci/queries.h"

#include "sisci/library.h"
#include "sisci/segments.h"
#include "sisci/transfers.h"
#include "sisci/dma.h"
#include "sisci/interrupts.h"

#endif
