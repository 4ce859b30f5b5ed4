package capi

import (
	"unsafe"

	_ "gasnetgo/capi/toy" // C
	livetoy "gasnetgo/live/toy"
	"gasnetgo/sim/job"
	simtoy "gasnetgo/sim/job/toy"
	"gasnetgo/sim/run"
	"gasnetgo/toy"
)

var toyAPI = api{
	live: func(r *rank) (any, error) {
		s, err := r.join()
		if err != nil {
			return nil, err
		}
		return livetoy.New(s), nil
	},
	sim:      func(run.Setup) (job.API, error) { return &simtoy.Job{}, nil },
	dispatch: func(part any, op uint32, frame unsafe.Pointer) error { return dispatchToy(part.(*toy.Toy), op, frame) },
	fields:   fieldsToy,
}
