package sci

import "gasnetgo/sim"

// What happens at the bridge of the node that a packet is for.
type (
	bridged  Adapter // a packet has passed the bridge on its way in
	accessed Adapter // the PCI bus has been used for a request
	visible  Adapter // what a request has written is in memory
)

// Act deals with a packet that has come.
func (x *bridged) Act(_ *sim.Kernel, index uint64) {
	a := (*Adapter)(x)
	p := a.net.packets.at(index)
	if p.kind == response {
		a.answered(p)
		return
	}
	a.stats.served++
	t := transaction{a.net.PCI.burst(p.payload), "deposit", p.payload, (*accessed)(a), index}
	if p.kind == read {
		t.takes, t.what = a.net.PCI.Fetch+a.net.PCI.Rate.Take(p.payload), "fetch"
	}
	a.bus.use(t)
}

// Act reads memory, or has written there soon.
func (x *accessed) Act(k *sim.Kernel, index uint64) {
	a := (*Adapter)(x)
	p := a.net.packets.at(index)
	if p.kind == write {
		k.After(a.net.PCI.Memory, (*visible)(a), index)
		return
	}
	for range p.payload {
		p.data = append(p.data, 0)
	}
	if a.memory != nil {
		a.memory.Read(p.place.Key, p.place.Offset, p.data)
	}
	a.respond(p)
}

// Act writes.
func (x *visible) Act(_ *sim.Kernel, index uint64) {
	a := (*Adapter)(x)
	p := a.net.packets.at(index)
	if p.message != nil {
		f := p.message
		p.message = nil
		a.driver.part(f)
	} else if a.memory != nil {
		a.store(p)
	}
	p.data, p.payload = p.data[:0], 0
	a.respond(p)
}

// store writes the bytes of a request that it has selected.
func (a *Adapter) store(p *packet) {
	if p.mask == 0 {
		a.memory.Write(p.place.Key, p.place.Offset, p.data)
		return
	}
	for i := 0; i < smallest; {
		n := 0
		for i+n < smallest && p.mask>>(i+n)&1 != 0 {
			n++
		}
		if n > 0 {
			a.memory.Write(p.place.Key, p.place.Offset+uint64(i), p.data[i:i+n])
		}
		i += n + 1
	}
}

// respond turns a request into its response.
func (a *Adapter) respond(p *packet) {
	p.kind = response
	p.src, p.dst = p.dst, p.src
	a.leave(p, 0)
}
