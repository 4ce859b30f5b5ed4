package capi

/*
#include <stdlib.h>
#include "armci/plane.h"
*/
import "C"

import (
	"errors"
	"unsafe"

	"gasnetgo/armci"
	"gasnetgo/armci/transport/window"
	_ "gasnetgo/capi/armci" // C
	"gasnetgo/internal/knob"
	"gasnetgo/internal/memory"
	livearmci "gasnetgo/live/armci"
	"gasnetgo/sim/job"
	simarmci "gasnetgo/sim/job/armci"
	"gasnetgo/sim/job/carrier"
	"gasnetgo/sim/run"
)

// Go and C agree on the memory of ARMCI.
var (
	_ [1 << C.GA_ARMCI_PAGE_BITS]byte = [window.Page]byte{}
	_ [1 << C.GA_ARMCI_LOCK_BITS]byte = [armci.AccBlock]byte{}
	_ [C.GA_ARMCI_LOCKS]byte          = [armci.AccLocks]byte{}
	_ [C.GA_ARMCI_PART]byte           = [armci.GroupPart]byte{}
)

var armciAPI = api{
	live: func(r *rank) (any, error) {
		s, err := r.join()
		if err != nil {
			return nil, err
		}
		return livearmci.New(s, armciPlane()), nil
	},
	sim: func(s run.Setup) (job.API, error) {
		arena, err1 := s.Knobs.Size(knob.ArmciMemory)
		transport, err2 := s.Knobs.Enum(knob.ArmciTransport)
		server, err3 := s.Knobs.Bool(knob.ArmciServer)
		direct, err4 := s.Knobs.Size(knob.ArmciDirect)
		way := map[string]carrier.Carrier{"window": carrier.Memory, "portals": carrier.Portals, "lapi": carrier.LAPI}[transport]
		return &simarmci.Job{Arena: arena, Carrier: way, Alone: !server, Direct: direct}, errors.Join(err1, err2, err3, err4)
	},
	dispatch: func(part any, op uint32, frame unsafe.Pointer) error {
		if r, ok := part.(*simarmci.Rank); ok {
			return dispatchArmci(r.Rank, op, frame)
		}
		return dispatchArmci(part.(*armci.Rank), op, frame)
	},
	pays:   func(part any) bool { return part.(*simarmci.Rank).Pays() },
	fields: fieldsArmci,
}

// armciPlane is the data plane's part of ARMCI.
func armciPlane() livearmci.Plane {
	return livearmci.Plane{
		Open: func(l livearmci.Layout, ranks []int, me int) {
			C.ga_armci_open(C.uint32_t(len(ranks)), C.uint32_t(me), uint32s(ranks), memory.At[C.char](l.Base), C.size_t(l.Stride), C.size_t(l.Map),
				C.size_t(l.Arena), C.size_t(l.Bytes))
		},
		Close: func() { C.ga_armci_close() },
		Group: func(handle int32, g *armci.Group) {
			c := (*C.struct_ga_armci_group)(C.calloc(1, C.sizeof_struct_ga_armci_group))
			*c = C.struct_ga_armci_group{size: C.uint32_t(len(g.Members)), me: C.int32_t(g.Me), ranks: uint32s(g.Ranks), procs: uint32s(g.Members),
				block: memory.At[C.char](g.Block)}
			C.ga_armci_set_group(C.int(handle), c)
		},
		Ungroup: func(handle int32) { C.ga_armci_set_group(C.int(handle), nil) },
		Mutexes: setMutexes,
	}
}

func setMutexes(all []armci.MutexPlace) {
	if all == nil {
		C.ga_armci_set_mutexes(nil, 0)
		return
	}
	c := (*C.struct_ga_armci_mutexes)(C.calloc(C.size_t(len(all)), C.sizeof_struct_ga_armci_mutexes))
	into := unsafe.Slice(c, len(all))
	for p, m := range all {
		into[p] = C.struct_ga_armci_mutexes{at: memory.At[C.char](m.At), count: C.uint64_t(m.Count)}
	}
	C.ga_armci_set_mutexes(c, C.size_t(armci.MutexBytes(len(all))))
}

// uint32s is C's copy of numbers.
func uint32s(all []int) *C.uint32_t {
	c := (*C.uint32_t)(C.calloc(C.size_t(len(all)), 4))
	for i, v := range all {
		unsafe.Slice(c, len(all))[i] = C.uint32_t(v)
	}
	return c
}
