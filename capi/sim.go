package capi

/*
#include <stdlib.h>
#include "runtime/edge.h"
#include "gasnet/exit.h"
*/
import "C"

import (
	"errors"
	"fmt"
	"unsafe"

	"gasnetgo/live"
	"gasnetgo/sim/host"
	"gasnetgo/sim/job"
	"gasnetgo/sim/run"
)

// gaSimMain runs a simulated job and answers its status. It is called once, by main.
//
//export gaSimMain
func gaSimMain(argc C.int, argv **C.char) C.int {
	defer guard("gasnetgo run")
	var args []string
	for _, a := range unsafe.Slice(argv, int(argc))[1:] {
		args = append(args, C.GoString(a))
	}
	return C.int(run.Main(run.Config{Args: args, Env: environ(), Lookup: getenv, Edge: simEdge{}}))
}

// simEdge answers the frames of simulated ranks.
type simEdge struct{}

func headOf(h *host.Rank) *C.struct_ga_head { return (*C.struct_ga_head)(h.Frame()) }

func (simEdge) APIs(s run.Setup) ([]job.API, error) {
	all, errs := make([]job.API, apiCount), make([]error, apiCount)
	for id := range apis {
		if apis[id].sim != nil {
			all[id], errs[id] = apis[id].sim(s)
		}
	}
	return all, errors.Join(errs...)
}

func (simEdge) Looks(h *host.Rank) bool { return flagsOf(uint32(headOf(h).op))&opLooks != 0 }
func (simEdge) Steps(h *host.Rank) bool { return flagsOf(uint32(headOf(h).op))&opSteps != 0 }

func (simEdge) Retried(h *host.Rank) (bytes int) {
	head := headOf(h)
	if flagsOf(uint32(head.op))&opRetried == 0 {
		return 0
	}
	return int(head.bytes)
}

func (simEdge) Pays(r *job.Rank, h *host.Rank) bool {
	op := uint32(headOf(h).op)
	a, ok := apiOf(op)
	return ok && a.pays != nil && a.pays(r.APIs[op>>8])
}

func (simEdge) Repeats(h *host.Rank) bool {
	op := uint32(headOf(h).op)
	a, ok := apiOf(op)
	return ok && a.repeats != nil && a.repeats(op, h.Frame())
}

func (simEdge) Answer(r *job.Rank, h *host.Rank) error {
	frame := h.Frame()
	op := uint32((*C.struct_ga_head)(frame).op)
	a, ok := apiOf(op)
	if !ok {
		return fmt.Errorf("no such call in this library: op %d", op)
	}
	if a.machines != "" && r.PacketsOnly {
		return fmt.Errorf("the network of this simulated machine carries LAPI only: run this program with --machine %s, or without --machine", a.machines)
	}
	part := r.APIs[op>>8]
	if part == nil {
		return errors.New("called in a handler of LAPI, where only LAPI can be called on simulated machines")
	}
	return a.dispatch(part, op, frame)
}

func (simEdge) Quit(h *host.Rank) { h.Call(C.ga_gasnet_quit_here, nil) }

func (simEdge) Name(h *host.Rank) string      { return frameName(h.Frame()) }
func (simEdge) Arguments(h *host.Rank) string { return frameArguments(headOf(h)) }
func (simEdge) Print(line string)             { live.PrintLine(line) }
func (simEdge) Flush()                        { flush() }
