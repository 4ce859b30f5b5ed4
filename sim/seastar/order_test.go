package seastar_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gasnetgo/portals"
	"gasnetgo/sim/nal/naltest"
	"gasnetgo/sim/topo"
)

// A message that waits behind one of the same node that is refused goes back with it, though there is room again when its turn comes.
func TestRefusedInOrder(t *testing.T) {
	for _, n := range []uint64{1, 100} {
		c := config()
		c.ReceivePending, c.Firmware.Header = 1, 1450*ns // the second comes too early, the third not
		m := build(t, c, 2, topo.Errors{})
		const puts = 30
		require.NoError(t, m.Run(func(r *naltest.Rank) {
			r.OpenNI()
			eq := r.EQ(2 * puts)
			memory := make([]byte, n)
			if r.ID() == 0 {
				for i := range uint64(puts) {
					r.Offer(i, memory, options, eq)
				}
				r.Net.Barrier()
				for i := range uint64(puts) {
					require.Equal(t, i, r.Expect(eq, portals.PutEnd).MatchBits, "%d bytes", n)
				}
				return
			}
			md := r.Bind(memory, portals.MDEventStartDisable, eq)
			r.Net.Barrier()
			for i := range uint64(puts) {
				r.Put(md, n, portals.NoAck, 0, i)
			}
			for range puts {
				r.Expect(eq, portals.SendEnd)
			}
		}))
		m.idle(t)
		require.NotZero(t, m.net.Node(0).Stats.Refused, "this tests nothing")
	}
}

// A rank that waits for the end of what a handler has sent is woken when it has left: the payload of 8 bytes goes into the header packet, so no event of the network says so.
func TestHandlerSendsWake(t *testing.T) {
	for _, accelerated := range []bool{false, true} {
		c := config()
		c.Accelerated = accelerated
		m := build(t, c, 2, topo.Errors{})
		require.NoError(t, m.Run(func(r *naltest.Rank) {
			r.OpenNI()
			eq, sends := r.EQ(16), r.EQ(16)
			r.Offer(1, make([]byte, 8), options, eq)
			md := r.Bind(make([]byte, 8), portals.MDEventStartDisable, sends)
			r.Net.Barrier()
			if r.ID() == 1 {
				r.Put(md, 8, portals.NoAck, 0, 1)
				r.Expect(eq, portals.PutEnd)
				return
			}
			r.Host.AddHook(func() {
				var e portals.Event
				for r.Host.NI.EQGet(eq, &e) == portals.OK {
					op, code := r.Host.NI.Put(md, 0, 8, portals.NoAck, portals.Target{ID: r.Net.IDs()[1], MatchBits: 1}, 0)
					require.Equal(t, portals.OK, code)
					r.Net.Link().Send(op)
				}
			})
			r.Expect(sends, portals.SendEnd)
		}))
		m.idle(t)
	}
}

// The SEND_END of a put comes before its ACK, also where header packets of other nodes never let the firmware rest: clients free what belongs to an operation at its ACK.
func TestSentBeforeAcknowledged(t *testing.T) {
	const ranks, puts, stormed = 12, 40, 200
	for _, accelerated := range []bool{false, true} {
		c := config()
		c.Accelerated = accelerated
		m := build(t, c, ranks, topo.Errors{})
		require.NoError(t, m.Run(func(r *naltest.Rank) {
			r.OpenNI()
			eq := r.EQ(2 * ranks * stormed)
			memory := make([]byte, 100)
			r.Offer(0, memory, options, portals.EQNone)
			md := r.Bind(memory, portals.MDEventStartDisable, eq)
			r.Net.Barrier()
			if r.ID() > 1 {
				for range stormed {
					r.Put(md, 0, portals.NoAck, 0, 0)
					r.Expect(eq, portals.SendEnd)
				}
			}
			if r.ID() == 0 {
				for range puts {
					r.Put(md, 100, portals.AckRequested, 1, 0)
					r.Expect(eq, portals.SendEnd)
					r.Expect(eq, portals.Ack)
				}
			}
			r.Net.Barrier()
		}))
		m.idle(t)
	}
}
