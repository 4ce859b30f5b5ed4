package lapi

import (
	"unsafe"

	"gasnetgo/sim/fabric"
)

// messageOf is the packet that a message is the first field of.
func messageOf(m *fabric.Message) *message { return (*message)(unsafe.Pointer(m)) }
