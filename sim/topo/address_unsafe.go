package topo

import "unsafe"

// address is a train as the argument of an event. The network keeps all trains: see trains.
func address(r *train) uint64 { return uint64(uintptr(unsafe.Pointer(r))) }

// at is the train with an address.
func at(address uint64) *train { return *(**train)(unsafe.Pointer(&address)) }
