package sci

import "gasnetgo/sim"

// bus is the PCI bus of a node. It serves one transaction after the other, in the order in which they are requested; each of those who use it requests the next one when the last is over.
type bus struct {
	a       *Adapter
	active  bool
	begun   sim.Time
	waiting []transaction // the active one at first
}

// transaction is a use of the bus, or several without a break, and what happens at its end.
type transaction struct {
	takes sim.Time
	what  string
	bytes uint64
	then  sim.Actor
	arg   uint64
}

// released says that a transaction is over.
type released bus

// use requests the bus.
func (b *bus) use(t transaction) {
	b.waiting = append(b.waiting, t)
	if !b.active {
		b.begin()
	}
}

func (b *bus) begin() {
	b.active = true
	b.begun = b.a.net.k.Now()
	b.a.net.k.After(b.waiting[0].takes, (*released)(b), 0)
}

// Act ends a transaction and begins the next one.
func (x *released) Act(k *sim.Kernel, _ uint64) {
	b := (*bus)(x)
	t := b.waiting[0]
	b.a.span(partPCI, t.what, b.begun, k.Now(), t.bytes)
	b.active = false
	b.waiting = b.waiting[:copy(b.waiting, b.waiting[1:])]
	if len(b.waiting) > 0 {
		b.begin()
	}
	t.then.Act(k, t.arg)
}

// burst is the time of one transaction of so many bytes.
func (p *PCI) burst(bytes uint64) sim.Time { return p.Setup + p.Rate.Take(bytes) }

// words is the time of the processor's transactions for bytes from an offset on: one for each word.
func (p *PCI) words(offset, bytes uint64) sim.Time {
	n := (offset%p.Word + bytes + p.Word - 1) / p.Word
	return sim.Time(n)*p.Setup + p.Rate.Take(n*p.Word)
}
