package nal_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gasnetgo/internal/cache"
	"gasnetgo/portals"
	"gasnetgo/sim/nal"
	"gasnetgo/sim/nal/naltest"
)

// With FetchAhead, what a rank's turns and handlers will touch is in the sets of its CPU; when the interface is another one, that one's.
func TestNear(t *testing.T) {
	w := ranks(2, nal.Costs{Call: 10, Send: 100, Look: 1})
	w.Kernel.FetchAhead(true)
	memory := [2][]byte{make([]byte, 8), make([]byte, 8)}
	require.NoError(t, w.Run(func(r *naltest.Rank) {
		for range 2 {
			r.OpenNI()
			ni := r.Host.NI
			nowhere := ni.Queue()
			require.Contains(t, r.CPU().Turn, cache.All(ni))
			require.Contains(t, r.CPU().Handler, cache.All(ni))
			eq := r.EQ(16)
			r.Offer(7, memory[r.ID()], remote, eq)
			md := r.Bind([]byte("abcdefgh"), portals.MDEventStartDisable|portals.MDEventEndDisable, eq)
			r.Net.Barrier()
			r.Put(md, 8, portals.NoAck, 1-r.ID(), 7)
			require.Equal(t, []portals.EventKind{portals.PutStart, portals.PutEnd}, kinds(r, eq, 2))
			require.NotEqual(t, nowhere, ni.Queue())
			require.Equal(t, ni.Queue(), r.CPU().Event)
			for _, at := range []uintptr{cache.Begin(r.Net.Link()), cache.Begin(&r.Host), cache.All(ni)} {
				require.Contains(t, r.CPU().Handler, at)
			}
			require.Contains(t, r.CPU().Soon, ni.Source())
			r.Net.Barrier()
			r.Net.Link().Close()
		}
	}))
}
