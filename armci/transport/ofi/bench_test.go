package ofi_test

import (
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"gasnetgo/armci"
	"gasnetgo/armci/pages"
	over "gasnetgo/armci/transport/ofi"
	"gasnetgo/internal/memory"
	"gasnetgo/ofi/ofitest"
)

// pair makes the transports of two ranks, which have an arena of so many bytes, and where those arenas are.
func pair(t testing.TB, bytes int) (all []*over.Transport, arenas [][]uint64) {
	engines := ofitest.InMemory()(2)
	var parts []over.Part
	for r, e := range engines {
		control, arena := make([]uint64, 512), make([]uint64, bytes/8)
		region, err := e.Expose(memory.Address(arena), uint64(bytes), uint64(10+r))
		require.NoError(t, err)
		arenas = append(arenas, arena)
		parts = append(parts, over.Part{Control: memory.Address(control), Arena: memory.Address(arena), Region: region})
	}
	for r, port := range ofitest.Ports(t, engines) {
		all = append(all, over.New(over.Config{Port: port, Parts: parts, Control: 4096, Pages: pages.Pages{Arena: func(int) uintptr { return parts[r].Arena }, Bytes: uint64(bytes)},
			Yield: runtime.Gosched, Fail: func(err error) { panic(err) }}))
	}
	return all, arenas
}

// BenchmarkTransport is operations between two ranks over engines in memory: what counts is the allocations.
func BenchmarkTransport(b *testing.B) {
	for _, c := range []struct {
		name string
		do   func(t *over.Transport, at, local uintptr) armci.Op
	}{
		{"put", func(t *over.Transport, at, local uintptr) armci.Op { return t.Put(1, at, local, 8) }},
		{"fetch", func(t *over.Transport, at, _ uintptr) armci.Op {
			t.Atomic(1, at, armci.Atomic{Kind: armci.AtomicFetch, Width: 8})
			return 0
		}},
		{"get", func(t *over.Transport, at, local uintptr) armci.Op { return t.Get(1, local, at, 8) }},
		{"get2k", func(t *over.Transport, at, local uintptr) armci.Op { return t.Get(1, local, at, 2048) }},
	} {
		b.Run(c.name, func(b *testing.B) {
			all, arenas := pair(b, 4096)
			local := make([]uint64, 512)
			b.ReportAllocs()
			for b.Loop() {
				op := c.do(all[0], memory.Address(arenas[1]), memory.Address(local))
				for all[1].Progress(); !all[0].Done(op); all[1].Progress() {
				}
			}
			all[0].Fence(1)
		})
	}
}
