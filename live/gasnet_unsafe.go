package live

import "unsafe"

// exitBlockAt is shared memory.
func exitBlockAt(addr uintptr) *exitBlock {
	return (*exitBlock)(*(*unsafe.Pointer)(unsafe.Pointer(&addr)))
}
