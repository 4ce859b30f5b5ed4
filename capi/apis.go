package capi

import (
	"unsafe"

	"gasnetgo/live"
	"gasnetgo/sim/job"
	"gasnetgo/sim/run"
)

// api is an API's binding to the edge: how its rank is created in either world, and how its frames are answered there. Its C side is in ga_apis (zapis.c); its
// table has the properties of its operations.
type api struct {
	// live makes this process's rank of the API. It is called with the first call of the API; an error ends the job.
	live func(*rank) (any, error)

	// sim makes what the ranks of a simulated job have of it.
	sim func(run.Setup) (job.API, error)

	// dispatch answers a frame with the part that live created, or with a rank's part that sim created.
	dispatch func(part any, op uint32, frame unsafe.Pointer) error

	// pays reports whether calls of a simulated rank charge what they cost themselves; nil: they do not.
	pays func(part any) bool

	// repeats reports whether a call of a simulated rank only looks once more, and its thread has done nothing else since it has looked; nil: none does.
	repeats func(op uint32, frame unsafe.Pointer) bool

	// fields shows a frame to people: generated.
	fields func(op uint32, frame unsafe.Pointer) (any, int)

	// machines are the simulated machines that have the API, if not all have.
	machines string

	// atExit ends what live has made, as the program exits with status 0; may be nil.
	atExit func(part any, s *live.Session)
}

// apis is the registry: one row per API, by its number. Rows call functions that look here, hence init.
var apis [apiCount]api

func init() {
	apis = [apiCount]api{
		apiJob:     jobAPI,
		apiShmem:   shmemAPI,
		apiPortals: portalsAPI,
		apiGasnet:  gasnetAPI,
		apiArmci:   armciAPI,
		apiLapi:    lapiAPI,
		apiSisci:   sisciAPI,
	}
}

// Words of an operation in its table that concern the scheduler of simulated ranks: bits of opFlags.
const (
	opSteps   = 1 << iota // it can be made without a coroutine
	opLooks               // all that it does is poll for events
	opRetried             // programs that wait repeat it
	opUser                // it is made at user level, without a call of a driver
)

// flagsOf are the bits of an operation.
func flagsOf(op uint32) uint8 {
	if op>>8 >= apiCount {
		return 0
	}
	return opFlags[op>>8][op&0xff]
}

// apiOf is the row of an operation's API; false if there is none.
func apiOf(op uint32) (*api, bool) {
	if op>>8 >= apiCount || apis[op>>8].dispatch == nil {
		return nil, false
	}
	return &apis[op>>8], true
}
