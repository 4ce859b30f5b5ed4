package nal

import (
	"unsafe"

	"gasnetgo/sim/fabric"
)

// of is the message of Portals that a message of the fabric is the first field of: all that a Link is given are.
func of(m *fabric.Message) *Message { return (*Message)(unsafe.Pointer(m)) }
