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
	"slices"
	"unsafe"

	"gasnetgo/live"
)

// mainThread is where the program's main thread is: the frame of a call that is in Go, or what a signal finds.
func mainThread() (w live.Where) {
	main := C.ga_caller_of(C.int32_t(os.Getpid()))
	if main != nil && main.frame != nil {
		head := main.frame
		above := unsafe.Slice((*uint64)(unsafe.Add(unsafe.Pointer(head), head.bytes)), C.GA_WORDS)
		if w, ok := framed(head, above); ok && main.frame == head { // else the call has ended meanwhile
			return w
		}
	}
	found := C.ga_where_is_main()
	if found.framed != 0 {
		head := (*C.struct_ga_head)(unsafe.Pointer(&found.frame[0]))
		if w, ok := framed(head, unsafe.Slice((*uint64)(unsafe.Pointer(&found.above[0])), C.GA_WORDS)); ok {
			return w
		}
	}
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

// framed describes the call of a frame, with what is above it on the stack. The thread may leave the call meanwhile, and what was its frame may become anything.
func framed(head *C.struct_ga_head, above []uint64) (w live.Where, ok bool) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if recover() != nil {
			ok = false
		}
	}()
	return live.Where{Call: frameName(unsafe.Pointer(head)), Arguments: frameArguments(head), Above: slices.Clone(above)}, true
}
