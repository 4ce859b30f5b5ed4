package naltest

import "unsafe"

// address is where bytes are. They must stay reachable as long as a descriptor names them.
func address(b []byte) uintptr { return uintptr(unsafe.Pointer(unsafe.SliceData(b))) }
