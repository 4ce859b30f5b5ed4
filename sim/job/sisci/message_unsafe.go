package sisci

import (
	"unsafe"

	"gasnetgo/sim/fabric"
)

// packetOf is the packet that a message is the first field of.
func packetOf(m *fabric.Message) *packet { return (*packet)(unsafe.Pointer(m)) }
