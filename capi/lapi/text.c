/* lapi/text.c - texts of codes. */
#include <stdio.h>

#include "call.h"

static const char *const texts[LAPI_ERR_LASTCODE - LAPI_ERR_FIRSTCODE + 1] = {
    [LAPI_ERR_UNKNOWN - LAPI_ERR_FIRSTCODE] = "unknown error",
    [LAPI_ERR_ALL_HNDL_IN_USE - LAPI_ERR_FIRSTCODE] = "all contexts are in use",
    [LAPI_ERR_INFO_NULL - LAPI_ERR_FIRSTCODE] = "info is NULL",
    [LAPI_ERR_MSG_API - LAPI_ERR_FIRSTCODE] = "MP_MSG_API does not have lapi",
    [LAPI_ERR_HDR_HNDLR_NULL - LAPI_ERR_FIRSTCODE] = "no header handler",
    [LAPI_ERR_TIMEOUT - LAPI_ERR_FIRSTCODE] = "a task does not answer",
    [LAPI_ERR_HNDL_INVALID - LAPI_ERR_FIRSTCODE] = "no such context",
    [LAPI_ERR_RET_PTR_NULL - LAPI_ERR_FIRSTCODE] = "the address of a result is NULL",
    [LAPI_ERR_ADDR_HNDL_RANGE - LAPI_ERR_FIRSTCODE] = "index outside of the table of header handlers",
    [LAPI_ERR_ADDR_TBL_NULL - LAPI_ERR_FIRSTCODE] = "the table of addresses is NULL",
    [LAPI_ERR_TGT_PURGED - LAPI_ERR_FIRSTCODE] = "traffic with the target has been ended by LAPI_Purge_totask",
    [LAPI_ERR_MULTIPLE_WAITERS - LAPI_ERR_FIRSTCODE] = "another thread waits for the counter",
    [LAPI_ERR_MEMORY_EXHAUSTED - LAPI_ERR_FIRSTCODE] = "no memory",
    [LAPI_ERR_INFO_NONZERO - LAPI_ERR_FIRSTCODE] = "a field of info that is not used is not 0",
    [LAPI_ERR_ORG_ADDR_NULL - LAPI_ERR_FIRSTCODE] = "the address at the origin is NULL",
    [LAPI_ERR_TGT_ADDR_NULL - LAPI_ERR_FIRSTCODE] = "the address at the target is NULL",
    [LAPI_ERR_DATA_LEN - LAPI_ERR_FIRSTCODE] = "more bytes than LAPI_MAX_MSG_SZ",
    [LAPI_ERR_TGT - LAPI_ERR_FIRSTCODE] = "no such task",
    [LAPI_ERR_UHDR_NULL - LAPI_ERR_FIRSTCODE] = "the user header is NULL",
    [LAPI_ERR_UHDR_LEN - LAPI_ERR_FIRSTCODE] = "the user header is longer than MAX_UHDR_SZ",
    [LAPI_ERR_HDR_LEN - LAPI_ERR_FIRSTCODE] = "the length of the user header is not a multiple of 4",
    [LAPI_ERR_ORG_EXTENT - LAPI_ERR_FIRSTCODE] = "blocks and strides at the origin are more than LAPI_MAX_MSG_SZ",
    [LAPI_ERR_ORG_STRIDE - LAPI_ERR_FIRSTCODE] = "the stride at the origin is less than a block",
    [LAPI_ERR_ORG_VEC_ADDR - LAPI_ERR_FIRSTCODE] = "an address of the vector at the origin is NULL",
    [LAPI_ERR_ORG_VEC_LEN - LAPI_ERR_FIRSTCODE] = "lengths of the vector at the origin are NULL or too large",
    [LAPI_ERR_ORG_VEC_NULL - LAPI_ERR_FIRSTCODE] = "the vector at the origin is NULL",
    [LAPI_ERR_ORG_VEC_TYPE - LAPI_ERR_FIRSTCODE] = "no such type of vector at the origin",
    [LAPI_ERR_STRIDE_ORG_VEC_ADDR_NULL - LAPI_ERR_FIRSTCODE] = "the address of the blocks at the origin is NULL",
    [LAPI_ERR_STRIDE_TGT_VEC_ADDR_NULL - LAPI_ERR_FIRSTCODE] = "the address of the blocks at the target is NULL",
    [LAPI_ERR_TGT_EXTENT - LAPI_ERR_FIRSTCODE] = "blocks and strides at the target are more than LAPI_MAX_MSG_SZ",
    [LAPI_ERR_TGT_STRIDE - LAPI_ERR_FIRSTCODE] = "the stride at the target is less than a block",
    [LAPI_ERR_TGT_VEC_ADDR - LAPI_ERR_FIRSTCODE] = "an address of the vector at the target is NULL",
    [LAPI_ERR_TGT_VEC_LEN - LAPI_ERR_FIRSTCODE] = "lengths of the vector at the target are NULL or too large",
    [LAPI_ERR_TGT_VEC_NULL - LAPI_ERR_FIRSTCODE] = "the vector at the target is NULL",
    [LAPI_ERR_TGT_VEC_TYPE - LAPI_ERR_FIRSTCODE] = "no such type of vector at the target",
    [LAPI_ERR_VEC_NUM_DIFF - LAPI_ERR_FIRSTCODE] = "the vectors have different numbers of pieces",
    [LAPI_ERR_VEC_TYPE_DIFF - LAPI_ERR_FIRSTCODE] = "the vectors have different types",
    [LAPI_ERR_VEC_LEN_DIFF - LAPI_ERR_FIRSTCODE] = "the vectors have pieces of different lengths",
    [LAPI_ERR_MSG_INFO_NULL - LAPI_ERR_FIRSTCODE] = "info is NULL",
    [LAPI_ERR_POLLING_NET - LAPI_ERR_FIRSTCODE] = "another thread serves messages",
    [LAPI_ERR_CNTR_NULL - LAPI_ERR_FIRSTCODE] = "the counter is NULL",
    [LAPI_ERR_CNTR_VAL - LAPI_ERR_FIRSTCODE] = "bad value for a counter",
    [LAPI_ERR_QUERY_TYPE - LAPI_ERR_FIRSTCODE] = "no such parameter, or not for this call",
    [LAPI_ERR_IN_VAL_NULL - LAPI_ERR_FIRSTCODE] = "in_val is NULL",
    [LAPI_ERR_RMW_OP - LAPI_ERR_FIRSTCODE] = "no such operation",
    [LAPI_ERR_TGT_VAR_NULL - LAPI_ERR_FIRSTCODE] = "the variable at the target is NULL",
    [LAPI_ERR_SET_VAL - LAPI_ERR_FIRSTCODE] = "bad value for this parameter",
    [LAPI_ERR_DGSP - LAPI_ERR_FIRSTCODE] = "no such layout program",
    [LAPI_ERR_DGSP_ATOM - LAPI_ERR_FIRSTCODE] = "atom size of a layout program",
    [LAPI_ERR_DGSP_BRANCH - LAPI_ERR_FIRSTCODE] = "a branch leaves the layout program",
    [LAPI_ERR_DGSP_CTL - LAPI_ERR_FIRSTCODE] = "unknown control instruction of a layout program",
    [LAPI_ERR_DGSP_COPY_SZ - LAPI_ERR_FIRSTCODE] = "a copy of a layout program has a negative length",
    [LAPI_ERR_DGSP_FREE - LAPI_ERR_FIRSTCODE] = "a layout program has been freed too often",
    [LAPI_ERR_DGSP_OPC - LAPI_ERR_FIRSTCODE] = "unknown instruction of a layout program",
    [LAPI_ERR_DGSP_REPS - LAPI_ERR_FIRSTCODE] = "bad number of repetitions in a layout program",
    [LAPI_ERR_DGSP_STACK - LAPI_ERR_FIRSTCODE] = "a layout program is nested deeper than its depth",
    [LAPI_ERR_OP_SZ - LAPI_ERR_FIRSTCODE] = "the size is not 32 or 64 bits",
    [LAPI_ERR_XFER_CMD - LAPI_ERR_FIRSTCODE] = "no such transfer in this library",
    [LAPI_ERR_UTIL_CMD - LAPI_ERR_FIRSTCODE] = "no such service in this library",
    [LAPI_ERR_CATALOG_FAIL - LAPI_ERR_FIRSTCODE] = "no texts",
    [LAPI_ERR_PACK_SZ - LAPI_ERR_FIRSTCODE] = "the buffer is too short",
    [LAPI_ERR_DGSP_OTHER - LAPI_ERR_FIRSTCODE] = "a layout program whose size does not fit its description",
    [LAPI_ERR_CODE_UNKNOWN - LAPI_ERR_FIRSTCODE] = "no such code",
    [LAPI_ERR_TASK_NUM - LAPI_ERR_FIRSTCODE] = "bad number of tasks",
    [LAPI_ERR_NULL_LIST - LAPI_ERR_FIRSTCODE] = "the list of tasks is NULL",
    [LAPI_ERR_GRP_MEMBER - LAPI_ERR_FIRSTCODE] = "this task is no member of the group, or a member is no task",
    [LAPI_ERR_NULL_GRP - LAPI_ERR_FIRSTCODE] = "the address of the group is NULL",
    [LAPI_ERR_GRP - LAPI_ERR_FIRSTCODE] = "no such group",
};

GA_TWIN(LAPI_Msg_string, (int error_code, void *buf))
{
	const char *text = NULL;

	if (!buf)
		return LAPI_ERR_RET_PTR_NULL;
	if (error_code == LAPI_SUCCESS)
		text = "success";
	else if (error_code >= LAPI_ERR_FIRSTCODE && error_code <= LAPI_ERR_LASTCODE)
		text = texts[error_code - LAPI_ERR_FIRSTCODE];
	if (text) {
		snprintf(buf, LAPI_MAX_ERR_STRING, "LAPI %d: %s", error_code, text);
		return LAPI_SUCCESS;
	}
	snprintf(buf, LAPI_MAX_ERR_STRING, "LAPI %d: a code that this library does not give", error_code);
	return error_code >= LAPI_ERR_FIRSTCODE && error_code <= LAPI_ERR_LASTCODE ? LAPI_SUCCESS : LAPI_ERR_CODE_UNKNOWN;
}
