package nal

import (
	"gasnetgo/portals"
	"gasnetgo/portals/process"
	"gasnetgo/sim"
)

// Link is an open interface's end of the network. It implements process.Link for the program's calls and Client for the fabric.
type Link struct {
	net    *Network
	job    *Job // job, rank and id are the network's, too: that is another line of a cache
	rank   Rank
	host   *process.Host
	id     int32
	moving int32  // operations whose bytes are being read or written
	made   uint32 // match entries and descriptors that have been paid for, modulo 2^32
	gone   uint32
	closed bool
	news   bool // something has happened that the rank may be waiting for
	event  bool // the network is in here: what is sent now is sent by a handler, not by the rank

	words []uint64 // of the event queues

	_ [40]byte // what every message needs is in one line of a cache
}

var (
	_ process.Network = (*Network)(nil)
	_ process.Link    = (*Link)(nil)
	_ Client          = (*Link)(nil)
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
	return uint64(max(1, l.job.Fabric.Hops(l.rank.Node(), int(id.NID)-firstNID)))
}

// Ready reports whether the network takes another message.
func (l *Link) Ready(id portals.ProcessID) bool {
	return l.Reaches(id) && l.job.Fabric.Ready(l.rank.Node())
}

// Send makes a message of an operation. It leaves with Settle, or, if a handler of the library's sends it in the middle of an event, when that is over and
// the message has been made.
func (l *Link) Send(op *portals.Op) {
	m := l.message(&op.Header)
	m.sending = op
	l.job.number(m)
	l.moving++
	if l.event {
		l.net.handlers.put(m)
		l.job.k.After(l.job.Costs.Send, (*late)(l.net), 0)
		return
	}
	if l.job.k.FetchesAhead() {
		l.foreseePut()
	}
	l.net.outbox.put(m)
	l.net.owed += l.job.Costs.Send
}

// late is a Network as the actor that sends what handlers have made.
type late Network

// Act sends it.
func (n *late) Act(*sim.Kernel, uint64) { n.job.flush(&n.handlers) }

// message makes a message of a header.
func (l *Link) message(h *portals.Header) *Message {
	m := l.job.pool.message()
	m.Header = *h
	m.Src, m.From = l.rank.Node(), l
	if h.Kind.HasData() {
		m.Bytes = h.Length
	}
	return m
}

// Serve has nothing to do: what arrives is handled when it arrives.
func (l *Link) Serve() bool { return false }

// Moving reports whether bytes of this process are being read or written.
func (l *Link) Moving() bool { return l.moving > 0 }

// Close ends the link: what is under way to or from it comes to nothing.
func (l *Link) Close() {
	l.closed = true
	l.net.link = nil
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
	l.event = true
	return true
}

// leave gives the lock back when an event has been handled, after those that share the interface have seen to it.
func (l *Link) leave() {
	if l.host.After != nil {
		l.host.After()
	}
	if l.job.k.FetchesAhead() {
		l.foreseeEvents()
	}
	l.event = false
	l.host.Unlock()
}

// objects are the match entries and descriptors that have been made and that have gone since it was asked last.
func (l *Link) objects() (made, gone uint32) {
	if l.host.NI == nil {
		return 0, 0
	}
	madeEver, goneEver := l.host.NI.Objects()
	made, gone = madeEver-l.made, goneEver-l.gone
	l.made, l.gone = madeEver, goneEver
	return made, gone
}

// Unlinked is how many match entries and descriptors have gone since anybody was asked to pay for it.
func (l *Link) Unlinked() int {
	made := l.made // those that a call has made meanwhile are that call's
	_, gone := l.objects()
	l.made = made
	return int(gone)
}

// Wake has the rank look whether what it waits for has come, if anything has that it can see.
func (l *Link) Wake(at sim.Time) {
	if !l.news {
		return
	}
	l.news = false
	l.job.observeVisible(int(l.id), at)
	l.rank.WakeAt(at)
}
