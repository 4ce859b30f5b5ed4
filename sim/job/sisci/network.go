package sisci

import (
	"slices"

	"gasnetgo/sim"
	"gasnetgo/sim/fabric"
	"gasnetgo/sisci"
)

// packet is a packet of the driver on the network.
type packet struct {
	fabric.Message
	packet sisci.Packet
	from   uint32
}

const mostID = 1<<16 - 1 // sci_address_t has 16 bits

// Reach is sisci.Network's. All nodes of the job answer for as long as it lasts.
func (w *world) Reach(id uint32) sisci.Code {
	switch rank := rankOf(id); {
	case id == 0 || id > mostID:
		return sisci.IllegalNode
	case id%4 != 0 || rank < 0 || rank >= len(w.job.Nodes):
		return sisci.NoSuchNode
	}
	return sisci.OK
}

// Send is client.Machine's. The driver has a queue in memory, so it takes every packet. A node whose program has not called SISCI has no segments, and says so itself.
func (w *world) Send(to uint32, p *sisci.Packet) bool {
	rank := rankOf(to)
	m := &packet{packet: *p, from: w.id()}
	m.packet.Data = slices.Clone(p.Data)
	m.Src, m.From = int32(w.rank.Node()), (*endpoint)(w)
	m.Dst, m.To = int32(w.job.Nodes[rank]), w.job.Fabric.Endpoint(rank, channel)
	m.Bytes = uint64(sisci.HeadBytes + len(p.Data))
	w.rank.Port.Begin()
	w.rank.Port.Number(&m.Message)
	w.rank.Port.End()
	if !w.serving {
		w.thread().Port.Charge(w.job.Costs.Send)
	}
	w.job.Fabric.ObserveSent(&m.Message, w.rank.ID(), rank)
	if m.Src == m.Dst { // it does not leave the node
		w.job.Fabric.Hand(&m.Message)
	} else {
		w.job.Network.Transmit(&m.Message)
	}
	return true
}

// Poll is client.Machine's.
func (w *world) Poll(handle func(from uint32, p *sisci.Packet)) (bool, error) {
	if len(w.in) == 0 {
		return false, nil
	}
	m := w.in[0]
	w.in = w.in[1:]
	handle(m.from, &m.packet)
	return true, nil
}

// endpoint is a rank as the endpoint of its packets.
type endpoint world

var _ fabric.Endpoint = (*endpoint)(nil)

// Depart is not called: packets are transmitted at once.
func (e *endpoint) Depart(m *fabric.Message) { e.job.Network.Transmit(m) }

// Leave retains nothing: a packet has its data.
func (e *endpoint) Leave(*fabric.Message) (r fabric.Rest) { return r }

// Arrived takes all of a packet.
func (e *endpoint) Arrived(m *fabric.Message) (uint64, *fabric.Message) { return m.Bytes, nil }

// Received has the driver deal with a packet, in its interrupt: no program needs to call SISCI for that.
func (e *endpoint) Received(f *fabric.Message) *fabric.Message {
	w := (*world)(e)
	w.job.Fabric.ObserveReceived(f, w.rank.ID())
	w.in = append(w.in, packetOf(f))
	w.serving = true
	err := w.node().Serve()
	w.serving = false
	if err != nil {
		w.Fail(err)
	}
	return nil
}

// Wake has the program look from a time on.
func (e *endpoint) Wake(at sim.Time) {
	w := (*world)(e)
	w.job.Fabric.ObserveVisible(w.rank.ID(), at)
	w.wakeAt(at)
}

// Describe names a packet.
func (e *endpoint) Describe(f *fabric.Message) fabric.Description {
	return fabric.Description{Name: "SISCI's packet", Bytes: uint64(len(packetOf(f).packet.Data))}
}
