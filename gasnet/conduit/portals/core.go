package portals

import (
	"fmt"
	"slices"

	"gasnetgo/gasnet/conduit"
	"gasnetgo/internal/fault"
	"gasnetgo/internal/knob"
	"gasnetgo/internal/memory"
	"gasnetgo/internal/pace"
	ptl "gasnetgo/portals"
	"gasnetgo/portals/client"
	"gasnetgo/portals/process"
)

// World is what the conduit needs of where its rank runs. It charges pace.Call for calls of Portals that do not poll, pace.Hit and pace.Miss for polls of event queues, and pace.Copy.
type World interface {
	pace.Pace

	// Warn prints a line.
	Warn(line string)
}

// Segment is memory of a rank at that rank's address.
type Segment = client.Segment

// Config is a rank's part in a job.
type Config struct {
	Host  *process.Host // of an open interface; see process.Process.Acquire
	Link  process.Link
	Index uint32                       // the first of process.GASNetIndices portal indices, the same on all ranks
	ID    func(rank int) ptl.ProcessID // of a rank's interface

	Me       int
	Segments []Segment // of all ranks
	Late     bool      // Segments have no bytes: Attach follows
	Options  Options
	Threads  bool // several threads of the program call
	World    World

	// Memory makes zeroed memory for messages; nil: make.
	Memory func(bytes uint64) []byte
}

// Core is one rank's end of the conduit. The host's lock guards it.
type Core struct {
	Config
	client *client.Client
	flow   flow

	safe, am, system *client.Queue
	source           *client.Entry // RARSRC
	sends            *client.Entry // ReqSB: descriptor of the chunks of requests
	replySource      client.Memory // RplSB
	none             ptl.Handle    // an empty descriptor, for messages of a header alone
	ring             *client.Ring

	requests chunks
	replies  chunks
	pending  []request // by chunk of requests
	tickets  int
	temps    int // descriptors that may still be made for one transfer
	firehose firehose

	reserved bool    // what the reply to the next request needs has been set aside
	room     reserve // then: this
	handlers int     // requests that may be handled at a time
	handled  int     // requests that are
	polling  bool    // a full poll is in the middle of its third queue
	left     int     // then: events that it may still take
	found    *conduit.Arrival

	answers []*conduit.Arrival // replies that have arrived
	own     []*conduit.Arrival // requests of this rank to itself
	longs   map[pair]*half

	barrier barrier
	exit    exit

	looked     bool   // the caller has polled for a Long with a payload of its own: while its source is in use no request is handled, and peers may wait for credits
	moved      uint64 // events handled, ever
	stalled    bool   // a call has found no room since the last Idle
	stallAt    uint64 // moved at that time
	blocked    ptl.ProcessID
	operations *operation // free
	counts     counts
}

// request is what a rank knows of a request that has not been answered.
type request struct {
	to      int32
	credits uint8
	busy    bool
}

func makeMemory(bytes uint64) []byte { return make([]byte, bytes) }

// New makes a rank's end. Peers may send when all ranks have done so.
func New(c Config) (*Core, error) {
	o, err := c.Options.settle(c.World.Warn)
	if err != nil {
		return nil, err
	}
	c.Options = o
	each, banked, err := o.credits(len(c.Segments))
	if err != nil {
		return nil, err
	}
	if c.Memory == nil {
		c.Memory = makeMemory
	}
	x := &Core{
		Config: c, flow: *newFlow(&o, len(c.Segments), c.Me, each, banked), tickets: o.Tickets, temps: o.Temporary, handlers: 1,
		longs: map[pair]*half{}, pending: make([]request, o.SendChunks),
	}
	if c.Threads {
		x.handlers = 2
	}
	x.barrier.core = x
	x.firehose = newFirehose(x)
	x.client = client.New(client.Config{Name: "GASNet", Host: c.Host, Link: c.Link, Index: c.Index, Wait: c.World.Wait})
	x.requests = newChunks(c.Memory(uint64(o.SendChunks) * ChunkBytes))
	x.replies = newChunks(c.Memory(uint64(o.ReplyChunks) * ChunkBytes))
	if err := x.client.Open(x.create); err != nil {
		return nil, err
	}
	return x, nil
}

// Close frees what New has created. No operation of any rank is in flight.
func (c *Core) Close() {
	c.Host.Lock()
	c.firehose.close()
	c.Host.Unlock()
	c.client.Close()
}

// bufferChunks is the size of a buffer for requests, in chunks. The last one of a buffer is not used: it must have room for any message.
const bufferChunks = 1024

// buffers are how many buffers for requests a rank has. Messages that have not been handled follow each other, and may begin and end in the middle of buffers; a
// handler that runs may hold on to a buffer of its own.
func (c *Core) buffers() int {
	const credits = (bufferChunks - 1) * ChunkBytes / creditBytes
	return (c.flow.total+c.handlers*leastCredits+credits-1)/credits + c.handlers
}

// create creates the descriptors of the paper's table 1.
func (c *Core) create(s *client.Setup) {
	o := &c.Options
	buffers, ranks := c.buffers(), len(c.Segments)
	c.safe = s.Polled(uint64(2*o.Tickets+o.ReplyChunks+3*o.SendChunks+mostCatches), c.arrived)
	c.am = s.Polled(uint64(max(c.flow.total, 1)+buffers), c.requested)
	c.system = s.Polled(uint64(2*ranks+roundsOfBarriers+roundsOfExit), c.notified)
	c.safe.Lost, c.am.Lost = c.lost, c.lost

	entry := func(index uint32, selector uint64, at Segment, options uint32, q ptl.Handle) *client.Entry {
		return addEntry(s, index, selector, at, options, q)
	}
	if !c.Late {
		c.expose(s)
	}

	const headerOnly = ptl.MDOpPut | ptl.MDTruncate | ptl.MDAckDisable | client.NoStart
	entry(indexMessages, toSystem, Segment{}, headerOnly, c.system.Handle())
	catch := entry(indexMessages, toRequests, Segment{}, headerOnly, c.safe.Handle())
	c.ring = s.Ring(client.RingConfig{
		Index: indexMessages, Bits: toRequests << selectorShift, Ignore: ignoreAll, Memory: c.Memory(uint64(buffers) * bufferChunks * ChunkBytes), Buffers: buffers,
		Largest: ChunkBytes, Queue: c.am.Handle(), Before: catch,
	})
	c.sends = entry(indexMessages, toChunk, Segment{Base: c.requests.base, Len: uint64(len(c.requests.memory))}, put|client.NoStart, c.safe.Handle())
	c.replySource = s.Memory(client.NoStart, c.safe.Handle(), Segment{Base: c.replies.base, Len: uint64(len(c.replies.memory))})
	c.none = s.Bind(Segment{}, client.NoEvents, ptl.EQNone)
}

const put = ptl.MDOpPut | ptl.MDManageRemote // options of what a sender chooses the place in

func addEntry(s *client.Setup, index uint32, selector uint64, at Segment, options uint32, q ptl.Handle) *client.Entry {
	e := &client.Entry{Index: index, Bits: selector << selectorShift, Ignore: ignoreAll, MD: at.Describe(options, q)}
	s.Entry(e)
	return e
}

// expose lets peers reach this rank's segment.
func (c *Core) expose(s *client.Setup) {
	mine := c.Segments[c.Me]
	addEntry(s, indexSegment, toSegment, mine, put|ptl.MDOpGet|client.NoEvents, ptl.EQNone)
	addEntry(s, indexSegment, toRequestedLong, mine, put|client.NoStart, c.am.Handle())
	c.source = addEntry(s, indexSegment, toSource, mine, put|client.NoStart, c.safe.Handle())
}

// Attach gives a core that was made Late its segments. Peers may put, get and send Longs when all ranks have done so.
func (c *Core) Attach(segments []Segment) error {
	c.Host.Lock()
	defer c.Host.Unlock()
	c.Segments = segments
	return c.client.Add(c.expose)
}

// Bind gives a core that was made Late its own segment. Peers may put, get and send Longs when they know of it.
func (c *Core) Bind(own Segment) error {
	c.Host.Lock()
	defer c.Host.Unlock()
	c.Segments = slices.Clone(c.Segments)
	c.Segments[c.Me] = own
	return c.client.Add(c.expose)
}

// Know says where segments of all ranks are.
func (c *Core) Know(segments []Segment) {
	c.Host.Lock()
	defer c.Host.Unlock()
	c.Segments = segments
}

// mostCatches is room for events of the catch basin, the first of which ends the job.
const mostCatches = 16

// target is a place at a rank.
func (c *Core) target(to int, index uint32, bits, offset uint64) ptl.Target {
	return ptl.Target{ID: c.ID(to), PT: c.Index + index, MatchBits: bits, Offset: offset}
}

// Rank, Size and Limits are conduit.Core's.
func (c *Core) Rank() int { return c.Me }
func (c *Core) Size() int { return len(c.Segments) }

// Limits are those of the descriptors: a Medium fits into a chunk, a Long's payload lies in one region of the firehose wherever it begins.
func (c *Core) Limits() conduit.Limits { return c.Options.Limits() }

// Limits are those of a conduit with these options.
func (o *Options) Limits() conduit.Limits {
	long := uint64(longMost)
	if o.Firehose {
		long = min(o.RegionBytes-page, longMost)
	}
	return conduit.Limits{Medium: mediumRoom, LongRequest: long, LongReply: long}
}

// Wait is conduit.Core's.
func (c *Core) Wait(why string, cond func() bool) { c.World.Wait(why, cond) }

// Idle is conduit.Core's. After a call that found no room it blocks until there may be some.
func (c *Core) Idle() {
	c.Host.Lock()
	stalled := c.stalled
	c.stalled = false
	c.Host.Unlock()
	if !stalled {
		c.World.Idle(1)
		return
	}
	c.World.Wait("room for a message", func() bool {
		c.Host.Lock()
		defer c.Host.Unlock()
		return c.moved != c.stallAt || c.Pending() || c.client.Err() != nil || c.blocked != (ptl.ProcessID{}) && c.Link.Ready(c.blocked)
	})
}

// stall notes that a call has found no room, and answers false. to, if not zero, is a process to which the link takes nothing now.
func (c *Core) stall(to ptl.ProcessID) bool {
	c.stalled, c.stallAt, c.blocked = true, c.moved, to
	return false
}

// Pending receives messages and reports whether there are events to handle. Needs the lock.
func (c *Core) Pending() bool {
	for c.Link.Serve() {
	}
	return c.safe.Pending() || c.system.Pending() || c.am.Pending() && c.canHandle() && c.canReserve()
}

// canHandle reports whether another request may be handled, as far as handlers go that run.
func (c *Core) canHandle() bool { return c.handled < c.handlers }

// failed ends the job if something has failed.
func (c *Core) failed() bool {
	err := c.client.Err()
	if err == nil {
		return false
	}
	c.World.Fail(err)
	return true
}

// caught is the error of a request that has found no buffer.
func (c *Core) caught(e *ptl.Event) error {
	who, lent := c.account(e)
	return c.flowError(fmt.Sprintf("%s has found no room at rank %d, which has lent it %s", who, c.Me, lent))
}

// lost is the error of events that have found no place in a queue. The event behind them names a rank that may have sent too much.
func (c *Core) lost(e *ptl.Event) error {
	why := fmt.Sprintf("messages to rank %d have found no place in its queue of events", c.Me)
	if e.Kind != ptl.PutEnd || e.MatchBits&selectorMask != toRequests<<selectorShift {
		return c.flowError(fmt.Sprintf("%s; it has lent and banked %d credits", why, c.flow.total))
	}
	who, lent := c.account(e)
	return c.flowError(fmt.Sprintf("%s, before %s, to which it has lent %s", why, who, lent))
}

// account describes a request and the credits that its sender has here.
func (c *Core) account(e *ptl.Event) (who, lent string) {
	from, bytes, credits := parse(e.HdrData)
	n := int32(0)
	if from < len(c.flow.peers) {
		n = c.flow.peers[from].lent
	}
	return fmt.Sprintf("a request of rank %d with %d bytes and %d credits", from, bytes, credits&usedMask), fmt.Sprintf("%d of %d credits", n, c.flow.total)
}

func (c *Core) flowError(why string) error {
	if !c.flow.on {
		return fault.New("", nil, "%s: flow control is off", why).With(knob.PortalFlow)
	}
	return fault.New("", nil, "%s: internal error: flow control does not hold", why)
}

// copy copies memory, and charges for it.
func (c *Core) copy(to, from uintptr, n uint64) {
	memory.Copy(to, from, n)
	c.World.Charge(pace.Copy, n)
}

var (
	_ conduit.Core    = (*Core)(nil)
	_ conduit.Putter  = (*Core)(nil)
	_ conduit.Getter  = (*Core)(nil)
	_ conduit.Barrier = (*Core)(nil)
)
