package process

import "gasnetgo/lapi"

// Arguments of operations, as the edge passes them: api/lapi.tbl. Names are those of LAPI's structures. Addresses are the program's; those that begin with Tgt are the
// target's. Counters, handlers and their parameters may be 0: none.

// PutArgs is LAPI_Put's.
type PutArgs struct {
	Handle, Tgt                uint32
	N                          uint64 // bytes
	TgtAddr, OrgAddr           uintptr
	TgtCntr, OrgCntr, CmplCntr uintptr
	Handler, Info              uintptr // shdlr, and what it gets
}

// GetArgs is LAPI_Get's.
type GetArgs struct {
	Handle, Tgt      uint32
	N                uint64 // bytes
	TgtAddr, OrgAddr uintptr
	TgtCntr, OrgCntr uintptr
	Handler, Info    uintptr // chndlr, and what it gets
}

// VectorArgs is LAPI_Putv's and LAPI_Getv's.
type VectorArgs struct {
	Handle, Tgt                uint32
	Get                        bool
	TgtVec, OrgVec             uintptr // lapi_vec_t, both in memory of the caller
	TgtCntr, OrgCntr, CmplCntr uintptr
	Handler, Info              uintptr
}

// SendArgs is LAPI_Amsend's; with Vectored LAPI_Amsendv's; with Layout LAPI_DGSP_XFER's: N bytes of it at Udata, from Skip on.
type SendArgs struct {
	Handle, Tgt                uint32
	Hdr                        uint64 // header handler, at the target
	Uhdr                       uintptr
	UhdrLen                    uint32
	Udata                      uintptr
	N                          uint64 // bytes
	Vec                        uintptr
	Vectored                   bool
	Layout                     uintptr
	Skip                       uint64
	TgtCntr, OrgCntr, CmplCntr uintptr
	Handler, Info              uintptr
}

// RmwArgs is LAPI_Rmw's and LAPI_Rmw64's.
type RmwArgs struct {
	Handle        uint32
	Op            int32   // RMW_ops_t
	Tgt, Size     uint32  // Size: bits of the word
	At            uintptr // the word, at the target
	In, Prev      uintptr // operands; where the result goes
	OrgCntr       uintptr
	Handler, Info uintptr
}

// PackArgs is LAPI_DGSP_PACK's, and with Unpack LAPI_DGSP_UNPACK's: N bytes of a layout at Base, and contiguous memory of Room bytes that they are in from Position on.
type PackArgs struct {
	Handle         uint32
	Layout, Base   uintptr
	N              uint64
	Flat           uintptr
	Room, Position uint64
	Unpack         bool
}

func (a *PutArgs) counters() lapi.Counters {
	return lapi.Counters{Target: a.TgtCntr, Origin: a.OrgCntr, Complete: a.CmplCntr}
}

func (a *VectorArgs) counters() lapi.Counters {
	return lapi.Counters{Target: a.TgtCntr, Origin: a.OrgCntr, Complete: a.CmplCntr}
}

func (a *SendArgs) counters() lapi.Counters {
	return lapi.Counters{Target: a.TgtCntr, Origin: a.OrgCntr, Complete: a.CmplCntr}
}
