package capi

/*
#include "portals/plane.h"
*/
import "C"

import (
	"unsafe"

	_ "gasnetgo/capi/portals" // C
	"gasnetgo/live"
	liveportals "gasnetgo/live/portals"
	portals "gasnetgo/portals/process"
	"gasnetgo/sim/job"
	"gasnetgo/sim/run"
)

var portalsAPI = api{
	machines: "ideal, redstorm, xt3 or xt4",
	live:     func(r *rank) (any, error) { return liveportals.New(r.join, setPortals, live.PrintLine), nil },
	sim:      func(run.Setup) (job.API, error) { return simPortals{}, nil },
	dispatch: func(part any, op uint32, frame unsafe.Pointer) error {
		if p, ok := part.(*portals.Process); ok {
			return dispatchPortals(p, op, frame)
		}
		return dispatchPortals(part.(*liveportals.Interface).Process, op, frame)
	},
	fields: fieldsPortals,
	atExit: func(part any, _ *live.Session) { part.(*liveportals.Interface).Drain() },
}

// simPortals answers with the Portals that every simulated rank has.
type simPortals struct{}

func (simPortals) Join(_ *job.Job, r *job.Rank) any { return r.Portals }

// portals answers this process's Portals. It joins no job yet.
func (r *rank) portals() *liveportals.Interface {
	p, _ := r.part(apiPortals) // it cannot fail
	return p.(*liveportals.Interface)
}

// setPortals tells the data plane where an interface's words are. They are none of Go's memory.
func setPortals(queues []uint64, todo *uint32, far bool) {
	C.ga_portals_attach((*C.uint64_t)(unsafe.Pointer(unsafe.SliceData(queues))), C.uint32_t(len(queues)), (*C.uint32_t)(unsafe.Pointer(todo)), C.bool(far))
}
