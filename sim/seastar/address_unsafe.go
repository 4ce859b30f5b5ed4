package seastar

import "unsafe"

// address is a record as the argument of an event. The network keeps all records: see pool.
func address[T transmission | pending](p *T) uint64 { return uint64(uintptr(unsafe.Pointer(p))) }

// at is the pending with an address.
func at(address uint64) *pending { return *(**pending)(unsafe.Pointer(&address)) }

// leaving is the transmission with an address, which may have the mark.
func leaving(address uint64) *transmission {
	address &^= ofSender
	return *(**transmission)(unsafe.Pointer(&address))
}
