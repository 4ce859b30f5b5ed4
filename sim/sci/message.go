package sci

import (
	"gasnetgo/sim"
	"gasnetgo/sim/fabric"
)

// driver is the driver of a node, as far as it sends messages: it stores each into memory of the target's driver, whose processor is interrupted when all of it is there. Messages from one node to another
// are received in the order in which they were sent.
type driver struct {
	a       *Adapter
	queue   []*parcel // to be sent, the first in part
	s       *stream
	numbers []uint32 // of the next message to each node
	awaited []uint32 // number of the next message from each node
	early   map[uint64]*parcel
	arrived []*parcel // that interrupts wait for or run for
	answer  *fabric.Message
}

// parcel is a message that is on its way.
type parcel struct {
	m      *fabric.Message
	src    int32
	dst    int32
	number uint32
	left   uint64 // bytes to be stored
	parts  int    // requests that have not arrived
}

func (d *driver) start(a *Adapter) {
	d.a = a
	d.early = map[uint64]*parcel{}
}

// Ready reports whether the driver of a node takes another message.
func (n *Network) Ready(node int) bool { return len(n.adapters[node].driver.queue) < n.Driver.Queue }

// Transmit sends a message. The driver's stores take the bus, but no time of a processor.
func (n *Network) Transmit(m *fabric.Message) {
	d := &n.adapters[m.Src].driver
	if d.numbers == nil {
		d.numbers = make([]uint32, len(n.adapters))
	}
	f := &parcel{m: m, src: m.Src, dst: m.Dst, number: d.numbers[m.Dst], left: n.Driver.Header + m.Bytes}
	d.numbers[m.Dst]++
	f.left = max(f.left, 1)
	size := n.Bridge.Stream
	f.parts = int(f.left/size + (f.left%size+smallest-1)/smallest)
	d.queue = append(d.queue, f)
	d.a.stats.messages++
	if len(d.queue) == 1 {
		d.step()
	}
}

// step stores the next bytes.
func (d *driver) step() {
	a, f := d.a, d.queue[0]
	if d.s = a.stream(d, Place{Node: f.dst}); d.s == nil {
		a.sendOne()
		return
	}
	d.s.user = d
	n := min(f.left, a.net.Bridge.Stream)
	a.bus.use(transaction{a.net.PCI.words(0, n), "message", n, d, n})
}

// Act makes the requests of what has been stored.
func (d *driver) Act(_ *sim.Kernel, n uint64) {
	a, f, s := d.a, d.queue[0], d.s
	f.left -= n
	if n == a.net.Bridge.Stream {
		s.request(write, 0, n, a.net.PCI.Host).message = f
	} else {
		for at := uint64(0); at < n; at += smallest {
			s.request(write, at, smallest, a.net.PCI.Host).message = f
		}
	}
	if f.left > 0 {
		d.step()
		return
	}
	full := len(d.queue) == a.net.Driver.Queue
	d.queue = d.queue[:copy(d.queue, d.queue[1:])]
	more, from := len(d.queue) > 0, f.m.From
	f.m.Leave() // which may transmit another message
	from.Wake(a.net.k.Now())
	if full && a.room != nil {
		a.room()
	}
	if more {
		d.step()
	}
}

func (d *driver) answered(s *stream) { d.a.free(s) }

// part counts a request of a message that has arrived.
func (d *driver) part(f *parcel) {
	if f.parts--; f.parts > 0 {
		return
	}
	if d.awaited == nil {
		d.awaited = make([]uint32, len(d.a.net.adapters))
	}
	d.early[f.key()] = f
	for {
		next := parcel{src: f.src, number: d.awaited[f.src]}
		g := d.early[next.key()]
		if g == nil {
			return
		}
		delete(d.early, g.key())
		d.awaited[f.src]++
		d.arrived = append(d.arrived, g)
		d.a.cpu.Interrupt(d.a.net.Driver.Interrupt, (*headerRead)(d), 0)
	}
}

// key is a parcel among those to one node.
func (f *parcel) key() uint64 { return uint64(f.src)<<32 | uint64(f.number) }

// The handler of an interrupt.
type (
	headerRead  driver // it has been entered
	payloadRead driver // the library has found out what the message is for, and the payload has been copied
	handled     driver
)

// Act has the library find out what a message is for.
func (x *headerRead) Act(*sim.Kernel, uint64) {
	d := (*driver)(x)
	c := &d.a.net.Driver
	m := d.arrived[0].m
	takes := c.Match + c.Event
	matcher, _ := m.To.(fabric.Matcher)
	accept, answer := m.To.Arrived(m)
	if matcher != nil {
		takes += sim.Time(max(matcher.Walked(), 1)-1) * c.Entry
	}
	if d.answer = answer; answer != nil {
		takes += c.Send
	}
	d.a.cpu.Continue(takes+sim.Time(min(accept, m.Bytes))*c.Copy, (*payloadRead)(d), 0)
}

// Act has it deal with the payload.
func (x *payloadRead) Act(k *sim.Kernel, _ uint64) {
	d := (*driver)(x)
	c := &d.a.net.Driver
	m := d.arrived[0].m
	d.reply()
	to := m.To
	takes := sim.Time(0)
	if d.answer = to.Received(m); d.answer != nil { // m is the library's again
		takes += c.Send
	}
	d.arrived[0].m = nil
	if matcher, ok := to.(fabric.Matcher); ok {
		takes += sim.Time(matcher.Freed()) * c.Unlink
	}
	to.Wake(k.Now() + takes)
	d.a.cpu.Continue(takes, (*handled)(d), 0)
}

// Act returns from the interrupt.
func (x *handled) Act(*sim.Kernel, uint64) {
	d := (*driver)(x)
	d.reply()
	d.arrived = d.arrived[:copy(d.arrived, d.arrived[1:])]
	d.a.cpu.Leave(0)
}

// reply sends the library's answer, if there is one.
func (d *driver) reply() {
	if m := d.answer; m != nil {
		d.answer = nil
		d.a.net.Transmit(m)
	}
}
