/**
 * @file portals/p3api/debug.h
 * p3api/debug.h for programs that expect all headers of Portals in one folder, such as OrangeFS.
 */
#ifndef _PORTALS_P3API_DEBUG_H
#define _PORTALS_P3API_DEBUG_H

#include "../../p3api/debug.h"

#endif
