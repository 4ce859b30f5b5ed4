/**
 * @file portals/p3nal_utcp.h
 * p3nal_utcp.h for programs that expect all headers of Portals in one folder, such as OrangeFS.
 */
#ifndef _PORTALS_P3NAL_UTCP_H
#define _PORTALS_P3NAL_UTCP_H

#include "../p3nal_utcp.h"

#endif
