package capi

/*
#include "lapi/fast.h"
*/
import "C"

import (
	"unsafe"

	_ "gasnetgo/capi/lapi" // C
	"gasnetgo/internal/memory"
	lapi "gasnetgo/lapi/process"
	livelapi "gasnetgo/live/lapi"
	"gasnetgo/node"
	"gasnetgo/sim/job"
	simlapi "gasnetgo/sim/job/lapi"
	"gasnetgo/sim/run"
)

// Go and C agree on contexts and handlers.
var (
	_ [C.GA_LAPI_PORTS]byte                               = [lapi.Ports]byte{}
	_ [C.GA_LAPI_HEADER]byte                              = [lapi.MaxHeader]byte{}
	_ [C.GA_LAPI_TABLE]byte                               = [lapi.Table]byte{}
	_ [C.GA_LAPI_DATA]byte                                = [livelapi.Inline]byte{}
	_ [C.GA_MAIL_RING]byte                                = [node.MailRing]byte{}
	_ [C.sizeof_struct_ga_mail]byte                       = [unsafe.Sizeof(node.MailBlock{})]byte{}
	_ [C.sizeof_struct_ga_lapi_job]byte                   = [unsafe.Sizeof(lapi.Job{})]byte{}
	_ [unsafe.Offsetof(C.struct_ga_mail{}.work)]byte      = [unsafe.Offsetof(node.MailBlock{}.Work)]byte{}
	_ [unsafe.Offsetof(C.struct_ga_mail{}.wanted)]byte    = [unsafe.Offsetof(node.MailBlock{}.Wanted)]byte{}
	_ [C.GA_LAPI_RECORD]byte                              = [node.MailOwn]byte{}
	_ [C.GA_LAPI_FILLER]byte                              = [node.FillerKind]byte{}
	_ [C.GA_LAPI_KERNEL_YES]byte                          = [node.Reachable]byte{}
	_ [unsafe.Offsetof(C.struct_ga_lapi_job{}.total)]byte = [unsafe.Offsetof(lapi.Job{}.Total)]byte{}
	_ [unsafe.Offsetof(C.struct_ga_lapi_job{}.skip)]byte  = [unsafe.Offsetof(lapi.Job{}.Skip)]byte{}
)

var lapiAPI = api{
	live: func(r *rank) (any, error) {
		s, err := r.join()
		if err != nil {
			return nil, err
		}
		return livelapi.New(s, livelapi.Plane{
			Open: func(handle int, _ uint32, at livelapi.Place) {
				C.ga_lapi_open(C.int(handle), &C.struct_ga_lapi_place{
					mail: memory.At[C.struct_ga_mail](at.Mail), parts: memory.At[C.char](at.First), stride: C.uint64_t(at.Stride), mask: C.uint64_t(at.Ring - 1),
					tasks: C.uint32_t(at.Tasks), me: C.uint32_t(at.Task), kernel: C._Bool(at.Kernels),
					fast: C._Bool(at.Direct), hosts: C._Bool(at.Hosts),
				})
			},
			Close: func(handle int) { C.ga_lapi_close(C.int(handle)) },
		})
	},
	sim: func(s run.Setup) (job.API, error) { return &simlapi.Job{Costs: s.Machine.LAPI}, nil },
	dispatch: func(part any, op uint32, frame unsafe.Pointer) error {
		t, ok := part.(*simlapi.Thread)
		if !ok {
			return dispatchLapi(part.(*lapi.Process), op, frame)
		}
		t.Enter()
		err := dispatchLapi(t.Process, op, frame)
		t.Leave()
		return err
	},
	pays:   func(any) bool { return true },
	fields: fieldsLapi,
}
