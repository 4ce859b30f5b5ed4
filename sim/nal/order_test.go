package nal_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gasnetgo/portals"
	"gasnetgo/sim"
	"gasnetgo/sim/fabric"
	"gasnetgo/sim/nal/naltest"
)

// What a handler sends in the middle of a call leaves behind what the call has posted, also if it is made before that: a call of 1,000 besides its put, and a handler that sends at 500,
// beside the rank or in an interrupt of 50.
func TestHandlerSendsBehindCall(t *testing.T) {
	for name, charged := range map[string]sim.Time{"beside": 0, "in an interrupt": 50} {
		t.Run(name, func(t *testing.T) {
			w := ranks(2, fabric.Costs{Call: 10, Send: 100})
			var bits []uint64
			var times []sim.Time
			require.NoError(t, w.Run(func(r *naltest.Rank) {
				r.OpenNI()
				eq := r.EQ(16)
				r.Offer(1, make([]byte, 8), remote, eq)
				r.Offer(2, make([]byte, 8), remote, eq)
				md := r.Bind(make([]byte, 8), portals.MDEventStartDisable|portals.MDEventEndDisable, portals.EQNone)
				link, start := r.Net.Link(), sim.Time(1000)
				post := func(n uint64, to int, bits uint64) {
					op, code := r.Host.NI.Put(md, 0, n, portals.NoAck, portals.Target{ID: r.Net.IDs()[to], MatchBits: bits}, 0)
					require.Equal(t, portals.OK, code)
					link.Send(op)
				}
				if r.ID() == 1 {
					r.Spend(start + 500 - 110 - r.Now())
					r.Put(md, 8, portals.NoAck, 0, 1)
					for range 2 {
						require.Equal(t, portals.PutStart, r.Event(eq).Kind)
						e := r.Event(eq)
						require.Equal(t, portals.PutEnd, e.Kind)
						bits, times = append(bits, e.MatchBits), append(times, r.Now()-start)
					}
					return
				}
				r.Host.AddHook(func() {
					var e portals.Event
					for r.Host.NI.EQGet(eq, &e) == portals.OK {
						if e.Kind == portals.PutEnd {
							if charged > 0 {
								link.Charge(charged)
							}
							post(8, 1, 2)
						}
					}
				})
				r.Spend(start - r.Now())
				r.Port.ChargeCall()
				r.Port.Charge(1000)
				r.Host.Lock()
				post(8, 1, 1)
				r.Host.Unlock()
				r.Port.Settle()
			}))
			require.Equal(t, []uint64{1, 2}, bits)
			end := sim.Time(1000 + 10 + 100)
			if charged > 0 {
				end += charged + 100 // the interrupt makes the message, and delays the call
			}
			require.Equal(t, []sim.Time{end, end}, times)
		})
	}
}
