package main

/*
#include <stdlib.h>
#include <string.h>
#include "gasnet_exit.h"
#include "plane_gasnet.h"
*/
import "C"

import (
	"unsafe"

	"gasnetgo/gasnet"
	"gasnetgo/live"
)

// Go and C agree on what a delivery is.
var _ [gasnet.SizeofDelivery]byte = [C.sizeof_struct_ga_gasnet_delivery_to]byte{}

// gasnetPlane is the data plane's part of GASNet.
func gasnetPlane() live.GASNetPlane {
	return live.GASNetPlane{
		Part: func(ranks int) uint64 { return uint64(C.ga_am_part(C.uint32_t(ranks))) },
		Open: func(base uintptr, stride uint64, ranks, me int, threads, checks bool) {
			C.ga_gasnet_open(toPointer(base), C.size_t(stride), C.uint32_t(ranks), C.uint32_t(me), C.bool(threads), C.bool(checks))
		},
		Attach: func(base uintptr, stride uint64, bytes []uint64, handlers *gasnet.Handlers, direct bool) {
			kept := (*C.uint64_t)(C.calloc(C.size_t(len(bytes)), 8)) // for as long as the process lives
			copy(unsafe.Slice((*uint64)(unsafe.Pointer(kept)), len(bytes)), bytes)
			C.ga_gasnet_attach(C.uintptr_t(base), C.size_t(stride), kept, (*C.uintptr_t)(unsafe.Pointer(handlers)), C.bool(direct))
		},
		WaitExit: func() int { return int(C.ga_gasnet_exit_wait()) },
		Quit:     func() bool { return bool(C.ga_gasnet_tell_quit()) },
	}
}
