package capi

/*
#include <stdlib.h>
#include <unistd.h>
#include "runtime/edge.h"
#include "plane/plane.h"
#include "runtime/start.h"
*/
import "C"

import (
	"fmt"
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

// goText finds the address range of Go's code, to distinguish faults in Go from faults in C.
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

// gaDispatch answers a frame in the live world. It comes from a thread of the program, with the frame on that thread's stack.
//
//export gaDispatch
func gaDispatch(head *C.struct_ga_head) {
	defer noPanic(head)
	debug.SetPanicOnFault(true) // a bad pointer of the program is a panic here, not the end of the process
	err := answer(uint32(head.op), unsafe.Pointer(head))
	if err != nil {
		process.fail(job.CauseAbort, frameName(unsafe.Pointer(head))+": "+err.Error())
	}
}

// answer makes the call of a frame.
func answer(op uint32, frame unsafe.Pointer) error {
	a, ok := apiOf(op)
	if !ok {
		return fault.New("op", op, "no such call in this library")
	}
	part, err := process.part(op >> 8)
	if err != nil {
		return err
	}
	return a.dispatch(part, op, frame)
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
	if a, ok := apiOf(op); ok {
		frame, n = a.fields(op, unsafe.Pointer(head))
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

// gaFatal ends the job because of an error that C found.
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

// environ is the environment for ranks that this one starts: the program's whole environment as it is now. Such ranks would inherit the signal mask of Go's
// threads, which block all signals, so they receive the mask that this process started with.
func environ() []string {
	var all []string
	for p := C.ga_environ(); p != nil && *p != nil; p = (**C.char)(unsafe.Add(unsafe.Pointer(p), unsafe.Sizeof(p))) {
		if text := C.GoString(*p); !strings.HasPrefix(text, knob.Signals+"=") {
			all = append(all, text)
		}
	}
	return append(all, fmt.Sprintf("%s=%x", knob.Signals, uint64(C.ga_first_mask())))
}
