package nal

import (
	"gasnetgo/portals"
	"gasnetgo/portals/process"
	"gasnetgo/sim"
	"gasnetgo/sim/fabric"
)

// Link is an open interface's endpoint. It implements process.Link for the program's calls, and it is the endpoint of its messages and the meter of its
// objects.
type Link struct {
	job    *Job
	port   *fabric.Port
	rank   fabric.Rank // rank, id and node are the port's, too: that is another line of a cache
	host   *process.Host
	id     int32
	node   int32
	moving int32  // operations whose bytes are being read or written
	made   uint32 // match entries and descriptors that have been paid for, modulo 2^32
	gone   uint32
	closed bool
	news   bool // something has happened that the rank may be waiting for
	event  bool // the network is calling: messages are sent by a handler, not by the rank

	words  []uint64 // of the event queues
	net    *Network
	source uintptr // descriptor of the latest operation, for the prefetcher

	pages uint64 // of descriptors' memory that have been paid for

	work  sim.Time // charged by a handler in the present event
	posts uint32   // messages that it has sent
	works bool     // it has charged something; what every message needs is in one line of a cache
}

var (
	_ process.Network = (*Network)(nil)
	_ process.Link    = (*Link)(nil)
	_ fabric.Source   = (*Link)(nil)
	_ fabric.Matcher  = (*Link)(nil)
	_ fabric.Meter    = (*Link)(nil)
)

// Queues has a word per event queue, as portals.Config describes: not 0 in its lower half while there are events.
func (l *Link) Queues() []uint64 { return l.words }

// Reaches reports whether some rank may go by id.
func (l *Link) Reaches(id portals.ProcessID) bool {
	_, ok := l.job.find(id)
	return ok
}

// Distance is the number of links between the nodes, at least 1 to another process.
func (l *Link) Distance(id portals.ProcessID) uint64 {
	r, _ := l.job.find(id)
	if r == int(l.id) {
		return 0
	}
	return uint64(max(1, l.job.fabric.Network.Hops(int(l.node), int(id.NID)-firstNID)))
}

// Ready reports whether the network takes another message.
func (l *Link) Ready(id portals.ProcessID) bool {
	return l.Reaches(id) && l.job.fabric.Network.Ready(int(l.node))
}

// Send makes a message of an operation. It leaves with the commit of the call, or, if a handler of the library's sends it in the middle of an event, when that is over
// and the message has been made; in either case behind all that this rank has sent before: see fabric.Ledger.
func (l *Link) Send(op *portals.Op) {
	m := l.message(&op.Header)
	m.sending = op
	l.port.Number(&m.Message)
	l.moving++
	if l.works {
		l.posts++
		l.work += l.job.fabric.Costs.Send
		l.port.Queue(&m.Message, paid)
		return
	}
	if l.event {
		l.port.Queue(&m.Message, quick)
		l.kernel().After(l.job.fabric.Costs.Send, (*late)(l.net), 0)
		return
	}
	if l.kernel().Prefetching() {
		l.enterSource(op)
	}
	l.port.Post(&m.Message)
}

// Charge charges work of a part of the library: to the call of the rank's program, or, if a handler does it where messages are received, to an interrupt of the
// rank's CPU, at whose end the messages leave that the handler sends after this.
func (l *Link) Charge(d sim.Time) {
	if !l.event {
		l.port.Charge(d)
		return
	}
	l.work += d
	l.works = true
}

// interrupt begins the interrupt for what handlers have charged in an event.
func (l *Link) interrupt() {
	d, posts := l.work, l.posts
	l.work, l.posts, l.works = 0, 0, false
	if d == 0 { // where nothing costs anything
		l.kernel().After(0, (*free)(l.net), uint64(posts))
		return
	}
	l.rank.CPU().Interrupt(d, (*served)(l.net), uint64(posts))
}

func (l *Link) kernel() *sim.Kernel { return l.job.fabric.Kernel() }

// message makes a message of a header.
func (l *Link) message(h *portals.Header) *Message {
	m := l.job.pool(l.node).message()
	l.port.Begin()
	m.Src, m.From = l.node, l
	m.header(h)
	return m
}

// Serve has nothing to do: what arrives is handled when it arrives.
func (l *Link) Serve() bool { return false }

// Moving reports whether bytes of this process are being read or written.
func (l *Link) Moving() bool { return l.moving > 0 }

// Close ends the link: operations in flight to or from it are dropped.
func (l *Link) Close() {
	l.closed = true
	l.net.link = nil
	l.port.Meter(nil)
	l.job.links[l.id] = nil
	if show := l.job.Show; show != nil {
		show(int(l.id), nil)
	}
}

// enter takes the lock for an event of the network; false if the interface is gone.
func (l *Link) enter() bool {
	if l.closed {
		return false
	}
	if !l.host.TryLock() {
		panic("nal: the network wants an interface whose rank is inside of a call")
	}
	l.rank.CPU().Touch()
	l.event = true
	return true
}

// leave gives the lock back when an event has been handled, after those that share the interface have seen to it.
func (l *Link) leave() {
	l.host.Handled()
	if l.works {
		l.interrupt()
	}
	if l.kernel().Prefetching() {
		l.enterEvents()
	}
	l.event = false
	l.host.Unlock()
}

// objects are the match entries and descriptors created and freed since the last call.
func (l *Link) objects() (made, gone uint32) {
	if l.host.NI == nil {
		return 0, 0
	}
	madeEver, goneEver := l.host.NI.Objects()
	made, gone = madeEver-l.made, goneEver-l.gone
	l.made, l.gone = madeEver, goneEver
	return made, gone
}

// Metered is the cost of the objects created and freed since the last call, and of the pages that have been pinned for them.
func (l *Link) Metered() sim.Time {
	made, gone := l.objects()
	c := &l.job.fabric.Costs
	return sim.Time(made)*c.Make + sim.Time(gone)*c.Unlink + sim.Time(l.pinned())*c.Pin
}

const (
	pageSize = 4 << 10

	// mostPinned bounds the pages that one call pins: 8 GiB, more than a node of these machines has. Programs describe memory that has holes, which
	// no kernel would pin.
	mostPinned = 1 << 21
)

// pinned is the number of pages that descriptors have been given since the last call.
func (l *Link) pinned() uint64 {
	if l.host.NI == nil {
		return 0
	}
	pages := l.host.NI.Pages()
	n := pages - l.pages
	l.pages = pages
	return min(n, mostPinned)
}

// Freed is the number of match entries and descriptors freed since the last charge.
func (l *Link) Freed() int {
	made := l.made // those that a call has made meanwhile are that call's
	_, gone := l.objects()
	l.made = made
	return int(gone)
}

// Wake lets the rank check its condition if anything has happened that it can observe.
func (l *Link) Wake(at sim.Time) {
	if !l.news {
		return
	}
	l.news = false
	l.job.fabric.ObserveVisible(int(l.id), at)
	l.rank.WakeAt(at)
}
