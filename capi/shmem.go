package capi

/*
#include <stdio.h>
#include <stdlib.h>
#include "plane/plane.h"
#include "shmem/combine.h"
#include "shmem/counters.h"
#include "shmem/far.h"
#include "shmem/group.h"
#include "shmem/handles.h"
#include "shmem/view.h"
*/
import "C"

import (
	"errors"
	"unsafe"

	_ "gasnetgo/capi/shmem" // C
	"gasnetgo/internal/knob"
	"gasnetgo/internal/memory"
	"gasnetgo/live"
	liveshmem "gasnetgo/live/shmem"
	"gasnetgo/shmem"
	"gasnetgo/sim/job"
	simshmem "gasnetgo/sim/job/shmem"
	"gasnetgo/sim/run"
)

var shmemAPI = api{
	machines: "ideal, redstorm, xt3 or xt4",
	live: func(r *rank) (any, error) {
		s, err := r.join()
		if err != nil {
			return nil, err
		}
		return liveshmem.New(s, shmemPlane(), r.portals), nil
	},
	sim: simSHMEM,
	dispatch: func(part any, op uint32, frame unsafe.Pointer) error {
		if p, ok := part.(*shmem.PE); ok {
			return dispatchShmem(p, op, frame)
		}
		r := part.(*simshmem.Rank)
		if r.Followed != nil {
			return dispatchShmem(r.Followed, op, frame)
		}
		return dispatchShmem(r.PE, op, frame)
	},
	fields: fieldsShmem,
	atExit: func(part any, s *live.Session) {
		if err := part.(*shmem.PE).AtExit(); err != nil {
			s.Warn("exit: " + err.Error())
		}
	},
}

// countersOfArrivals are Sandia's functions that tell counts.
const countersOfArrivals = "shmemx_pcntr_"

func simSHMEM(s run.Setup) (job.API, error) {
	heap, err1 := s.Knobs.Size(knob.SymmetricSize)
	tuning, err2 := shmem.ReadTuning(s.Knobs)
	teams, err3 := shmem.ReadTeams(s.Knobs)
	return &simshmem.Job{
		Options: shmem.Options{HeapBytes: heap, Collectives: tuning, Teams: teams, Combine: combine},
		Count:   s.Refers(countersOfArrivals),
	}, errors.Join(err1, err2, err3)
}

// shmemPlane is the data plane's part of OpenSHMEM.
func shmemPlane() liveshmem.Plane {
	return liveshmem.Plane{
		Guard:   guardHeap(),
		Windows: setWindows, Group: setGroup, Tune: setTuning, Combine: combine, Print: printOut,
		Threads: func(several bool) { C.ga_plane.shmem_threads = C.bool(several) },
		Begun:   (*uint64)(&C.ga_shmem_far.begun),
		Counts:  func() bool { return bool(C.ga_shmem_counters_wanted()) },
	}
}

// guardHeap is liveshmem.Plane's Guard.
func guardHeap() func(addr uintptr, bytes uint64, allow bool) {
	if !C.ga_guard_works() {
		return nil
	}
	return func(addr uintptr, bytes uint64, allow bool) {
		C.ga_guard_set(C.uintptr_t(addr), C.size_t(bytes), C.bool(allow))
	}
}

// printOut writes through the program's own buffer.
func printOut(text string) {
	c := C.CString(text)
	defer C.free(unsafe.Pointer(c))
	C.fputs(c, C.stdout)
}

func setWindows(w liveshmem.Windows, open bool) {
	window := func(w liveshmem.Window) C.struct_ga_window {
		return C.struct_ga_window{base: C.uintptr_t(w.Base), len: C.size_t(w.Len), local0: memory.At[C.char](w.Local0), stride: C.size_t(w.Step)}
	}
	C.ga_shmem_windows(window(w.Heap), window(w.Data), C.bool(open), memory.At[C.uint32_t](w.Entered))
}

// setGroup tells the data plane what a handle stands for.
func setGroup(team bool, place int, g shmem.Group) {
	C.ga_shmem_set_handle(C.bool(team), C.uint32_t(place), C.uintptr_t(g.Handle), C.int(g.Start), C.int(g.Stride), C.int(g.Size), C.int(g.Me))
}

func setTuning(t shmem.Tuning) {
	C.ga_tuning = C.struct_ga_tuning{
		barrier: C.uint32_t(t.Barrier), broadcast: C.uint32_t(t.Broadcast), reduce: C.uint32_t(t.Reduce), scan: C.uint32_t(t.Scan),
		crossover: C.uint32_t(t.Crossover), radix: C.uint32_t(t.Radix), size_crossover: C.uint64_t(t.SizeCrossover),
	}
}

// combine is the arithmetic of reductions, for types that Go lacks, and vectorised for all.
func combine(op, num int32, out, a, b uintptr, n uint64) {
	C.ga_combine(C.int(op), C.int(num), memory.Pointer(out), memory.Pointer(a), memory.Pointer(b), C.size_t(n))
}
