/* sisci/wait.h - calls that wait. */
#ifndef GA_SISCI_WAIT_H
#define GA_SISCI_WAIT_H

#include "plane.h"

/* Waits for the reply of a ticket; with ticket 0 it is there. timeout: ms, or SCI_INFINITE_TIMEOUT. data: where a message goes, or NULL. */
void ga_sisci_wait(uint64_t ticket, uint32_t timeout, void *data, struct ga_sisci_reply *r, const char *fn);

#endif
