package ofi

import (
	"gasnetgo/gasnet/conduit"
	"gasnetgo/internal/memory"
	"gasnetgo/internal/pace"
	"gasnetgo/ofi"
	"gasnetgo/ofi/request"
)

// Depth is how many requests a rank may have at another whose handlers have not returned.
const Depth = 64

const (
	returned = Depth / 4 // credits that are worth a message
	most     = 512       // puts and gets in flight
	copied   = 4096      // bytes of a put that is not bulk, up to which a copy of it is made
	packed   = mostPart  // bytes of a Long that travels with its header
)

// Segment is a rank's segment as its owner sees it, and where peers find it.
type Segment struct {
	Base   uintptr
	Bytes  uint64
	Region ofi.Region
}

// Config is what a conduit works with. All is needed.
type Config struct {
	Port     *ofi.Port
	Segments []Segment // by rank

	// World is how time passes for the rank, for which nothing is charged. The conditions of its waits take the port's lock themselves. It fails, without the lock, when the network does.
	World pace.Pace
}

// Core is one rank's end of the conduit.
type Core struct {
	Config

	layer *request.Layer[*conduit.Op]

	// guarded by the port's lock
	peers    []peer
	inbox    [2]inbox // requests, replies
	unused   []*own   // arrivals that are done with
	finished []done   // parts that are complete; their counters are the caller's of Next
	inFlight int      // writes and reads of operations
	waiting  []int    // peers for which puts wait
	head     []byte
}

// peer is what this rank knows of another one, or of itself.
type peer struct {
	credits int // requests that may be sent
	handled int // requests of the peer whose credits are to be returned
	partial *conduit.Arrival
	missing []byte // of partial's payload
	puts    puts
}

// own is an arrival, which is used again when it is done with, and what the conduit knows of it.
type own struct {
	conduit.Arrival
	keep    [][2]uint64 // memory for the payload of a Medium
	replied bool
}

// inbox is arrivals in their order.
type inbox struct {
	all   []*conduit.Arrival
	first int
}

func (b *inbox) add(a *conduit.Arrival) { b.all = append(b.all, a) }

func (b *inbox) take() *conduit.Arrival {
	if b.first == len(b.all) {
		return nil
	}
	a := b.all[b.first]
	b.all[b.first] = nil
	if b.first++; b.first == len(b.all) {
		b.all, b.first = b.all[:0], 0
	}
	return a
}

var (
	_ conduit.Core   = (*Core)(nil)
	_ conduit.Putter = (*Core)(nil)
	_ conduit.Getter = (*Core)(nil)
)

// New makes this rank's end. Peers may send when all ranks have made theirs.
func New(c Config) *Core {
	core := &Core{Config: c, peers: make([]peer, c.Port.Size)}
	for i := range core.peers {
		core.peers[i].credits = Depth
	}
	core.layer = request.New(c.Port, ofi.GASNet, client{core}, kinds, msgPuts)
	return core
}

// Attach gives it segments that did not exist when it was made. No rank puts, gets or sends Longs before all ranks have done so.
func (c *Core) Attach(segments []Segment) {
	c.Port.Lock()
	defer c.Port.Unlock()
	c.Segments = segments
}

func (c *Core) Rank() int { return c.Port.Rank }
func (c *Core) Size() int { return c.Port.Size }

// Limits of payloads, which clients expect to be as large as in shared memory.
func (c *Core) Limits() conduit.Limits { return conduit.SharedMemory() }

// Request is conduit.Core's. It blocks while a large Long is written.
func (c *Core) Request(to int, m *conduit.Message) bool {
	c.Port.Lock()
	if c.peers[to].credits == 0 || c.Port.Backlog() {
		c.Port.ProgressLocked()
		c.Port.Unlock()
		return false
	}
	c.peers[to].credits--
	c.hand(to, msgRequest, m)
	return true
}

// Reply is conduit.Core's; there is always space.
func (c *Core) Reply(to *conduit.Arrival, m *conduit.Message) bool {
	to.Own.(*own).replied = true
	c.Port.Lock()
	c.hand(to.From, msgReply, m)
	return true
}

// hand sends a message. It is called with the lock, and gives it back.
func (c *Core) hand(to int, what byte, m *conduit.Message) {
	placed := m.Kind == conduit.Long && m.Bytes > packed && to != c.Rank()
	if placed {
		c.Port.Unlock()
		c.place(to, m.Dest, m.Source, m.Bytes)
		c.Port.Lock()
	}
	if to == c.Rank() {
		c.keep(what, m)
	} else {
		c.send(to, what, m, placed)
	}
	c.Port.Unlock()
}

// keep is a message to this rank. It needs the lock.
func (c *Core) keep(what byte, m *conduit.Message) {
	a := &c.arrival().Arrival
	a.From, a.Reply, a.Kind, a.Handler, a.NArgs, a.Bytes, a.Buffer = c.Rank(), what == msgReply, m.Kind, m.Handler, len(m.Args), m.Bytes, m.Dest
	copy(a.Args[:], m.Args)
	if m.Kind == conduit.Medium {
		a.Own.(*own).buffer()
	}
	if m.Kind != conduit.Short {
		memory.Copy(a.Buffer, m.Source, m.Bytes)
	}
	c.arrived(a)
}

// mostUnused are the arrivals that are kept for later, and mostKept the bytes of memory for payloads of each.
const (
	mostUnused = 2 * Depth
	mostKept   = ofi.MaxBody
)

// arrival is an empty arrival. It needs the lock.
func (c *Core) arrival() *own {
	if n := len(c.unused); n > 0 {
		o := c.unused[n-1]
		c.unused = c.unused[:n-1]
		return o
	}
	o := &own{}
	o.Own = o
	return o
}

// release keeps an arrival for later. It needs the lock.
func (c *Core) release(o *own) {
	if len(c.unused) < mostUnused {
		*o = own{keep: o.keep}
		if len(o.keep) > mostKept/16 {
			o.keep = nil
		}
		o.Own = o
		c.unused = append(c.unused, o)
	}
}

// buffer makes space for the payload of a Medium, aligned to 16.
func (o *own) buffer() {
	if uint64(len(o.keep)) < o.Bytes/16+2 {
		o.keep = make([][2]uint64, o.Bytes/16+2)
	}
	o.Buffer = (memory.Address(o.keep) + 15) &^ 15
}

// arrived needs the lock.
func (c *Core) arrived(a *conduit.Arrival) {
	box := 0
	if a.Reply {
		box = 1
	}
	c.inbox[box].add(a)
}

// Next is conduit.Core's. It is where operations end.
func (c *Core) Next(replies bool) *conduit.Arrival {
	c.Port.Lock()
	a := c.take(replies)
	if a == nil {
		c.sendWaiting()
		c.Port.ProgressLocked()
		a = c.take(replies)
	}
	err := c.layer.Failed()
	c.Port.Unlock()
	if err != nil {
		c.World.Fail(err)
	}
	return a
}

// take needs the lock.
func (c *Core) take(replies bool) *conduit.Arrival {
	for _, f := range c.finished {
		f.op.End(f.parts)
	}
	c.finished = c.finished[:0]
	for box := 1; box >= 0; box-- {
		if box == 0 && replies {
			break
		}
		if a := c.inbox[box].take(); a != nil {
			return a
		}
	}
	return nil
}

// Done is conduit.Core's.
func (c *Core) Done(a *conduit.Arrival) {
	c.Port.Lock()
	defer c.Port.Unlock()
	p := &c.peers[a.From]
	switch {
	case a.Reply:
		p.credits++ // of the request that this was the reply to
	case a.Own.(*own).replied:
	case a.From == c.Rank():
		p.credits++
	default:
		if p.handled++; p.handled >= returned {
			c.layer.Send(a.From, request.Message{Kind: msgCredit, Value: uint64(p.handled)}, nil)
			p.handled = 0
		}
	}
	c.release(a.Own.(*own))
}

// Wait and the next are conduit.Core's.
func (c *Core) Wait(why string, cond func() bool) { c.World.Wait(why, cond) }
func (c *Core) Idle()                             { c.World.Idle(1) }
