package seastar_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gasnetgo/portals"
	"gasnetgo/sim"
	"gasnetgo/sim/nal/naltest"
	"gasnetgo/sim/topo"
)

// matched has rank 1 send n bytes to entry number i of a list of rank 0, from 0 on; count itself is an entry that is not there. before, if not 0, is a time at
// which no event may be there yet, though the rank polls.
func matched(t *testing.T, accelerated bool, count, i int, n uint64, before sim.Time) (took, end, busy sim.Time) {
	c := config()
	c.Accelerated = accelerated
	c.Host.Entry, c.Firmware.Entry = 30*ns, 110*ns
	m := build(t, c, 2, topo.Errors{})
	var sent sim.Time
	require.NoError(t, m.Run(func(r *naltest.Rank) {
		r.OpenNI()
		eq := r.EQ(16)
		memory := make([]byte, 100)
		if r.ID() == 0 {
			for bits := range count {
				r.Offer(uint64(bits), memory, options, eq)
			}
			if i == count {
				r.Spend(2000 * us)
				return
			}
			if before > 0 {
				r.Spend(before - r.Now())
				var e portals.Event
				require.Equal(t, portals.EQEmpty, r.Host.NI.EQGet(eq, &e))
				r.Spend(1)
				require.Equal(t, portals.OK, r.Host.NI.EQGet(eq, &e))
				return
			}
			r.Event(eq)
			end = r.Now()
			return
		}
		md := r.Bind(memory, 0, portals.EQNone)
		r.Spend(1000*us - r.Now())
		sent = r.Now()
		r.Put(md, n, portals.NoAck, 0, uint64(i))
	}))
	m.idle(t)
	busy = m.Ranks[0].Rank.CPU().Stolen()
	if accelerated {
		busy = m.net.Node(0).Stats.Firmware
	}
	return end - sent, end, busy
}

// A message takes longer with each entry that it passes, in a short list as in one that has an index, and with payload as without.
func TestEntriesTakeTime(t *testing.T) {
	for accelerated, entry := range map[bool]sim.Time{false: 30 * ns, true: 110 * ns} {
		for _, n := range []uint64{8, 100} {
			first, _, busy := matched(t, accelerated, 1, 0, n, 0)
			for _, count := range []int{2, 10, 32, 33, 300} {
				for _, i := range []int{0, 1, count / 2, count - 1} {
					took, end, more := matched(t, accelerated, count, i, n, 0)
					require.Equal(t, first+sim.Time(i)*entry, took, "accelerated %v, %d bytes, entry %d of %d", accelerated, n, i, count)
					require.Equal(t, busy+sim.Time(i)*entry, more)
					if accelerated { // in generic mode the rank cannot look before the interrupt is over
						matched(t, accelerated, count, i, n, end-costs.Look-1)
					}
				}
			}
		}
	}
}

// A message that no entry takes passes all of them.
func TestNoEntryTakesTime(t *testing.T) {
	for accelerated, entry := range map[bool]sim.Time{false: 30 * ns, true: 110 * ns} {
		_, _, none := matched(t, accelerated, 0, 0, 8, 0)
		for _, count := range []int{1, 2, 10, 33, 300} {
			_, _, busy := matched(t, accelerated, count, count, 8, 0)
			require.Equal(t, none+sim.Time(count-1)*entry, busy, "accelerated %v, %d entries", accelerated, count)
		}
	}
}

// While the firmware looks at entries, it does nothing else: other headers wait, and refusals are dealt with behind it.
func TestWalksOfManySenders(t *testing.T) {
	for _, pendings := range []int{600, 1} {
		c := config()
		c.Accelerated, c.ReceivePending = true, pendings
		c.Firmware.Entry = 110 * ns
		const entries, puts = 50, 10
		m := build(t, c, 8, topo.Errors{})
		var start, end sim.Time
		require.NoError(t, m.Run(func(r *naltest.Rank) {
			r.OpenNI()
			eq := r.EQ(1024)
			memory := make([]byte, 3000)
			if r.ID() == 0 {
				for bits := range entries {
					r.Offer(uint64(bits), memory, options, eq)
				}
				r.Net.Barrier()
				for range puts * 7 {
					require.Equal(t, portals.PutEnd, r.Event(eq).Kind)
				}
				end = r.Now()
				return
			}
			md := r.Bind(memory, portals.MDEventStartDisable, portals.EQNone)
			r.Net.Barrier()
			start = r.Now()
			for range puts {
				r.Put(md, 3000, portals.NoAck, 0, entries-1)
			}
		}))
		m.idle(t)
		require.Greater(t, end-start, 7*puts*(1100*ns+(entries-1)*110*ns))
		require.Equal(t, pendings == 1, m.net.Node(0).Stats.Refused > 0)
	}
}
