package twintest

import (
	"slices"

	"gasnetgo/sisci"
)

// model is all segments and connections of a World, as if calls took no time: there is one list of each, and what a call does to it is done at once.
type model struct {
	segments []*segment
	links    []*link
	dead     map[int]bool
	down     map[[2]int]bool
}

// segment is one in the model. Its handle has a callback, and events is what that should be told.
type segment struct {
	node                         int
	id                           uint32
	private, prepared, available bool
	removed                      bool
	maps                         []sisci.Handle
	handle                       sisci.Handle
	events                       []sisci.Event
}

// link is a connection in the model.
type link struct {
	node    int
	segment *segment
	works   bool // neither side has ended it
	gone    bool // its origin has disconnected
	maps    []sisci.Handle
	handle  sisci.Handle
	events  []sisci.Event
}

const segmentBytes = 64

// find is a segment of a node.
func (m *model) find(node int, id uint32) *segment {
	for _, s := range m.segments {
		if s.node == node && s.id == id && !s.removed {
			return s
		}
	}
	return nil
}

// of is the connections with a segment that work.
func (m *model) of(s *segment) (all []*link) {
	for _, l := range m.links {
		if l.segment == s && l.works {
			all = append(all, l)
		}
	}
	return all
}

func (m *model) create(node int, id uint32, private bool) (*segment, sisci.Code) {
	if m.find(node, id) != nil {
		return nil, sisci.SegmentIDUsed
	}
	s := &segment{node: node, id: id, private: private}
	m.segments = append(m.segments, s)
	return s, sisci.OK
}

func (m *model) setAvailable(s *segment) sisci.Code {
	switch {
	case s.private:
		return sisci.IllegalOperation
	case !s.prepared:
		return sisci.SegmentNotPrepared
	}
	s.available = true
	return sisci.OK
}

func (m *model) setUnavailable(s *segment, flags uint32) sisci.Code {
	force := flags&sisci.ForceDisconnect != 0
	links := m.of(s)
	if !s.available && !(force && len(links) > 0) {
		return sisci.IllegalOperation
	}
	s.available = false
	for _, l := range links {
		if flags != 0 {
			l.events = append(l.events, sisci.Event{Reason: sisci.Disconnected})
		}
		l.works = l.works && !force
	}
	return sisci.OK
}

func (m *model) remove(s *segment) sisci.Code {
	if len(s.maps) > 0 || len(m.of(s)) > 0 {
		return sisci.Busy
	}
	s.removed = true
	return sisci.OK
}

func (m *model) connect(node, to int, id uint32) (*link, sisci.Code) {
	if m.down[pair(node, to)] {
		return nil, sisci.NoLink
	}
	s := m.find(to, id)
	switch {
	case s == nil:
		return nil, sisci.NoSuchSegment
	case s.private:
		return nil, sisci.ConnectionRefused
	case !s.available:
		return nil, sisci.NoSuchSegment
	}
	l := &link{node: node, segment: s, works: true}
	m.links = append(m.links, l)
	s.events = append(s.events, sisci.Event{Reason: sisci.Connected, Node: ID(node)})
	return l, sisci.OK
}

func (m *model) disconnect(l *link) sisci.Code {
	if len(l.maps) > 0 {
		return sisci.Busy
	}
	if l.works {
		l.segment.events = append(l.segment.events, sisci.Event{Reason: sisci.Disconnected, Node: ID(l.node)})
	}
	l.works, l.gone = false, true
	return sisci.OK
}

// kill is the death of a node.
func (m *model) kill(node int) {
	m.dead[node] = true
	for _, l := range m.links {
		if !l.works || l.node != node && l.segment.node != node {
			continue
		}
		l.works = false
		if l.node == node {
			l.gone = true
			l.segment.events = append(l.segment.events, sisci.Event{Reason: sisci.Lost, Node: ID(node)})
		} else {
			l.events = append(l.events, sisci.Event{Reason: sisci.Lost})
		}
	}
}

// turn is a link between two nodes that goes down, or up again.
func (m *model) turn(a, b int) (up bool) {
	p := pair(a, b)
	up = m.down[p]
	m.down[p] = !up
	reason := sisci.NotOperational
	if up {
		reason = sisci.Operational
	}
	for _, l := range m.links {
		if l.works && pair(l.node, l.segment.node) == p {
			l.events = append(l.events, sisci.Event{Reason: reason})
			l.segment.events = append(l.segment.events, sisci.Event{Reason: reason, Node: ID(l.node)})
		}
	}
	return up
}

func pair(a, b int) [2]int { return [2]int{min(a, b), max(a, b)} }

// ours is what of a list is there and of a node that lives.
func ours[T any](all []T, is func(T) bool) []T {
	return slices.DeleteFunc(slices.Clone(all), func(x T) bool { return !is(x) })
}
