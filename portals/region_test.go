package portals_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	p "gasnetgo/portals"
	"gasnetgo/portals/twintest"
)

func TestRegion(t *testing.T) {
	one := p.Region{Addr: 100, Len: 10}
	vec := p.Region{Len: 10, Vec: []p.Iovec{{Base: 500, Len: 0}, {Base: 100, Len: 3}, {Base: 200, Len: 0}, {Base: 300, Len: 6}, {Base: 400, Len: 1}}}
	flat := map[string][]uintptr{
		"one piece": {100, 101, 102, 103, 104, 105, 106, 107, 108, 109},
		"pieces":    {100, 101, 102, 300, 301, 302, 303, 304, 305, 400},
	}
	for name, r := range map[string]p.Region{"one piece": one, "pieces": vec} {
		t.Run(name, func(t *testing.T) {
			for off := range uint64(11) {
				for n := range 11 - off {
					s := r.Slice(off, n)
					require.Equal(t, n, s.Len)
					require.True(t, slices.Equal(flat[name][off:off+n], twintest.Addresses(s)))
					for i := range n + 1 {
						require.True(t, slices.Equal(flat[name][off+i:off+n], twintest.Addresses(s.Slice(i, n-i))), "slice of a slice")
					}
				}
			}
			require.Panics(t, func() { r.Slice(11, 0) })
			require.Panics(t, func() { r.Slice(4, 7) })
			require.Panics(t, func() { r.Slice(4, ^uint64(0)) })
			for v := range r.Pieces {
				require.Equal(t, uintptr(100), v.Base, "stops when told")
				break
			}
		})
	}
	require.Empty(t, twintest.Addresses(p.Region{}))
	require.Empty(t, twintest.Addresses(p.Region{Vec: []p.Iovec{}}))
}
