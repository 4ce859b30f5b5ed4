package capi

/*
#include <shmem.h>
#include "runtime/crash.h"
#include "runtime/signals.h"
*/
import "C"

import (
	"os"
	"runtime/debug"
	"unsafe"

	"gasnetgo/live"
)

// mainThread is where the program's main thread is: the frame of a call that is in Go, or what a signal finds.
func mainThread() (w live.Where) {
	main := C.ga_caller_of(C.int32_t(os.Getpid()))
	if main != nil && main.frame != nil {
		head := main.frame
		if call, arguments, ok := framed(head); ok && main.frame == head { // else the call has ended meanwhile
			return live.Where{Call: call, Arguments: arguments, Frame: uint64(uintptr(unsafe.Pointer(head))) + uint64(head.bytes)}
		}
	}
	found := C.ga_where_is_main()
	for i := range int(found.depth) {
		w.Trace = append(w.Trace, uint64(found.trace[i]))
	}
	switch {
	case main == nil || main.waits.at == nil:
	case main.waits._type == C.GA_WAITS_LOCK:
		w.Waits = live.Waits{At: uint64(uintptr(main.waits.at)), Lock: true}
	default:
		cmps := map[C.int32_t]string{C.SHMEM_CMP_EQ: "==", C.SHMEM_CMP_NE: "!=", C.SHMEM_CMP_GT: ">", C.SHMEM_CMP_GE: ">=", C.SHMEM_CMP_LT: "<", C.SHMEM_CMP_LE: "<="}
		w.Waits = live.Waits{At: uint64(uintptr(main.waits.at)), Bytes: 1 << (main.waits._type / 2), Signed: main.waits._type%2 == 0,
			Cmp: cmps[main.waits.cmp], Value: uint64(main.waits.value)}
	}
	return w
}

// framed names the call of a frame. The thread may leave the call meanwhile, and what was its frame may become anything.
func framed(head *C.struct_ga_head) (call, arguments string, ok bool) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if recover() != nil {
			ok = false
		}
	}()
	return frameName(unsafe.Pointer(head)), frameArguments(head), true
}
