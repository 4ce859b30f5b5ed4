package job

import (
	"unsafe"

	"gasnetgo/internal/prefetch"
	"gasnetgo/sim/fabric"
)

// lapiOf is the packet that a message is the first field of.
func lapiOf(m *fabric.Message) *lapiMessage { return (*lapiMessage)(unsafe.Pointer(m)) }

// noHints is an endpoint that gives the prefetcher none.
type noHints struct{}

func (noHints) Operation(*fabric.Message) uintptr             { return 0 }
func (noHints) Matched(*fabric.Message) (f prefetch.SmallSet) { return f }
func (noHints) Prefetch(*fabric.Message)                      {}
func (noHints) PrefetchRest(fabric.Rest, bool)                {}
