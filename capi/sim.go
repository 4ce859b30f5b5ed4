package main

/*
#include <stdlib.h>
#include "edge.h"
#include "gasnet_exit.h"
*/
import "C"

import (
	"errors"
	"fmt"
	"unsafe"

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
	return C.int(run.Main(run.Config{Args: args, Env: environ(), Lookup: getenv, Edge: simEdge{map[int]*C.char{}}}))
}

// simEdge answers the frames of simulated ranks.
type simEdge struct {
	errors map[int]*C.char // what gasnetgo_error has answered last, by rank
}

func headOf(h *host.Rank) *C.struct_ga_head { return (*C.struct_ga_head)(h.Frame()) }

func (simEdge) Looks(h *host.Rank) bool {
	op := headOf(h).op
	return op == opPortalsEQGet || op == opPortalsEQPoll
}

func (simEdge) Steps(h *host.Rank) bool {
	op := headOf(h).op
	return op>>8 == apiPortals || op == opShmemBarrierAll || op == opShmemSyncAll
}

func (e simEdge) Answer(r *job.Rank, h *host.Rank) error {
	frame := h.Frame()
	op := uint32((*C.struct_ga_head)(frame).op)
	switch op >> 8 {
	case apiPortals:
		return dispatchPortals(r.Portals, op, frame)
	case apiGasnet:
		return dispatchGasnet(r.GASNet, op, frame)
	case apiShmem:
		return dispatchShmem(r.SHMEM, op, frame)
	}
	if op == C.GA_OP_LIBRARY_FATAL {
		return errors.New(C.GoString((*C.struct_ga_library_fatal)(frame).why))
	}
	if op == C.GA_OP_LIBRARY_ERROR {
		C.free(unsafe.Pointer(e.errors[r.ID()]))
		e.errors[r.ID()] = C.CString(r.SHMEM.LastError())
		(*C.struct_ga_library_error)(frame).text = e.errors[r.ID()]
		return nil
	}
	return fmt.Errorf("no such call in this library: op %d", op)
}

func (simEdge) Quit(h *host.Rank) { h.Call(C.ga_gasnet_quit_here, nil) }

func (simEdge) Combine(op, num int32, out, a, b uintptr, n uint64) { combine(op, num, out, a, b, n) }

func (simEdge) Name(h *host.Rank) string      { return frameName(h.Frame()) }
func (simEdge) Arguments(h *host.Rank) string { return frameArguments(headOf(h)) }
func (simEdge) Print(line string)             { printLine(line) }
func (simEdge) Flush()                        { flush() }
