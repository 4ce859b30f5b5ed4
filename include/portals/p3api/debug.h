/**
 * @file portals/p3api/debug.h
 * p3api/debug.h, where programs look that have all headers of Portals in one folder, as OrangeFS has.
 */
#ifndef _PORTALS_P3API_DEBUG_H
#define _PORTALS_P3API_DEBUG_H

#include "../../p3api/debug.h"

#endif
