package capi

/*
#include "sisci/plane.h"
#include "sisci/thread.h"
*/
import "C"

import (
	"sync"
	"unsafe"

	_ "gasnetgo/capi/sisci" // C
	"gasnetgo/internal/memory"
	"gasnetgo/live"
	livesisci "gasnetgo/live/sisci"
	"gasnetgo/sim/job"
	simsisci "gasnetgo/sim/job/sisci"
	"gasnetgo/sim/run"
	meaning "gasnetgo/sisci"
	sisci "gasnetgo/sisci/process"
)

// Go and C agree on replies, callbacks and handles.
var (
	_ [C.GA_SISCI_MESSAGE]byte                                = [sisci.MessageBytes]byte{}
	_ [C.GA_SISCI_KIND_MAP]byte                               = [meaning.KindMap]byte{}
	_ [C.GA_SISCI_KIND_SEQUENCE]byte                          = [meaning.KindSequence]byte{}
	_ [C.sizeof_struct_ga_sisci_reply]byte                    = [unsafe.Sizeof(sisci.Reply{})]byte{}
	_ [unsafe.Offsetof(C.struct_ga_sisci_reply{}.handle)]byte = [unsafe.Offsetof(sisci.Reply{}.Handle)]byte{}
	_ [unsafe.Offsetof(C.struct_ga_sisci_reply{}.length)]byte = [unsafe.Offsetof(sisci.Reply{}.Length)]byte{}
	_ [C.sizeof_struct_ga_sisci_job]byte                      = [unsafe.Sizeof(sisci.Job{})]byte{}
	_ [unsafe.Offsetof(C.struct_ga_sisci_job{}.length)]byte   = [unsafe.Offsetof(sisci.Job{}.Length)]byte{}
	_ [unsafe.Offsetof(C.struct_ga_sisci_job{}.reason)]byte   = [unsafe.Offsetof(sisci.Job{}.Reason)]byte{}
)

var sisciAPI = api{
	live: func(r *rank) (any, error) {
		return livesisci.New(livesisci.Plane{
			Open: func(mail uintptr, ring uint64, stamp uintptr, hosts bool) {
				C.ga_sisci_open(memory.At[C.struct_ga_mail](mail), C.uint64_t(ring), memory.At[C.uint32_t](stamp), C.bool(hosts))
			},
			Begin: func() { C.ga_sisci_begin() },
		}, r.sisci)
	},
	sim: func(run.Setup) (job.API, error) { return &simsisci.Job{Thread: uintptr(C.ga_sisci_thread)}, nil },
	dispatch: func(part any, op uint32, frame unsafe.Pointer) error {
		if t, ok := part.(*simsisci.Thread); ok {
			return t.Call(flagsOf(op)&opUser == 0, func(p *sisci.Process) error { return dispatchSisci(p, op, frame) })
		}
		return dispatchSisci(part.(*sisci.Process), op, frame)
	},
	pays:   func(any) bool { return true },
	fields: fieldsSisci,
	atExit: func(part any, _ *live.Session) { part.(*sisci.Process).Exit() },
}

// sisci is this process's node of SISCI, which its first user makes: the program or GASNet's conduit.
func (r *rank) sisci() (*livesisci.Node, error) {
	s, err := r.join()
	if err != nil {
		return nil, err
	}
	r.sci.Lock()
	defer r.sci.Unlock()
	if r.sci.node == nil {
		r.sci.node, err = livesisci.Open(s)
	}
	return r.sci.node, err
}

// sciNode is the node, once there is one.
type sciNode struct {
	sync.Mutex
	node *livesisci.Node // guarded by the mutex
}
