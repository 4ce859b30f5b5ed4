package lapi

import (
	"gasnetgo/lapi"
	"gasnetgo/sim"
	"gasnetgo/sim/fabric"
)

// endpoint is a task as the endpoint of its packets: each names the context that it is for.
type endpoint world

var _ fabric.Datagrams = (*endpoint)(nil)

// Depart is not called: packets are transmitted at once.
func (e *endpoint) Depart(m *fabric.Message) { e.api.net.Transmit(m) }

// Leave retains nothing: a packet has its data.
func (e *endpoint) Leave(*fabric.Message) (r fabric.Rest) { return r }

// AnyOrder is true: LAPI numbers its packets.
func (e *endpoint) AnyOrder() bool { return true }

// Repeats says whether packets are sent again on this machine.
func (e *endpoint) Repeats() bool { return e.api.Costs != nil && e.api.Costs.Lossy }

// Arrived takes all of a packet.
func (e *endpoint) Arrived(m *fabric.Message) (uint64, *fabric.Message) { return m.Bytes, nil }

// Received queues a packet for the context that it names. One that finds no space is lost. A context that has ended acknowledges what comes, so that its sender can end, too.
func (e *endpoint) Received(f *fabric.Message) *fabric.Message {
	m, w := messageOf(f), (*world)(e)
	l := w.link(m.life)
	w.job.Fabric.ObserveReceived(f, w.Rank())
	switch {
	case f.Damaged:
	case l.closed:
		l.discard(m)
	case l.costs.FIFO > 0 && len(l.in) >= l.costs.FIFO && l.open:
	default:
		l.in = append(l.in, m)
		l.count()
	}
	return nil
}

// discard acknowledges a packet for a context that has ended.
func (l *Link) discard(m *message) {
	if m.packet.Seq == 0 {
		return
	}
	ack := l.message(m.from, &lapi.Packet{Kind: lapi.KindAck, Values: [2]uint64{m.packet.Seq}})
	ack.Bytes = l.costs.Header
	l.world.job.Fabric.Hand(&ack.Message)
}

// Wake has threads look from a time on.
func (e *endpoint) Wake(at sim.Time) {
	w := (*world)(e)
	w.job.Fabric.ObserveVisible(w.Rank(), at)
	w.wake(at)
}

// Describe names a packet.
func (e *endpoint) Describe(f *fabric.Message) fabric.Description {
	p := messageOf(f).packet
	d := fabric.Description{Name: names[p.Kind], Bytes: p.Len()}
	switch p.Kind {
	case lapi.KindPut:
		d.Class = fabric.Put
	case lapi.KindGet, lapi.KindReply:
		d.Class = fabric.Get
	case lapi.KindRmw, lapi.KindOld:
		d.Class = fabric.Swap
	}
	return d
}

var names = map[lapi.Kind]string{
	lapi.KindAck: "acknowledgement", lapi.KindPut: "put", lapi.KindGet: "get", lapi.KindReply: "reply", lapi.KindAM: "active message", lapi.KindData: "data",
	lapi.KindRmw: "read-modify-write", lapi.KindOld: "old value", lapi.KindDone: "completion", lapi.KindGather: "collective", lapi.KindFlush: "flush",
}
