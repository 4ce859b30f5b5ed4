package capi

import (
	"unsafe"

	_ "gasnetgo/capi/toy" // C
	"gasnetgo/sim/job"
	"gasnetgo/sim/run"
	"gasnetgo/toy"
)

var toyAPI = api{
	live: func(r *rank) (any, error) {
		s, err := r.join()
		if err != nil {
			return nil, err
		}
		return toy.New(s.Job.Rank), nil
	},
	sim:      func(run.Setup) (job.API, error) { return simToy{}, nil },
	dispatch: func(part any, op uint32, frame unsafe.Pointer) error { return dispatchToy(part.(*toy.Toy), op, frame) },
	fields:   fieldsToy,
}

type simToy struct{}

func (simToy) Join(_ *job.Job, r *job.Rank) any { return toy.New(r.ID()) }
