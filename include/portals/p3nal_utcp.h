/**
 * @file portals/p3nal_utcp.h
 * p3nal_utcp.h, where programs look that have all headers of Portals in one folder, as OrangeFS has.
 */
#ifndef _PORTALS_P3NAL_UTCP_H
#define _PORTALS_P3NAL_UTCP_H

#include "../p3nal_utcp.h"

#endif
