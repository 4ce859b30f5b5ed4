package naltest

import (
	"fmt"

	"gasnetgo/portals"
	"gasnetgo/portals/process"
	"gasnetgo/sim/fabric"
	"gasnetgo/sim/nal"
	"gasnetgo/sim/world"
)

// Player is Portals for a rank that is a Go function. Any refused call panics.
type Player struct {
	Port *fabric.Port
	rank *world.Rank
	Net  *nal.Network
	Host process.Host
	link *nal.Link
	eqs  []portals.Handle // that Event waits for
	cond func() bool
	keep [][]byte // memory that descriptors name: it must neither move nor go away
}

// Anyone matches every process.
var Anyone = portals.ProcessID{NID: portals.NIDAny, PID: portals.PIDAny}

// OpenNI opens the rank's interface.
func (p *Player) OpenNI() {
	p.Host.Alone()
	p.Host.Lock()
	_, c := p.Net.Open(&p.Host, portals.PIDAny, portals.Limits{})
	p.Host.Unlock()
	must(c)
	p.link = p.Net.Link()
	p.cond = func() bool {
		words := p.link.Queues()
		for _, eq := range p.eqs {
			if uint32(words[eq.Index()]) != 0 {
				return true
			}
		}
		return false
	}
}

// call makes a call of the library as the program would.
func (p *Player) call(f func(ni *portals.NI)) {
	p.Port.ChargeCall()
	p.Host.Lock()
	f(p.Host.NI)
	p.Host.Unlock()
	p.Port.Settle()
}

// EQ makes an event queue.
func (p *Player) EQ(count uint64) (eq portals.Handle) {
	p.call(func(ni *portals.NI) {
		h, c := ni.EQAlloc(count)
		must(c)
		eq = h
	})
	return eq
}

// Offer attaches memory to portal 0 under bits.
func (p *Player) Offer(bits uint64, memory []byte, options uint32, eq portals.Handle) (me, md portals.Handle) {
	p.call(func(ni *portals.NI) {
		h, c := ni.MEAttach(0, Anyone, bits, 0, portals.Retain, portals.InsAfter)
		must(c)
		me = h
		md, c = ni.MDAttach(me, p.descriptor(memory, options, eq), nil, portals.Retain)
		must(c)
	})
	return me, md
}

// OfferOnce is Offer of memory for one message, with which entry and descriptor go.
func (p *Player) OfferOnce(bits uint64, memory []byte, options uint32, eq portals.Handle) {
	p.call(func(ni *portals.NI) {
		me, c := ni.MEAttach(0, Anyone, bits, 0, portals.UnlinkIt, portals.InsAfter)
		must(c)
		md := p.descriptor(memory, options, eq)
		md.Threshold = 1
		_, c = ni.MDAttach(me, md, nil, portals.UnlinkIt)
		must(c)
	})
}

// Bind makes a descriptor to send from or to get into.
func (p *Player) Bind(memory []byte, options uint32, eq portals.Handle) (md portals.Handle) {
	p.call(func(ni *portals.NI) {
		h, c := ni.MDBind(p.descriptor(memory, options, eq), nil, portals.Retain)
		must(c)
		md = h
	})
	return md
}

// Unlink ends a descriptor.
func (p *Player) Unlink(md portals.Handle) {
	p.call(func(ni *portals.NI) { must(ni.MDUnlink(md)) })
}

// UnlinkEntry ends a match entry and its descriptor.
func (p *Player) UnlinkEntry(me portals.Handle) {
	p.call(func(ni *portals.NI) { must(ni.MEUnlink(me)) })
}

func (p *Player) descriptor(memory []byte, options uint32, eq portals.Handle) portals.MD {
	p.keep = append(p.keep, memory)
	return portals.MD{Start: address(memory), Length: uint64(len(memory)), Threshold: portals.ThresholdInfinite, Options: options, EQ: eq}
}

// Put sends the first n bytes of a descriptor to another rank's bits.
func (p *Player) Put(md portals.Handle, n uint64, ack portals.AckReq, to int, bits uint64) {
	p.wait(to)
	p.Port.ChargeCall()
	p.Host.Lock()
	op, c := p.Host.NI.Put(md, 0, n, ack, p.target(to, bits), 0)
	must(c)
	p.link.Send(op)
	p.Host.Unlock()
	p.Port.Settle()
}

// Get fetches n bytes.
func (p *Player) Get(md portals.Handle, n uint64, from int, bits uint64) {
	p.wait(from)
	p.Port.ChargeCall()
	p.Host.Lock()
	op, c := p.Host.NI.Get(md, 0, n, p.target(from, bits))
	must(c)
	p.link.Send(op)
	p.Host.Unlock()
	p.Port.Settle()
}

// GetPut swaps n bytes.
func (p *Player) GetPut(get, put portals.Handle, n uint64, with int, bits uint64) {
	p.wait(with)
	p.call(func(ni *portals.NI) {
		op, c := ni.GetPut(get, 0, put, 0, n, p.target(with, bits), 0)
		must(c)
		p.link.Send(op)
	})
}

// wait waits until the network takes another message.
func (p *Player) wait(to int) {
	id := p.Net.IDs()[to]
	if !p.link.Ready(id) {
		p.rank.WaitLooking("room to send", 0, func() bool { return p.link.Ready(id) })
	}
}

func (p *Player) target(rank int, bits uint64) portals.Target {
	return portals.Target{ID: p.Net.IDs()[rank], MatchBits: bits}
}

// Event waits for the next event of a queue.
func (p *Player) Event(eq portals.Handle) (e portals.Event) {
	p.Port.ChargeLooks(1)
	p.Port.Settle()
	for {
		p.Host.Lock()
		c := p.Host.NI.EQGet(eq, &e)
		p.Host.Unlock()
		if c == portals.OK {
			p.Port.ChargeTakes(1)
			p.Port.Settle()
			return e
		}
		if c != portals.EQEmpty {
			must(c)
		}
		p.eqs = append(p.eqs[:0], eq)
		p.rank.WaitLooking("an event", p.Port.LookCost(), p.cond)
	}
}

// Expect takes events until one is of the kind; others are thrown away.
func (p *Player) Expect(eq portals.Handle, kind portals.EventKind) portals.Event {
	for {
		if e := p.Event(eq); e.Kind == kind {
			return e
		}
	}
}

// Status reads a counter of the interface.
func (p *Player) Status(register uint32) uint64 {
	v, c := p.Host.NI.Status(register)
	must(c)
	return v
}

func must(c portals.Code) {
	if c != portals.OK {
		panic(fmt.Sprintf("naltest: %v", c))
	}
}
