/**
 * @file p3nal_utcp.h
 * Programs for the reference implementation include this for its TCP network. Here it names the only network that the library has.
 */
#ifndef _P3NAL_UTCP_H
#define _P3NAL_UTCP_H

#include "portals/portals3.h"

#define PTL_IFACE_UTCP PTL_NALTYPE_UTCP
#define PTL_IFACE_UTCP0 PTL_NALTYPE_UTCP0
#define PTL_IFACE_UTCP1 PTL_NALTYPE_UTCP1
#define PTL_IFACE_UTCP2 PTL_NALTYPE_UTCP2
#define PTL_IFACE_UTCP3 PTL_NALTYPE_UTCP3

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__) || defined(__clang__)
#pragma GCC visibility push(default)
#endif

/**
 * The nid of this process. The reference implementation derives it from the address of a network interface; here interface is ignored and may be NULL.
 *
 * @return 0; -1 when nid is NULL or this process cannot join a job
 */
int p3tcp_my_nid(const char *interface, unsigned int *nid);

#if defined(__GNUC__) || defined(__clang__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
