package live

import "unsafe"

// memory is n bytes of a window.
func memory(at uintptr, n int) []byte { return unsafe.Slice(*(**byte)(unsafe.Pointer(&at)), n) }
