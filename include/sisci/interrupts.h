/**
 * @file sisci/interrupts.h
 * Interrupts that one node triggers on another, alone or with data. Both kinds have numbers of their own.
 */
#ifndef SISCI_INTERRUPTS_H
#define SISCI_INTERRUPTS_H

#include "flags.h"
#include "../sisci_types.h"

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__) || defined(__clang__)
#pragma GCC visibility push(default)
#endif

/**
 * Makes an interrupt. *interruptNo: its number, with SCI_FLAG_FIXED_INTNO the one that it is to have. flags: also SCI_FLAG_USE_CALLBACK,
 * SCI_FLAG_SHARED_INT, SCI_FLAG_COUNTING_INT. Errors: SCI_ERR_INTNO_USED, SCI_ERR_API_NOSPC.
 */
void SCICreateInterrupt(sci_desc_t sd, sci_local_interrupt_t *interrupt, unsigned int localAdapterNo, unsigned int *interruptNo,
                        sci_cb_interrupt_t callback, void *arg, unsigned int flags, sci_error_t *error);

/** Removes an interrupt; what waits for it gets SCI_ERR_CANCELLED. */
void SCIRemoveInterrupt(sci_local_interrupt_t interrupt, unsigned int flags, sci_error_t *error);

/** Waits for a trigger, also an earlier one. Errors: SCI_ERR_TIMEOUT, SCI_ERR_CANCELLED; SCI_ERR_ILLEGAL_OPERATION: it has a callback. */
void SCIWaitForInterrupt(sci_local_interrupt_t interrupt, unsigned int timeout, unsigned int flags, sci_error_t *error);

/** Connects with an interrupt. Errors: SCI_ERR_NO_SUCH_INTNO, SCI_ERR_CONNECTION_REFUSED, and those of SCIConnectSegment about nodes. */
void SCIConnectInterrupt(sci_desc_t sd, sci_remote_interrupt_t *interrupt, unsigned int nodeId, unsigned int localAdapterNo, unsigned int interruptNo,
                         unsigned int timeout, unsigned int flags, sci_error_t *error);

/** Ends the connection. */
void SCIDisconnectInterrupt(sci_remote_interrupt_t interrupt, unsigned int flags, sci_error_t *error);

/** Triggers an interrupt. Errors: SCI_ERR_NOT_CONNECTED: its owner has removed it, or has ended. */
void SCITriggerInterrupt(sci_remote_interrupt_t interrupt, unsigned int flags, sci_error_t *error);

/** @name Interrupts with data: the same, and messages stay in order */
/**@{*/
void SCICreateDataInterrupt(sci_desc_t sd, sci_local_data_interrupt_t *interrupt, unsigned int localAdapterNo, unsigned int *interruptNo,
                            sci_cb_data_interrupt_t callback, void *arg, unsigned int flags, sci_error_t *error);
void SCIRemoveDataInterrupt(sci_local_data_interrupt_t interrupt, unsigned int flags, sci_error_t *error);

/**
 * Waits for a message. *length: bytes of the buffer at data, then of the message. Errors: also SCI_ERR_OVERFLOW: the buffer is too small; the
 * message stays.
 */
void SCIWaitForDataInterrupt(sci_local_data_interrupt_t interrupt, void *data, unsigned int *length, unsigned int timeout, unsigned int flags,
                             sci_error_t *error);
void SCIConnectDataInterrupt(sci_desc_t sd, sci_remote_data_interrupt_t *interrupt, unsigned int nodeId, unsigned int localAdapterNo,
                             unsigned int interruptNo, unsigned int timeout, unsigned int flags, sci_error_t *error);
void SCIDisconnectDataInterrupt(sci_remote_data_interrupt_t interrupt, unsigned int flags, sci_error_t *error);

/**
 * Sends a message. data may be used again at once. Errors: also SCI_ERR_OUT_OF_RANGE: it is too long; SCI_ERR_NOSPC: the receiver has not waited
 * for as many as it can hold.
 */
void SCITriggerDataInterrupt(sci_remote_data_interrupt_t interrupt, void *data, unsigned int length, unsigned int flags, sci_error_t *error);
/**@}*/

/** @name Interrupts by stores: SCI_ERR_NOT_IMPLEMENTED */
/**@{*/
void SCIRegisterInterruptFlag(unsigned int localAdapterNo, sci_local_interrupt_t *interrupt, sci_local_segment_t segment, size_t offset,
                              sci_cb_interrupt_t callback, void *arg, unsigned int flags, sci_error_t *error);
void SCIEnableConditionalInterrupt(sci_local_interrupt_t interrupt, unsigned int flags, sci_error_t *error);
void SCIDisableConditionalInterrupt(sci_local_interrupt_t interrupt, unsigned int flags, sci_error_t *error);
void SCIGetConditionalInterruptTrigCounter(sci_local_interrupt_t interrupt, unsigned int *interruptTrigCounter, unsigned int flags,
                                           sci_error_t *error);
/**@}*/

#if defined(__GNUC__) || defined(__clang__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
