package nal

import (
	"sync/atomic"
	"time"

	"gasnetgo/node"
	"gasnetgo/portals"
	"gasnetgo/portals/process"
)

// Copy is how payloads that do not fit into a mailbox record travel.
type Copy int

// Values of Copy.
const (
	CopyAuto   Copy = iota // from shared memory, else through the kernel, else streamed
	CopyKernel             // always through the kernel; for tests
	CopyStream             // always streamed; for tests, and for containers whose rules change
)

// Config is what a link needs. All fields but Copy, Far and Fail are needed.
type Config struct {
	Node   *node.Node
	Host   *process.Host
	Routes *Routes
	Copy   Copy
	Epoch  uint16            // how many links this process has had before
	Far    *Far              // to other hosts; nil on one host
	Fail   func(err error)   // ends the job when Far has failed; needed with Far
	Todo   *uint32           // not 0 while Serve has work although no message has arrived; polled by C
	Notice func(line string) // prints one line
	Closed func()            // called by Close
}

// Link connects one Portals interface with those of its peers. It implements process.Link.
type Link struct {
	Config
	me      number
	inline  uint64  // longest payload in a record
	chunk   uint64  // bytes of a Data record
	queues  []queue // by number
	queued  int     // records in all queues
	sends   table
	inbound map[key]*inbound
	streams []token   // outgoing messages that are being streamed
	pulls   []pull    // matched, to be copied once the mailbox has been looked through
	moving  int       // copies under way, by some thread
	polls   []uint64  // the time until which each peer's program counts as polling, in ticks: its line is read once in a while, not for every message
	full    time.Time // since when the program waits for a peer that has no interface yet
	closed  atomic.Bool
}

const (
	queueLimit = 1024    // records that may wait for one peer before the program has to
	maxInline  = 8 << 10 // bytes: about where one copy through the kernel is cheaper than two by hand
)

// Open starts a link for the interface of c.Host and its progress goroutine.
func Open(c Config) *Link {
	l := newLink(c)
	before, ended := c.Routes.progress, make(chan struct{})
	c.Routes.progress = ended
	go func() {
		defer close(ended)
		if before != nil {
			<-before // one at a time reports whether it is asleep
		}
		l.progress()
	}()
	return l
}

func newLink(c Config) *Link {
	most := uint64(node.MaxRecord(c.Node.MailboxBytes())) / 2
	l := &Link{
		Config: c, me: c.Node.Me(),
		inline:  min(maxInline, most-portals.HeaderBytes-tokenBytes-maxPieces*pieceBytes),
		chunk:   min(maxInline, most) - dataHead,
		queues:  make([]queue, c.Node.Size()),
		inbound: map[key]*inbound{},
		polls:   make([]uint64, c.Node.Locals()),
	}
	l.sends.epoch = c.Epoch
	c.Routes.hosts = c.Far
	return l
}

// inlineTo is the longest payload in a record to a peer.
func (l *Link) inlineTo(to number) uint64 {
	if l.Routes.far(to) {
		return min(l.inline, l.Far.most()-portals.HeaderBytes)
	}
	return l.inline
}

// chunkTo is how many bytes of a payload a Data record to a peer has.
func (l *Link) chunkTo(to number) uint64 {
	if l.Routes.far(to) {
		return min(l.chunk, l.Far.most()-dataHead)
	}
	return l.chunk
}

// Reaches reports whether some rank may go by id.
func (l *Link) Reaches(id portals.ProcessID) bool {
	_, ok := l.Routes.rank(id)
	return ok
}

// Distance is 0 to the process itself, 1 to any other of this host, and 2 to those of others.
func (l *Link) Distance(id portals.ProcessID) uint64 {
	switch r, _ := l.Routes.rank(id); {
	case r == l.me:
		return 0
	case l.Routes.far(r):
		return 2
	}
	return 1
}

// Ready reports whether another message to id can be started.
func (l *Link) Ready(id portals.ProcessID) bool {
	r, ok := l.Routes.rank(id)
	if !ok {
		return false
	}
	if r < 0 || len(l.queues[r].records) < queueLimit {
		return true
	}
	if l.Routes.gone(r) {
		return true
	}
	l.complain(r)
	return false
}

const complainAfter = 10 * time.Second

// complain says why a call does not come back, when the reason is a peer that never came up.
func (l *Link) complain(r number) {
	switch now := time.Now(); {
	case l.Routes.state(r) != node.EndpointNew:
	case l.full.IsZero():
		l.full = now
	case now.Sub(l.full) > complainAfter:
		l.full = now.Add(time.Hour)
		l.Notice("waits for " + l.name(r) + ", which has not called PtlNIInit and whose mailbox is full (GASNETGO_MAILBOX makes it larger)")
	}
}

// Moving reports whether payloads of this process are under way.
func (l *Link) Moving() bool { return l.moving > 0 || l.sends.live > 0 || l.queued > 0 }

// Undelivered is how many messages, or parts of such, wait for a peer, and the first such peer. It needs the host's lock.
func (l *Link) Undelivered() (rank, messages int) {
	waiting := make([]int, len(l.queues))
	for i := range l.queues {
		waiting[i] = len(l.queues[i].records)
	}
	for _, o := range l.sends.slots {
		if o.op != nil {
			waiting[o.to]++
		}
	}
	for i, n := range waiting {
		if n > 0 {
			return l.Routes.rankOf(number(i)), n
		}
	}
	return -1, 0
}

// Close ends the link. Peers find the interface gone.
func (l *Link) Close() {
	l.closed.Store(true)
	l.announce(node.EndpointClosed)
	l.Routes.Close()
	atomic.StoreUint32(l.Todo, 0)
	l.Closed()
	l.Node.KickService()
}
