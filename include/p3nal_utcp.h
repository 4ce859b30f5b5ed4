/**
 * @file p3nal_utcp.h
 * What programs of the reference implementation include to have its network over TCP; here as everywhere it is the one network that there is.
 */
#ifndef _P3NAL_UTCP_H
#define _P3NAL_UTCP_H

#include "portals/portals3.h"

#define PTL_IFACE_UTCP PTL_NALTYPE_UTCP
#define PTL_IFACE_UTCP0 PTL_NALTYPE_UTCP0
#define PTL_IFACE_UTCP1 PTL_NALTYPE_UTCP1
#define PTL_IFACE_UTCP2 PTL_NALTYPE_UTCP2
#define PTL_IFACE_UTCP3 PTL_NALTYPE_UTCP3

#endif
