/**
 * @file message.h
 * The message layer. armci.h has it.
 */
#ifndef GASNETGO_ARMCI_MESSAGE_LAYER_H
#define GASNETGO_ARMCI_MESSAGE_LAYER_H

#include "armci.h"

#endif
