package lapi

import (
	"cmp"

	"gasnetgo/internal/memory"
	"gasnetgo/lapi"
	"gasnetgo/lapi/client"
	"gasnetgo/lapi/process"
	"gasnetgo/sim"
	"gasnetgo/sim/fabric"
	"gasnetgo/sim/library"
)

// Link is a context of a task on its node: the queues of packets between the library and the adapter.
type Link struct {
	world *world
	owner owner // nil until the context is opened
	life  uint32
	costs *library.LAPI
	net   fabric.Network
	words words

	open, closed bool
	interrupts   bool
	deadline     sim.Time // of LAPI_Term; 0: it has not been called
	served       bool     // the call in progress has dealt with a packet
	cost         sim.Time // of that call: nothing takes time in it, and the thread that makes it spends this at its end

	in      []*message // packets that have arrived
	out     []outgoing // packets for the adapter
	pumping int        // threads that give it some
	orphans bool       // a timer has queued some, in no thread's call
	timers  map[int]*timer
	acks    map[int]*ackTimer
}

type outgoing struct {
	to     int
	packet *lapi.Packet
}

// message is a packet on the network.
type message struct {
	fabric.Message
	packet *lapi.Packet
	from   int
	life   uint32 // of the context that it is for
}

var (
	_ process.Link    = (*Link)(nil)
	_ client.Tuner    = (*Link)(nil)
	_ process.Threads = (*Link)(nil)
)

// Limits are for lapi.Config.
func (l *Link) Limits() (payload, copied uint64) {
	return l.costs.Packet - l.costs.Header, l.costs.Copy
}

// Tune says more of what packets are like.
func (l *Link) Tune(c *lapi.Config) {
	p := l.costs
	c.Pieces, c.Header, c.Whole, c.Lossy = p.Pieces, p.User, p.Whole, p.Lossy
	c.Window, c.AckEvery = cmp.Or(p.Window, c.Window), cmp.Or(p.AckEvery, c.AckEvery)
}

// charge adds to the cost of the call in progress.
func (l *Link) charge(d sim.Time) { l.cost += d }

// collect is that cost, for the thread whose call it was.
func (l *Link) collect() sim.Time {
	d := l.cost
	l.cost = 0
	return d
}

// Send queues a packet for the adapter, which the calling thread gives it at the end of its call.
func (l *Link) Send(to int, p *lapi.Packet) {
	if p.Offset == 0 {
		switch p.Kind {
		case lapi.KindGet, lapi.KindRmw:
			l.charge(l.costs.Call + l.costs.Get)
		case lapi.KindPut, lapi.KindAM:
			l.charge(l.costs.Call)
		}
	}
	l.out = append(l.out, outgoing{to, p})
}

// pump gives the adapter packets, as long as there are some.
func (l *Link) pump(t *Thread) {
	l.orphans = false
	for len(l.out) > 0 {
		o := l.out[0]
		l.out = l.out[1:]
		l.pumping++
		node, to := t.rank.Node(), l.world.job.Nodes[o.to]
		if node != to && !l.net.Ready(node) {
			t.rank.Wait("space for packets in the adapter", func() bool { return l.net.Ready(node) })
		}
		if o.packet.Kind == lapi.KindAck {
			t.rank.Spend(l.costs.Ack)
		} else {
			t.rank.Spend(l.costs.Out + sim.Time(float64(len(o.packet.Header)+int(o.packet.Len()))*l.costs.OutByte))
		}
		l.pumping--
		l.transmit(o)
	}
}

const pieceBytes = 16 // of a packet, for each piece of memory that it names but the first

// transmit sends a packet. Its data is copied now.
func (l *Link) transmit(o outgoing) {
	p := o.packet
	if p.Data == nil && len(p.From) > 0 {
		whole := *p
		whole.Data, whole.From = l.gather(o), nil
		p = &whole
	}
	if p.Seq > 0 && l.costs.Lossy {
		l.arm(o.to)
	}
	w := l.world
	m := l.message(o.to, p)
	m.Bytes = l.costs.Header + uint64(len(p.Header)) + p.Len() + pieceBytes*uint64(max(len(p.To)-1, 0))
	w.rank.Port.Begin()
	w.rank.Port.Number(&m.Message)
	w.rank.Port.End()
	w.job.Fabric.ObserveSent(&m.Message, w.Rank(), o.to)
	if m.Src == m.Dst { // it does not leave the node
		w.job.Fabric.Hand(&m.Message)
		return
	}
	l.net.Transmit(&m.Message)
}

// message makes the message of a packet to the context of another task.
func (l *Link) message(to int, p *lapi.Packet) *message {
	w := l.world
	m := &message{packet: p, from: w.Rank(), life: l.life}
	m.Src, m.From = int32(w.rank.Node()), (*endpoint)(w)
	m.Dst, m.To = int32(w.job.Nodes[to]), w.job.Fabric.Endpoint(to, channel)
	return m
}

// gather copies a packet's data out of memory of the program.
func (l *Link) gather(o outgoing) []byte {
	defer process.Explain(l.world, lapi.Send{To: o.to, Packet: o.packet})
	return client.Gather(o.packet.From)
}

func (w *world) kernel() *sim.Kernel { return w.rank.World().Kernel() }

// Poll passes the next packet on, one in each call: what that costs is spent before the next.
func (l *Link) Poll(handle func(from int, p *lapi.Packet)) (bool, error) {
	if l.served {
		return false, nil
	}
	l.served = true
	if len(l.in) == 0 {
		l.charge(max(l.costs.Look, l.world.job.Costs.Idle))
		return false, nil
	}
	m := l.in[0]
	l.in = l.in[1:]
	l.count()
	if p := m.packet; p.Kind == lapi.KindAck {
		l.charge(l.costs.Ack)
	} else {
		if p.Seq > 0 && l.costs.Lossy {
			l.acknowledgeLater(m.from)
		}
		l.charge(l.costs.In + sim.Time(float64(len(p.Header)+len(p.Data))*l.costs.InByte))
	}
	handle(m.from, m.packet)
	return true, nil
}

// count tells C how many packets there are.
func (l *Link) count() {
	if l.words.queued != 0 {
		*memory.At[uint32](l.words.queued) = uint32(len(l.in))
	}
}

// Pending reports whether packets are queued.
func (l *Link) Pending() bool { return len(l.out)+l.pumping > 0 }

// Copy stores a packet's data.
func (l *Link) Copy(_ int, p *lapi.Packet, into []lapi.Piece) error {
	data := p.Data
	for _, q := range into {
		data = data[copy(memory.Bytes(q.At, q.Len), data):]
	}
	return nil
}

// Changed wakes threads that wait for the context.
func (l *Link) Changed(work bool) {
	l.words.add(l.words.bell)
	if work {
		l.words.add(l.words.work)
	}
	l.Wake()
}

// Interrupts says whether the library's thread serves packets.
func (l *Link) Interrupts(on bool) {
	l.interrupts = on
	l.Wake()
}

// Close ends the connection.
func (l *Link) Close() {
	l.open, l.closed = false, true
	for _, m := range l.in { // their senders may wait for that
		l.discard(m)
	}
	l.in = nil
	l.count()
	l.Wake()
}
