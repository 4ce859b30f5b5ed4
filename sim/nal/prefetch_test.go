package nal_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gasnetgo/internal/prefetch"
	"gasnetgo/portals"
	"gasnetgo/sim/fabric"
	"gasnetgo/sim/nal/naltest"
)

// The plan of a rank's CPU has the memory of the rank's interface, and follows when the rank gets another interface.
func TestPlan(t *testing.T) {
	w := ranks(2, fabric.Costs{Call: 10, Send: 100, Look: 1})
	w.Kernel.SetPrefetch(true)
	memory := [2][]byte{make([]byte, 8), make([]byte, 8)}
	require.NoError(t, w.Run(func(r *naltest.Rank) {
		for range 2 {
			r.OpenNI()
			ni := r.Host.NI
			nowhere := ni.Queue()
			plan := r.CPU().Plan()
			require.True(t, plan.Contains(prefetch.All(ni)))
			eq := r.EQ(16)
			r.Offer(7, memory[r.ID()], remote, eq)
			md := r.Bind([]byte("abcdefgh"), portals.MDEventStartDisable|portals.MDEventEndDisable, eq)
			r.Net.Barrier()
			r.Put(md, 8, portals.NoAck, 1-r.ID(), 7)
			require.Equal(t, []portals.EventKind{portals.PutStart, portals.PutEnd}, kinds(r, eq, 2))
			require.NotEqual(t, nowhere, ni.Queue())
			require.True(t, plan.EventsAt(ni.Queue()[0]))
			for _, at := range []uintptr{prefetch.Begin(r.Net.Link()), prefetch.Begin(&r.Host), prefetch.All(ni)} {
				require.True(t, plan.Contains(at))
			}
			r.Net.Barrier()
			r.Net.Link().Close()
		}
	}))
}
