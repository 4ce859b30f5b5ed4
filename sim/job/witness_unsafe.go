package job

import "unsafe"

// memory is n bytes of the process.
func memory(at uintptr, n int) []byte { return unsafe.Slice(*(**byte)(unsafe.Pointer(&at)), n) }
