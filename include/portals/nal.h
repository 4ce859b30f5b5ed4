/**
 * @file portals/nal.h
 * Cray's library has the names of its networks in this header; here they are in portals/portals3.h.
 */
#ifndef _PORTALS_NAL_H
#define _PORTALS_NAL_H

#include "portals3.h"

#endif
