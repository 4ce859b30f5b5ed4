package sisci

// Process is the library of one process of a node. Its methods are the calls of the program. They do not block: a call that may wait returns a ticket, unless its code is
// an error. The node's lock guards it.
type Process struct {
	node    *Node
	memory  Memory
	version uint32

	initialized bool
	objects     int // handles that there are

	descriptors      table[*descriptor]
	locals           table[*localSegment]
	remotes          table[*remoteSegment]
	maps             table[*segmentMap]
	sequences        table[*sequence]
	queues           table[*queue]
	blocks           table[*block]
	interrupts       [2]table[*interrupt]       // without data, with data
	remoteInterrupts [2]table[*remoteInterrupt] // likewise

	left []*connection // that SCITerminate has ended while they had maps

	lastTicket Ticket
	tickets    map[Ticket]*ticket
	calls      map[uint64]*inbox // callbacks that run
}

// descriptor owns what is made with it.
type descriptor struct{ owned int }

// NewProcess makes the library of a process. version: what the library was built for.
func (n *Node) NewProcess(m Memory, version uint32) *Process {
	p := &Process{node: n, memory: m, version: version,
		descriptors: newTable[*descriptor](KindDescriptor), locals: newTable[*localSegment](KindLocalSegment), remotes: newTable[*remoteSegment](KindRemoteSegment),
		maps: newTable[*segmentMap](KindMap), sequences: newTable[*sequence](KindSequence), queues: newTable[*queue](KindQueue), blocks: newTable[*block](KindBlock),
		tickets: map[Ticket]*ticket{}, calls: map[uint64]*inbox{}}
	p.interrupts = [2]table[*interrupt]{newTable[*interrupt](KindInterrupt), newTable[*interrupt](KindDataInterrupt)}
	p.remoteInterrupts = [2]table[*remoteInterrupt]{newTable[*remoteInterrupt](KindRemoteInterrupt), newTable[*remoteInterrupt](KindRemoteDataInterrupt)}
	return p
}

// Initialize is SCIInitialize.
func (p *Process) Initialize(flags uint32) Code {
	if code := legal(flags, 0, 0); code != OK {
		return code
	}
	p.initialized = true
	return OK
}

// Terminate is SCITerminate. Its memory and maps stay: threads of the program may still use them.
func (p *Process) Terminate() {
	if !p.initialized {
		return
	}
	p.initialized = false
	for _, h := range p.remotes.all() {
		r := p.remotes.objects[h]
		r.inbox.end()
		if r.maps > 0 || r.transfers > 0 {
			p.left = append(p.left, r.connection)
			r.connection.end(KindLeft)
		} else {
			r.connection.close()
		}
	}
	for i := range p.interrupts {
		for _, h := range p.remoteInterrupts[i].all() {
			p.remoteInterrupts[i].objects[h].connection.close()
		}
		for _, h := range p.interrupts[i].all() {
			p.interrupts[i].objects[h].remove()
		}
	}
	for _, h := range p.locals.all() {
		p.locals.objects[h].abandon()
	}
	for _, h := range p.queues.all() {
		p.queues.objects[h].abandon()
	}
	for _, h := range p.blocks.all() {
		p.blocks.objects[h].inbox.end()
	}
	p.descriptors.clear()
	p.locals.clear()
	p.remotes.clear()
	p.maps.clear()
	p.sequences.clear()
	p.queues.clear()
	p.blocks.clear()
	for i := range p.interrupts {
		p.interrupts[i].clear()
		p.remoteInterrupts[i].clear()
	}
	p.objects = 0
	for _, n := range sorted(p.tickets) {
		p.tickets[n].finish(Answer{Code: Cancelled})
	}
}

// Died says that the process has ended, and that the node goes on with others. Of a node that ends with its process Lost tells the others.
func (p *Process) Died() {
	p.Terminate()
	for _, c := range p.left {
		p.node.send(c.node, Packet{Kind: KindDisconnect, What: c.what, ID: c.id, Number: c.number})
	}
	p.left = nil
}

// Open is SCIOpen.
func (p *Process) Open(flags uint32) (Handle, Code) {
	switch {
	case !p.initialized:
		return 0, NotInitialized
	case p.version != p.node.config.Version:
		return 0, InconsistentVersions
	}
	if code := p.admit(legal(flags, ThreadSafe, 0)); code != OK {
		return 0, code
	}
	return p.descriptors.add(&descriptor{}), p.made(nil)
}

// Close is SCIClose.
func (p *Process) Close(sd Handle, flags uint32) Code {
	d, done, code := ending(p, &p.descriptors, sd)
	if done {
		return code
	}
	if code := legal(flags, 0, 0); code != OK {
		return code
	}
	if d.owned > 0 {
		return Busy
	}
	p.descriptors.drop(sd)
	p.objects--
	return OK
}

// admit says whether there may be one more object, unless there is an error already.
func (p *Process) admit(code Code) Code {
	if code == OK && p.objects >= p.node.config.Limits.Objects {
		return APINoSpace
	}
	return code
}

// made notes a new object of a descriptor, or of none.
func (p *Process) made(d *descriptor) Code {
	p.objects++
	if d != nil {
		d.owned++
	}
	return OK
}

// ended notes the end of one.
func (p *Process) ended(d *descriptor) {
	p.objects--
	if d != nil {
		d.owned--
	}
}
