/**
 * @file portals/p3rt/p3rt.h
 * p3rt/p3rt.h, where programs look that have all headers of Portals in one folder, as OrangeFS has.
 */
#ifndef _PORTALS_P3RT_P3RT_H
#define _PORTALS_P3RT_P3RT_H

#include "../../p3rt/p3rt.h"

#endif
