package nal

import (
	"sync/atomic"
	"testing"

	"gasnetgo/node"
	"gasnetgo/portals"
)

// BenchmarkPut is an 8-byte put to oneself, from the call to the event: both ends' work without the way between them.
func BenchmarkPut(b *testing.B) {
	r := newRank(newNode(b), CopyAuto, 1)
	at := programMemory(b, 4096)
	md, _ := r.NI.MDBind(portals.MD{Start: at, Length: 8, Threshold: -1, EQ: portals.EQNone}, nil, portals.Retain)
	me, _ := r.NI.MEAttach(3, portals.ProcessID{NID: portals.NIDAny, PID: portals.PIDAny}, 7, 0, portals.Retain, portals.InsAfter)
	r.NI.MDAttach(me, portals.MD{Start: at + 64, Length: 8, Threshold: -1, Options: portals.MDOpPut | portals.MDManageRemote | portals.MDEventStartDisable, EQ: r.eq}, nil, portals.Retain)
	to := portals.Target{ID: r.NI.ID(), PT: 3, MatchBits: 7}
	var e portals.Event
	polled := &r.link.Node.Rank(0).Service.Polled // as the C side stamps it
	for b.Loop() {
		atomic.StoreUint64(polled, node.Ticks())
		r.Lock()
		if r.link.Ready(to.ID) {
			op, _ := r.NI.Put(md, 0, portals.Whole, portals.NoAck, to, 0)
			r.link.Send(op)
		}
		r.Unlock()
		r.Lock()
		for r.NI.EQGet(r.eq, &e) == portals.EQEmpty {
			r.link.Serve()
		}
		r.Unlock()
	}
	b.StopTimer()
	r.close()
}
