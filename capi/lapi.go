package capi

/*
#include "lapi/port.h"
*/
import "C"

import (
	"unsafe"

	_ "gasnetgo/capi/lapi" // C
	"gasnetgo/internal/memory"
	lapi "gasnetgo/lapi/process"
	"gasnetgo/live"
	"gasnetgo/node"
	"gasnetgo/sim/job"
	"gasnetgo/sim/run"
)

// Go and C agree on contexts and handlers.
var (
	_ [C.GA_LAPI_PORTS]byte                               = [lapi.Ports]byte{}
	_ [C.GA_LAPI_HEADER]byte                              = [lapi.MaxHeader]byte{}
	_ [C.GA_LAPI_TABLE]byte                               = [lapi.Table]byte{}
	_ [C.GA_LAPI_DATA]byte                                = [live.LAPIInline]byte{}
	_ [C.GA_MAIL_RING]byte                                = [node.MailRing]byte{}
	_ [C.sizeof_struct_ga_mail]byte                       = [unsafe.Sizeof(node.MailBlock{})]byte{}
	_ [C.sizeof_struct_ga_lapi_job]byte                   = [unsafe.Sizeof(lapi.Job{})]byte{}
	_ [unsafe.Offsetof(C.struct_ga_mail{}.work)]byte      = [unsafe.Offsetof(node.MailBlock{}.Work)]byte{}
	_ [unsafe.Offsetof(C.struct_ga_lapi_job{}.total)]byte = [unsafe.Offsetof(lapi.Job{}.Total)]byte{}
	_ [unsafe.Offsetof(C.struct_ga_lapi_job{}.skip)]byte  = [unsafe.Offsetof(lapi.Job{}.Skip)]byte{}
)

var lapiAPI = api{
	live: func(r *rank) (any, error) {
		s, err := r.join()
		if err != nil {
			return nil, err
		}
		return s.NewLAPI(live.LAPIPlane{
			Open: func(handle int, life uint32, mail uintptr, ring uint64) {
				C.ga_lapi_open(C.int(handle), C.uint32_t(life), memory.Pointer(mail), C.uint64_t(ring))
			},
			Close: func(handle int) { C.ga_lapi_close(C.int(handle)) },
		})
	},
	sim: func(run.Setup) (job.API, error) { return &job.LAPI{}, nil },
	dispatch: func(part any, op uint32, frame unsafe.Pointer) error {
		t, ok := part.(*job.LAPIThread)
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
