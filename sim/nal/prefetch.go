package nal

import (
	"gasnetgo/internal/prefetch"
	"gasnetgo/portals"
	"gasnetgo/sim/fabric"
)

// What follows is for the prefetcher: see internal/prefetch.

// Operations are those of Portals at both ends.
func (l *Link) Operations(f *fabric.Message) (sending, receiving uintptr) {
	m := of(f)
	return prefetch.At(m.sending), prefetch.At(m.receiving)
}

// Matched is where a message has been matched: see portals.NI.
func (l *Link) Matched(f *fabric.Message) (at prefetch.SmallSet) {
	if m := of(f); m.receiving != nil {
		at = l.host.NI.Matched(m.receiving)
	}
	return at
}

// Prefetch prefetches what an operation leads to.
func (l *Link) Prefetch(f *fabric.Message, e fabric.Event) {
	m := of(f)
	switch e {
	case fabric.Sending:
		if m.sending != nil {
			m.sending.Prefetch()
		}
	case fabric.Reading:
		if m.sending != nil {
			m.sending.PrefetchRegion()
		}
	case fabric.Receiving:
		if m.receiving != nil {
			m.receiving.Prefetch()
			m.receiving.PrefetchRegion()
		}
		if len(m.data) > smallest {
			prefetch.Ends(prefetch.At(&m.data[0]), uint64(len(m.data)))
		}
	}
}

// enterPlan enters the memory that the rank's turns and its message handlers touch, when the interface is new.
func (l *Link) enterPlan() {
	ni := l.host.NI
	first, third := prefetch.All(ni), prefetch.Span(prefetch.At(ni)+2*prefetch.LineSize, 1)
	l.rank.CPU().Plan().Interface([2]uintptr{first, third}, [4]uintptr{prefetch.Begin(l), prefetch.Begin(l.host), first, third}, ni.Queue())
}

// enterSource enters the descriptor that the rank's next put is from, if that is as far from this one as this one from the one before.
func (l *Link) enterSource(op *portals.Op) {
	at := op.Descriptor()
	next := at
	if l.source != 0 {
		next += at - l.source
	}
	l.source = at
	l.rank.CPU().Plan().Source(next)
}

// enterEvents enters where events are posted, when there is a queue for the first time, or it has moved.
func (l *Link) enterEvents() {
	ni, plan := l.host.NI, l.rank.CPU().Plan()
	if ni != nil && (ni.QueueMoved() || plan.EventsAt(prefetch.Begin(ni))) {
		plan.Events(ni.Queue())
	}
}
