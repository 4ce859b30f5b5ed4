package ofi_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gasnetgo/gasnet/conduit"
	over "gasnetgo/gasnet/conduit/ofi"
	"gasnetgo/internal/memory"
	"gasnetgo/internal/pace"
	"gasnetgo/ofi"
	"gasnetgo/ofi/ofitest"
)

// pair makes the endpoints of two ranks, which have segments of so many bytes, and where those are.
func pair(t testing.TB, bytes int) (all []*over.Core, segments [][]uint64) {
	engines := ofitest.InMemory()(2)
	var there []over.Segment
	for r, e := range engines {
		b := make([]uint64, bytes/8)
		region, err := e.Expose(memory.Address(b), uint64(bytes), uint64(10+r))
		require.NoError(t, err)
		segments = append(segments, b)
		there = append(there, over.Segment{Base: memory.Address(b), Bytes: uint64(bytes), Region: region})
	}
	for _, port := range ofitest.Ports(t, engines) {
		all = append(all, over.New(over.Config{Port: port, Segments: there, World: polling{port: port}}))
	}
	return all, segments
}

// BenchmarkCore is operations between two ranks over engines in memory: what counts is the allocations.
func BenchmarkCore(b *testing.B) {
	for _, c := range []struct {
		name string
		do   func(c *over.Core, at, local uintptr, op *conduit.Op) bool
	}{
		{"put", func(c *over.Core, at, local uintptr, op *conduit.Op) bool { return c.Put(1, at, local, 8, false, op) }},
		{"put2k", func(c *over.Core, at, local uintptr, op *conduit.Op) bool {
			return c.Put(1, at, local, 2048, false, op)
		}},
		{"get", func(c *over.Core, at, local uintptr, op *conduit.Op) bool { return c.Get(1, local, at, 8, op) }},
		{"request", func(c *over.Core, _, _ uintptr, _ *conduit.Op) bool {
			return c.Request(1, &conduit.Message{Kind: conduit.Short, Handler: 200})
		}},
	} {
		b.Run(c.name, func(b *testing.B) {
			all, segments := pair(b, 4096)
			local := make([]uint64, 512)
			var op conduit.Op
			b.ReportAllocs()
			for b.Loop() {
				for !c.do(all[0], memory.Address(segments[1]), memory.Address(local), &op) {
				}
				for done := false; !done; done = op.Done() {
					if a := all[1].Next(false); a != nil {
						all[1].Done(a)
					}
					all[0].Next(false)
				}
			}
		})
	}
}

// polling is a rank that polls the network.
type polling struct {
	pace.Free
	port *ofi.Port
}

func (p polling) Wait(_ string, cond func() bool) { p.port.WaitPolling(cond) }
func (p polling) Fail(err error)                  { panic(err) }
