/**
 * @file message.h
 * The message layer. armci.h has it.
 */
#ifndef ARMCI_MESSAGE_H
#define ARMCI_MESSAGE_H

#include "armci.h"

#endif
