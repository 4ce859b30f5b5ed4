package main

/*
#include <stdlib.h>
#include <stdio.h>
#include <gasnet_tools.h>
#include <gasnetgo.h>
#include <unistd.h>
#include "combine.h"
#include "crew.h"
#include "gasnet_tools_signals.h"
#include "plane.h"
#include "plane_portals.h"
#include "plane_shmem_counters.h"
#include "plane_shmem_groups.h"
#include "start.h"
#include "wait.h"
*/
import "C"

import (
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unsafe"

	"github.com/mattn/go-pointer"

	"gasnetgo/gasnet"
	"gasnetgo/job"
	"gasnetgo/live"
	"gasnetgo/node"
	portals "gasnetgo/portals/process"
	"gasnetgo/shmem"
)

// process is the one rank that a live process is. The C edge is the only place that may hold such state.
var process rank

type rank struct {
	mu      sync.Mutex
	session *live.Session // guarded by mu; nil before the first call
	pe      *shmem.PE     // guarded by mu
	gasnet  atomic.Pointer[gasnet.Rank]
	portals atomic.Pointer[portals.Process]
	refused error // guarded by mu: why there is no session; not tried twice
}

// join makes the session, the first time.
func (r *rank) join() (*live.Session, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.joinLocked()
}

func (r *rank) joinLocked() (*live.Session, error) {
	if r.session != nil || r.refused != nil {
		return r.session, r.refused
	}
	r.session, r.refused = live.Join(live.Hooks{
		Version: C.GASNETGO_VERSION_STRING, Print: printOut,
		Lookup: getenv, Environ: environ, PMIx: libpmix{},
		Reserved: func(base uintptr) uint64 { return uint64(C.ga_reserved(C.uintptr_t(base))) },
		Image:    mainImage, Attach: attachPlane, Windows: setWindows, Group: setGroup, Threads: setThreads, Tune: setTuning, Combine: combine,
		Counts:  func() bool { return bool(C.ga_shmem_counters_wanted()) },
		Portals: setPortals, GASNet: gasnetPlane(), Barrier: func() { C.ga_barrier_from_go() }, Flush: flush, Leave: leave,
	})
	if r.refused == nil {
		C.ga_follow_process(pointer.Save(r.session))
	}
	return r.session, r.refused
}

// shmem answers this process's OpenSHMEM rank.
func (r *rank) shmem() (*shmem.PE, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.pe != nil {
		return r.pe, nil
	}
	s, err := r.joinLocked()
	if err != nil {
		return nil, err
	}
	r.pe = s.NewPE(r.portalsProcess)
	return r.pe, nil
}

// gasnetRank answers this process's GASNet rank.
func (r *rank) gasnetRank() (*gasnet.Rank, error) {
	if g := r.gasnet.Load(); g != nil {
		return g, nil
	}
	s, err := r.join()
	if err != nil {
		return nil, err
	}
	r.gasnet.CompareAndSwap(nil, s.NewGASNet())
	return r.gasnet.Load(), nil
}

// portalsProcess answers this process's Portals. It joins no job yet.
func (r *rank) portalsProcess() *portals.Process {
	if p := r.portals.Load(); p != nil {
		return p
	}
	r.portals.CompareAndSwap(nil, live.NewPortals(r.join, printLine))
	return r.portals.Load()
}

// fail prints one line and ends the job, or the process if there is no job to speak of. It does not return.
func (r *rank) fail(cause job.Cause, line string) { r.failWith(cause, 1, line) }

func (r *rank) failWith(cause job.Cause, status int, line string) {
	if r.gasnet.Load() != nil && C.ga_gasnet_wants_debugger() {
		printLine(line)
		C.gasnett_freezeForDebuggerErr()
	}
	// No lock: a panic may have left it held, and the pointer only ever goes from nil to its value.
	if s := r.session; s != nil {
		s.Fail(cause, status, line)
	}
	printLine(line)
	leave(status)
}

// gaAtExit runs as the program exits, before its buffers are written: SHMEM's implied finalize, then leave of the job.
//
//export gaAtExit
func gaAtExit(handle unsafe.Pointer, status C.int) {
	defer guard("exit")
	s, ok := pointer.Restore(handle).(*live.Session)
	if !ok {
		return
	}
	pointer.Unref(handle)
	process.mu.Lock()
	pe := process.pe
	process.mu.Unlock()
	if pe != nil && status == 0 {
		if err := pe.AtExit(); err != nil {
			s.Warn("exit: " + err.Error())
		}
	}
	if p := process.portals.Load(); p != nil && status == 0 {
		live.DrainPortals(p)
	}
	if worst := s.AtExit(int(status)); worst != int(status) {
		leave(worst)
	}
}

const flushTime = 300 * time.Millisecond // for a flush that another thread of the program holds up

// flush writes out what the program's stdio holds. A thread that has a stream locked for good, blocked in a write perhaps, does not hold it up for ever.
func flush() {
	done := make(chan struct{})
	go func() {
		C.ga_flush()
		close(done)
	}()
	select {
	case <-done:
	case <-time.After(flushTime):
	}
}

// leave flushes stdio and ends the process without running exit handlers.
func leave(status int) {
	flush()
	C._exit(C.int(status))
}

// printOut writes through the program's own buffer.
func printOut(text string) {
	c := C.CString(text)
	defer C.free(unsafe.Pointer(c))
	C.fputs(c, C.stdout)
}

func mainImage() (*node.Image, error) {
	im := C.ga_main_image()
	return node.NewImage(programPath(), uintptr(im.bias), uintptr(im.headers), int(im.count))
}

// attachPlane maps the data plane onto the node. spins below 0 leave the choice to it.
func attachPlane(n *node.Node, spins int) {
	C.ga_plane_attach(toPointer(n.Base()), C.uint32_t(n.Size()), C.uint32_t(n.MyRank()), C.int64_t(spins), C.bool(n.Oversubscribed()))
}

func setWindows(w live.Windows, pes int) {
	window := func(w live.Window) C.struct_ga_window {
		return C.struct_ga_window{base: C.uintptr_t(w.Base), len: C.size_t(w.Len), rank0: (*C.char)(toPointer(w.Rank0)), stride: C.size_t(w.Step)}
	}
	C.ga_plane_windows(window(w.Heap), window(w.Data), C.uint32_t(pes))
}

// setGroup tells the data plane what a handle stands for.
func setGroup(team bool, place int, g shmem.Group) {
	C.ga_shmem_set_group(C.bool(team), C.uint32_t(place), C.uintptr_t(g.Handle), C.int(g.Start), C.int(g.Stride), C.int(g.Size), C.int(g.Me))
}

func setThreads(several bool) { C.ga_plane.shmem_threads = C.bool(several) }

func setTuning(t shmem.Tuning) {
	C.ga_tuning = C.struct_ga_tuning{
		barrier: C.uint32_t(t.Barrier), broadcast: C.uint32_t(t.Broadcast), reduce: C.uint32_t(t.Reduce), scan: C.uint32_t(t.Scan),
		crossover: C.uint32_t(t.Crossover), radix: C.uint32_t(t.Radix), size_crossover: C.uint64_t(t.SizeCrossover),
	}
}

// combine is the arithmetic of reductions, for those of its types that Go has not, and with vectors for all.
func combine(op, num int32, out, a, b uintptr, n uint64) {
	C.ga_combine(C.int(op), C.int(num), toPointer(out), toPointer(a), toPointer(b), C.size_t(n))
}

// setPortals tells the data plane where an interface's words are. They are none of Go's memory.
func setPortals(queues []uint64, todo *uint32) {
	C.ga_portals_attach((*C.uint64_t)(unsafe.Pointer(unsafe.SliceData(queues))), C.uint32_t(len(queues)), (*C.uint32_t)(unsafe.Pointer(todo)))
}

// programPath is the executable for messages.
func programPath() string {
	if path, err := os.Readlink("/proc/self/exe"); err == nil {
		return strings.TrimSuffix(path, " (deleted)")
	}
	return "this program"
}

// toPointer turns an address outside Go's memory into a pointer.
func toPointer(a uintptr) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(&a)) }
