/**
 * @file p3api/debug.h
 * The debugging functions of the reference implementation. The masks are for PtlNIDebug; none has an effect.
 */
#ifndef _P3API_DEBUG_H
#define _P3API_DEBUG_H

#include "../portals/portals3.h"

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__) || defined(__clang__)
#pragma GCC visibility push(default)
#endif

/** @name Masks, spelt as in the reference implementation: clients define some of them again */
/**@{*/
#define PTL_DBG_NONE 0U /**< nothing */
#define PTL_DBG_ALL (0x0000ffff) /**< all of the library */
#define PTL_DBG_API (1U << 0)
#define PTL_DBG_PARSE (1U << 1)
#define PTL_DBG_MOVE (1U << 2)
#define PTL_DBG_DROP (1U << 3)
#define PTL_DBG_REQUEST (1U << 4)
#define PTL_DBG_DELIVERY (1U << 5)
#define PTL_DBG_MD (1U << 6)
#define PTL_DBG_ME (1U << 7)
#define PTL_DBG_UNLINK (1U << 8)
#define PTL_DBG_EQ (1U << 9)
#define PTL_DBG_EVENT (1U << 10)
#define PTL_DBG_MEMORY (1U << 11)
#define PTL_DBG_SETUP (1U << 12)
#define PTL_DBG_SHUTDOWN (1U << 13)
#define PTL_DBG_NI_ALL (0xffff0000) /**< all of the interface */
#define PTL_DBG_NI_00 (1U << 16)
#define PTL_DBG_NI_01 (1U << 17)
#define PTL_DBG_NI_02 (1U << 18)
#define PTL_DBG_NI_03 (1U << 19)
#define PTL_DBG_NI_04 (1U << 20)
#define PTL_DBG_NI_05 (1U << 21)
#define PTL_DBG_NI_06 (1U << 22)
#define PTL_DBG_NI_07 (1U << 23)
#define PTL_DBG_NI_08 (1U << 24)
#define PTL_DBG_NI_09 (1U << 25)
#define PTL_DBG_NI_10 (1U << 26)
#define PTL_DBG_NI_11 (1U << 27)
#define PTL_DBG_NI_12 (1U << 28)
#define PTL_DBG_NI_13 (1U << 29)
#define PTL_DBG_NI_14 (1U << 30)
#define PTL_DBG_NI_15 (1U << 31)
/**@}*/

/** Would print the list of an entry of the portal table; prints nothing. PTL_OK, PTL_NI_INVALID, PTL_PT_INDEX_INVALID (negative). */
int PtlTblDump(ptl_handle_ni_t ni, int pt_index);

/** Would print a match entry; prints nothing. PTL_OK, PTL_ME_INVALID. */
int PtlMEDump(ptl_handle_me_t me);

#if defined(__GNUC__) || defined(__clang__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
