/**
 * @file portals/p3rt/p3rt.h
 * p3rt/p3rt.h for programs that expect all headers of Portals in one folder, such as OrangeFS.
 */
#ifndef _PORTALS_P3RT_P3RT_H
#define _PORTALS_P3RT_P3RT_H

#include "../../p3rt/p3rt.h"

#endif
