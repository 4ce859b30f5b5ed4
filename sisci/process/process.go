package process

import (
	"slices"
	"sync"

	"gasnetgo/internal/memory"
	"gasnetgo/sisci"
)

// World is what the process needs of the machine that it runs on. Except for At all methods need the process's lock, and do not block.
type World interface {
	sisci.Network
	sisci.Memory

	// Begin is SCIInitialize's: the node can be reached from now on, and the library's threads run. It may be called again. SCITerminate ends neither.
	Begin()

	// Send sends a packet, which the world does not retain; false: the node exists, and no library that could answer runs there so far.
	Send(to uint32, p *sisci.Packet) bool

	// Poll passes on packets that have come, whose data the receiver retains. more: there may be others.
	Poll(arrive func(from uint32, p *sisci.Packet)) (more bool, err error)

	// Lost is the nodes that have died since it was called last. What they have sent is there for Poll.
	Lost() []uint32

	// At is where the program of this process could access memory of a segment that is not mapped.
	At(p sisci.Place) uintptr

	Unmap(at uintptr, bytes uint64)
	Free(key uint64)

	// Changed wakes threads that wait in this process; work: one of the library's, too, since Next has something to do.
	Changed(work bool)

	// Stamp is of what C remembers of maps and sequences; Stale makes all of that invalid. 0: C is to remember nothing.
	Stamp() uint32
	Stale()

	// Fail ends the job: the library cannot go on. It does not return.
	Fail(err error)
}

// Process is the library of a process.
type Process struct {
	refused sisci.Code // of every call, if it is not OK
	world   World

	mu     sync.Mutex
	node   *sisci.Node
	p      *sisci.Process
	own    []arrival    // packets of this node for itself
	calls  []sisci.Call // callbacks that are to run
	engine []sisci.Copy // that are to be made while the program computes
}

type arrival struct {
	from   uint32
	packet *sisci.Packet
}

// Version is that of library and driver, which are the same.
const Version = 1

// Limits of a node.
const (
	MessageBytes = 8 << 10 // of a data interrupt
	messages     = 64      // of one, from each origin, that nothing has waited for
	objects      = 1 << 20
	connections  = 1 << 16
	events       = 4 << 10 // of one handle
)

// New makes the library of node number id.
func New(w World, id uint32) *Process {
	n := sisci.NewNode(sisci.Config{Node: id, Version: Version, Network: w,
		Adapter: sisci.Adapter{Count: 1, SegmentSize: 1, MapOffset: 1, MapSize: 1, CopyOffset: 1, CopySize: 1, DMAOffset: 1, DMASize: 1, DMABytes: 1 << 30,
			SuggestDMA: 8 << 10, Streams: 16, StreamBytes: 64},
		Limits: sisci.Limits{Objects: objects, Connections: connections, Events: events, Messages: messages, MessageBytes: MessageBytes}})
	return &Process{world: w, node: n, p: n.NewProcess(w, Version)}
}

// Refuse makes a library whose calls all return a code.
func Refuse(code sisci.Code) *Process { return &Process{refused: code} }

// do makes a call, and carries out what follows. It returns the call's code. What others have done before, and what the program may know of by its memory, counts: it is
// received first.
func (p *Process) do(call func(*sisci.Process) sisci.Code) uint32 {
	if p.refused != sisci.OK {
		return uint32(p.refused)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.receive()
	code := call(p.p)
	p.perform()
	p.delegate()
	return uint32(code)
}

// delegate leaves copies of the DMA engine to a thread of the library. Needs mu.
func (p *Process) delegate() {
	if len(p.engine) > 0 {
		p.world.Changed(true)
	}
}

// perform carries out effects, and those of what arrives meanwhile. It needs mu, which it releases while it copies.
func (p *Process) perform() {
	for {
		var copies []sisci.Copy
		for _, e := range p.node.Effects() {
			if c, ok := e.(sisci.Copy); ok && !c.DMA {
				copies = append(copies, c) // after the effects of the same call: another thread's may come meanwhile
			} else {
				p.effect(e)
			}
		}
		for _, c := range copies {
			p.copy(c)
		}
		own := p.own
		p.own = nil
		for _, a := range own {
			p.arrive(a.from, a.packet)
		}
		if !p.node.HasEffects() && len(p.own) == 0 {
			return
		}
	}
}

func (p *Process) effect(e sisci.Effect) {
	switch e := e.(type) {
	case sisci.Send:
		p.send(e)
	case sisci.Copy:
		p.engine = append(p.engine, e)
	case sisci.Call:
		p.calls = append(p.calls, e)
		p.world.Changed(true)
	case sisci.Wake:
		p.world.Changed(false)
	case sisci.Unmap:
		p.world.Stale()
		p.world.Unmap(e.At, e.Bytes)
	case sisci.Free:
		p.world.Free(e.Key)
	}
}

// send sends a packet. A node without a library has no segments and no interrupts.
func (p *Process) send(e sisci.Send) {
	if self, _ := p.p.LocalNodeID(0, 0); e.To == self {
		p.own = append(p.own, arrival{e.To, e.Packet})
		return
	}
	if p.world.Send(e.To, e.Packet) || e.Packet.Kind != sisci.KindConnect {
		return
	}
	answer := *e.Packet
	answer.Kind, answer.Code = sisci.KindRefused, sisci.NoSuchInterrupt
	if answer.What == sisci.ToSegment {
		answer.Code = sisci.NoSuchSegment
	}
	p.own = append(p.own, arrival{e.To, &answer})
}

func (p *Process) arrive(from uint32, packet *sisci.Packet) {
	if packet.Kind == sisci.KindSevered {
		p.world.Stale()
	}
	p.node.Arrive(from, packet)
}

// copy makes a copy without the lock, and reports it.
func (p *Process) copy(c sisci.Copy) {
	func() {
		p.mu.Unlock()
		defer p.mu.Lock()
		if c.Bytes > 0 {
			memory.Copy(p.at(c.To), p.at(c.From), c.Bytes)
		}
	}()
	p.node.Copied(c.Token, sisci.OK)
}

func (p *Process) at(place sisci.Place) uintptr {
	if place.Key == 0 {
		return uintptr(place.Offset)
	}
	return p.world.At(place)
}

// receive deals with what has come: packets, then deaths. Needs mu.
func (p *Process) receive() {
	lost := p.world.Lost()
	for {
		more, err := p.world.Poll(p.arrive)
		if err != nil {
			p.world.Fail(err)
		}
		if !more || len(lost) == 0 {
			break
		}
	}
	for _, node := range lost {
		p.world.Stale()
		p.node.Lost(node)
	}
	p.perform()
}

// work makes the next copy of the DMA engine, and reports whether there was one. Needs mu.
func (p *Process) work() bool {
	if len(p.engine) == 0 {
		return false
	}
	c := p.engine[0]
	p.engine = slices.Delete(p.engine, 0, 1)
	p.copy(c)
	p.perform()
	return true
}

// Serve receives what has come, for a thread of the library.
func (p *Process) Serve() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.receive()
	p.delegate()
}

// Exit is the end of the process, in an orderly way: connections end.
func (p *Process) Exit() {
	if p.refused != sisci.OK {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.p.Died()
	p.perform()
}
