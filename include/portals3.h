/**
 * @file portals3.h
 * Where programs without Cray's layout of folders look for portals/portals3.h.
 */
#ifndef _PORTALS3_H
#define _PORTALS3_H

#include "portals/portals3.h"

#endif
