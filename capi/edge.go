package main

/*
#include <stdlib.h>
#include <unistd.h>
#include "edge.h"
#include "plane.h"
#include "start.h"
*/
import "C"

import (
	"fmt"
	"os"
	"reflect"
	"runtime"
	"runtime/debug"
	"strings"
	"time"
	"unsafe"

	"gasnetgo/internal/fault"
	"gasnetgo/internal/knob"
	"gasnetgo/job"
)

func init() {
	text, end := goText()
	C.ga_go_is_up(C.uintptr_t(text), C.uintptr_t(end))
	time.AfterFunc(settling, func() { C.ga_sysmon_yields() })
}

// settling is how long Go starts threads that it keeps. One that its scheduler's watch starts has the watch's priority, and cannot leave it if that is the lowest.
const settling = 250 * time.Millisecond

// goText finds where the code of Go functions begins and ends, so that a fault in it can be told from one in C.
func goText() (from, to uintptr) {
	here, _, _, _ := runtime.Caller(0)
	isGo := func(pc uintptr) bool { return runtime.FuncForPC(pc) != nil }
	const reach = 1 << 28 // no Go text is longer
	return edgeOf(isGo, here, here-reach), edgeOf(isGo, here, here+reach)
}

// edgeOf is where isGo changes between in, where it holds, and out, where it does not.
func edgeOf(isGo func(uintptr) bool, in, out uintptr) uintptr {
	for in+1 != out && out+1 != in {
		if mid := min(in, out) + (max(in, out)-min(in, out))/2; isGo(mid) {
			in = mid
		} else {
			out = mid
		}
	}
	return max(in, out)
}

// API ids, the high byte of an op.
const (
	apiShmem   = 1
	apiPortals = 2
	apiGasnet  = 3
)

// gaDispatch answers a frame in the live world. It comes from a thread of the program, with the frame on that thread's stack.
//
//export gaDispatch
func gaDispatch(head *C.struct_ga_head) {
	defer noPanic(head)
	debug.SetPanicOnFault(true) // a bad pointer of the program is a panic here, not the end of the process
	var err error
	switch head.op >> 8 {
	case apiShmem:
		pe, open := process.shmem()
		if open != nil {
			process.fail(job.CauseAbort, frameName(unsafe.Pointer(head))+": "+open.Error())
		}
		err = dispatchShmem(pe, uint32(head.op), unsafe.Pointer(head))
	case apiGasnet:
		g, open := process.gasnetRank()
		if open != nil {
			process.fail(job.CauseAbort, frameName(unsafe.Pointer(head))+": "+open.Error())
		}
		err = dispatchGasnet(g, uint32(head.op), unsafe.Pointer(head))
	case apiPortals:
		err = dispatchPortals(process.portalsProcess(), uint32(head.op), unsafe.Pointer(head))
	default:
		err = fault.New("op", uint32(head.op), "no such call in this library")
	}
	if err != nil {
		process.fail(job.CauseAbort, frameName(unsafe.Pointer(head))+": "+err.Error())
	}
}

// frameName is the name that the program called, of a frame's head: a constant of a stub, which needs no copy.
func frameName(head unsafe.Pointer) string {
	name := unsafe.Pointer((*C.struct_ga_head)(head).fn)
	n := 0
	for *(*byte)(unsafe.Add(name, n)) != 0 {
		n++
	}
	return unsafe.String((*byte)(name), n)
}

// noPanic turns a panic of a call into one line and the end of the job: it is a bug of the library and must not unwind into C.
func noPanic(head *C.struct_ga_head) {
	p := recover()
	if p == nil {
		return
	}
	if at, ok := p.(interface{ Addr() uintptr }); ok {
		process.fail(job.CauseAbort, fmt.Sprintf("%s: an argument leads to %v, where there is no memory%s", frameName(unsafe.Pointer(head)), fault.Addr(at.Addr()), withArguments(head)))
	}
	bug(frameName(unsafe.Pointer(head)), p, withArguments(head))
}

// guard is noPanic for an entry that has no frame; defer it with the name that the program called.
func guard(fn string) {
	if p := recover(); p != nil {
		bug(fn, p, "")
	}
}

// bug ends the job because of a panic.
func bug(fn string, p any, arguments string) {
	line := fmt.Sprintf("%s: internal error: %v%s (this is a bug in gasnetgo; GASNETGO_DEBUG=1 prints where)", fn, p, arguments)
	if on, _ := knob.Read(getenv).Bool(knob.Debug); on {
		line += "\n" + string(debug.Stack())
	}
	process.fail(job.CausePanic, line)
}

// withArguments is what a report says of a frame's arguments.
func withArguments(head *C.struct_ga_head) string {
	if text := frameArguments(head); text != "" {
		return "; arguments: " + text
	}
	return ""
}

// frameArguments shows the arguments of a frame: "ni 1, length 8". Addresses and large numbers are hexadecimal.
func frameArguments(head *C.struct_ga_head) string {
	var frame any
	n, op := 0, uint32(head.op)
	switch op >> 8 {
	case apiPortals:
		frame, n = fieldsPortals(op, unsafe.Pointer(head))
	case apiShmem:
		frame, n = fieldsShmem(op, unsafe.Pointer(head))
	case apiGasnet:
		frame, n = fieldsGasnet(op, unsafe.Pointer(head))
	}
	all := make([]string, n)
	for i := range all {
		const head = 1 // fields before the arguments
		v := reflect.ValueOf(frame).Elem()
		all[i] = strings.TrimSuffix(v.Type().Field(head+i).Name, "_") + " " + argument(v.Field(head+i))
	}
	return strings.Join(all, ", ")
}

func argument(v reflect.Value) string {
	const large = 1 << 20 // match bits, addresses in headers
	switch {
	case v.CanInt():
		return fmt.Sprint(v.Int())
	case v.Kind() == reflect.Uintptr || v.Uint() >= large:
		return fmt.Sprintf("%#x", v.Uint())
	}
	return fmt.Sprint(v.Uint())
}

// gaFatal ends the job for everybody because of something that C noticed.
//
//export gaFatal
func gaFatal(why *C.char, status C.int) {
	process.failWith(job.CauseAbort, int(status), C.GoString(why))
}

// getenv reads the program's environment as it is now: Go's own copy is as old as the process.
func getenv(name string) (string, bool) {
	c := C.CString(name)
	defer C.free(unsafe.Pointer(c))
	v := C.getenv(c)
	if v == nil {
		return "", false
	}
	return C.GoString(v), true
}

// environ is the environment for ranks that this one starts: the program's whole environment as it is now. They would also inherit that Go's threads have all
// signals blocked, so they are told which ones it was when this process started.
func environ() []string {
	var all []string
	for p := C.ga_environ(); p != nil && *p != nil; p = (**C.char)(unsafe.Add(unsafe.Pointer(p), unsafe.Sizeof(p))) {
		if text := C.GoString(*p); !strings.HasPrefix(text, knob.Signals+"=") {
			all = append(all, text)
		}
	}
	return append(all, fmt.Sprintf("%s=%x", knob.Signals, uint64(C.ga_first_mask())))
}

func printLine(line string) { fmt.Fprintf(os.Stderr, "gasnetgo: %s\n", line) }
