package seastar

import "unsafe"

// address is a pending as the argument of an event. The network keeps all pendings: see pendings.
func address(p *pending) uint64 { return uint64(uintptr(unsafe.Pointer(p))) }

// at is the pending with an address.
func at(address uint64) *pending { return *(**pending)(unsafe.Pointer(&address)) }
