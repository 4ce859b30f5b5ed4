//go:build amd64 || arm64

package sim

import "unsafe"

// fetch has the caches get so many lines, at least one, while the caller goes on.
//
//go:noescape
func fetch(p unsafe.Pointer, lines uintptr)
