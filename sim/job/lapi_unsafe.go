package job

import (
	"unsafe"

	"gasnetgo/sim/fabric"
)

// lapiOf is the packet that a message is the first field of.
func lapiOf(m *fabric.Message) *lapiMessage { return (*lapiMessage)(unsafe.Pointer(m)) }
