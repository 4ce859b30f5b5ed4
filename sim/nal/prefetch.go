package nal

import (
	"gasnetgo/internal/prefetch"
	"gasnetgo/portals"
	"gasnetgo/sim/fabric"
)

// What follows is for the prefetcher: see internal/prefetch.

// Operation is that of Portals at the target.
func (l *Link) Operation(f *fabric.Message) uintptr { return prefetch.At(of(f).receiving) }

// Matched is where a message has been matched: see portals.NI.
func (l *Link) Matched(f *fabric.Message) (at prefetch.SmallSet) {
	if m := of(f); m.receiving != nil {
		at = l.host.NI.Matched(m.receiving)
	}
	return at
}

// PrefetchRest prefetches what the operation at the sender leads to.
func (l *Link) PrefetchRest(r fabric.Rest, reading bool) {
	op, has := r.Work.(*portals.Op)
	switch {
	case !has:
	case reading:
		if p, has := r.Payload.(*payload); has {
			prefetch.Line(p)
		}
		op.PrefetchRegion()
	default:
		op.Prefetch()
	}
}

// Prefetch prefetches what the one at the target leads to, and the payload.
func (l *Link) Prefetch(f *fabric.Message) {
	m := of(f)
	if m.receiving != nil {
		m.receiving.Prefetch()
		m.receiving.PrefetchRegion()
	}
	if m.Bytes <= smallest {
		prefetch.Line(m.payload)
	} else if data := m.payload.bytes(); len(data) > 0 {
		prefetch.Ends(prefetch.At(&data[0]), uint64(len(data)))
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
