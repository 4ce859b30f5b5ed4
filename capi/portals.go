package capi

/*
#include "portals/plane.h"
*/
import "C"

import (
	"os"
	"unsafe"

	_ "gasnetgo/capi/portals" // C
	"gasnetgo/internal/knob"
	"gasnetgo/live"
	liveportals "gasnetgo/live/portals"
	ptl "gasnetgo/portals"
	portals "gasnetgo/portals/process"
	"gasnetgo/sim/job"
	simportals "gasnetgo/sim/job/portals"
	"gasnetgo/sim/run"
)

var portalsAPI = api{
	machines: "ideal, redstorm, xt3 or xt4",
	live:     func(r *rank) (any, error) { return liveportals.New(r.join, setPortals, live.PrintLine), nil },
	sim:      simPortals,
	dispatch: func(part any, op uint32, frame unsafe.Pointer) error {
		if p, ok := part.(*portals.Process); ok {
			return dispatchPortals(p, op, frame)
		}
		return dispatchPortals(part.(*liveportals.Interface).Process, op, frame)
	},
	fields: fieldsPortals,
	atExit: func(part any, _ *live.Session) { part.(*liveportals.Interface).Drain() },
}

func simPortals(s run.Setup) (job.API, error) {
	events, err := s.Knobs.Enum(knob.PortalsEvents)
	dialect := map[string]ptl.Dialect{"reference": ptl.Reference}[events]
	return &simportals.Job{UID: uint32(os.Getuid()), Dialect: dialect, Explain: s.Explain, Show: s.Show}, err
}

// portals answers this process's Portals. It joins no job yet.
func (r *rank) portals() *liveportals.Interface {
	p, _ := r.part(apiPortals) // it cannot fail
	return p.(*liveportals.Interface)
}

// setPortals tells the data plane where an interface's words are. They are none of Go's memory.
func setPortals(queues []uint64, todo *uint32, far bool) {
	C.ga_portals_attach((*C.uint64_t)(unsafe.Pointer(unsafe.SliceData(queues))), C.uint32_t(len(queues)), (*C.uint32_t)(unsafe.Pointer(todo)), C.bool(far))
}
