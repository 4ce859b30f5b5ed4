/**
 * @file portals3.h
 * portals/portals3.h for programs that do not use Cray's layout of folders.
 */
#ifndef _PORTALS3_H
#define _PORTALS3_H

#include "portals/portals3.h"

#endif
