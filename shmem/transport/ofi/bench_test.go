package ofi_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gasnetgo/internal/memory"
	"gasnetgo/ofi"
	"gasnetgo/ofi/ofitest"
	"gasnetgo/shmem"
	over "gasnetgo/shmem/transport/ofi"
)

// pair makes the transports of two ranks, which have a heap of so many bytes.
func pair(t testing.TB, bytes int) (all []*over.Transport) {
	engines := ofitest.InMemory()(2)
	var regions []ofi.Region
	var heaps [][]uint64
	for r, e := range engines {
		heaps = append(heaps, make([]uint64, bytes/8))
		region, err := e.Expose(memory.Address(heaps[r]), uint64(bytes), uint64(10+r))
		require.NoError(t, err)
		regions = append(regions, region)
	}
	for r, port := range ofitest.Ports(t, engines) {
		all = append(all, over.New(over.Config{Port: port, Segments: shmem.Segments{Heap: shmem.Segment{Base: memory.Address(heaps[r]), Len: uint64(bytes)}},
			Region: func(pe int, _ shmem.Seg) ofi.Region { return regions[pe] }}))
	}
	return all
}

// BenchmarkTransport is operations between two ranks over engines in memory: what counts is the allocations.
func BenchmarkTransport(b *testing.B) {
	for _, c := range []struct {
		name string
		do   func(t *over.Transport, local []byte) error
	}{
		{"put", func(t *over.Transport, local []byte) error { return t.Put(0, 1, shmem.Addr{}, local[:8], false) }},
		{"fetch", func(t *over.Transport, _ []byte) error {
			_, err := t.Atomic(0, 1, shmem.Addr{}, shmem.AMO{Op: shmem.AMOFetch, Type: shmem.TypeU64}, nil)
			return err
		}},
		{"get", func(t *over.Transport, local []byte) error { return t.Get(0, 1, shmem.Addr{}, local, false) }},
	} {
		b.Run(c.name, func(b *testing.B) {
			all := pair(b, 4096)
			local := make([]byte, 1024)
			b.ReportAllocs()
			for b.Loop() {
				require.NoError(b, c.do(all[0], local))
				all[1].Progress()
			}
			require.NoError(b, all[0].Quiet(0))
		})
	}
}
