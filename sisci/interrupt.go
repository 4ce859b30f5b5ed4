package sisci

import "slices"

// number is the interrupts of a node that share a number.
type number struct {
	node       *Node
	place      place
	shared     bool
	interrupts []*interrupt
	importers  []importer
}

// interrupt is one of this node.
type interrupt struct {
	process    *Process
	handle     Handle
	descriptor *descriptor
	number     *number
	inbox      *inbox
	counting   bool
}

// kindOf is which of a process's tables has interrupts.
func kindOf(data bool) (table int, what What) {
	if data {
		return 1, ToDataInterrupt
	}
	return 0, ToInterrupt
}

// CreateInterrupt is SCICreateInterrupt, and with data SCICreateDataInterrupt. wanted: the number, with FixedNumber.
func (p *Process) CreateInterrupt(sd Handle, data bool, adapter, wanted uint32, cb Callback, flags uint32) (h Handle, at uint32, code Code) {
	d, code := find(p, &p.descriptors, sd)
	if code != OK {
		return 0, 0, code
	}
	k, what := kindOf(data)
	may := UseCallback | FixedNumber
	if !data {
		may |= SharedInterrupt | CountingInterrupt
	}
	code = legal(flags, may, ConditionalInterrupt)
	if code == OK {
		code = p.admit(p.node.adapter(adapter))
	}
	if code != OK {
		return 0, 0, code
	}
	box, code := p.newInbox(flags, cb)
	if code != OK {
		return 0, 0, code
	}
	n, at := p.node, wanted
	if flags&FixedNumber == 0 {
		for at = 1; n.numbers[place{what, at}] != nil; at++ {
		}
	}
	shared := flags&SharedInterrupt != 0
	group := n.numbers[place{what, at}]
	if group != nil && !(shared && group.shared) {
		return 0, 0, InterruptUsed
	}
	if group == nil {
		group = &number{node: n, place: place{what, at}, shared: shared}
		n.numbers[group.place] = group
	}
	i := &interrupt{process: p, descriptor: d, number: group, inbox: box, counting: data || flags&CountingInterrupt != 0}
	i.handle = p.interrupts[k].add(i)
	box.handle = i.handle
	if data {
		box.whole = true
		box.delivered = func(e Event) { group.taken(importer{e.Node, e.origin}) }
	}
	group.interrupts = append(group.interrupts, i)
	return i.handle, at, p.made(d)
}

// RemoveInterrupt is SCIRemoveInterrupt, and with data SCIRemoveDataInterrupt.
func (p *Process) RemoveInterrupt(h Handle, data bool, flags uint32) Code {
	k, _ := kindOf(data)
	i, done, code := ending(p, &p.interrupts[k], h)
	if done {
		return code
	}
	if code = legal(flags, 0, 0); code != OK {
		return code
	}
	p.interrupts[k].drop(h)
	p.ended(i.descriptor)
	i.remove()
	return OK
}

// remove takes an interrupt from its node. Connections with a number end with its last interrupt.
func (i *interrupt) remove() {
	g := i.number
	i.inbox.end()
	g.interrupts = without(g.interrupts, i)
	if len(g.interrupts) > 0 {
		return
	}
	delete(g.node.numbers, g.place)
	for _, who := range g.importers {
		g.node.send(who.node, Packet{Kind: KindSevered, What: g.place.what, ID: who.id, Number: g.place.number})
	}
}

// accepts is a new connection.
func (g *number) accepts(from importer, _ uint32, answer *Packet) Code {
	limits := g.node.config.Limits
	if len(g.importers) >= limits.Connections {
		return ConnectionRefused
	}
	g.importers = append(g.importers, from)
	answer.Size, answer.Key = uint64(limits.Messages), limits.MessageBytes
	return OK
}

// left is the end of a connection, by its origin.
func (g *number) left(from importer, _ Reason) { g.importers = without(g.importers, from) }

// operational is of no interest to interrupts.
func (g *number) operational(importer, Reason) {}

// triggered is a trigger.
func (g *number) triggered(from importer, data []byte) {
	if g.place.what == ToInterrupt {
		data = nil
	}
	for _, i := range slices.Clone(g.interrupts) {
		if i.counting || len(i.inbox.events) == 0 {
			i.inbox.put(Event{Node: from.node, Data: data, origin: from.id})
		}
	}
}

// taken tells the origin of a message that the program has it.
func (g *number) taken(from importer) {
	if g.node.targets[from] == g {
		g.node.send(from.node, Packet{Kind: KindTaken, What: g.place.what, ID: from.id, Number: g.place.number, Size: 1})
	}
}

// WaitForInterrupt is SCIWaitForInterrupt, and with data SCIWaitForDataInterrupt, for a message of at most room bytes.
func (p *Process) WaitForInterrupt(h Handle, data bool, room int, flags uint32) (Ticket, Code) {
	k, _ := kindOf(data)
	i, code := find(p, &p.interrupts[k], h)
	if code == OK {
		code = legal(flags, 0, 0)
	}
	if code != OK {
		return 0, code
	}
	return i.inbox.wait(room)
}

// remoteInterrupt is a connection with an interrupt.
type remoteInterrupt struct {
	process    *Process
	data       int // table
	handle     Handle
	descriptor *descriptor
	connection *connection
	ticket     *ticket
}

// ConnectInterrupt is SCIConnectInterrupt, and with data SCIConnectDataInterrupt. The answer has the handle.
func (p *Process) ConnectInterrupt(sd Handle, data bool, node, adapter, at, flags uint32) (Ticket, Code) {
	d, code := find(p, &p.descriptors, sd)
	if code == OK {
		code = legal(flags, 0, 0)
	}
	if code == OK {
		node, code = p.way(node, adapter)
	}
	if code != OK {
		return 0, code
	}
	k, what := kindOf(data)
	r := &remoteInterrupt{process: p, data: k, descriptor: d}
	r.handle = p.remoteInterrupts[k].add(r)
	p.made(d)
	r.connection = p.node.open(node, what, at, adapter, r)
	r.ticket = p.newTicket(func() Answer {
		r.end()
		return Answer{Code: Timeout}
	})
	return r.ticket.number, OK
}

// answered ends SCIConnectInterrupt.
func (r *remoteInterrupt) answered(code Code) {
	if code != OK {
		r.end()
		r.ticket.finish(Answer{Code: code})
		return
	}
	r.ticket.finish(Answer{Handle: r.handle})
}

// happened: an interrupt that has gone shows when it is triggered.
func (r *remoteInterrupt) happened(Reason) {}

func (r *remoteInterrupt) end() {
	r.process.remoteInterrupts[r.data].drop(r.handle)
	r.process.ended(r.descriptor)
	r.connection.close()
}

// DisconnectInterrupt is SCIDisconnectInterrupt, and with data SCIDisconnectDataInterrupt.
func (p *Process) DisconnectInterrupt(h Handle, data bool, flags uint32) Code {
	k, _ := kindOf(data)
	r, done, code := ending(p, &p.remoteInterrupts[k], h)
	if done {
		return code
	}
	if code = legal(flags, 0, 0); code != OK {
		return code
	}
	r.end()
	return OK
}

// TriggerInterrupt is SCITriggerInterrupt, and with data SCITriggerDataInterrupt, which keeps a copy of message.
func (p *Process) TriggerInterrupt(h Handle, data bool, message []byte, flags uint32) Code {
	k, what := kindOf(data)
	r, code := find(p, &p.remoteInterrupts[k], h)
	if code == OK {
		code = legal(flags, 0, 0)
	}
	if code != OK {
		return code
	}
	c := r.connection
	switch {
	case c.state != connected:
		return NotConnected
	case c.down:
		return NoRemoteLink
	case data && uint64(len(message)) > c.key:
		return OutOfRange
	case data && c.sent-c.taken >= c.size:
		return NoSpace
	}
	c.sent++
	p.node.send(c.node, Packet{Kind: KindTrigger, What: what, ID: c.id, Number: c.number, Data: slices.Clone(message)})
	return OK
}
