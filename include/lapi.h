/**
 * @file lapi.h
 * LAPI, the one-sided communication interface of the IBM SP: puts, gets, active messages and read-modify-writes whose completion counters tell.
 *
 * Names and values are those of RSCT; names of 1997 stand beside them. Every function LAPI_x has a twin PLAPI_x, and programs may replace the first. Functions
 * return LAPI_SUCCESS or a code of lapi/codes.h. Mistakes in arguments are reported only while ERROR_CHK is 1 (LAPI_Senv), where the text does not say otherwise.
 */
#ifndef LAPI_H
#define LAPI_H

#include "lapi/codes.h"
#include "lapi/types.h"

#include "lapi/vector.h"
#include "lapi/dgsp.h"
#include "lapi/xfer.h"
#include "lapi/util.h"

#include "lapi/setup.h"
#include "lapi/transfer.h"
#include "lapi/counter.h"
#include "lapi/progress.h"

#include "lapi/plapi.h"

#endif
