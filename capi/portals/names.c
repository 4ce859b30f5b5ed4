/* portals/names.c - what codes, events and failures of Portals are called. */
#include <portals/portals3.h>

#define COUNT(a) (sizeof(a) / sizeof(a)[0])

/* Programs index these without looking, so there are no holes, and the length is part of what a program is linked against. */
const char *ptl_err_str[] = {
    [PTL_OK] = "PTL_OK",
    [PTL_AC_INDEX_INVALID] = "PTL_AC_INDEX_INVALID",
    [PTL_EQ_DROPPED] = "PTL_EQ_DROPPED",
    [PTL_EQ_EMPTY] = "PTL_EQ_EMPTY",
    [PTL_EQ_INVALID] = "PTL_EQ_INVALID",
    [PTL_FAIL] = "PTL_FAIL",
    [PTL_HANDLE_INVALID] = "PTL_HANDLE_INVALID",
    [PTL_IFACE_INVALID] = "PTL_IFACE_INVALID",
    [PTL_MD_ILLEGAL] = "PTL_MD_ILLEGAL",
    [PTL_MD_INVALID] = "PTL_MD_INVALID",
    [PTL_MD_IN_USE] = "PTL_MD_IN_USE",
    [PTL_MD_NO_UPDATE] = "PTL_MD_NO_UPDATE",
    [PTL_ME_INVALID] = "PTL_ME_INVALID",
    [PTL_ME_IN_USE] = "PTL_ME_IN_USE",
    [PTL_ME_LIST_TOO_LONG] = "PTL_ME_LIST_TOO_LONG",
    [PTL_NI_INVALID] = "PTL_NI_INVALID",
    [PTL_NO_INIT] = "PTL_NO_INIT",
    [PTL_NO_SPACE] = "PTL_NO_SPACE",
    [PTL_PID_INVALID] = "PTL_PID_INVALID",
    [PTL_PROCESS_INVALID] = "PTL_PROCESS_INVALID",
    [PTL_PT_FULL] = "PTL_PT_FULL",
    [PTL_PT_INDEX_INVALID] = "PTL_PT_INDEX_INVALID",
    [PTL_SEGV] = "PTL_SEGV",
    [PTL_SR_INDEX_INVALID] = "PTL_SR_INDEX_INVALID",
    [PTL_UNKNOWN_ERROR] = "PTL_UNKNOWN_ERROR",
    [PTL_IFACE_DUP] = "PTL_IFACE_DUP",
    [PTL_VAL_FAILED] = "PTL_VAL_FAILED",
    [PTL_EQ_IN_USE] = "PTL_EQ_IN_USE",
    [PTL_NAL_FAILED] = "PTL_NAL_FAILED",
    [PTL_IOV_INVALID] = "PTL_IOV_INVALID",
};

_Static_assert(COUNT(ptl_err_str) == PTL_MAX_ERRNO, "a name for each code");

/* No header declares it, since clients do and differ: char *, const char *. */
__attribute__((__visibility__("default"))) const char *ptl_event_str[] = {
    [PTL_EVENT_GET_START] = "PTL_EVENT_GET_START",
    [PTL_EVENT_GET_END] = "PTL_EVENT_GET_END",
    [PTL_EVENT_PUT_START] = "PTL_EVENT_PUT_START",
    [PTL_EVENT_PUT_END] = "PTL_EVENT_PUT_END",
    [PTL_EVENT_GETPUT_START] = "PTL_EVENT_GETPUT_START",
    [PTL_EVENT_GETPUT_END] = "PTL_EVENT_GETPUT_END",
    [PTL_EVENT_REPLY_START] = "PTL_EVENT_REPLY_START",
    [PTL_EVENT_REPLY_END] = "PTL_EVENT_REPLY_END",
    [PTL_EVENT_SEND_START] = "PTL_EVENT_SEND_START",
    [PTL_EVENT_SEND_END] = "PTL_EVENT_SEND_END",
    [PTL_EVENT_ACK] = "PTL_EVENT_ACK",
    [PTL_EVENT_UNLINK] = "PTL_EVENT_UNLINK",
};

_Static_assert(COUNT(ptl_event_str) == PTL_EVENT_UNLINK + 1, "a name for each kind of event");

const char *PtlErrorStr(unsigned int code) { return code < PTL_MAX_ERRNO ? ptl_err_str[code] : ptl_err_str[PTL_UNKNOWN_ERROR]; }

const char *PtlEventKindStr(ptl_event_kind_t kind) { return (unsigned int)kind < COUNT(ptl_event_str) ? ptl_event_str[kind] : "unknown event"; }

const char *PtlNIFailStr(ptl_handle_ni_t ni, ptl_ni_fail_t fail)
{
	(void)ni;
	switch (fail) {
	case PTL_NI_OK: return "PTL_NI_OK";
	case PTL_NI_FAIL: return "PTL_NI_FAIL";
	case PTL_NI_DAMAGED: return "PTL_NI_DAMAGED";
	}
	return "unknown failure";
}
