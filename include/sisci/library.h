/**
 * @file sisci/library.h
 * Start and end of the library, descriptors, queries.
 */
#ifndef SISCI_LIBRARY_H
#define SISCI_LIBRARY_H

#include "flags.h"
#include "../sisci_types.h"

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__) || defined(__clang__)
#pragma GCC visibility push(default)
#endif

/** Starts the library, before any other function. It may be called again; SCITerminate ends the library however often that was. */
void SCIInitialize(unsigned int flags, sci_error_t *error);

/**
 * Ends the library: connections end, segments and interrupts are no longer there for other nodes. Memory and maps stay until the process ends. It
 * waits for no callback and may be called in one.
 */
void SCITerminate(void);

/** Opens a descriptor, which owns what is made with it. flags: SCI_FLAG_THREAD_SAFE. Errors: SCI_ERR_INCONSISTENT_VERSIONS, SCI_ERR_API_NOSPC. */
void SCIOpen(sci_desc_t *sd, unsigned int flags, sci_error_t *error);

/** Closes a descriptor. Errors: SCI_ERR_BUSY while anything that was made with it is there. */
void SCIClose(sci_desc_t sd, unsigned int flags, sci_error_t *error);

/** Answers a query; data: the structure of the command. It needs no descriptor. Errors: SCI_ERR_ILLEGAL_QUERY, SCI_ERR_NOT_AVAILABLE. */
void SCIQuery(unsigned int command, void *data, unsigned int flags, sci_error_t *error);

/** Stores the id of this node. */
void SCIGetLocalNodeId(unsigned int adapterNo, unsigned int *nodeId, unsigned int flags, sci_error_t *error);

/** Returns 1 if a node can be reached, else 0. Errors: SCI_ERR_NO_SUCH_NODEID, SCI_ERR_NO_LINK_ACCESS, SCI_ERR_NO_REMOTE_LINK_ACCESS. */
int SCIProbeNode(sci_desc_t sd, unsigned int adapterNo, unsigned int nodeId, unsigned int flags, sci_error_t *error);

/** Returns the text of a code, which is not to be freed. */
const char *SCIGetErrorString(sci_error_t error);

/** @name Registers of adapters: SCI_ERR_NOT_IMPLEMENTED */
/**@{*/
unsigned int SCIGetCSRRegister(sci_desc_t sd, unsigned int adapterNo, unsigned int nodeId, unsigned int offset, unsigned int flags,
                               sci_error_t *error);
void SCISetCSRRegister(sci_desc_t sd, unsigned int adapterNo, unsigned int nodeId, unsigned int offset, unsigned int value, unsigned int flags,
                       sci_error_t *error);
unsigned int SCIGetLocalCSR(sci_desc_t sd, unsigned int adapterNo, unsigned int offset, unsigned int flags, sci_error_t *error);
void SCISetLocalCSR(sci_desc_t sd, unsigned int adapterNo, unsigned int offset, unsigned int value, unsigned int flags, sci_error_t *error);
/**@}*/

#if defined(__GNUC__) || defined(__clang__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
