package capi

/*
#include <stdlib.h>
#include <string.h>
#include "gasnet/core_go.h"
#include "gasnet/exit.h"
#include "gasnet/shape.h"
#include "gasnet/plane.h"
#include "gasnet/progress.h"
*/
import "C"

import (
	"errors"
	"time"
	"unsafe"

	_ "gasnetgo/capi/gasnet" // C
	_ "gasnetgo/capi/gasnet/coll"
	_ "gasnetgo/capi/gasnet/ex"
	_ "gasnetgo/capi/gasnet/tools"
	"gasnetgo/gasnet"
	"gasnetgo/gasnet/conduit"
	"gasnetgo/gasnet/conduit/portals"
	"gasnetgo/internal/knob"
	"gasnetgo/internal/memory"
	"gasnetgo/live"
	livegasnet "gasnetgo/live/gasnet"
	"gasnetgo/sim/job"
	"gasnetgo/sim/job/carrier"
	simgasnet "gasnetgo/sim/job/gasnet"
	"gasnetgo/sim/run"
)

// Go and C agree on what a delivery is.
var _ [gasnet.SizeofDelivery]byte = [C.sizeof_struct_ga_gasnet_delivery_to]byte{}

// And on what a transfer of lists or strides is.
var _ [gasnet.SizeofVIS]byte = [C.sizeof_struct_ga_gasnet_vis_shape]byte{}

// And on whose the handler indices are.
var (
	_ [conduit.FirstLibrary]byte = [C.GA_COLL_HANDLERS]byte{}
	_ [conduit.FirstProgram]byte = [C.GA_GASNET_FIRST_HANDLER]byte{}
)

// And on the limits of messages.
var (
	_ [0]byte = [conduit.MaxMedium - C.GA_AM_MAX_MEDIUM]byte{}
	_ [0]byte = [conduit.MaxLong - C.GA_AM_MAX_LONG]byte{}
	_ [0]byte = [conduit.MostArgs - C.GA_AM_ARGS]byte{}
)

var gasnetAPI = api{
	live: func(r *rank) (any, error) {
		s, err := r.join()
		if err != nil {
			return nil, err
		}
		return livegasnet.New(s, gasnetPlane(), r.portals, r.sisci), nil
	},
	sim: simGASNet,
	dispatch: func(part any, op uint32, frame unsafe.Pointer) error {
		if r, ok := part.(*simgasnet.Rank); ok {
			return dispatchGasnet(r.Rank, op, frame)
		}
		return dispatchGasnet(part.(*gasnet.Rank), op, frame)
	},
	pays: func(part any) bool { return part.(*simgasnet.Rank).Pays() },
	repeats: func(op uint32, frame unsafe.Pointer) bool {
		return op == C.GA_OP_GASNET_BLOCK && (*frameGasnetBlock)(frame).again != 0
	},
	fields: fieldsGasnet,
}

func simGASNet(s run.Setup) (job.API, error) {
	segment, err1 := s.Knobs.Portion(knob.GASNetMaxSegment)
	wait, err2 := gasnet.ReadExitWait(s.Knobs)
	_, err3 := s.Knobs.Enum(knob.GASNetBarrier)
	window, err4 := s.Knobs.Size(knob.GASNetCollWindow)
	checks, err5 := gasnet.ReadChecks(s.Knobs)
	conduit, err6 := s.Knobs.Enum(knob.GASNetConduit)
	g := &simgasnet.Job{
		Options: gasnet.Options{MaxSegment: segment, HostMemory: live.HostMemory(), CollWindow: window, ExitWait: wait, Checks: checks},
	}
	g.Carrier = map[string]carrier.Carrier{"memory": carrier.Memory, "portals": carrier.Portals, "lapi": carrier.LAPI, "sci": carrier.SCI}[conduit]
	g.Over = func(pins bool) portals.Options {
		o, _ := portals.Read(s.Knobs, pins) // errors are in err7
		return o
	}
	_, err7 := portals.Read(s.Knobs, true)
	return g, errors.Join(err1, err2, err3, err4, err5, err6, err7)
}

// gasnetPlane is the data plane's part of GASNet.
func gasnetPlane() livegasnet.Plane {
	return livegasnet.Plane{
		Part: func(ranks int) uint64 { return uint64(C.ga_am_part(C.uint32_t(ranks))) },
		Open: func(base uintptr, stride uint64, ranks, me int, threads bool) {
			C.ga_gasnet_open(memory.Pointer(base), C.size_t(stride), C.uint32_t(ranks), C.uint32_t(me), C.bool(threads))
		},
		Attach: func(base uintptr, stride uint64, bytes []uint64, handlers *gasnet.Handlers, direct bool) {
			kept := (*C.uint64_t)(C.calloc(C.size_t(len(bytes)), 8)) // for as long as the process lives
			copy(unsafe.Slice((*uint64)(unsafe.Pointer(kept)), len(bytes)), bytes)
			C.ga_gasnet_attach(C.uintptr_t(base), C.size_t(stride), kept, (*C.uintptr_t)(unsafe.Pointer(handlers)), C.bool(direct))
		},
		Send: sendMessage, Next: nextMessage,
		Done:     func(role, from int) { C.ga_gasnet_core_done(C.uint32_t(role), C.uint32_t(from)) },
		WaitExit: func() int { return int(C.ga_gasnet_exit_wait()) },
		Hopeless: func() bool { return bool(C.ga_gasnet_exit_hopeless()) },
		Quit:     func(bound time.Duration) int { return int(C.ga_gasnet_tell_quit(C.uint64_t(bound))) },
	}
}

func sendMessage(role, to int, m *conduit.Message) bool {
	var args [C.GA_AM_ARGS]C.int32_t
	for i, a := range m.Args {
		args[i] = C.int32_t(a)
	}
	return bool(C.ga_gasnet_core_send(C.uint32_t(role), C.uint32_t(to), C.uint32_t(m.Kind), C.uint32_t(m.Handler), &args[0], C.uint32_t(len(m.Args)),
		C.uintptr_t(m.Source), C.size_t(m.Bytes), C.uintptr_t(m.Dest)))
}

func nextMessage(role, from int) *conduit.Arrival {
	var c C.struct_ga_gasnet_arrival
	if !C.ga_gasnet_core_next(C.uint32_t(role), C.uint32_t(from), &c) {
		return nil
	}
	a := &conduit.Arrival{Kind: conduit.Kind(c.kind), Handler: uint8(c.handler), NArgs: int(c.nargs), Buffer: uintptr(c.buffer), Bytes: uint64(c.bytes)}
	for i := range a.NArgs {
		a.Args[i] = int32(c.args[i])
	}
	return a
}
