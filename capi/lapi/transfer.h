/* lapi/transfer.h - the transfers, under the name that the program called. */
#ifndef GA_LAPI_TRANSFER_H
#define GA_LAPI_TRANSFER_H

#include "call.h"

int ga_lapi_put(const char *fn, lapi_handle_t h, const lapi_put_t *x);
int ga_lapi_get(const char *fn, lapi_handle_t h, const lapi_get_t *x);
int ga_lapi_putv(const char *fn, lapi_handle_t h, const lapi_putv_t *x);
int ga_lapi_getv(const char *fn, lapi_handle_t h, const lapi_getv_t *x);
int ga_lapi_am(const char *fn, lapi_handle_t h, const lapi_am_t *x);

/* Data of a layout. LAPI_DGSP_XFER has the same fields, without the last one, which is not read. */
int ga_lapi_amx(const char *fn, lapi_handle_t h, lapi_amx_t *x, ulong skip);
int ga_lapi_amv(const char *fn, lapi_handle_t h, const lapi_amv_t *x);
int ga_lapi_rmw(const char *fn, lapi_handle_t h, const lapi_rmw_t *x);

#endif
