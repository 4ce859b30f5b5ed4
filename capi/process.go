package capi

/*
#include <stdlib.h>
#include <stdio.h>
#include <gasnet_tools.h>
#include <gasnetgo.h>
#include <unistd.h>
#include "gasnet/tools/freeze.h"
#include "plane/plane.h"
#include "runtime/crash.h"
#include "runtime/ending.h"
#include "runtime/flush.h"
#include "runtime/image.h"
#include "runtime/over.h"
#include "runtime/program.h"
#include "runtime/start.h"
#include "plane/wait.h"
*/
import "C"

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unsafe"

	"github.com/mattn/go-pointer"

	"gasnetgo/internal/knob"
	"gasnetgo/internal/memory"
	"gasnetgo/job"
	"gasnetgo/live"
	"gasnetgo/node"
	"gasnetgo/ofi/engine"
)

// process is the one rank that a live process is. The C edge is the only place that may hold such state.
var process rank

type rank struct {
	mu      sync.Mutex
	session *live.Session // guarded by mu; nil before the first call
	refused error         // guarded by mu: why there is no session; not tried twice

	making sync.Mutex                    // held while a part is made
	parts  [apiCount]atomic.Pointer[any] // what APIs have made with their first call
	sci    sciNode
}

// part is this process's rank of an API, made with the API's first call.
func (r *rank) part(id uint32) (any, error) {
	if p := r.parts[id].Load(); p != nil {
		return *p, nil
	}
	r.making.Lock()
	defer r.making.Unlock()
	if p := r.parts[id].Load(); p != nil {
		return *p, nil
	}
	p, err := apis[id].live(r)
	if err == nil {
		r.parts[id].Store(&p)
	}
	return p, err
}

// join makes the session, the first time.
func (r *rank) join() (*live.Session, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.session != nil || r.refused != nil {
		return r.session, r.refused
	}
	r.session, r.refused = live.Join(live.Hooks{
		Version: C.GASNETGO_VERSION_STRING,
		Lookup:  getenv, Environ: environ, PMIx: libpmix{}, Plugin: pluginPath,
		Base:     func(base uintptr) uintptr { return uintptr(C.ga_base(C.uintptr_t(base))) },
		Reserved: func(base uintptr) uint64 { return uint64(C.ga_reserved(C.uintptr_t(base))) },
		Image:    mainImage, Attach: attachPlane, Barrier: func() { C.ga_barrier_from_go() },
		HoldSignals: func() { C.ga_hold_signals() }, SpansHosts: spansHosts, Flush: flush, Leave: leave,
		End:      func(status int) { C.ga_end_here(C.int(status)) },
		EndMain:  func(status int) bool { return bool(C.ga_end_main(C.int(status))) },
		Ended:    func(bound time.Duration) { C.ga_end_wait(C.uint64_t(bound.Nanoseconds())) },
		Watch:    func(word *uint32, seconds int) { C.ga_crash_follow((*C.uint32_t)(word), C.uint32_t(seconds)) },
		Crash:    crashed,
		Reported: func() { C.ga_crash_reported() },
		Where:    mainThread,
	})
	if r.refused == nil {
		C.ga_follow_process(pointer.Save(r.session))
		on, _ := r.session.Knobs.Bool(knob.Debug)
		C.ga_debugging = C.bool(on)
	}
	return r.session, r.refused
}

// fail prints one line and ends the job, or the process if there is no job to speak of. It does not return.
func (r *rank) fail(cause job.Cause, line string) { r.failWith(cause, 1, line) }

func (r *rank) failWith(cause job.Cause, status int, line string) {
	if r.parts[apiGasnet].Load() != nil && C.ga_gasnet_wants_debugger() {
		live.PrintLine(line)
		C.gasnett_freezeForDebuggerErr()
	}
	// No lock: a panic may have left it held, and the pointer only ever goes from nil to its value.
	if s := r.session; s != nil {
		s.Fail(cause, status, line)
	}
	live.PrintLine(line)
	leave(status)
}

// gaAtExit runs as the program exits, before its buffers are written: APIs end, then this rank takes leave of the job.
//
//export gaAtExit
func gaAtExit(handle unsafe.Pointer, status C.int) {
	defer guard("exit")
	s, ok := pointer.Restore(handle).(*live.Session)
	if !ok {
		return
	}
	pointer.Unref(handle)
	for id := range apis {
		if p := process.parts[id].Load(); p != nil && status == 0 && apis[id].atExit != nil {
			apis[id].atExit(*p, s)
		}
	}
	if worst := s.AtExit(int(status)); worst != int(status) {
		leave(worst)
	}
}

const flushTime = 300 * time.Millisecond // for a flush that another thread of the program holds up

// flush writes out what the program's languages hold. It does not wait forever for a thread that holds a stream's lock, for example blocked in a write.
func flush() {
	var all sync.WaitGroup
	all.Go(func() { C.ga_flush_c() })
	all.Go(func() { C.ga_flush_fortran() })
	done := make(chan struct{})
	go func() {
		all.Wait()
		close(done)
	}()
	select {
	case <-done:
	case <-time.After(flushTime):
	}
}

// leave flushes and ends the process without running exit handlers.
func leave(status int) {
	flush()
	C._exit(C.int(status))
}

func mainImage() (*node.Image, error) {
	im := C.ga_main_image()
	return node.NewImage(programPath(), uintptr(im.bias), uintptr(im.headers), int(im.count))
}

// crashed is the crash of a thread of the program, which waits for its report.
func crashed() *live.Crash {
	c := &C.ga_crash
	if atomic.LoadUint32((*uint32)(&c.state)) != C.GA_CRASH_STORED {
		return nil
	}
	at := &live.Crash{Signal: int(c.signal), Code: int(c.code), Address: uint64(c.address), Stack: uint64(c.sp)}
	for i := range c.depth {
		at.Trace = append(at.Trace, uint64(c.trace[i]))
	}
	return at
}

// attachPlane maps the data plane onto the node. spins below 0 leave the choice to it.
func attachPlane(n *node.Node, spins int) {
	at := C.struct_ga_position{
		size: C.uint32_t(n.Size()), rank: C.uint32_t(n.MyRank()),
		local_size: C.uint32_t(n.Locals()), local_rank: C.uint32_t(n.Me()),
	}
	C.ga_plane_attach(memory.Pointer(n.Base()), at, C.int64_t(spins), C.bool(n.Oversubscribed()))
}

func spansHosts(oversubscribed bool) {
	C.ga_spans_hosts = true
	if oversubscribed {
		C.ga_wait_oversubscribed()
	}
}

// pluginPath is where the plugin for libfabric is: in a folder beside this library.
func pluginPath() string {
	own := C.GoString(C.ga_library_path())
	if real, err := filepath.EvalSymlinks(own); err == nil {
		own = real
	}
	return filepath.Join(filepath.Dir(own), "gasnetgo", engine.Name)
}

// programPath is the executable for messages.
func programPath() string {
	if path, err := os.Readlink("/proc/self/exe"); err == nil {
		return strings.TrimSuffix(path, " (deleted)")
	}
	return "this program"
}
