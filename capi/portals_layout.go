package capi

/*
#include <portals/portals3.h>
#include "portals/plane.h"
#include "runtime/again.h"
*/
import "C"

import (
	"unsafe"

	"gasnetgo/internal/again"
	"gasnetgo/portals"
)

// The structs of portals3.h as the library reads and writes them: these lines do not compile when Go and C differ.
var (
	_ [unsafe.Sizeof(portals.ProcessID{})]byte       = [C.sizeof_ptl_process_id_t]byte{}
	_ [unsafe.Offsetof(portals.ProcessID{}.PID)]byte = [unsafe.Offsetof(C.ptl_process_id_t{}.pid)]byte{}

	_ [unsafe.Sizeof(portals.Limits{})]byte               = [C.sizeof_ptl_ni_limits_t]byte{}
	_ [unsafe.Offsetof(portals.Limits{}.MaxMDs)]byte      = [unsafe.Offsetof(C.ptl_ni_limits_t{}.max_mds)]byte{}
	_ [unsafe.Offsetof(portals.Limits{}.MaxEQs)]byte      = [unsafe.Offsetof(C.ptl_ni_limits_t{}.max_eqs)]byte{}
	_ [unsafe.Offsetof(portals.Limits{}.MaxACIndex)]byte  = [unsafe.Offsetof(C.ptl_ni_limits_t{}.max_ac_index)]byte{}
	_ [unsafe.Offsetof(portals.Limits{}.MaxPTIndex)]byte  = [unsafe.Offsetof(C.ptl_ni_limits_t{}.max_pt_index)]byte{}
	_ [unsafe.Offsetof(portals.Limits{}.MaxMDIovecs)]byte = [unsafe.Offsetof(C.ptl_ni_limits_t{}.max_md_iovecs)]byte{}
	_ [unsafe.Offsetof(portals.Limits{}.MaxMEList)]byte   = [unsafe.Offsetof(C.ptl_ni_limits_t{}.max_me_list)]byte{}
	_ [unsafe.Offsetof(portals.Limits{}.MaxGetPutMD)]byte = [unsafe.Offsetof(C.ptl_ni_limits_t{}.max_getput_md)]byte{}

	_ [unsafe.Sizeof(portals.Iovec{})]byte       = [C.sizeof_ptl_md_iovec_t]byte{}
	_ [unsafe.Offsetof(portals.Iovec{}.Len)]byte = [unsafe.Offsetof(C.ptl_md_iovec_t{}.iov_len)]byte{}

	_ [unsafe.Sizeof(portals.MD{})]byte             = [C.sizeof_ptl_md_t]byte{}
	_ [unsafe.Offsetof(portals.MD{}.Length)]byte    = [unsafe.Offsetof(C.ptl_md_t{}.length)]byte{}
	_ [unsafe.Offsetof(portals.MD{}.Threshold)]byte = [unsafe.Offsetof(C.ptl_md_t{}.threshold)]byte{}
	_ [unsafe.Offsetof(portals.MD{}.MaxSize)]byte   = [unsafe.Offsetof(C.ptl_md_t{}.max_size)]byte{}
	_ [unsafe.Offsetof(portals.MD{}.Options)]byte   = [unsafe.Offsetof(C.ptl_md_t{}.options)]byte{}
	_ [unsafe.Offsetof(portals.MD{}.UserPtr)]byte   = [unsafe.Offsetof(C.ptl_md_t{}.user_ptr)]byte{}
	_ [unsafe.Offsetof(portals.MD{}.EQ)]byte        = [unsafe.Offsetof(C.ptl_md_t{}.eq_handle)]byte{}

	_ [unsafe.Sizeof(portals.Event{})]byte             = [C.sizeof_ptl_event_t]byte{}
	_ [unsafe.Offsetof(portals.Event{}.Initiator)]byte = [unsafe.Offsetof(C.ptl_event_t{}.initiator)]byte{}
	_ [unsafe.Offsetof(portals.Event{}.UID)]byte       = [unsafe.Offsetof(C.ptl_event_t{}.uid)]byte{}
	_ [unsafe.Offsetof(portals.Event{}.JID)]byte       = [unsafe.Offsetof(C.ptl_event_t{}.jid)]byte{}
	_ [unsafe.Offsetof(portals.Event{}.PTIndex)]byte   = [unsafe.Offsetof(C.ptl_event_t{}.pt_index)]byte{}
	_ [unsafe.Offsetof(portals.Event{}.MatchBits)]byte = [unsafe.Offsetof(C.ptl_event_t{}.match_bits)]byte{}
	_ [unsafe.Offsetof(portals.Event{}.RLength)]byte   = [unsafe.Offsetof(C.ptl_event_t{}.rlength)]byte{}
	_ [unsafe.Offsetof(portals.Event{}.MLength)]byte   = [unsafe.Offsetof(C.ptl_event_t{}.mlength)]byte{}
	_ [unsafe.Offsetof(portals.Event{}.Offset)]byte    = [unsafe.Offsetof(C.ptl_event_t{}.offset)]byte{}
	_ [unsafe.Offsetof(portals.Event{}.MDHandle)]byte  = [unsafe.Offsetof(C.ptl_event_t{}.md_handle)]byte{}
	_ [unsafe.Offsetof(portals.Event{}.MD)]byte        = [unsafe.Offsetof(C.ptl_event_t{}.md)]byte{}
	_ [unsafe.Offsetof(portals.Event{}.HdrData)]byte   = [unsafe.Offsetof(C.ptl_event_t{}.hdr_data)]byte{}
	_ [unsafe.Offsetof(portals.Event{}.Link)]byte      = [unsafe.Offsetof(C.ptl_event_t{}.link)]byte{}
	_ [unsafe.Offsetof(portals.Event{}.Fail)]byte      = [unsafe.Offsetof(C.ptl_event_t{}.ni_fail_type)]byte{}
	_ [unsafe.Offsetof(portals.Event{}.Sequence)]byte  = [unsafe.Offsetof(C.ptl_event_t{}.sequence)]byte{}
)

// Its constants.
var (
	_ = [1]struct{}{}[int64(portals.OK)-C.PTL_OK]
	_ = [1]struct{}{}[int64(portals.ACIndexInvalid)-C.PTL_AC_INDEX_INVALID]
	_ = [1]struct{}{}[int64(portals.EQDropped)-C.PTL_EQ_DROPPED]
	_ = [1]struct{}{}[int64(portals.EQEmpty)-C.PTL_EQ_EMPTY]
	_ = [1]struct{}{}[int64(portals.EQInvalid)-C.PTL_EQ_INVALID]
	_ = [1]struct{}{}[int64(portals.Fail)-C.PTL_FAIL]
	_ = [1]struct{}{}[int64(portals.HandleInvalid)-C.PTL_HANDLE_INVALID]
	_ = [1]struct{}{}[int64(portals.IfaceInvalid)-C.PTL_IFACE_INVALID]
	_ = [1]struct{}{}[int64(portals.MDIllegal)-C.PTL_MD_ILLEGAL]
	_ = [1]struct{}{}[int64(portals.MDInvalid)-C.PTL_MD_INVALID]
	_ = [1]struct{}{}[int64(portals.MDInUse)-C.PTL_MD_IN_USE]
	_ = [1]struct{}{}[int64(portals.MDNoUpdate)-C.PTL_MD_NO_UPDATE]
	_ = [1]struct{}{}[int64(portals.MEInvalid)-C.PTL_ME_INVALID]
	_ = [1]struct{}{}[int64(portals.MEInUse)-C.PTL_ME_IN_USE]
	_ = [1]struct{}{}[int64(portals.MEListTooLong)-C.PTL_ME_LIST_TOO_LONG]
	_ = [1]struct{}{}[int64(portals.NIInvalid)-C.PTL_NI_INVALID]
	_ = [1]struct{}{}[int64(portals.NoInit)-C.PTL_NO_INIT]
	_ = [1]struct{}{}[int64(portals.NoSpace)-C.PTL_NO_SPACE]
	_ = [1]struct{}{}[int64(portals.PIDInvalid)-C.PTL_PID_INVALID]
	_ = [1]struct{}{}[int64(portals.ProcessInvalid)-C.PTL_PROCESS_INVALID]
	_ = [1]struct{}{}[int64(portals.PTFull)-C.PTL_PT_FULL]
	_ = [1]struct{}{}[int64(portals.PTIndexInvalid)-C.PTL_PT_INDEX_INVALID]
	_ = [1]struct{}{}[int64(portals.SegV)-C.PTL_SEGV]
	_ = [1]struct{}{}[int64(portals.SRIndexInvalid)-C.PTL_SR_INDEX_INVALID]
	_ = [1]struct{}{}[int64(portals.UnknownError)-C.PTL_UNKNOWN_ERROR]
	_ = [1]struct{}{}[int64(portals.IfaceDup)-C.PTL_IFACE_DUP]
	_ = [1]struct{}{}[int64(portals.ValFailed)-C.PTL_VAL_FAILED]
	_ = [1]struct{}{}[int64(portals.EQInUse)-C.PTL_EQ_IN_USE]
	_ = [1]struct{}{}[int64(portals.NALFailed)-C.PTL_NAL_FAILED]
	_ = [1]struct{}{}[int64(portals.IovInvalid)-C.PTL_IOV_INVALID]
	_ = [1]struct{}{}[int64(portals.Codes)-C.PTL_MAX_ERRNO]

	_ = [1]struct{}{}[int64(portals.GetStart)-C.PTL_EVENT_GET_START]
	_ = [1]struct{}{}[int64(portals.GetEnd)-C.PTL_EVENT_GET_END]
	_ = [1]struct{}{}[int64(portals.PutStart)-C.PTL_EVENT_PUT_START]
	_ = [1]struct{}{}[int64(portals.PutEnd)-C.PTL_EVENT_PUT_END]
	_ = [1]struct{}{}[int64(portals.GetPutStart)-C.PTL_EVENT_GETPUT_START]
	_ = [1]struct{}{}[int64(portals.GetPutEnd)-C.PTL_EVENT_GETPUT_END]
	_ = [1]struct{}{}[int64(portals.ReplyStart)-C.PTL_EVENT_REPLY_START]
	_ = [1]struct{}{}[int64(portals.ReplyEnd)-C.PTL_EVENT_REPLY_END]
	_ = [1]struct{}{}[int64(portals.SendStart)-C.PTL_EVENT_SEND_START]
	_ = [1]struct{}{}[int64(portals.SendEnd)-C.PTL_EVENT_SEND_END]
	_ = [1]struct{}{}[int64(portals.Ack)-C.PTL_EVENT_ACK]
	_ = [1]struct{}{}[int64(portals.Unlinked)-C.PTL_EVENT_UNLINK]

	_ = [1]struct{}{}[int64(portals.MDOpPut)-C.PTL_MD_OP_PUT]
	_ = [1]struct{}{}[int64(portals.MDOpGet)-C.PTL_MD_OP_GET]
	_ = [1]struct{}{}[int64(portals.MDManageRemote)-C.PTL_MD_MANAGE_REMOTE]
	_ = [1]struct{}{}[int64(portals.MDTruncate)-C.PTL_MD_TRUNCATE]
	_ = [1]struct{}{}[int64(portals.MDAckDisable)-C.PTL_MD_ACK_DISABLE]
	_ = [1]struct{}{}[int64(portals.MDIovec)-C.PTL_MD_IOVEC]
	_ = [1]struct{}{}[int64(portals.MDMaxSize)-C.PTL_MD_MAX_SIZE]
	_ = [1]struct{}{}[int64(portals.MDEventStartDisable)-C.PTL_MD_EVENT_START_DISABLE]
	_ = [1]struct{}{}[int64(portals.MDEventEndDisable)-C.PTL_MD_EVENT_END_DISABLE]
	_ = [1]struct{}{}[int64(portals.MDEventAutoUnlink)-C.PTL_MD_EVENT_AUTO_UNLINK_ENABLE]
	_ = [1]struct{}{}[int64(portals.MDEventManualUnlink)-C.PTL_MD_EVENT_MANUAL_UNLINK_ENABLE]
	_ = [1]struct{}{}[int64(portals.MDFlagAutoUnlink)-C.PTL_MD_FLAG_AUTO_UNLINK]
	_ = [1]struct{}{}[int64(portals.ThresholdInfinite)-C.PTL_MD_THRESH_INF]

	_ = [1]struct{}{}[int64(portals.InvalidHandle)-C.PTL_INVALID_HANDLE]
	_ = [1]struct{}{}[int64(portals.HandleNone)-C.PTL_HANDLE_NONE]
	_ = [1]struct{}{}[int64(portals.EQNone)-C.PTL_EQ_NONE]
	_ = [1]struct{}{}[int64(portals.NIDAny)-C.PTL_NID_ANY]
	_ = [1]struct{}{}[int64(portals.PIDAny)-C.PTL_PID_ANY]
	_ = [1]struct{}{}[int64(portals.UIDAny)-C.PTL_UID_ANY]
	_ = [1]struct{}{}[int64(portals.JIDAny)-C.PTL_JID_ANY]
	_ = [1]struct{}{}[int64(portals.PTIndexAny)-C.PTL_PT_INDEX_ANY]
	_ = [1]struct{}{}[int64(portals.JIDNone)-C.PTL_JID_NONE]
	_ = [1]struct{}{}[int64(portals.TimeForever)-C.PTL_TIME_FOREVER]
	_ = [1]struct{}{}[int64(portals.Retain)-C.PTL_RETAIN]
	_ = [1]struct{}{}[int64(portals.UnlinkIt)-C.PTL_UNLINK]
	_ = [1]struct{}{}[int64(portals.InsBefore)-C.PTL_INS_BEFORE]
	_ = [1]struct{}{}[int64(portals.InsAfter)-C.PTL_INS_AFTER]
	_ = [1]struct{}{}[int64(portals.AckRequested)-C.PTL_ACK_REQ]
	_ = [1]struct{}{}[int64(portals.NoAck)-C.PTL_NO_ACK_REQ]
	_ = [1]struct{}{}[int64(portals.NIOK)-C.PTL_NI_OK]
	_ = [1]struct{}{}[int64(portals.NIFailed)-C.PTL_NI_FAIL]
	_ = [1]struct{}{}[int64(portals.NIDamaged)-C.PTL_NI_DAMAGED]
	_ = [1]struct{}{}[int64(portals.SRDropCount)-C.PTL_SR_DROP_COUNT]
	_ = [1]struct{}{}[int64(portals.SRDropLength)-C.PTL_SR_DROP_LENGTH]
	_ = [1]struct{}{}[int64(portals.SRRecvCount)-C.PTL_SR_RECV_COUNT]
	_ = [1]struct{}{}[int64(portals.SRRecvLength)-C.PTL_SR_RECV_LENGTH]
	_ = [1]struct{}{}[int64(portals.SRSendCount)-C.PTL_SR_SEND_COUNT]
	_ = [1]struct{}{}[int64(portals.SRSendLength)-C.PTL_SR_SEND_LENGTH]

	_ = [1]struct{}{}[again.Wait-C.GA_AGAIN_WAIT]
	_ = [1]struct{}{}[again.Handler-C.GA_AGAIN_HANDLER]
)
