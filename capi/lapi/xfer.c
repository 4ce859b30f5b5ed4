/* lapi/xfer.c - transfers that a structure describes. */
#include "transfer.h"

GA_TWIN(LAPI_Xfer, (lapi_handle_t hndl, lapi_xfer_t *xfer))
{
	static const char fn[] = "LAPI_Xfer";

	if (!ga_lapi_port(hndl))
		return LAPI_ERR_HNDL_INVALID;
	if (!xfer)
		return LAPI_ERR_XFER_CMD;
	switch (xfer->Xfer_type) {
	case LAPI_GET_XFER: return ga_lapi_get(fn, hndl, &xfer->Get);
	case LAPI_AM_XFER: return ga_lapi_am(fn, hndl, &xfer->Am);
	case LAPI_PUT_XFER: return ga_lapi_put(fn, hndl, &xfer->Put);
	case LAPI_GETV_XFER: return ga_lapi_getv(fn, hndl, &xfer->Getv);
	case LAPI_PUTV_XFER: return ga_lapi_putv(fn, hndl, &xfer->Putv);
	case LAPI_AMV_XFER: return ga_lapi_amv(fn, hndl, &xfer->Amv);
	case LAPI_RMW_XFER: return ga_lapi_rmw(fn, hndl, &xfer->Rmw);
	case LAPI_DGSP_XFER: return ga_lapi_amx(fn, hndl, (lapi_amx_t *)&xfer->Dgsp, 0);
	case LAPI_AMX_XFER: return ga_lapi_amx(fn, hndl, &xfer->Amx, xfer->Amx.send_offset_dgsp_bytes);
	default: return LAPI_ERR_XFER_CMD;
	}
}
